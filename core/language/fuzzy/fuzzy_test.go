package fuzzy_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pmezard/go-difflib/difflib"

	"docuquest/core/language/fuzzy"
)

// reference is the ratio of a port of Python's SequenceMatcher, autojunk off.
func reference(a, b string) float64 {
	return difflib.NewMatcherWithJunk(strings.Split(a, ""), strings.Split(b, ""), false, nil).Ratio()
}

func randomString(r *rand.Rand, alphabet []rune, n int) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteRune(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

func TestRatioAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, alphabet := range []string{"ab", "abc ", "aé漢😀 ", "the quick brown fox"} {
		for range 300 {
			a := randomString(r, []rune(alphabet), 40)
			b := randomString(r, []rune(alphabet), 40)
			if r.IntN(2) == 0 {
				b = mutate(r, a)
			}
			if got, want := fuzzy.Ratio(a, b), reference(a, b); got != want {
				t.Fatalf("Ratio(%q, %q) = %v, want %v", a, b, got, want)
			}
		}
	}
}

// More than 200 characters are where autojunk would set in.
func TestRatioOfLongTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	a := prose(r, 600)
	for _, b := range []string{mutate(r, mutate(r, a)), prose(r, 900), ""} {
		if got, want := fuzzy.Ratio(a, b), reference(a, b); got != want {
			t.Errorf("Ratio is %v, want %v", got, want)
		}
	}
}

