package text_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
)

func TestClassic(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Hello, CS32!!! Go 2 LA's top-rated UCLA.", "hello cs32 go 2 la s top rated ucla"},
		{"", ""},
		{"...", ""},
		{"snake_case", "snake case"},
		{"naïve Ünal", "na ve nal"},
		{"@A[Z`a{z/0:9", "a z a z 0 9"}, // the neighbours of each range
		{strings.Repeat("x", 200), strings.Repeat("x", 200)},
	} {
		if got := strings.Join(text.ClassicTokens(c.in), " "); got != c.want {
			t.Errorf("ClassicTokens(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	for token := range text.Classic("one two") {
		if token != "one" {
			t.Errorf("Classic goes on to %q after the loop ended", token)
		}
		break
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ why, in, want string }{
		{"ASCII is as in Classic", "LA's top-rated UCLA_2.", "LA|s|top|rated|UCLA|2"},
		{"letters beyond ASCII", "Größe, naïve Ωμέγα Привет", "Größe|naïve|Ωμέγα|Привет"},
		{"marks stand on letters", "cafe\u0301s x", "cafe\u0301s|x"},
		{"a mark alone is nothing", "\u0301 \ufe0f ☃\ufe0f", ""},
		{"numbers", "x² Ⅳ ٣٤", "x²|Ⅳ|٣٤"},
		{"joiners hold a word together", "می\u200cخواهم co\u00adop", "می\u200cخواهم|co\u00adop"},
		{"and do not end one", "ab\u200d, cd\u00ad é\u200c", "ab|cd|é"},
		{"pairs of Han", "漢字仮", "漢字*|字仮*"},
		{"a lone character", "漢 x", "漢|x"},
		{"scripts without spaces go together", "東京へ", "東京*|京へ*"},
		{"the lengthener belongs to Katakana", "カー", "カー*"},
		{"half-width marks stand on their letter", "ｶﾞｷ", "ｶﾞｷ*"},
		{"the middle dot separates", "カ・キ", "カ|キ"},
		{"Thai vowels stand on their letter", "กินข้าว", "กิน*|นข้*|ข้า*|าว*"},
		{"Lao, Khmer, Myanmar", "ລາວ ខ្មែរ မြန်", "ລາ*|າວ*|ខ្មែ*|មែរ*|မြန်*"},
		{"Hangul has spaces", "한국어 문서", "한국어|문서"},
		{"mixed", "Go言語2024年x", "Go|言語*|2024|年|x"},
		{"emoji are no words", "a😀b 👩\u200d👧", "a|b"},
		{"broken bytes separate", "a\xffé\xf0\x9fb", "a|é|b"},
	} {
		if got := describe(c.in, text.Options{}); got != c.want {
			t.Errorf("%s: Words(%q)\n got %s\nwant %s", c.why, c.in, got, c.want)
		}
	}
}

func TestWordsWithUnderscores(t *testing.T) {
	for in, want := range map[string]string{
		"max_file_size = _x_":    "max_file_size|_x_",
		"__ ___ a__":             "a__",
		"größe_max 漢__字 é_ ___ü": "größe_max|漢|字|é_|___ü",
	} {
		if got := describe(in, text.Options{Underscores: true}); got != want {
			t.Errorf("Words(%q)\n got %s\nwant %s", in, got, want)
		}
	}
}

// describe returns the words of s, bigrams with a star.
func describe(s string, o text.Options) string {
	var words []string
	for w := range o.Words(s) {
		word := w.Span.Of(s)
		if w.Bigram {
			word += "*"
		}
		words = append(words, word)
	}
	return strings.Join(words, "|")
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"":              "",
		"already 2":     "already 2",
		"Hello":         "hello",
		"ÉCOLE":         "école",
		"ΛΌΓΟΣ":         "λόγοσ",
		"λόγος":         "λόγοσ",
		"İstanbul":      "istanbul",
		"co\u00adOp":    "coop",
		"می\u200cخواهم": "میخواهم",
		"漢字":            "漢字",
		"straße":        "straße",
	} {
		if got := text.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
		if got := string(text.AppendFold([]byte("x"), in)); got != "x"+want {
			t.Errorf("AppendFold(%q) = %q", in, got)
		}
	}
}

