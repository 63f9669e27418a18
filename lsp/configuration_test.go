package lsp_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/agent"
	"docuquest/lsp/lsptest"
)

// byField takes preferences by the names of their fields.
func byField(changed json.RawMessage) (p agent.Preferences, left []string, err error) {
	if changed == nil {
		return p, nil, nil
	}
	if json.Unmarshal(changed, &p) != nil {
		return p, nil, errors.New("it is no object")
	}
	if p.Writer != "" {
		left, p.Writer = []string{"writer stays"}, ""
	}
	return p, left, nil
}

// prefer tells a session that takes preferences byField that some have changed.
func prefer(e *lsptest.Editor, p any) {
	e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"docuquest": p}})
}

// Changed settings reach the agent, and no file is read again for them. What cannot be
// taken leaves everything as it was, and the client's log says so.
func TestChangedConfiguration(t *testing.T) {
	for _, test := range []struct {
		params string
		want   []agent.Preferences
		logged string
	}{
		{`{"settings": {"docuquest": {"Retrieval": "boolean", "Calls": 2}}}`, []agent.Preferences{{Retrieval: "boolean", Calls: 2}}, ""},
		{`{"settings": {"docuquest": {"Rerank": "off", "Writer": "generative"}}}`, []agent.Preferences{{Rerank: "off"}}, "writer stays"},
		{`{"settings": {"docuquest": {}}}`, []agent.Preferences{{}}, ""},
		{`{"settings": {"another": {"Retrieval": "boolean"}}}`, []agent.Preferences{{}}, ""},
		{`{"settings": null}`, []agent.Preferences{{}}, ""},
		{`{"settings": {"docuquest": "boolean"}}`, nil, "it is no object; no setting has changed"},
		{`{"settings": "boolean"}`, nil, "cannot be read"},
	} {
		t.Run(test.params, func(t *testing.T) {
			f := &fake{}
			e := f.start(t, lsptest.Options{Configure: byField})
			e.Notify("workspace/didChangeConfiguration", json.RawMessage(test.params))
			if err := e.Command("docuquest.ask", "Where is the ring?", nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, f.preferred); diff != "" {
				t.Errorf("preferences (-want +got):\n%s", diff)
			}
			if test.logged != "" {
				e.Await(func(story []lsptest.Message) bool {
					return slices.ContainsFunc(story, func(m lsptest.Message) bool {
						return m.Method == "window/logMessage" && strings.Contains(string(m.Params), test.logged)
					})
				})
			}
			loads := slices.DeleteFunc(f.noted(), func(call string) bool { return call != "Load" && call != "Reindex" })
			if len(loads) > 1 {
				t.Errorf("files were read by %q", loads)
			}
		})
	}
}

// Where citations are to be checked no more, or again, clients that pull are asked to, and
// those that do not are sent what there is.
func TestCheckCitationsChanges(t *testing.T) {
	for _, behavior := range []lsptest.Behavior{lsptest.Modern, lsptest.Plain} {
		e := lsptest.Start(t, lsptest.Options{Files: citingRuins, Behavior: behavior, Configure: byField})
		e.Open("notes.md")
		shown := func(after int) string { // by the client, once it has heard something after so many messages
			if behavior == lsptest.Plain {
				var sent []published
				e.Await(func(story []lsptest.Message) bool { sent = sentOf(story[after:], "notes.md"); return len(sent) > 0 })
				return showDiagnostics(sent[len(sent)-1].Diagnostics)
			}
			if after > 0 {
				e.Await(func(story []lsptest.Message) bool {
					return slices.ContainsFunc(story[after:], func(m lsptest.Message) bool { return m.Method == "workspace/diagnostic/refresh" })
				})
			}
			return pull(t, e, "notes.md")
		}
		if diff := cmp.Diff(citingDiagnostics, shown(0)); diff != "" {
			t.Errorf("%v: diagnostics (-want +got):\n%s", behavior, diff)
		}
		for _, step := range []struct{ set, want string }{{"off", ""}, {"on", citingDiagnostics}} {
			after := len(e.Story())
			prefer(e, agent.Preferences{CheckCitations: step.set})
			if diff := cmp.Diff(step.want, shown(after)); diff != "" {
				t.Errorf("%v, %s: diagnostics (-want +got):\n%s", behavior, step.set, diff)
			}
		}
	}
}

// What is registered by language is registered anew where a setting changes it, and nothing
// else is.
func TestRegistersAgain(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: winches, Registers: []string{"references", "documentSymbol", "callHierarchy"}, Configure: byField})
	registrations(t, e, 3)
	const symbols, calls, references = "documentSymbol", "prepareCallHierarchy", "references"
	for _, step := range []struct {
		offers      agent.Offers
		gone, fresh []string
		python      bool // is among the languages of what is registered
	}{
		{agent.Offers{Symbols: "python"}, []string{symbols}, []string{symbols}, true},
		{agent.Offers{Symbols: "python", CallHierarchy: "off"}, []string{calls}, nil, false},
		{agent.Offers{Symbols: "python", HoverWords: "all", Languages: "prose"}, nil, []string{calls}, false},
		{agent.Offers{Symbols: "python", Languages: "python"}, []string{calls, references}, []string{calls, references}, true},
		{agent.Offers{}, []string{symbols, calls, references}, []string{symbols, calls, references}, false},
	} {
		after := len(e.Story())
		prefer(e, agent.Preferences{Offers: step.offers})
		var gone, fresh []string
		e.Await(func(story []lsptest.Message) bool {
			gone, fresh = nil, nil
			for _, m := range story[after:] {
				switch m.Method {
				case "client/unregisterCapability":
					gone = methodsOf(t, m.Params)
				case "client/registerCapability":
					fresh = methodsOf(t, m.Params)
					if got := strings.Contains(string(m.Params), `"python"`); got != step.python {
						t.Errorf("%+v: python is registered: %v", step.offers, got)
					}
				}
			}
			return len(gone) == len(step.gone) && len(fresh) == len(step.fresh)
		})
		if diff := cmp.Diff([][]string{step.gone, step.fresh}, [][]string{gone, fresh}); diff != "" {
			t.Errorf("%+v: gone and fresh (-want +got):\n%s", step.offers, diff)
		}
	}
}

// methodsOf are the methods that are registered, or no more, without what they are about.
func methodsOf(t *testing.T, params json.RawMessage) []string {
	t.Helper()
	type one struct{ Method string }
	var p struct{ Registrations, Unregisterations []one }
	if err := json.Unmarshal(params, &p); err != nil {
		t.Error(err)
	}
	var methods []string
	for _, r := range append(p.Registrations, p.Unregisterations...) {
		methods = append(methods, strings.TrimPrefix(r.Method, "textDocument/"))
	}
	slices.Sort(methods)
	return methods
}
