package lsp_test

import (
	"encoding/json"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/agent"
	"docuquest/core/answer/research/web"
	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/services/outside"
	"docuquest/core/services/websearch/fetch"
	"docuquest/core/services/websearch/serpapi"
	"docuquest/core/services/websearch/webtest"
	"docuquest/lsp/lsptest"
)

// webOf is a search of the web as a server plays it.
func webOf(t *testing.T, s *webtest.Server) agent.WebSearch {
	t.Helper()
	provider, err := serpapi.New(serpapi.Options{Key: outside.NewSecret("k"), BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := fetch.New(fetch.Options{Parsers: document.Parsers{Fallback: plain.Parser{}}, Trusted: []netip.AddrPort{s.Address()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(provider.Close)
	t.Cleanup(pages.Close)
	search, err := web.New(web.Options{Services: []web.Service{{Provider: provider, Host: "serp.example"}}, Pages: pages})
	if err != nil {
		t.Fatal(err)
	}
	return search
}

// A page of the web is cited by a link, hover shows its quote, definition and references
// lead to the source in the document, and an action opens it outside of the editor.
func TestResearchPage(t *testing.T) {
	const well = "-- well.md --\nThe well is dry.\n"
	server := webtest.New(t, webtest.Web{Pages: map[string]webtest.Page{
		"/bee": {Type: "text/plain", Body: "Ann Bee\n\nSince 1960 Ann Bee has lived in Oslo.\n"},
	}})
	e := lsptest.Start(t, lsptest.Options{Files: well, State: t.TempDir(), Documents: true, Web: webOf(t, server)})
	const question = "Where has Ann Bee lived since 1960?"
	var reply askReply
	if err := e.Command("docuquest.research", map[string]any{"question": question}, nil); err != nil || len(server.Queries()) > 0 {
		t.Errorf("%v, and the web was asked %q", err, server.Queries())
	}
	if err := e.Command("docuquest.research", map[string]any{"question": question, "web": true}, &reply); err != nil || len(reply.Citations) != 1 {
		t.Fatalf("%+v, %v", reply, err)
	}
	page := server.URL + "/bee#:~:text=Since%201960%20Ann%20Bee%20has%20lived%20in%20Oslo."
	if reply.Citations[0].URI != page {
		t.Errorf("it cites %s", reply.Citations[0].URI)
	}
	text, err := e.DocumentText(reply.Document)
	if err != nil || !strings.Contains(text, "]("+page+")") {
		t.Errorf("%s, %v", text, err)
	}
	line, character := find(t, text, "[1]")
	source, _ := find(t, text, "\n1. ")
	at, err := e.Definition(reply.Document, line, character+1)
	if err != nil || at == nil || string(at.URI) != reply.Document || int(at.Range.Start.Line) != source+1 {
		t.Errorf("definition: %+v, %v", at, err)
	}
	if all, err := e.References(reply.Document, line, character+1); err != nil || len(all) != 1 || string(all[0].URI) != reply.Document {
		t.Errorf("references: %+v, %v", all, err)
	}
	if hover := e.HoverText(reply.Document, line, character+1); !strings.Contains(hover, "]("+page+")") || !strings.Contains(hover, "**Since 1960 Ann Bee has lived in Oslo.**") {
		t.Errorf("hover: %s", hover)
	}
	checkOpens(t, e, reply, lsptest.Position{Line: line, Character: character + 1}, page)
}

// checkOpens wants an action on a citation that opens a page, and no other page opened.
func checkOpens(t *testing.T, e *lsptest.Editor, reply askReply, at lsptest.Position, page string) {
	t.Helper()
	var actions []struct {
		Title   string `json:"title"`
		Command struct {
			Command   string            `json:"command"`
			Arguments []json.RawMessage `json:"arguments"`
		} `json:"command"`
	}
	params := map[string]any{
		"textDocument": map[string]any{"uri": reply.Document}, "range": map[string]any{"start": at, "end": at},
		"context": map[string]any{"diagnostics": []any{}},
	}
	if err := e.Call("textDocument/codeAction", params, &actions); err != nil || len(actions) != 2 || actions[0].Title != "Open the page" {
		t.Fatalf("%+v, %v", actions, err)
	}
	command := actions[0].Command
	if err := e.Command(command.Command, command.Arguments[0], nil); err != nil {
		t.Fatal(err)
	}
	e.AwaitMethod("window/showDocument")
	if diff := cmp.Diff([]string{page}, shown(e)); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if !slices.ContainsFunc(e.Story(), func(m lsptest.Message) bool { return strings.Contains(string(m.Params), `"external":true`) }) {
		t.Error("it was opened in the editor")
	}
	for argument, want := range map[any]string{
		[2]any{reply.ID, 2}:       "docuquest.openPage: citation 2 of this answer is no page of the web",
		[2]any{"nosuchanswer", 1}: "no answer with the id \"nosuchanswer\" is kept",
	} {
		a := argument.([2]any)
		if err := e.Command("docuquest.openPage", map[string]any{"answer": a[0], "number": a[1]}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", a, err)
		}
	}
}
