package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/history"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/prompts"
)

// inFlight are the questions that are being answered, by the id that their answers will have.
type inFlight struct {
	mu      sync.Mutex // guards all below
	running map[string]context.CancelFunc
	waited  chan struct{} // closed when no question runs any more; nil where nothing waits for that
}

// begin enters a question; done takes it out again.
func (s *inFlight) begin(ctx context.Context, id string) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[id] = cancel
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.running, id)
		cancel()
		if len(s.running) == 0 && s.waited != nil {
			close(s.waited)
			s.waited = nil
		}
	}
}

// awaited returns what is closed when no question is in flight any more; nil where none is.
func (s *inFlight) awaited() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.running) == 0 {
		return nil
	}
	if s.waited == nil {
		s.waited = make(chan struct{})
	}
	return s.waited
}

// Stop ends the question whose answer would have this id, or all questions in
// flight for "", and returns how many it ended.
func (a *Agent) Stop(id string) int {
	a.inFlight.mu.Lock()
	defer a.inFlight.mu.Unlock()
	if id != "" {
		cancel, ok := a.inFlight.running[id]
		if !ok {
			return 0
		}
		cancel()
		return 1
	}
	for _, cancel := range a.inFlight.running {
		cancel()
	}
	return len(a.inFlight.running)
}

// converse finds the turns of its conversation that may count for the question.
func (a *asking) converse() error {
	id, turns, err := a.history.Conversation(a.question.Conversation)
	if err != nil {
		return err
	}
	if asked := slices.IndexFunc(turns, func(t history.Turn) bool { return t.ID == a.question.ID }); asked >= 0 {
		turns = turns[:asked] // it is asked again
	}
	a.talk = id
	p := a.prefer
	limits := a.question.History.Or(history.Limits{Turns: p.History, Minutes: p.HistoryMinutes, Nearest: p.HistoryNearest})
	a.before, a.near = a.history.Relevant(turns, a.scope.question, limits)
	return nil
}

// follow returns what the question inherits from earlier ones.
func (a *asking) follow() retrieve.Context {
	if a.question.carried != nil {
		a.carried = a.question.carried
		return retrieve.Context{Words: a.carried}
	}
	var before []retrieve.Past
	for i, t := range slices.Backward(a.before) {
		p := t.Past()
		p.Near = i < a.near
		before = append(before, p)
	}
	c := retrieve.Follow(a.scope.question, before)
	a.carried = c.Words

	// A prompt contains the questions that this one is about.
	var turns []answer.Turn
	for _, n := range slices.Backward(retrieve.Related(a.scope.question, c, before)) {
		t := a.before[len(a.before)-1-n]
		turns = append(turns, answer.Turn{Question: t.Question, Answer: t.Answer})
	}
	if earlier := answer.TurnsText(turns, a.options.HistoryTokens); earlier != "" {
		a.previous = "\n\n" + strings.TrimSpace(prompts.Render(a.options.Prompts.History, map[string]string{"turns": earlier}))
	}
	c.Before = a.previous
	return c
}

// interpretation is how the question was interpreted.
func (a *asking) interpretation(found *retrieve.Result) replies.Interpretation {
	t := a.scope.interpretation(found, a.reach)
	t.Carried = a.carried
	a.wayRemarks(&t)
	return t
}

// mostEarlier is how many earlier questions an answer on the history lists.
const mostEarlier = 5

// ofHistory answers a question on what was asked before: with the earlier answers and where
// their citations are now. Nil for any other question, and one with filters, which is on
// files.
func (a *asking) ofHistory(ctx context.Context) (*replies.Answer, error) {
	asked := a.scope.question.History
	if asked == nil || a.scope.within != nil {
		return nil, nil
	}
	about, except := asked.About, ""
	if asked.This { // the question before it
		if len(a.before) == a.near {
			return nil, nil // it does not belong to the conversation
		}
		last := a.before[len(a.before)-1]
		about, except = last.Question, last.ID
	}
	v := a.sync(ctx)
	a.stage("search", "Looking through earlier questions")
	start := time.Now()
	before, of, err := a.history.Similar(ctx, v, question.Of(about), except, mostEarlier, a.question.Encoding)
	if err != nil {
		return nil, err
	}
	a.steps.Add(replies.HistoryWriter, start, "%d of %s", len(before), text.Counted(of, "earlier question"))
	a.found = &retrieve.Result{Snapshot: v.Snapshot}
	plain, cited := history.Describe(about, before, func(r replies.Remembered) string { return render.Inline(r.Question) + ", answer " + r.ID })
	reply := a.newAnswer(answer.Draft{Writer: replies.HistoryWriter}, ground.Checked{Text: plain}, a.found)
	reply.Before, reply.Citations, reply.Confidence = before, replies.OrEmpty(cited), 1
	for _, c := range cited {
		if !slices.Contains(reply.Documents, c.Path) {
			reply.Documents = append(reply.Documents, c.Path)
		}
	}
	reply.Markdown, _ = history.Describe(about, before, func(r replies.Remembered) string { return fmt.Sprintf("[%s](%s)", render.Inline(r.Question), r.URI) })
	reply.Document = replies.DocumentOf(reply)
	return reply, nil
}
