package lsp_test

import (
	"context"
	"strings"
	"testing"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/lsp/lsptest"
)

// atOnce is how many questions are answered at once.
const atOnce = 4

// A flood is many questions at once to a model that says nothing.
type flood struct {
	editor *lsptest.Editor
	begun  chan string // the agent was asked this
	open   chan struct{}
	asked  []*lsptest.Reply
}

// newFlood asks n questions and returns when the agent has the first of them.
func newFlood(t *testing.T, n int) *flood {
	t.Helper()
	f := &flood{begun: make(chan string, n), open: make(chan struct{})}
	a := &fake{ask: func(ctx context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		if q.Writer == "extractive" { // pointed at
			return &replies.Answer{Markdown: "So."}, nil
		}
		f.begun <- q.Text
		select {
		case <-f.open:
			return &replies.Answer{}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}}
	f.editor = a.start(t, lsptest.Options{Behavior: lsptest.Plain, Wishes: map[string]any{"answers": true}})
	for i := range n {
		f.asked = append(f.asked, f.editor.Go("workspace/executeCommand", map[string]any{
			"command": "docuquest.ask", "arguments": []any{"why?"}, "workDoneToken": i,
		}))
	}
	for range atOnce {
		<-f.begun
	}
	f.editor.Await(func(story []lsptest.Message) bool { return len(waiting(story)) == n-atOnce })
	return f
}

// waiting are the numbers of the questions whose progress says that they wait.
func waiting(story []lsptest.Message) []int {
	var all []int
	for _, m := range story {
		if p := lsptest.ProgressOf(m); strings.HasPrefix(p.Message, "Waiting") {
			all = append(all, int(p.Token.(float64)))
		}
	}
	return all
}

// A flood of questions is answered a few at a time. Meanwhile pointing at a
// question and searching work.
func TestFlood(t *testing.T) {
	f := newFlood(t, 30)
	f.editor.OpenText("a.txt", "?? what is a word")
	if got := f.editor.HoverText("a.txt", 0, 4); !strings.HasPrefix(got, "So.") {
		t.Errorf("hover: %q", got)
	}
	if err := f.editor.Command("docuquest.search", "word", nil); err != nil {
		t.Error(err)
	}
	if n := len(f.begun); n != 0 {
		t.Errorf("%d questions did not wait", n)
	}
	close(f.open)
	for _, r := range f.asked {
		if _, err := r.Raw(); err != nil {
			t.Error(err)
		}
	}
	if n := len(f.begun); n != 30-atOnce {
		t.Errorf("%d questions were asked after they had waited", n)
	}
}

// A question that waits can be cancelled, and docuquest.stop ends and counts it.
func TestCancelWaiting(t *testing.T) {
	f := newFlood(t, 10)
	one := f.asked[waiting(f.editor.Story())[0]]
	f.editor.Cancel(one)
	checkCancelled(t, one)
	var reply struct{ Stopped int }
	if err := f.editor.Command("docuquest.stop", nil, &reply); err != nil || reply.Stopped != 5+1 { // the fake says 1
		t.Errorf("stop: %+v, %v; want the 5 that wait and what the agent says", reply, err)
	}
	for _, r := range f.asked {
		checkCancelled(t, r)
	}
	if len(f.begun) > 0 {
		t.Errorf("%d questions were asked that had been stopped", len(f.begun))
	}
}

func checkCancelled(t *testing.T, r *lsptest.Reply) {
	t.Helper()
	if _, err := r.Raw(); err == nil || !strings.Contains(err.Error(), "-32800") {
		t.Errorf("a cancelled question: %v", err)
	}
}
