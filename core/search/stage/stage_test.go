package stage_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"docuquest/core/search/stage"
)

// A stage that began before others were recorded contains them; one that began after they
// had ended does not.
func TestTree(t *testing.T) {
	at := time.Now().Add(-time.Hour)
	after := func(seconds int) time.Time { return at.Add(time.Duration(seconds) * time.Second) }
	var tree stage.Tree
	tree.Add("terms", after(0), "3 groups")
	tree.Add("words", after(2), "1 word added")
	tree.Add("rank", after(3), "27 files")
	tree.Add("search", after(1), "10 of 40 files")
	tree.Add("round", after(1), "1 query") // no earlier than its search: a stage of its own
	tree.Add("check", after(9), "no citation of %q", "a.md")

	var b strings.Builder
	for depth, s := range tree.All() {
		fmt.Fprintf(&b, "%s%s: %s\n", strings.Repeat("  ", depth), s.Name, s.Says)
		if s.Took <= 0 || len(s.Children) == 0 != (s.Name != "search") {
			t.Errorf("%+v", s)
		}
	}
	want := `terms: 3 groups
  words: 1 word added
  rank: 27 files
search: 10 of 40 files
round: 1 query
check: no citation of "a.md"
`
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
	for range tree.All() {
		break // stops in time
	}
}
