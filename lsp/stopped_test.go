package lsp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/lsp/lsptest"
)

// The ways in which a client ends a question that it asked with the token "it".
var endings = map[string]func(*lsptest.Editor, *lsptest.Reply){
	"stop": func(e *lsptest.Editor, _ *lsptest.Reply) { _ = e.Command("docuquest.stop", nil, nil) },
	"progress": func(e *lsptest.Editor, _ *lsptest.Reply) {
		e.Notify("window/workDoneProgress/cancel", map[string]any{"token": "it"})
	},
	"request": func(e *lsptest.Editor, asked *lsptest.Reply) { e.Cancel(asked) },
}

// A question that is stopped is answered by what was proven until then, or says that it was
// stopped. A request that its client cancels has no answer.
func TestStoppedQuestions(t *testing.T) {
	const cancelled, stopped = "cancelled JSON-RPC (-32800)", "the question was stopped (-32800)"
	for _, test := range []struct {
		command, ending string
		proven          string
		want            string
	}{
		{"docuquest.ask", "stop", "They do.", "They do."},
		{"docuquest.ask", "progress", "They do.", "They do."},
		{"docuquest.ask", "request", "They do.", cancelled},
		{"docuquest.ask", "stop", "", stopped},
		{"docuquest.ask", "progress", "", stopped},
		{"docuquest.ask", "request", "", cancelled},
		{"docuquest.research", "stop", "They do.", "They do."},
		{"docuquest.answerHere", "stop", "They do.", "They do. not applied: the question was stopped"},
		{"docuquest.answerHere", "progress", "", stopped},
		{"docuquest.answerHere", "request", "They do.", cancelled},
	} {
		f, begun := stoppable(test.proven)
		e := f.start(t, lsptest.Options{})
		e.OpenText("w/a.md", "?? Do ducks swim\n")
		argument := map[string]any{"question": "Do ducks swim?"}
		if test.command == "docuquest.answerHere" {
			argument = map[string]any{"uri": e.URI("w/a.md"), "position": lsptest.Position{}}
		}
		asked := e.Go("workspace/executeCommand", map[string]any{
			"command": test.command, "arguments": []any{argument}, "workDoneToken": "it",
		})
		<-begun
		endings[test.ending](e, asked)
		if diff := cmp.Diff(test.want, ended(t, asked)); diff != "" {
			t.Errorf("%s ended by %s with %q (-want +got):\n%s", test.command, test.ending, test.proven, diff)
		}
	}
}

// stoppable is an agent whose questions end when they are stopped, with what was proven;
// begun is closed when it has one.
func stoppable(proven string) (f *fake, begun chan struct{}) {
	begun = make(chan struct{})
	return &fake{ask: func(ctx context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		close(begun)
		<-ctx.Done()
		if proven == "" {
			return nil, ctx.Err()
		}
		return &replies.Answer{ID: q.ID, Question: q.Text, Markdown: proven, Stopped: true}, ctx.Err()
	}}, begun
}

// ended writes a reply to a question.
func ended(t *testing.T, asked *lsptest.Reply) string {
	t.Helper()
	raw, err := asked.Raw()
	if err != nil {
		return err.Error()
	}
	var reply struct {
		Answer, Why      string
		Stopped, Applied bool
	}
	if err := json.Unmarshal(raw, &reply); err != nil || !reply.Stopped || reply.Applied {
		t.Fatalf("%v in %s", err, raw)
	}
	if reply.Why != "" {
		return reply.Answer + " not applied: " + reply.Why
	}
	return reply.Answer
}

// Who stops a question that goes on in the background hears nothing of it.
func TestStoppedInBackground(t *testing.T) {
	f, begun := stoppable("")
	e := f.start(t, lsptest.Options{})
	if err := e.Command("docuquest.ask", map[string]any{"question": "Do ducks swim?", "background": true}, nil); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := e.Command("docuquest.stop", nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Shutdown(); err != nil {
		t.Fatal(err)
	}
	if told := messages(e); told != nil {
		t.Errorf("told: %q", told)
	}
}

// messages are what the user was told so far.
func messages(e *lsptest.Editor) []string {
	var all []string
	for _, m := range e.Story() {
		var p struct{ Message string }
		if m.Method == "window/showMessage" && json.Unmarshal(m.Params, &p) == nil {
			all = append(all, p.Message)
		}
	}
	return all
}

// A model that fails is told of once for each reason in a row, however it is asked, and
// never to somebody who only points.
func TestModelFailureIsTold(t *testing.T) {
	const taken = "DocuQuest: the model could not be used, so this answer is taken from the text: "
	f := &fake{ask: func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		a := shortAnswer(q)
		a.Writer, a.Steps = "some model", []replies.Step{{Name: "write", Detail: "1 statements by some model"}}
		if reason, fails := strings.CutPrefix(q.Text, "fail "); fails {
			a.Writer, a.Steps[0].Detail = "extractive", reason
		}
		return a, nil
	}}
	e := f.start(t, lsptest.Options{})
	e.OpenText("w/a.md", "?? fail busy\n")
	if _, err := e.Hover("w/a.md", 0, 4); err != nil {
		t.Fatal(err)
	}
	for _, question := range []string{"fail broken", "fail broken", "fail busy", "a model writes", "fail busy"} {
		if _, err := e.Ask(question); err != nil {
			t.Fatal(err)
		}
	}
	here := map[string]any{"uri": e.URI("w/a.md"), "position": lsptest.Position{}}
	if err := e.Command("docuquest.answerHere", here, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Shutdown(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{taken + "broken", taken + "busy", taken + "busy"}, messages(e)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