func TestFoldTwice(t *testing.T) {
	for r := rune(0); r < 0x20000; r++ { // beyond it no letter has a case
		once := text.Fold(string(r))
		if twice := text.Fold(once); twice != once {
			t.Errorf("%U folds to %q and then to %q", r, once, twice)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	prose := strings.Repeat("plain words of ASCII, größe und naïveté, 漢字仮名 ", 50)
	counter := text.NewCounter(text.Options{})
	counter.Count(prose)
	lines := text.NewLines(prose)
	n := 0
	for name, f := range map[string]func(){
		"Runs": func() { text.Runs(prose, func(start, end int) { n += end - start }) },
		"Words": func() {
			for w := range text.Words(prose) {
				n += w.Span.Len()
			}
		},
		"Fold":  func() { n += len(text.Fold("größe")) + len(text.Fold("plain")) },
		"Count": func() { n += counter.Count(prose) },
		"All": func() {
			for s := range counter.All() {
				n += s.Count
			}
		},
		"Lines": func() { n += lines.Offset(lines.Position(999, text.UTF16), text.UTF16) },
	} {
		if got := testing.AllocsPerRun(20, f); got != 0 {
			t.Errorf("%s allocates %v times", name, got)
		}
	}
}

// naiveRuns finds the runs of ASCII letters and digits byte by byte.
func naiveRuns(s string) (runs []text.Span) {
	start := -1
	for i := 0; i <= len(s); i++ {
		in := i < len(s) && s[i] < utf8.RuneSelf && (unicode.IsLetter(rune(s[i])) || unicode.IsDigit(rune(s[i])))
		switch {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			runs = append(runs, text.Span{Start: start, End: i})
			start = -1
		}
	}
	return runs
}

// naiveWords finds words of texts that hold neither joiners nor unspaced scripts, rune by
// rune.
func naiveWords(s string, underscores bool) (words []text.Word) {
	start := -1
	end := func(at int) {
		if start >= 0 && strings.Trim(s[start:at], "_") != "" {
			words = append(words, text.Word{Span: text.Span{Start: start, End: at}})
		}
		start = -1
	}
	for i, r := range s {
		begins := unicode.IsLetter(r) || unicode.IsNumber(r) || underscores && r == '_'
		switch {
		case begins && start < 0:
			start = i
		case !begins && !(unicode.IsMark(r) && start >= 0):
			end(i)
		}
	}
	end(len(s))
	return words
}

// spacedOnly drops what naiveWords does not know.
func spacedOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 0xad || r == 0x200c || r == 0x200d || 0xe00 <= r && r < 0x1100 || 0x1780 <= r && r < 0x1800 ||
			0x19e0 <= r && r < 0x1a00 || 0x2e80 <= r && r < 0xac00 || 0xf900 <= r && r < 0xfb00 || 0xff00 <= r {
			return '-'
		}
		return r
	}, s)
}

func checkWords(t *testing.T, s string) {
	t.Helper()
	var runs []text.Span
	ascii := text.Runs(s, func(start, end int) { runs = append(runs, text.Span{Start: start, End: end}) })
	if diff := cmp.Diff(naiveRuns(s), runs); diff != "" {
		t.Fatalf("runs of %q (-naive +got):\n%s", s, diff)
	}
	if want := strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0; ascii != want {
		t.Fatalf("Runs(%q) says ASCII: %v", s, ascii)
	}
	spaced := spacedOnly(s)
	for _, o := range []text.Options{{}, {Underscores: true}} {
		var words []text.Word
		for w := range o.Words(spaced) {
			words = append(words, w)
		}
		if diff := cmp.Diff(naiveWords(spaced, o.Underscores), words); diff != "" {
			t.Fatalf("words of %q under %+v (-naive +got):\n%s", spaced, o, diff)
		}
	}
}

