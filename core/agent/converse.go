package agent

import (
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/search/retrieve"
	"docuquest/prompts"
)

// converse finds the turns of its conversation that may have a say in the question.
func (a *asking) converse() error {
	if err := a.question.History.Check(); err != nil {
		return err
	}
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
	a.before, a.near = a.history.Relevant(turns, a.scope.question.Text, limits)
	return nil
}

// follow is what the question takes over from those before it.
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
	a.previous = a.told(retrieve.Related(a.scope.question, c, before))
	c.Before = a.previous
	return c
}

// told is what a model is told of the turns with these numbers, of which 0 is the last
// one; "" for none, or if none has room.
func (a *asking) told(numbers []int) string {
	var turns []answer.Turn
	for _, n := range slices.Backward(numbers) {
		t := a.before[len(a.before)-1-n]
		turns = append(turns, answer.Turn{Question: t.Question, Answer: t.Answer})
	}
	text := answer.TurnsText(turns, a.options.HistoryTokens)
	if text == "" {
		return ""
	}
	return "\n\n" + strings.TrimSpace(prompts.Render(a.options.Prompts.History, map[string]string{"turns": text}))
}

// taken is how the question was taken.
func (a *asking) taken(found *retrieve.Result) replies.Taken {
	t := a.scope.taken(found, a.reach)
	t.Carried = a.carried
	return t
}

// remember makes an answer, if there is one, a turn of its conversation. What was stopped
// is one, too: a person has read it.
func (a *asking) remember(r *replies.Answer) {
	if r == nil || a.talk == "" {
		return
	}
	r.Conversation = a.talk
	a.history.AddTurn(a.talk, r)
}
