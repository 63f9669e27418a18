package answer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/counting"
	"docuquest/core/search/question"
)

// Only what was made sure of is called exact, and what was not is told.
func TestExactSaid(t *testing.T) {
	ask := question.FileQuery{None: []question.Wording{{Text: "jade"}}}
	many := make([]string, mostUnread+2)
	for i := range many {
		many[i] = fmt.Sprintf("%02d.pdf", i)
	}
	for _, test := range []struct {
		result counting.Result
		want   string
	}{
		{counting.Result{}, "Exactly 2 of 9 files never mention jade."},
		{counting.Result{AtLeast: true}, "At least 2 of 9 files never mention jade."},
		{
			counting.Result{ByIndex: true},
			"By the index, 2 of 9 files never mention jade. Too many files hold a word to read them all: the index was believed, which takes a question to the workspace for a mention.",
		},
		{
			counting.Result{Partly: 1, Unread: []string{"a.pdf"}},
			"Exactly 2 of 9 files never mention jade. 1 file could be read in part alone. Not counted, since they cannot be read: a.pdf.",
		},
		{
			counting.Result{Unread: many},
			"Exactly 2 of 9 files never mention jade. Not counted, since they cannot be read: " + strings.Join(many[:mostUnread], ", ") + " and 2 more.",
		},
		{
			counting.Result{AtLeast: true, LeftOut: []counting.LeftOut{{Reason: "minified", Count: 1}, {Reason: "not readable", Count: 4, Paths: []string{"a.md", "b"}}, {Reason: "too large", Count: 1, Paths: []string{"c.md"}}}},
			"At least 2 of 9 files never mention jade. Left out, and so not counted: 1 minified, 4 not readable (a.md, b and 2 more), 1 too large (c.md).",
		},
	} {
		test.result.Asked, test.result.Count, test.result.Files, test.result.Of = ask, 2, 2, 9
		test.result.Counted = [][]string{nil}
		c := Exact(&test.result)
		if diff := cmp.Diff(test.want, strings.TrimSpace(c.Said+" "+c.Note)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
