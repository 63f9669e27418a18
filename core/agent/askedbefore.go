package agent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/history"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// toldQuestions is how many earlier questions an answer on the history lists.
const toldQuestions = 5

// ofHistory answers a question on what was asked before: with the earlier answers and where
// their citations stand now. Nil for any other question.
func (a *asking) ofHistory(ctx context.Context) (*replies.Answer, error) {
	about, except, ok := a.asksOfHistory()
	if !ok {
		return nil, nil
	}
	v := a.sync(ctx)
	a.tell("search", "Looking through earlier questions")
	start := time.Now()
	before, of, err := a.history.Similar(ctx, v, about, except, toldQuestions, a.question.Encoding)
	if err != nil {
		return nil, err
	}
	a.step(replies.HistoryWriter, start, "%d of %s", len(before), text.Counted(of, "earlier question"))
	a.found = &retrieve.Result{Snapshot: v.Snapshot}
	plain, cited := history.Tell(about, before, func(r replies.Remembered) string { return render.Inline(r.Question) + ", answer " + r.ID })
	reply := a.newAnswer(answer.Draft{Writer: replies.HistoryWriter}, ground.Checked{Text: plain}, a.found)
	reply.Before, reply.Citations, reply.Confidence = before, replies.OrEmpty(cited), 1
	for _, c := range cited {
		if !slices.Contains(reply.Documents, c.Path) {
			reply.Documents = append(reply.Documents, c.Path)
		}
	}
	reply.Markdown, _ = history.Tell(about, before, func(r replies.Remembered) string { return fmt.Sprintf("[%s](%s)", render.Inline(r.Question), r.URI) })
	reply.Document = replies.DocumentOf(reply)
	return reply, nil
}

// asksOfHistory reads a question on what was asked before: what it is about, or for "this"
// the question before it, and the id of the answer that it speaks of then. A question with
// filters is one on files.
func (a *asking) asksOfHistory() (about, except string, ok bool) {
	if a.scope.within != nil {
		return "", "", false
	}
	asked := a.scope.question.History
	switch {
	case asked == nil:
		return "", "", false
	case !asked.This:
		return asked.About, "", true
	case len(a.before) == a.near: // no question stands right before it
		return "", "", false
	}
	last := a.before[len(a.before)-1]
	return last.Question, last.ID, true
}
