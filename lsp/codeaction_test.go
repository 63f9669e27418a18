package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/lsp/lsptest"
)

// Each case is a text with the place that is pointed at, marked by ‸, or the selection
// between two of them, what the client says of its wish, and the actions: the kind, the
// title, the command, and what it asks.
var actionCases = []struct{ name, path, text, context, want string }{
	{"a marked line", "w/a.md", "?? Do du‸cks swim\n", `{}`, `
quickfix Answer here: docuquest.answerHere {0 8 0 8 1}
quickfix Open the answer: docuquest.ask "Do ducks swim"`},
	{"one selected character of it", "w/a.md", "?? Do ‸d‸ucks swim\n", `{}`, `
quickfix Answer here: docuquest.answerHere {0 6 0 7 1}
quickfix Open the answer: docuquest.ask "Do ducks swim"`},
	{"all of the line", "w/a.txt", "‸?? Do ducks swim\n‸", `{"triggerKind":2}`, `
quickfix Answer here: docuquest.answerHere {0 0 1 0 1}
quickfix Open the answer: docuquest.ask "Do ducks swim"`},
	{"a comment", "w/a.go", "x := 1 // ?? Why is it ‸one\n", `{"only":["quickfix"]}`, `
quickfix Answer here: docuquest.answerHere {0 23 0 23 1}
quickfix Open the answer: docuquest.ask "Why is it one"`},
	{"a selection", "w/a.md", "- ‸Ducks\n  swim.‸ So.", `{"triggerKind":1}`, `
refactor Answer here: docuquest.answerHere {0 2 1 7 1}
refactor Open the answer: docuquest.ask "Ducks swim."`},
	{"a selected question of two lines", "w/a.md", "‸> ? Do ducks\n> swim‸", `{"only":["refactor"]}`, `
refactor Answer here: docuquest.answerHere {0 0 1 6 1}
refactor Open the answer: docuquest.ask "Do ducks > swim"`},
	{"a selected passage", "w/a.md", "‸" + strings.Repeat("duck ", 17) + "‸", `{"triggerKind":1}`, `
refactor Answer here: docuquest.answerHere {0 0 0 85 1}
refactor Open the answer: docuquest.ask "What more is there about this? ` + strings.TrimSpace(strings.Repeat("duck ", 17)) + `"`},
	{"a long question", "w/a.md", "‸" + strings.Repeat("duck ", 17) + "?”‸", `{"triggerKind":1}`, `
refactor Answer here: docuquest.answerHere {0 0 0 87 1}
refactor Open the answer: docuquest.ask "` + strings.Repeat("duck ", 17) + `?”"`},
	{"selected comments", "w/a.go", "‸// Ducks\n// swim.‸\n", `{}`, `
refactor Answer here: docuquest.answerHere {0 0 1 8 1}
refactor Open the answer: docuquest.ask "Ducks swim."`},
	{"selected code", "w/a.go", "‸duck(1) // or 2\nswim(2)‸\n", `{}`, `
refactor Answer here: docuquest.answerHere {0 0 1 7 1}
refactor Open the answer: docuquest.ask "duck(1) // or 2 swim(2)"`},
	{"selected data", "w/a.json", "‸{\"a\": \"b\"}‸", `{}`, `
refactor Open the answer: docuquest.ask "{\"a\": \"b\"}"`},
	{"a selection that nobody asked about", "w/a.md", "‸Ducks swim.‸", `{"triggerKind":2}`, ""},
	{"another kind", "w/a.md", "?? Do du‸cks swim", `{"only":["source"]}`, ""},
	{"a kind below", "w/a.md", "?? Do du‸cks swim", `{"only":["quickfix.one"]}`, ""},
	{"no question", "w/a.md", "Du‸cks swim.", `{}`, ""},
	{"one word", "w/a.md", "‸Ducks‸ swim.", `{}`, ""},
	{"an operator", "w/a.ts", "  ?? fall‸back", `{}`, ""},
	{"an answer's document", "docuquest:/answers/x.md", "?? Do du‸cks swim", `{}`, `
refactor Why this answer: docuquest.explain ""`},
	{"an answer that nobody asked about", "docuquest:/answers/x.md", "?? Do du‸cks swim", `{"triggerKind":2}`, ""},
	{"an answer and another kind", "docuquest:/answers/x.md", "?? Do du‸cks swim", `{"only":["quickfix"]}`, ""},
}

