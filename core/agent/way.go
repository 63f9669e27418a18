package agent

import (
	"cmp"
	"context"
	"strings"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/outline"
	"docuquest/core/answer/replies"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// chosenWay is the way that the request or the text of the question names, "" for none.
func (a *asking) chosenWay() question.Way {
	return cmp.Or(question.Way(a.question.Way), a.scope.question.Way)
}

// takes reports whether a way may answer the question, and notes that it is tried.
func (a *asking) takes(w question.Way) bool {
	chosen := a.chosenWay()
	if chosen != "" && chosen != w {
		return false
	}
	a.way = w
	return true
}

// directly answers what needs no passage: a question on earlier questions, on the files themselves,
// on what programs define, or on what files state under keys. It is nil for any other.
func (a *asking) directly(ctx context.Context, query retrieve.Query, writer answer.Writer) (*replies.Answer, error) {
	if a.takes(question.ByHistory) {
		if reply, err := a.ofHistory(ctx); reply != nil || err != nil {
			return reply, err
		}
	}
	if a.takes(question.ByCounts) {
		if reply, err := a.exact(ctx, query); reply != nil || err != nil {
			return reply, err
		}
	}
	if a.takes(question.ByCode) {
		if reply, err := a.ofCode(ctx, query, writer); reply != nil || err != nil {
			return reply, err
		}
	}
	if a.takes(question.ByKeys) {
		if reply := a.keyed(ctx, query); reply != nil {
			return reply, nil
		}
	}
	a.way = ""
	return nil, nil
}

// outlines reports whether a writer outlines what the question asks for, which only the text itself
// does: a model says it in its own words.
func (a *asking) outlines(writer answer.Writer) bool {
	_, isExtractive := writer.(answer.Extractive)
	chosen := a.chosenWay()
	isOverview := a.scope.question.Kind == question.Overview && len(a.carried) == 0
	return isExtractive && (chosen == question.ByOutline || chosen == "" && isOverview)
}

// outline returns an outline, or a refusal of one; false where the best sentences answer. These have a
// note then, which the asking keeps.
func (a *asking) outline(found *retrieve.Result) (answer.Draft, bool) {
	start := time.Now()
	draft := outline.Write(a.request(found))
	a.steps.Add("outline", start, "%d statements", len(draft.Statements))
	a.trail.Writer = answer.Extractive{}
	switch {
	case draft.Refused:
		return draft, true
	case len(draft.Statements) > 0:
		a.way = question.ByOutline
		return draft, true
	}
	a.unoutlined = draft.Note
	return draft, false
}

// wayRemarks notes in an interpretation by which way the question is answered, how it is answered by
// the texts instead, and whether the way that was chosen does not answer it.
func (a *asking) wayRemarks(t *replies.Interpretation) {
	switch chosen := a.chosenWay(); {
	case a.way != "":
		t.Way = string(a.way)
		if chosen == "" {
			t.Otherwise = strings.TrimSpace(question.ByProse.String() + " " + a.question.Text)
		}
	case chosen != "" && chosen != question.ByProse:
		t.Unmet = string(chosen)
	}
}
