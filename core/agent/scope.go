package agent

import (
	"errors"
	"fmt"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// A scope is what a question asks, and of which files: those that the filters in
// its text and those beside it admit.
type scope struct {
	question *question.Question
	filter   question.Filter         // of the question and of the request
	within   func(*index.Entry) bool // nil for the whole workspace
}

// A request is a question or a query with what limits it, as it came.
type request struct {
	what  string // its name in errors
	text  string
	uri   string
	in    []string
	types []string
}

// newScope reads a request whose text was checked. Errors: a URI that names no file, too many
// filters, or an empty one.
func newScope(r request) (scope, error) {
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
	below, err := within(r.uri)
	if err != nil {
		return scope{}, err
	}
	s.within = both(below, s.filter)
	return s, nil
}

// reach tries the filter on the files that are there. As long as they are being
// read, nobody can say that one is nowhere.
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

// taken tells of the filters, and of the words that were corrected.
func (s scope) taken(found *retrieve.Result, reach question.Reach) replies.Taken {
	t := replies.Taken{Filters: s.filter.Strings(), Nowhere: reach.Nowhere, Failed: found.Failed}
	for _, c := range found.Corrected {
		t.Corrected = append(t.Corrected, replies.Correction(c))
	}
	return t
}

// nothing says where nothing was found, of so many files that are indexed.
func (s scope) nothing(reach question.Reach, indexed int) string {
	switch {
	case s.filter.Len() == 0:
		return "nothing in the " + text.Counted(indexed, "indexed file") + " answers this"
	case reach.Files == 0 && reach.Nowhere != "":
		return reach.Nowhere
	}
	return fmt.Sprintf("nothing in the %s for %s answers this", text.Counted(reach.Files, "file"), strings.Join(s.filter.Strings(), " "))
}

// both limits by what may be nil and by a filter that may be empty.
func both(below func(*index.Entry) bool, f question.Filter) func(*index.Entry) bool {
	switch {
	case f.Len() == 0:
		return below
	case below == nil:
		return func(e *index.Entry) bool { return f.Admits(e.Path, e.Language) }
	}
	return func(e *index.Entry) bool { return below(e) && f.Admits(e.Path, e.Language) }
}
