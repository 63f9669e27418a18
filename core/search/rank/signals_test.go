package rank

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
)

// ask makes the matcher of a question whose terms all weigh 1.
func ask(asked string) *Matcher {
	q := Analyse(question.Of(asked), analysis.NewAnalyzer())
	for i := range q.Terms {
		q.Terms[i].IDF = 1
	}
	return NewMatcher(q, analysis.NewAnalyzer())
}

// A text speaks for itself by words of the question that follow each other, that
// stand near each other, and that stand as they were written.
func TestSee(t *testing.T) {
	const average = 10
	once := func(length float64) float64 { return saturated(1, 1.2*(0.25+0.75*length/average)) }
	for _, test := range []struct {
		about, question, text string
		code                  bool
		want                  Candidate
	}{
		{"neighbours", "iron gates", "The iron gate stood.", false, Candidate{Pairs: 2 * once(3), Near: once(3)}},
		{"the other way round", "gates iron", "The iron gate stood.", false, Candidate{Near: once(3)}},
		{"stop words between them do not count", "gate of iron", "A gate that is of iron.", false, Candidate{Pairs: 2 * once(2), Near: once(2)}},
		{"seven words apart", "iron gate", "iron a1 b1 c1 d1 e1 f1 gate", false, Candidate{Near: once(8)}},
		{"eight words apart", "iron gate", "iron a1 b1 c1 d1 e1 f1 g1 gate", false, Candidate{}},
		{"a word twice is no pair", "iron iron", "iron iron", false, Candidate{}},
		{"parts of an identifier", "open gate", "f(openGate)", true, Candidate{Pairs: 2 * once(2), Near: once(2)}},
		{"numbers, codes and names", "How did Brann use RFC7231 in 1931?", "brann, rfc7231, 1931", false, Candidate{
			Pairs: 2 * once(3), Near: 3 * once(3), Verbatim: 3,
		}},
		{"other forms of them", "How did Branns use RFC7231 in 1931?", "brann", false, Candidate{}},
		{"one of two numbers", "1931 or 1932", "in 1932", false, Candidate{Verbatim: 0.5}},
		{"a date in another way", "5 Jan. 2024", "2024-01-05", false, Candidate{Verbatim: 2}},
		{"another date", "5 Jan. 2024", "2024-01-06", false, Candidate{Verbatim: 1.0 / 3}},
		{"a number in another way", "1234 or 7", "1,234", false, Candidate{Verbatim: 0.5}},
		{"a heading's capitals say nothing", "The Gate Of Brann", "gate", false, Candidate{}},
		{"nothing", "iron gate", "", false, Candidate{}},
	} {
		got := ask(test.question).See(test.text, test.code, average)
		if diff := cmp.Diff(test.want, got, near); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.about, diff)
		}
	}
}

var near = cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })

// A word of any number of parts has no more pairs than parts times those of a crowd.
func TestSeeCrowd(t *testing.T) {
	const times = 1000
	m := ask("iron gate")
	m.See(strings.Repeat("iron_gate_", times), true, 10)
	pairs := 0
	for _, n := range m.near {
		pairs += n
	}
	if want := 2 * times * crowd; pairs == 0 || want < pairs {
		t.Errorf("%d pairs, want %d at most", pairs, want)
	}
}

// A heading says what the text below it is about, and a definition what a name is.
func TestHeadings(t *testing.T) {
	for _, test := range []struct {
		about, text string
		code        bool
		times       int // that "gate" stands in a heading
	}{
		{"Markdown", "# The Gate\n\nThe gate stood.\n### Of gates and gates ###\n", false, 3},
		{"underlined", "The gate\n========\n\nThe gate stood.\n", false, 1},
		{"too many signs", "####### gate\n#gate\n", false, 0},
		{"no heading", "The gate # gate", false, 0},
		{"a very long line", "# " + strings.Repeat("a ", 200) + "gate", false, 0},
		{"a function", "func Gate() {\n\tgate.Open()\n}\n", true, 1},
		{"a method", "func (g *wall) openGate(x gate) {", true, 1},
		{"a class", "export class Gate(Wall):", true, 1},
		{"a comment on it", "# gate\ndef wall(gate):", true, 0},
	} {
		want := 0.0
		if test.times > 0 {
			want = saturated(test.times, saturation)
		}
		got := ask("gate").See(test.text, test.code, 10).Heading
		if diff := cmp.Diff(want, got, near); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.about, diff)
		}
	}
}