func TestRatio(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"", "", 1},
		{"a", "", 0},
		{"abcd", "bcde", 0.75}, // the example of Python's documentation
		{"漢字", "漢字仮名", 2.0 / 3},
		{"private Thread currentThread;", "private volatile Thread currentThread;", 58.0 / 67},
	} {
		if got := fuzzy.Ratio(c.a, c.b); got != c.want {
			t.Errorf("Ratio(%q, %q) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

var vocabulary = strings.Fields(`the of and a ring gold silver grave wall north house found under old stone
	archaeologists excavated pottery shards bronze layer dated century settlement river valley temple
	inscription fragment museum catalogue near beside several ancient Größe naïve Ωμέγα`)

func prose(r *rand.Rand, size int) string {
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(vocabulary[r.IntN(len(vocabulary))])
		b.WriteString([]string{" ", " ", " ", ", ", ". ", "\n"}[r.IntN(6)])
	}
	return b.String()
}

// mutate changes about one character in ten.
func mutate(r *rand.Rand, s string) string {
	var b strings.Builder
	for _, c := range s {
		switch r.IntN(30) {
		case 0:
		case 1:
			b.WriteString("x")
		case 2:
			b.WriteRune(c)
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// A quote that a model changed a little is found where it was taken from.
func TestBestWindowFindsChangedQuotes(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 60 {
		in := prose(r, 20_000)
		start := r.IntN(len(in) - 400)
		end := start + 60 + r.IntN(300)
		for !utf8.RuneStart(in[start]) {
			start++
		}
		for !utf8.RuneStart(in[end]) {
			end++
		}
		needle := mutate(r, in[start:end])
		span, ratio := fuzzy.BestWindow(needle, in)
		if ratio < 0.85 || abs(span.Start-start) > 12 || abs(span.End-end) > 12 {
			t.Errorf("a quote from %d to %d is found from %d to %d with ratio %.2f", start, end, span.Start, span.End, ratio)
		}
		if want := fuzzy.Ratio(needle, span.Of(in)); ratio != want {
			t.Errorf("the ratio is %v, but the window's %v", ratio, want)
		}
	}
}

func abs(n int) int { return max(n, -n) }

func TestBestWindow(t *testing.T) {
	const in = "In May the team opened pit four. A golden ring lay\nunder the north wall — “untouched”, as they said. Nobody knows why."
	for _, c := range []struct {
		why, needle, want string
		least             float64
	}{
		{"word for word", "under the north wall", "under the north wall", 1},
		{"a line break for a space", "A golden ring lay under the north wall", "A golden ring lay\nunder the north wall", 0.97},
		{"other dashes and quotes", `the north wall - "untouched", as they said.`, "the north wall — “untouched”, as they said.", 0.9},
		{"a word left out", "ring lay the north wall", "ring lay\nunder the north wall", 0.85},
		{"short", "pit fuor", "pit four", 0.85},
		{"at the end", "Nobody knows why!", "Nobody knows why", 0.96},
		{"longer than the text", in + in, in, 0.6},
		{"nothing in common", "ZZZZZZZZ", "", 0},
		{"nothing", "", "", 0},
	} {
		span, ratio := fuzzy.BestWindow(c.needle, in)
		if got := span.Of(in); got != c.want || ratio < c.least {
			t.Errorf("%s: found %q with %.3f, want %q with %.2f", c.why, got, ratio, c.want, c.least)
		}
	}
}

// Of two places that are alike the one that is more so wins, wherever it stands.
func TestBestWindowChoosesTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	filler := prose(r, 5000)
	const quote = "Seven bracelets of blue glass were counted in the second chamber"
	near, far := strings.Replace(quote, "Seven", "Eight", 1), strings.Replace(quote, "blue glass", "dull iron", 1)
	for _, in := range []string{filler + near + ". " + filler + far, far + filler + near + filler} {
		span, _ := fuzzy.BestWindow(quote, in)
		if got := span.Of(in); !strings.Contains(got, "bracelets of blue glass") {
			t.Errorf("found %q", got)
		}
	}
}

// What no one would call a quote is not aligned.
func TestBestWindowLongNeedle(t *testing.T) {
	needle := strings.Repeat("ab ", fuzzy.LongestNeedle)
	if _, ratio := fuzzy.BestWindow(needle, needle[1:]+"c"); ratio != 0 {
		t.Errorf("a needle of %d bytes is aligned, ratio %v", len(needle), ratio)
	}
	if _, ratio := fuzzy.BestWindow(needle, "x"+needle); ratio != 1 {
		t.Errorf("a needle of %d bytes is not found word for word, ratio %v", len(needle), ratio)
	}
}

func FuzzBestWindow(f *testing.F) {
	f.Add("a golden ring", "the golden ring lay here")
	f.Add("é\xff漢", "\xbcé漢\xff\xff")
	f.Add("aaaaaaaa", "aaabaaaabaaaaaba")
	f.Fuzz(func(t *testing.T, needle, in string) {
		if len(needle) > 300 || len(in) > 3000 {
			return // only so that the fuzzer gets on
		}
		span, ratio := fuzzy.BestWindow(needle, in)
		if span.Start < 0 || span.End < span.Start || span.End > len(in) || span.Empty() != (ratio == 0) {
			t.Fatalf("BestWindow(%q, %q) = %v, %v", needle, in, span, ratio)
		}
		if ratio > 0 && ratio != fuzzy.Ratio(needle, span.Of(in)) {
			t.Fatalf("BestWindow(%q, %q) says %v for %q", needle, in, ratio, span.Of(in))
		}
		if utf8.ValidString(needle) && utf8.ValidString(in) && !utf8.ValidString(span.Of(in)) {
			t.Fatalf("BestWindow(%q, %q) cuts a character: %q", needle, in, span.Of(in))
		}
		if utf8.ValidString(needle) && utf8.ValidString(in) {
			if got, want := fuzzy.Ratio(needle, in), reference(needle, in); got != want {
				t.Fatalf("Ratio(%q, %q) = %v, want %v", needle, in, got, want)
			}
		}
	})
}

func TestNearest(t *testing.T) {
	names := []string{"retrieval", "writer", "limit", "model", "hover_model"}
	for word, want := range map[string]string{
		"retreival":  "retrieval",
		"RETRIEVALS": "retrieval",
		"write":      "writer",
		"limt":       "limit",
		"modell":     "model",
		"temperatur": "",
		"":           "",
	} {
		if got, ok := fuzzy.Nearest(word, names); got != want || ok != (want != "") {
			t.Errorf("Nearest(%q) = %q, %v, want %q", word, got, ok, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"kitten", "sitting", 3},
		{"ab", "ba", 1},
		{"ca", "abc", 3}, // no place is changed twice
		{"größe", "grösse", 2},
	} {
		if got := fuzzy.Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := fuzzy.Distance(c.b, c.a); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func BenchmarkBestWindow(b *testing.B) {
	r := rand.New(rand.NewPCG(4, 4))
	in := prose(r, 100_000)
	needle := mutate(r, in[60_000:60_300])
	for b.Loop() {
		fuzzy.BestWindow(needle, in)
	}
}

func BenchmarkRatio(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 5))
	x, y := prose(r, 1000), prose(r, 1000)
	for b.Loop() {
		fuzzy.Ratio(x, y)
	}
}
