package agent

import (
	"errors"
	"fmt"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// A scope is a question with the files that it is about: all that the filters of its text and
// of its request admit.
type scope struct {
	question *question.Question
	filter   question.Filter         // of the question and of the request
	within   func(*index.Entry) bool // nil for the whole workspace
}

// A scopeRequest is a question or a query with what limits it, as it came.
type scopeRequest struct {
	what  string // its name in errors
	text  string
	uri   string
	in    []string
	types []string
}

// newScope reads a request whose text was checked. Errors: a URI that names no file, too many
// filters, or an empty one.
func newScope(r scopeRequest) (scope, error) {
	q := question.Parse(r.text)
	chosen, err := question.NewFilter(r.in, r.types)
	if err != nil {
		return scope{}, err
	}
	s := scope{question: q, filter: q.Filter.And(chosen)}
	switch {
	case q.Text == "":
		return scope{}, errors.New("the " + r.what + " has filters alone: it needs words to look for, too")
	case s.filter.Len() > question.MaxFilters:
		return scope{}, fmt.Errorf("the %s has %d filters: it may have %d", r.what, s.filter.Len(), question.MaxFilters)
	}
	if r.uri != "" { // one file, or the files below one folder
		u, err := file.ParseURI(r.uri)
		if err != nil {
			return scope{}, err
		}
		folder := strings.TrimSuffix(string(u), "/") + "/"
		s.within = func(e *index.Entry) bool { return e.URI == u || strings.HasPrefix(string(e.URI), folder) }
	}
	if below := s.within; s.filter.Len() > 0 {
		s.within = func(e *index.Entry) bool {
			return (below == nil || below(e)) && s.filter.Admits(e.Path, e.Language)
		}
	}
	return s, nil
}

// reach tries the filter on the files that are there. As long as they are being
// read, it is unknown whether it admits none.
func (s scope) reach(a *Agent, snap *index.Snapshot) question.Reach {
	if s.filter.Len() == 0 {
		return question.Reach{}
	}
	reach := s.filter.Reach(func(yield func(string, string) bool) {
		snap.All(func(e *index.Entry) bool { return yield(e.Path, e.Language) })
	})
	if !a.isLoaded() {
		reach.Nowhere = ""
	}
	return reach
}

// interpretation returns the filters, and the words that were corrected.
func (s scope) interpretation(found *retrieve.Result, reach question.Reach) replies.Interpretation {
	t := replies.Interpretation{Filters: s.filter.Strings(), Nowhere: reach.Nowhere, Failed: found.Failed}
	for _, c := range found.Corrected {
		t.Corrected = append(t.Corrected, replies.Correction(c))
	}
	for _, part := range found.Parts {
		t.Parts = append(t.Parts, part.Asked.Text)
	}
	if found.Suggested != "" {
		t.Suggested = strings.Join(append([]string{found.Suggested}, s.question.Filter.Strings()...), " ")
	}
	return t
}
