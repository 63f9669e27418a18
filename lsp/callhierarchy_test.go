package lsp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/lsp/lsptest"
)

// prepared are the items at a text of a file.
func prepared(t *testing.T, e *lsptest.Editor, path, at string) []protocol.CallHierarchyItem {
	t.Helper()
	e.Open(path)
	p := e.Find(path, at)
	return preparedAt(t, e, e.URI(path), p.Line, p.Character)
}

func preparedAt(t *testing.T, e *lsptest.Editor, uri string, line, character int) []protocol.CallHierarchyItem {
	t.Helper()
	var items []protocol.CallHierarchyItem
	params := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": character}}
	if err := e.Call("textDocument/prepareCallHierarchy", params, &items); err != nil {
		t.Fatal(err)
	}
	return items
}

// incoming and outgoing write the calls of an item, a line each, as seen from the folder
// of the editor.
func incoming(t *testing.T, e *lsptest.Editor, item protocol.CallHierarchyItem) string {
	t.Helper()
	var calls []protocol.CallHierarchyIncomingCall
	if err := e.Call("callHierarchy/incomingCalls", map[string]any{"item": item}, &calls); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range calls {
		b.WriteString(callLine(e, c.From, c.FromRanges))
	}
	return b.String()
}

func outgoing(t *testing.T, e *lsptest.Editor, item protocol.CallHierarchyItem) string {
	t.Helper()
	var calls []protocol.CallHierarchyOutgoingCall
	if err := e.Call("callHierarchy/outgoingCalls", map[string]any{"item": item}, &calls); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range calls {
		b.WriteString(callLine(e, c.To, c.FromRanges))
	}
	return b.String()
}

func callLine(e *lsptest.Editor, item protocol.CallHierarchyItem, at []protocol.Range) string {
	path := strings.TrimPrefix(string(item.URI), e.URI(".")+"/")
	var places []string
	for _, r := range at {
		places = append(places, fmt.Sprintf("%d:%d", r.Start.Line, r.Start.Character))
	}
	return fmt.Sprintf("%s at %s:%d, %s: %s\n", item.Name, path, item.SelectionRange.Start.Line, *item.Detail, strings.Join(places, " "))
}

// A call leads to what it means, and that to its callers; positions are where the names
// stand, also after an edit that is not saved.
func TestCallHierarchy(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: wells, Parsers: programs(), Offers: agent.Offers{Languages: "all"}})
	items := prepared(t, e, "dig/dig.go", "Let(1)")
	if len(items) != 1 || items[0].Name != "Let" || items[0].Kind != protocol.SymbolKindFunction || string(items[0].URI) != e.URI("rope/rope.go") {
		t.Fatalf("Let is %+v", items)
	}
	if d := cmp.Diff("Deep at dig/dig.go:6, dig/dig.go: 6:24 6:37\n", incoming(t, e, items[0])); d != "" {
		t.Errorf("the callers of Let (-want +got):\n%s", d)
	}
	deep := prepared(t, e, "dig/dig.go", "Deep(n int)")[0]
	if d := cmp.Diff("Let at rope/rope.go:2, rope/rope.go: 6:24 6:37\n", outgoing(t, e, deep)); d != "" {
		t.Errorf("the callees of Deep (-want +got):\n%s", d)
	}
	end := e.Find("dig/dig.go", "func once")
	e.Edit("dig/dig.go", lsptest.Edit{Range: &lsptest.Range{Start: end, End: end}, Text: "func twice() {\n\tDeep(2)\n}\n\n"})
	if d := cmp.Diff("twice at dig/dig.go:8, dig/dig.go: 9:1\nonce at dig/dig.go:12, dig/dig.go: 12:14\n", incoming(t, e, deep)); d != "" {
		t.Errorf("the callers of Deep after an edit (-want +got):\n%s", d)
	}
	if items := prepared(t, e, "dig/dig.go", "digs."); items != nil {
		t.Errorf("a word of a comment gives %+v", items)
	}
}