// checkCounter compares the Counter with a map.
func checkCounter(t *testing.T, c *text.Counter, o text.Options, s string) {
	t.Helper()
	type counted struct{ first, count int }
	want := map[string]counted{}
	total := 0
	for w := range o.Words(s) {
		word := w.Span.Of(s)
		if _, known := want[word]; !known {
			want[word] = counted{w.Span.Start, 0}
		}
		want[word] = counted{want[word].first, want[word].count + 1}
		total++
	}
	if got := c.Count(s); got != total {
		t.Fatalf("Count(%q) = %d, want %d", s, got, total)
	}
	if c.Len() != len(want) {
		t.Fatalf("%q has %d distinct words, want %d", s, c.Len(), len(want))
	}
	last := -1
	for surface := range c.All() {
		word := surface.Span.Of(s)
		if got := (counted{surface.Span.Start, surface.Count}); got != want[word] {
			t.Fatalf("%q in %q: first and count are %v, want %v", word, s, got, want[word])
		}
		if surface.Span.Start < last {
			t.Fatalf("%q in %q is out of order", word, s)
		}
		last = surface.Span.Start
	}
}

func TestWordsAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	prose := text.NewCounter(text.Options{})
	code := text.NewCounter(text.Options{Underscores: true})
	for range 500 {
		var b strings.Builder
		for range r.IntN(120) {
			piece := pieces[r.IntN(len(pieces))]
			if r.IntN(3) > 0 {
				piece = string(rune("abXYz09__ .-"[r.IntN(12)]))
			}
			b.WriteString(piece)
		}
		s := b.String()
		checkWords(t, s)
		checkCounter(t, prose, text.Options{}, s)
		checkCounter(t, code, text.Options{Underscores: true}, s)
	}
}

func FuzzWords(f *testing.F) {
	for _, seed := range []string{
		"", "a", "Hello, CS32!!!", "größe_max 漢字 __", "x\xff\u0301y", strings.Repeat("ab ", 40) + "é",
		strings.Repeat("z", 64) + " " + strings.Repeat("z", 63), strings.Repeat("longer than a key ", 9),
	} {
		f.Add(seed)
	}
	var zero text.Counter
	f.Fuzz(func(t *testing.T, s string) {
		checkWords(t, s)
		checkCounter(t, &zero, text.Options{}, s)
	})
}

// Tables that grew with one text are right for the next ones, however small.
func TestCounterGrowsAndShrinks(t *testing.T) {
	var many strings.Builder
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 5000 {
		many.WriteString(strings.Repeat("w", r.IntN(30)))
		many.WriteString(string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + " ")
	}
	c := text.NewCounter(text.Options{})
	for _, s := range []string{"", "one", many.String(), "one two one", many.String()[:9000], "", "Go go GO go"} {
		checkCounter(t, c, text.Options{}, s)
	}
}

func TestCounterHash(t *testing.T) {
	const s = "alpha beta a word of more than sixteen bytes: internationalisation"
	hashes := map[uint64]string{}
	a, b := text.NewCounter(text.Options{}), text.NewCounter(text.Options{Underscores: true})
	a.Count(s)
	b.Count("; " + s)
	for i := range a.Len() {
		if a.At(i).Hash != b.At(i).Hash {
			t.Errorf("%q has two hashes", a.At(i).Span.Of(s))
		}
		if other, taken := hashes[a.At(i).Hash]; taken {
			t.Errorf("%q has the hash of %q", a.At(i).Span.Of(s), other)
		}
		hashes[a.At(i).Hash] = a.At(i).Span.Of(s)
	}
}