func TestCodeActions(t *testing.T) {
	for _, c := range actionCases {
		t.Run(c.name, func(t *testing.T) {
			want := strings.TrimPrefix(c.want, "\n")
			checkActions(t, lsptest.Modern, c.path, c.text, c.context, want)
			plain := strings.ReplaceAll(strings.ReplaceAll(want, "quickfix ", " "), "refactor ", " ")
			checkActions(t, lsptest.Plain, c.path, c.text, c.context, plain)
		})
	}
}

// checkActions compares what is offered for a place, in an editor that knows actions or
// commands alone.
func checkActions(t *testing.T, behavior lsptest.Behavior, path, marked, context, want string) {
	t.Helper()
	e := (&fake{}).start(t, lsptest.Options{Behavior: behavior, Encodings: []string{"utf-16"}})
	at := open(e, path, marked)
	if at["range"] == nil {
		at["range"] = lsptest.Range{Start: at["position"].(lsptest.Position), End: at["position"].(lsptest.Position)}
	}
	params := map[string]any{"textDocument": map[string]any{"uri": e.URI(path)}, "range": at["range"], "context": json.RawMessage(`{"diagnostics":[],` + context[1:])}
	if context == "{}" {
		params["context"] = map[string]any{"diagnostics": []any{}}
	}
	raw, err := e.Go("textDocument/codeAction", params).Raw()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, showActions(t, raw)); diff != "" {
		t.Errorf("actions (-want +got):\n%s", diff)
	}
}

// What is offered works as it is offered. It replies at once, so that no editor stands
// still, and a failure is told as a message.
func TestCodeActionsRun(t *testing.T) {
	gate := make(chan struct{})
	f := &fake{ask: func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		<-gate
		if strings.Contains(q.Text, "fail") {
			return nil, errors.New("no credit left")
		}
		return shortAnswer(q), nil
	}}
	e := f.start(t, lsptest.Options{Documents: true})
	e.OpenText("w/a.md", "?? Do ducks swim\n")
	e.OpenText("w/b.md", "?? Do ducks fail\n")
	for _, path := range []string{"w/a.md", "w/b.md"} {
		for _, action := range actionsAt(t, e, path) {
			raw, err := e.Go("workspace/executeCommand", action.Command).Raw()
			if err != nil || string(raw) != "null" {
				t.Fatalf("%s: %s, %v", action.Title, raw, err)
			}
		}
	}
	close(gate)
	failures := func(story []lsptest.Message) (n int) {
		for _, m := range story {
			if m.Method == "window/showMessage" && strings.Contains(string(m.Params), "no credit left") {
				n++
			}
		}
		return n
	}
	e.Await(func(story []lsptest.Message) bool {
		inserted := slices.ContainsFunc(story, func(m lsptest.Message) bool { return m.Method == "workspace/applyEdit" })
		return inserted && failures(story) == 2 && len(shownIn(story)) == 2
	})
	if want := "?? Do ducks swim\n\n> !! They do. [\\[1\\]](b.md#L1)\n"; e.Content("w/a.md") != want {
		t.Errorf("the text became %q", e.Content("w/a.md"))
	}
}

type offered struct {
	Title   string
	Command json.RawMessage
}

// actionsAt gives what is offered at the start of a file.
func actionsAt(t *testing.T, e *lsptest.Editor, path string) []offered {
	t.Helper()
	var all []offered
	raw, err := e.Go("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.URI(path)}, "range": lsptest.Range{}, "context": map[string]any{"diagnostics": []any{}},
	}).Raw()
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil || len(all) != 2 {
		t.Fatalf("%s, %v", raw, err)
	}
	return all
}

// showActions writes actions, or commands, as lines.
func showActions(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	type command struct {
		Command   string
		Arguments []struct {
			Question string
			Range    *lsptest.Range
			Version  int
		}
	}
	var all []struct {
		Title, Kind string
		Command     json.RawMessage
		Arguments   json.RawMessage
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	var lines []string
	for _, one := range all {
		var c command
		if one.Arguments != nil { // a command in its place
			one.Command = json.RawMessage(fmt.Sprintf(`{"command":%s,"arguments":%s}`, one.Command, one.Arguments))
		}
		if err := json.Unmarshal(one.Command, &c); err != nil || len(c.Arguments) != 1 {
			t.Fatalf("%v in %s", err, raw)
		}
		what := fmt.Sprintf("%q", c.Arguments[0].Question)
		if r := c.Arguments[0].Range; r != nil {
			what = fmt.Sprintf("{%d %d %d %d %d}", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, c.Arguments[0].Version)
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s %s", one.Kind, one.Title, c.Command, what))
	}
	return strings.Join(lines, "\n")
}
