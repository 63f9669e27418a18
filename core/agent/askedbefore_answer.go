package agent

import (
	"context"
	"fmt"
	"strings"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/search/retrieve"
)

// historyWriter is what is named as the writer of an answer that speaks of earlier ones.
const historyWriter = "history"

// How much an answer on the history tells: earlier questions, and citations of each.
const (
	toldQuestions = 5
	toldCitations = 3
)

// ofHistory answers a question on what was asked before: with the earlier answers and where
// their citations stand now. Nil for any other question.
func (a *asking) ofHistory(ctx context.Context) (*Answer, error) {
	about, except, ok := a.asksOfHistory()
	if !ok {
		return nil, nil
	}
	a.catchUp(ctx)
	a.tell("search", "Looking through earlier questions")
	start := time.Now()
	past, err := a.answersBefore(except)
	if err != nil {
		return nil, err
	}
	before, err := a.recollect(ctx, past, likeQuestion{about, toldQuestions, a.question.Encoding})
	if err != nil {
		return nil, err
	}
	a.step(historyWriter, start, "%d of %s", len(before), plural(len(past), "earlier question"))
	a.found = &retrieve.Result{Snapshot: a.library.Snapshot()}
	t := telling{before: before}
	plain := t.text(about, func(r Remembered) string { return ground.Inline(r.Question) + ", answer " + r.ID })
	reply := a.newAnswer(answer.Draft{Writer: historyWriter}, ground.Checked{Text: plain}, a.found)
	reply.Before, reply.Citations, reply.Confidence = before, orEmpty(t.citations), 1
	reply.Documents = documentsOf(t.citations)
	linked := telling{before: before}
	reply.Markdown = linked.text(about, func(r Remembered) string { return fmt.Sprintf("[%s](%s)", ground.Inline(r.Question), r.URI) })
	reply.Document = asDocument(reply)
	return reply, nil
}

// asksOfHistory reads a question on what was asked before: what it is about, or for "this"
// the question before it, and the id of the answer that it speaks of then. A question with
// filters is one on files.
func (a *asking) asksOfHistory() (about, except string, ok bool) {
	if a.scope.within != nil {
		return "", "", false
	}
	asked, ok := askHistory(a.scope.words)
	switch {
	case !ok || !asked.this:
		return asked.about, "", ok
	case len(a.before) == a.near: // no question stands right before it
		return "", "", false
	}
	last := a.before[len(a.before)-1]
	return last.Question, last.ID, true
}

// A telling tells of earlier answers, and collects what is cited.
type telling struct {
	before    []Remembered
	citations []Citation
}

// text is what is told, as Markdown; name writes a question.
func (t *telling) text(about string, name func(Remembered) string) string {
	if len(t.before) == 0 {
		return fmt.Sprintf("No: among the answers that are kept, no question is like %s.", ground.Inline(`"`+about+`"`))
	}
	var b strings.Builder
	b.WriteString("Yes, " + plural(len(t.before), "earlier question is", "earlier questions are") + " like this:\n\n")
	for _, r := range t.before {
		fmt.Fprintf(&b, "- %s, %s", name(r), r.When())
		if r.Says != "" {
			b.WriteString(": " + ground.Inline(r.Says))
		}
		for _, number := range t.cite(r) {
			fmt.Fprintf(&b, " [%d]", number)
		}
		if r.Standing.OK+r.Standing.Moved < r.Standing.Cited {
			fmt.Fprintf(&b, " (%s)", r.Standing)
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String())
}

// cite adds the first citations of an earlier answer that still stand, where they do now,
// and gives their numbers.
func (t *telling) cite(r Remembered) (numbers []int) {
	for _, e := range r.Evidence {
		if len(numbers) == toldCitations || e.Now == nil || e.State != StateOK && e.State != StateMoved {
			continue
		}
		number := len(t.citations) + 1
		t.citations = append(t.citations, Citation{
			Number: number, URI: e.Now.URI, Path: e.Now.Path, Range: e.Now.Range, Page: e.Now.Page,
			Quote: e.Now.Text, Ratio: e.Ratio, Titles: []string{},
		})
		numbers = append(numbers, number)
	}
	return numbers
}

// documentsOf are the paths of what is cited, each once.
func documentsOf(citations []Citation) []string {
	paths := []string{}
	seen := map[string]bool{}
	for _, c := range citations {
		if !seen[c.Path] {
			seen[c.Path] = true
			paths = append(paths, c.Path)
		}
	}
	return paths
}
