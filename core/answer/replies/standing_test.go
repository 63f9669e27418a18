package replies

import (
	"testing"
)

// How the citations of an answer stand is told in a few words.
func TestStanding(t *testing.T) {
	for _, c := range []struct {
		standing CitationStates
		want     string
	}{
		{CitationStates{}, "no citations"},
		{CitationStates{Cited: 1, OK: 1}, "its citation stands"},
		{CitationStates{Cited: 3, OK: 3}, "all 3 citations stand"},
		{CitationStates{Cited: 4, OK: 1, Moved: 1, Changed: 1, Gone: 1}, "1 of 4 citations stand, 1 moved, 1 changed, 1 gone"},
		{CitationStates{Cited: 1, Unknown: 1}, "1 citation of another folder, not looked up"},
		{CitationStates{Cited: 2, Unknown: 2, OnWeb: 2}, "2 citations of the web, not looked up"},
		{CitationStates{Cited: 2, Unknown: 2, OnWeb: 1}, "2 citations of another folder or the web, not looked up"},
		{CitationStates{Cited: 3, OK: 2, Unknown: 1}, "2 of 3 citations stand, 1 of another folder, not looked up"},
		{CitationStates{Cited: 3, Changed: 1, Unknown: 2, OnWeb: 2}, "0 of 3 citations stand, 1 changed, 2 of the web, not looked up"},
	} {
		if got := c.standing.String(); got != c.want {
			t.Errorf("%+v is told as %q, want %q", c.standing, got, c.want)
		}
	}
}
