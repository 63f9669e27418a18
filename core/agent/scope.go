package agent

import (
	"errors"
	"fmt"
	"strings"

	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// A scope is what a question asks, and of which files: those that the filters in
// its text and those beside it admit.
type scope struct {
	words  string // the question without its filters
	filter retrieve.Filter
	within func(*index.Entry) bool // nil for the whole workspace
}

// A request is a question or a query with what limits it, as it came.
type request struct {
	what  string // its name in errors
	text  string
	uri   string
	in    []string
	types []string
}

// newScope reads a request. Errors: a text that is too long or says nothing, a URI
// that names no file, too many filters, or an empty one.
func newScope(r request) (scope, error) {
	if err := checkText(r.what, r.text); err != nil {
		return scope{}, err
	}
	words, written := retrieve.Filters(r.text)
	chosen, err := retrieve.NewFilter(r.in, r.types)
	if err != nil {
		return scope{}, err
	}
	s := scope{words: words, filter: written.And(chosen)}
	switch {
	case words == "":
		return scope{}, errors.New("the " + r.what + " has filters alone: it needs words to look for, too")
	case s.filter.Len() > retrieve.MaxFilters:
		return scope{}, fmt.Errorf("the %s has %d filters: it may have %d", r.what, s.filter.Len(), retrieve.MaxFilters)
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
func (s scope) reach(a *Agent, snap *index.Snapshot) retrieve.Reach {
	if s.filter.Len() == 0 {
		return retrieve.Reach{}
	}
	reach := s.filter.Reach(snap)
	if !a.isLoaded() {
		reach.Nowhere = ""
	}
	return reach
}

// taken tells of the filters, and of the words that were corrected.
func (s scope) taken(found *retrieve.Result, reach retrieve.Reach) Taken {
	t := Taken{Filters: s.filter.Strings(), Nowhere: reach.Nowhere, Failed: found.Failed}
	for _, c := range found.Corrected {
		t.Corrected = append(t.Corrected, Correction(c))
	}
	return t
}

// hasWords reports whether there is a word to look for: "And?" has none.
func (s scope) hasWords() bool { return len(rank.Analyse(s.words, analysis.NewAnalyzer()).Terms) > 0 }

// nothing says where nothing was found, of so many files that are indexed.
func (s scope) nothing(reach retrieve.Reach, indexed int) string {
	switch {
	case s.filter.Len() == 0:
		return "nothing in the " + plural(indexed, "indexed file") + " answers this"
	case reach.Files == 0 && reach.Nowhere != "":
		return reach.Nowhere
	}
	return fmt.Sprintf("nothing in the %s for %s answers this", plural(reach.Files, "file"), strings.Join(s.filter.Strings(), " "))
}

// both limits by what may be nil and by a filter that may be empty.
func both(below func(*index.Entry) bool, f retrieve.Filter) func(*index.Entry) bool {
	switch {
	case f.Len() == 0:
		return below
	case below == nil:
		return f.Admits
	}
	return func(e *index.Entry) bool { return below(e) && f.Admits(e) }
}
