package eval

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFirstOfARanking(t *testing.T) {
	ranked := strings.Fields("x a y b")
	grades := map[string]float64{"a": 1, "b": 2, "c": 1}
	for _, test := range []struct {
		about     string
		got, want float64
	}{
		{"no hit", hit(ranked, grades, 1), 0},
		{"a hit", hit(ranked, grades, 2), 1},
		{"two are one hit", hit(ranked, grades, 4), 1},
		{"recall", recall(ranked, grades, 2), 1.0 / 3},
		{"recall beyond the end", recall(ranked, grades, 10), 2.0 / 3},
		{"all of two", complete(ranked, map[string]float64{"a": 1, "b": 1}, 4), 1},
		{"not all of two", complete(ranked, map[string]float64{"a": 1, "b": 1}, 3), 0},
		{"all beyond the end", complete(ranked, grades, 10), 0},
		{"F1", f1(ranked, grades, 3), 2 * 1.0 / (3 + 3)},
		{"F1 of what is there", f1(ranked, grades, 10), 2 * 2.0 / (4 + 3)},
		{"F1 of nothing", f1(nil, grades, 3), 0},
	} {
		if math.Abs(test.got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", test.about, test.got, test.want)
		}
	}
}

func TestSeparation(t *testing.T) {
	for _, test := range []struct {
		about        string
		above, below []float64
		want         float64
	}{
		{"all", []float64{3, 2}, []float64{1, 0}, 1},
		{"none", []float64{0, 1}, []float64{2, 3}, 0},
		{"three of four pairs", []float64{4, 2}, []float64{3, 1}, 0.75},
		{"equal ones are half", []float64{1, 1}, []float64{1, 1, 1}, 0.5},
		{"one equal, one greater", []float64{2}, []float64{2, 1}, 0.75},
		{"nothing to tell", nil, []float64{1}, 0},
	} {
		if got := separation(test.above, test.below); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", test.about, got, test.want)
		}
	}
}

// A span that a collection gets wrong marks what there is of it.
func TestMark(t *testing.T) {
	for _, test := range []struct {
		spans [][2]int
		want  string
	}{
		{[][2]int{{1, 3}}, ".xx.."},
		{[][2]int{{0, 2}, {1, 4}}, "xxxx."},
		{[][2]int{{-3, 1}, {4, 9}}, "x...x"},
		{[][2]int{{3, 1}, {7, 9}, {-2, -1}, {9, 2}}, "....."},
	} {
		marks := make([]bool, 5)
		got := strings.Repeat(".", len(marks))
		for _, span := range test.spans {
			mark(marks, span)
		}
		for i, marked := range marks {
			if marked {
				got = got[:i] + "x" + got[i+1:]
			}
		}
		if got != test.want {
			t.Errorf("%v marks %s, want %s", test.spans, got, test.want)
		}
	}
}

func TestOwner(t *testing.T) {
	for name, want := range map[string]string{"t#r1": "t", "C#.pdf#p2": "C#.pdf", "none": "none", "": ""} {
		if got := owner(name); got != want {
			t.Errorf("the owner of %q is %q, want %q", name, got, want)
		}
	}
}

// Evidence is read in both forms, and nothing else is taken for it.
func TestEvidence(t *testing.T) {
	for _, test := range []struct {
		in   string
		want evidence // nil where it is an error
	}{
		{`[["a", 0], ["b", 3]]`, evidence{{"a", 0}, {"b", 3}}},
		{`{"a": [{"sentences": [1, 2]}, {"sentences": [4], "label": "x"}]}`, evidence{{"a", 1}, {"a", 2}, {"a", 4}}},
		{`[["a", "b"]]`, nil},
		{`[[1, 1]]`, nil},
		{`"a"`, nil},
	} {
		var got evidence
		err := json.Unmarshal([]byte(test.in), &got)
		if (err != nil) != (test.want == nil) {
			t.Errorf("%s gives the error %v", test.in, err)
		}
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(place{})); err == nil && diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.in, diff)
		}
	}
}

func FuzzEvidence(f *testing.F) {
	f.Add(`[["a", 0], ["b", 3]]`)
	f.Add(`{"a": [{"sentences": [1, 2]}]}`)
	f.Add(`[[null, {}], []]`)
	f.Fuzz(func(t *testing.T, content string) {
		var got evidence
		if err := json.Unmarshal([]byte(content), &got); err == nil && !json.Valid([]byte(content)) {
			t.Errorf("%q is no JSON and is taken for %v", content, got)
		}
	})
}