// In a text the callers of a passage are the answers that cite it, and an answer calls
// what it cites.
func TestCallHierarchyOfAnswers(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: t.TempDir(), Documents: true})
	if items := prepared(t, e, "temple.md", "dug out"); items != nil {
		t.Errorf("before any answer there is %+v", items)
	}
	r, err := e.Ask(rubyQuestion)
	if err != nil || len(r.Citations) == 0 {
		t.Fatalf("%v, %+v", err, r)
	}
	cited := r.Citations[0]
	items := preparedAt(t, e, string(cited.URI), cited.Range.Start.Line, cited.Range.Start.Character)
	if len(items) != 1 {
		t.Fatalf("the cited passage is %+v", items)
	}
	answers := incoming(t, e, items[0])
	if !strings.HasPrefix(answers, rubyQuestion+" at docuquest:/answers/"+r.ID+".md:0, answer: ") || strings.Count(answers, "\n") != 1 {
		t.Errorf("the passage is cited by %q", answers)
	}
	answer := preparedAt(t, e, "docuquest:/answers/"+r.ID+".md", 0, 0)
	if len(answer) != 1 || answer[0].Name != rubyQuestion {
		t.Fatalf("the answer is %+v", answer)
	}
	evidence := outgoing(t, e, answer[0])
	if strings.Count(evidence, "\n") != len(r.Citations) || !strings.Contains(evidence, "temple.md:") {
		t.Errorf("the answer cites %q, not %+v", evidence, r.Citations)
	}
	if called := incoming(t, e, answer[0]) + outgoing(t, e, items[0]); called != "" {
		t.Errorf("an answer is called by, or a passage calls, %q", called)
	}
}

// An item stays what it is when lines are put in above it; when it is gone, nothing is
// called and nothing calls.
func TestCallHierarchyAfterEdits(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: wells, Parsers: programs(), Offers: agent.Offers{Languages: "all"}})
	deep := prepared(t, e, "dig/dig.go", "Deep(n int)")[0]
	at := e.Find("dig/dig.go", "// Deep goes")
	e.Edit("dig/dig.go", lsptest.Edit{Range: &lsptest.Range{Start: at, End: at}, Text: "func other() {\n\tmore()\n}\n\nfunc more() { other() }\n\n"})
	if d := cmp.Diff("once at dig/dig.go:14, dig/dig.go: 14:14\n", incoming(t, e, deep)); d != "" {
		t.Errorf("the callers of Deep (-want +got):\n%s", d)
	}
	if d := cmp.Diff("Let at rope/rope.go:2, rope/rope.go: 12:24 12:37\n", outgoing(t, e, deep)); d != "" {
		t.Errorf("the callees of Deep (-want +got):\n%s", d)
	}
	e.Edit("dig/dig.go", lsptest.Edit{Text: "package dig\n\nfunc other() {}\n\nfunc more() { other() }\n\nfunc most() { more() }\n"})
	if calls := incoming(t, e, deep) + outgoing(t, e, deep); calls != "" {
		t.Errorf("what is gone has the calls %s", calls)
	}
}

// What is pointed at is meant, also where lines are put in above it before the reply.
func TestCallHierarchyOfWhatWasPointedAt(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: wells, Parsers: programs(), Offers: agent.Offers{Languages: "all"}})
	e.Open("dig/dig.go")
	for range 30 {
		asked := e.Go("textDocument/prepareCallHierarchy", e.At("dig/dig.go", e.Find("dig/dig.go", "func once").Line, 6))
		e.Edit("dig/dig.go", lsptest.Edit{Range: &lsptest.Range{}, Text: "//\n//\n"})
		var items []protocol.CallHierarchyItem
		if err := asked.Wait(&items); err != nil || len(items) != 1 || items[0].Name != "once" {
			t.Fatalf("once is %+v, %v", items, err)
		}
	}
}

// Where the passage of an item and what an answer cites have moved, both are where they are
// now, and by what they say; a passage that is gone is cited by nothing.
func TestCallHierarchyOfAnswersAfterEdits(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: t.TempDir(), Documents: true})
	r, err := e.Ask("When was the temple dug out?")
	if err != nil || len(r.Citations) != 1 || r.Citations[0].Path != "temple.md" {
		t.Fatalf("%v, %+v", err, r)
	}
	passage := prepared(t, e, "temple.md", "The temple of Ashkeld")[0]
	answer := preparedAt(t, e, "docuquest:/answers/"+r.ID+".md", 0, 0)[0]
	for _, edit := range []struct {
		text    string
		cited   string // what the answer cites, up to its sources
		answers int    // that cite the passage
	}{
		{"# Above\n\nAnother paragraph.\n\n", "temple.md:6, temple.md:7: ", 1},
		{"More.\n\n", "temple.md:8, temple.md:9: ", 1},
	} {
		e.Edit("temple.md", lsptest.Edit{Range: &lsptest.Range{}, Text: edit.text})
		if cited := outgoing(t, e, answer); !strings.Contains(cited, edit.cited) {
			t.Errorf("the answer cites %q, not %q", cited, edit.cited)
		}
		if citing := incoming(t, e, passage); strings.Count(citing, "\n") != edit.answers {
			t.Errorf("the passage is cited by %q", citing)
		}
	}
	e.Edit("temple.md", lsptest.Edit{Text: "# The temple\n\nIt is gone.\n"})
	if citing := incoming(t, e, passage); citing != "" {
		t.Errorf("what is gone is cited by %q", citing)
	}
}
