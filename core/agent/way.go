package agent

import (
	"cmp"
	"context"
	"strings"

	"docuquest/core/answer"
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
