package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/code/graph"
)

// Each case is the needs of rooms, the strongest first, and what is drawn of them.
var drawingCases = []struct{ needs, drawn string }{
	{"ab bc", "ab bc"},
	{"ab bc ac", "ab bc, 1 implied"},
	{"ac ab bc", "ab bc, 1 implied"},
	{"ab bc cd ad", "ab bc cd, 1 implied"},
	// In a circle each arrow would follow from the others.
	{"ab ba", "ab ba"},
	{"ab bc ca", "ab bc ca"},
	{"ab ba ac bc", "ab ac ba bc"}, // from a circle
	{"ab ac bc cb", "ab ac bc cb"}, // into one
	{"ab bc cb bd cd ad", "ab bc bd cb cd, 1 implied"},
	// At most four begin at one room.
	{"ab ac ad ae", "ab ac ad ae"},
	{"ae ac ad ab af ag", "ae ac ad ab, 2 weak"},
	{"ae ac ad ab af ag bg", "ae ac ad ab bg, 1 implied, 1 weak"},
	// At most eight rooms are drawn, and arrows lead to these alone.
	{"ab hi ai", "ab, 1 hidden"},
}

func TestDrawing(t *testing.T) {
	for _, c := range drawingCases {
		if d := cmp.Diff(c.drawn, drawn(needing(c.needs).Drawing(8))); d != "" {
			t.Errorf("of %q is drawn (-want +got):\n%s", c.needs, d)
		}
	}
}

// Who needs whom by way of others is in a circle with them.
func TestCircles(t *testing.T) {
	for needs, want := range map[string]string{
		"ab bc":                "[]",
		"ab ba":                "[[0 1]]",
		"ba ab dc cd bc":       "[[0 1] [2 3]]",
		"ca ab bc":             "[[0 1 2]]",
		"ab bc ca cd de ed ea": "[[0 1 2 3 4]]",
		"fe ef ab bc cb":       "[[1 2] [4 5]]",
	} {
		if got := fmt.Sprint(needing(needs).Circles()); got != want {
			t.Errorf("%q has the circles %s, not %s", needs, got, want)
		}
	}
}

// needing is a survey of rooms that are named by letters, each larger than the next.
func needing(needs string) *graph.Survey {
	s := &graph.Survey{}
	for need := range strings.FieldsSeq(needs) {
		from, to := int(need[0]-'a'), int(need[1]-'a')
		for len(s.Rooms) <= max(from, to) {
			s.Rooms = append(s.Rooms, graph.Room{Size: graph.Size{Files: 1, Lines: 100 - len(s.Rooms)}})
		}
		s.Rooms[from].Needs = append(s.Rooms[from].Needs, graph.Need{Room: to, References: 9 - len(s.Rooms[from].Needs)})
	}
	return s
}

func drawn(d graph.Drawing) string {
	var all []string
	for _, a := range d.Arrows {
		all = append(all, string([]byte{byte('a' + a.From), byte('a' + a.To)}))
	}
	said := strings.Join(all, " ")
	for _, left := range []struct {
		n    int
		word string
	}{{d.Implied, "implied"}, {d.Weak, "weak"}, {d.Hidden, "hidden"}} {
		if left.n > 0 {
			said += fmt.Sprintf(", %d %s", left.n, left.word)
		}
	}
	return said
}
