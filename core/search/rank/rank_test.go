package rank

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
)

func TestAnalyse(t *testing.T) {
	q := Analyse(question.Of("Where was gold, the GOLD of getUserName or max_size, found?"), analysis.NewAnalyzer())
	q.Add("golden found ruby", 0.5, analysis.NewAnalyzer())
	type term struct {
		Text, Stem string
		Weight     float64
		CodeOnly   bool
	}
	var got []term
	for _, t := range q.Terms {
		got = append(got, term{t.Text, t.Stem, t.Weight, t.CodeOnly})
	}
	want := []term{
		{"gold", "gold", 2, false},
		{"getusername", "getusernam", 1, false},
		{"getusername", "get", 1, true},
		{"getusername", "user", 1, true},
		{"getusername", "name", 1, true},
		{"max_size", "max", 1, false},
		{"max_size", "size", 1, false},
		{"max_size", "max_size", 1, true},
		{"found", "found", 1, false},
		{"golden", "golden", 0.5, false},
		{"ruby", "rubi", 0.5, false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A word that stands alone once makes a part of an identifier a word as well.
func TestWordsWinOverParts(t *testing.T) {
	for _, asked := range []string{"userName name", "name userName"} {
		for _, term := range Analyse(question.Of(asked), analysis.NewAnalyzer()).Terms {
			if term.Stem == "name" && term.CodeOnly {
				t.Errorf("%q: name is looked for in code alone", asked)
			}
		}
	}
}

func TestBM25(t *testing.T) {
	for _, test := range []struct{ times, length, average, want float64 }{
		{1, 100, 100, 1},
		{0, 100, 100, 0},
		{2, 100, 100, 2 * 2.2 / 3.2},
		{1, 200, 100, 2.2 / (1 + 1.2*1.75)},
	} {
		if got := BM25(test.times, test.length, test.average); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("BM25(%v, %v, %v) = %v, want %v", test.times, test.length, test.average, got, test.want)
		}
	}
	if got := BM25(1e9, 100, 100); got > Best || got < Best-1e-6 {
		t.Errorf("BM25 approaches %v, not %v", got, Best)
	}
}

func TestIDF(t *testing.T) {
	if one, all, none := IDF(100, 1), IDF(100, 100), IDF(100, 0); none <= one || one <= all || all < 0 {
		t.Errorf("none %v, one %v, all %v", none, one, all)
	}
}

func TestMatcher(t *testing.T) {
	q := Analyse(question.Of("running gates openGate"), analysis.NewAnalyzer())
	for i := range q.Terms {
		q.Terms[i].IDF = 1
	}
	m := NewMatcher(q, analysis.NewAnalyzer())
	for _, test := range []struct {
		text     string
		code     bool
		counts   []int32 // run, gate, opengate, open
		coverage float64 // gate was asked twice: by itself, and as a part
	}{
		{"He runs and runs to the gate.", false, []int32{2, 1, 0, 0}, 3.0 / 4},
		{"openGate()", true, []int32{0, 1, 1, 1}, 3.0 / 4},
		{"openGate()", false, []int32{0, 0, 1, 0}, 1.0 / 4},
		{"", false, []int32{0, 0, 0, 0}, 0},
	} {
		counts, _ := m.Count(test.text, test.code)
		if diff := cmp.Diff(test.counts, counts); diff != "" {
			t.Errorf("%q, code %v (-want +got):\n%s", test.text, test.code, diff)
		}
		if got := q.Coverage(counts); math.Abs(got-test.coverage) > 1e-12 {
			t.Errorf("%q, code %v: coverage %v, want %v", test.text, test.code, got, test.coverage)
		}
	}
	if _, length := m.Count("The gate is the gate of iron.", false); length != 3 {
		t.Errorf("%d words that are no stop words, want 3", length)
	}
}

// A number, a version or a date is a term beside its words, and weighs nothing in the
// mass of the question. A text that writes it in another way says its words too.
func TestFigures(t *testing.T) {
	q := Analyse(question.Of("What came on 5 January 2024 in v1.26 for 2,200 people?"), analysis.NewAnalyzer())
	var figures []string
	for i := range q.Terms {
		if q.Terms[i].IDF = 1; q.Terms[i].Figure {
			figures = append(figures, q.Terms[i].Text+"="+q.Terms[i].Stem)
		}
	}
	if diff := cmp.Diff([]string{"5 january 2024=2024-01-05", "v1.26=1.26", "2,200=2200"}, figures); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	const words = 9 // came 5 january 2024 v1 26 2 200 people
	if q.Mass() != words {
		t.Errorf("mass %v, want %v", q.Mass(), words)
	}
	m := NewMatcher(q, analysis.NewAnalyzer())
	for text, coverage := range map[string]float64{
		"It came to people on 5 January 2024 in v1.26, 2,200 of them.": words,
		"It came to people on 2024-01-05 in go1.26, 2200 of them.":     words,
		"Jan. 5th, 2024":         3,
		"2024-01-06":             1,
		"release 1.26.3":         2,
		"2200":                   2,
		"5 of them. In January.": 2,
	} {
		counts, _ := m.Count(text, false)
		if got := q.Coverage(counts); math.Abs(got-coverage/words) > 1e-12 {
			t.Errorf("%q: coverage %v, want %v", text, got, coverage/words)
		}
	}
	if _, length := m.Count("2024-01-05", false); length != 3 {
		t.Errorf("2024-01-05 is %d words long", length)
	}
}

// A plain number of a question is the one whose digits a text groups.
func TestGroupedDigits(t *testing.T) {
	q := Analyse(question.Of("Who counted 1234567?"), analysis.NewAnalyzer())
	counts, _ := NewMatcher(q, analysis.NewAnalyzer()).Count("1,234,567 and 1234567", false)
	if diff := cmp.Diff([]int32{0, 2}, counts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A matcher that was lent before the question changed is not lent again: terms have
// other numbers now.
func TestMatcherOfChangedQuestion(t *testing.T) {
	q := Analyse(question.Of("gold gate"), analysis.NewAnalyzer())
	m := q.Matcher()
	m.Count("a gate of gold", false)
	m.Done()
	q.Keep(q.Terms[1:])
	q.Add("iron", 1, analysis.NewAnalyzer())
	counts, _ := q.Matcher().Count("a gate of gold", false)
	if diff := cmp.Diff([]int32{1, 0}, counts); diff != "" {
		t.Errorf("gate and iron (-want +got):\n%s", diff)
	}
}
