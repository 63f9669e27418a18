package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Numbers, versions and dates are found however they are written. To the boolean
// rule and to the length of an entry they are the words that they are made of.
func TestFigures(t *testing.T) {
	texts := []struct{ name, content string }{
		{"iso.txt", "gate 2024-01-05"},
		{"prose.txt", "January 5th, 2024"},
		{"month.txt", "Jan 2024"},
		{"number.txt", "1,234 or 1234"},
		{"version.go", "go1.26.1"},
	}
	l := New()
	for _, text := range texts {
		l.Put(doc(text.name, text.content))
	}
	for _, test := range []struct {
		form  string
		want  []string
		count int // in all of them
	}{
		{"2024-01-05", []string{"iso.txt", "prose.txt"}, 2},
		{"2024-01", []string{"iso.txt", "month.txt", "prose.txt"}, 3},
		{"1234", []string{"number.txt"}, 2},
		{"1.26.1", []string{"version.go"}, 1},
		{"1.26", []string{"version.go"}, 1},
		{"1.2", nil, 0},
	} {
		lists, snap := l.Collect([]string{test.form})
		var entries []*Entry
		for _, p := range lists[0].Merged() {
			entries = append(entries, snap.Entry(p.Entry()))
		}
		if diff := cmp.Diff(test.want, paths(entries)); diff != "" || lists[0].Count() != test.count {
			t.Errorf("%s: %d times, want %d (-want +got):\n%s", test.form, lists[0].Count(), test.count, diff)
		}
		if lists, _ := l.CollectExact([]string{test.form}); test.form != "1234" && !lists[0].Empty() {
			t.Errorf("%s stands there as it is: %v", test.form, lists[0])
		}
	}
	for _, group := range [][]string{{"2024-01-05"}, {"1.26"}, {"1234", "5"}} {
		if entries, _ := l.Match([][]string{group}); len(entries) > 0 {
			t.Errorf("the boolean rule finds %v: %v", group, paths(entries))
		}
	}
	for _, e := range l.Snapshot().entries {
		if want := map[string]int{"iso.txt": 4, "prose.txt": 3, "month.txt": 2, "number.txt": 3, "version.go": 5}[e.Path]; e.Length != want {
			t.Errorf("%s is %d words long, want %d", e.Path, e.Length, want)
		}
	}
}