// A title speaks by the words that the question has of it, and by how few others
// it has.
func TestTitleSignals(t *testing.T) {
	weight := func(stem string) float64 { return map[string]float64{"gate": 3, "iron": 1, "brann": 2}[stem] }
	for _, test := range []struct {
		title string
		want  Candidate
	}{
		{"The Gates of Brann", Candidate{Title: BM25(1, 2, 4), TitleShare: 3.0 / 5}},
		{"Gate", Candidate{Title: BM25(1, 1, 4), TitleShare: 1}},
		{"Brann", Candidate{}},
		{"", Candidate{}},
	} {
		m := ask("which gate?")
		got := m.question.TitleSignals(m.Title(test.title), 4, weight)
		if diff := cmp.Diff(test.want, got, near); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.title, diff)
		}
	}
}

// A path stands for a title where there is none, without what only tells files
// apart.
func TestTitleOf(t *testing.T) {
	for _, test := range []struct{ title, path, want string }{
		{"The Gate", "docs/gate.md", "The Gate"},
		{"", "docs/open_gate.go", "docs open_gate"},
		{"", "d41d8cd98f00b204e9800998ecf8427e#3.rs", ""},
		{"", "cafe/added.txt", "cafe added"},
	} {
		if got := TitleOf(test.title, test.path); got != test.want {
			t.Errorf("TitleOf(%q, %q) = %q, want %q", test.title, test.path, got, test.want)
		}
	}
}

// Signals whose size depends on the question count as shares of the best, all
// others as they are; one that is left out counts nothing.
func TestCombine(t *testing.T) {
	cs := []Candidate{
		{Body: 10, Title: 2, Near: 4, Cosine: 0.5},
		{Body: 5, Pairs: 8, Near: 1, Heading: 3, TitleShare: 0.5, Verbatim: 2, Soft: 0.25, Vector: 0.5, HasVector: true},
		{},
	}
	all := Weights{Pairs: 0.2, Title: 0.4, Near: 0.2, Heading: 0.3, TitleShare: 0.2, Verbatim: 0.2, Cosine: 1, Soft: 1, Vector: 1}
	want := []float64{1 + 0.2 + 0.5 + 0.5, 0.7/1.4 + 0.05 + 0.3 + 0.1 + 0.4 + 0.25 + 0.5, 0.5}
	if diff := cmp.Diff(want, Combine(cs, all), near); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	without, ok := all.Without("cosine")
	if !ok || without.Cosine != 0 || all.Cosine != 1 {
		t.Errorf("without cosine: %+v of %+v, %v", without, all, ok)
	}
	if diff := cmp.Diff(1.7, Combine(cs, without)[0], near); diff != "" {
		t.Errorf("without cosine (-want +got):\n%s", diff)
	}
	if _, ok := all.Without("chance"); ok {
		t.Error("there is a signal called chance")
	}
	for _, name := range Signals() {
		if w, ok := all.Without(name); !ok || w == all {
			t.Errorf("%s cannot be left out", name)
		}
	}
	if got := Combine(nil, all); len(got) != 0 {
		t.Errorf("no candidates give %v", got)
	}
}

// A candidate that has no vectors yet counts as one of the cosine that others of its
// score have: what speaks for it besides decides.
func TestCombineVectors(t *testing.T) {
	has := func(body, cosine float64) Candidate { return Candidate{Body: body, Vector: cosine, HasVector: true} }
	w := Weights{Vector: 2}
	for _, test := range []struct {
		about string
		cs    []Candidate
		want  []float64
	}{
		{"none has any", []Candidate{{Body: 2}, {Body: 1}}, []float64{1, 0.5}},
		{"all have some", []Candidate{has(2, 0.1), has(1, 0.5)}, []float64{1.2, 1.5}},
		{"one has, and stands for the other", []Candidate{{Body: 2}, has(1, 0.5)}, []float64{2, 1.5}},
		{"between two others", []Candidate{has(4, 0.5), {Body: 3}, has(2, 0.1)}, []float64{2, 1.35, 0.7}},
		{"above all others no more than the best", []Candidate{{Body: 4}, has(2, 0.5), has(1, 0.1)}, []float64{2, 1.5, 0.45}},
		{"below all others no less than the worst", []Candidate{has(4, 0.5), has(2, 0.1), {Body: 1}}, []float64{2, 0.7, 0.45}},
		{"the mean of equal scores", []Candidate{has(2, 0.5), has(2, -0.1), {Body: 1}}, []float64{2, 0.8, 0.9}},
		{"a cosine of 0 is one", []Candidate{has(1, 0), {}}, []float64{1, 0}},
	} {
		if diff := cmp.Diff(test.want, Combine(test.cs, w), near); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.about, diff)
		}
	}
}

// A text of nothing but two words of the question takes no longer than any other
// of its length.
func BenchmarkSee(b *testing.B) {
	m := ask("iron gate of Brann in 1931")
	for name, s := range map[string]string{
		"prose":   strings.Repeat("The old gate of the town was made of iron by a smith. ", 2000),
		"hostile": strings.Repeat("iron gate ", 11000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				m.See(s, false, 100)
			}
		})
	}
}
