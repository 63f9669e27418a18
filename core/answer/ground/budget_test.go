package ground

import (
	"fmt"
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// sourcesOf holds one text, of which the first line was found.
func sourcesOf(s string) *sources {
	d := &document.Document{Path: "a.txt", Text: s}
	line, _, _ := strings.Cut(s, "\n")
	passage := chunk.Chunk{Kind: chunk.Prose, Span: text.Span{End: len(line)}, Text: line}
	return newSources(&retrieve.Result{Hits: []retrieve.Hit{{Document: d, Chunk: passage}}})
}

// TestBudget: when all work is done, quotes are found in the passages alone, and
// nothing is looked for by likeness.
func TestBudget(t *testing.T) {
	const content = "The wall of the fort is old and leans.\nThe gate of the fort is new and green.\n"
	for _, c := range []struct {
		quote         string
		budget, spent bool // whether it is found with the budget, and without
	}{
		{"The wall of the fort is old", true, true},
		{"the WALL of the fort is old", true, true},
		{"The gate of the fort is new", true, false},
		{"the GATE of the fort is new", true, false},
		{"The wall of the fort is so old and leans.", true, false},
	} {
		for _, spent := range []bool{false, true} {
			s, want := sourcesOf(content), c.budget
			if spent {
				s.budget, want = budget{}, c.spent
			}
			if got := len(s.placeAll([]answer.Quote{{Text: c.quote, Hit: answer.NoHit}})) > 0; got != want {
				t.Errorf("%q is found: %v, want %v (all work is done: %v)", c.quote, got, want, spent)
			}
		}
	}
}

// TestLongPassages: passages beyond what may be compared are not looked at.
func TestLongPassages(t *testing.T) {
	const quote = "The wall of the fort is so old and leans."
	for likes, want := range map[int]int{mostLikes: 1, len(quote) * 38: 1, len(quote)*38 - 1: 0} {
		s := sourcesOf("The wall of the fort is old and leans.\n")
		s.budget.likes, s.budget.bytes = likes, 0
		if got := len(s.placeAll([]answer.Quote{{Text: quote, Hit: answer.NoHit}})); got != want {
			t.Errorf("%d places with %d left, want %d", got, likes, want)
		}
	}
}

// TestBudgetIsSpent: quotes that stand nowhere use it up and no more.
func TestBudgetIsSpent(t *testing.T) {
	s := sourcesOf(strings.Repeat("The wall of the fort is old and leans.\n", 100))
	s.budget.bytes = 20 * foldPrice * len(s.all[0].document.Text) / 10
	for i := range 50 {
		s.placeAll([]answer.Quote{{Text: fmt.Sprintf("the crown of queen number %d", i), Hit: answer.NoHit}})
		if s.budget.bytes < 0 || s.budget.likes < 0 || s.budget.liked < 0 {
			t.Fatalf("quote %d: %+v", i, s.budget)
		}
	}
	if s.budget.bytes >= len(s.all[0].document.Text) || s.budget.liked != 0 {
		t.Errorf("%+v is left", s.budget)
	}
}
