package text_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
)

var encodings = []text.Encoding{text.UTF8, text.UTF16, text.UTF32}

// A model is a text as an editor holds it: lines of code points. It shares nothing with
// Lines but the rules of the protocol.
type model struct {
	runes  []rune
	starts []int // index into runes of each line's first rune
	ends   []int // index of the first rune of each line's terminator
}

func newModel(s string) *model {
	m := &model{runes: []rune(s), starts: []int{0}}
	for i := 0; i < len(m.runes); i++ {
		switch {
		case m.runes[i] == '\r' && i+1 < len(m.runes) && m.runes[i+1] == '\n':
			m.ends = append(m.ends, i)
			i++
		case m.runes[i] == '\r' || m.runes[i] == '\n':
			m.ends = append(m.ends, i)
		default:
			continue
		}
		m.starts = append(m.starts, i+1)
	}
	m.ends = append(m.ends, len(m.runes))
	return m
}

func units(runes []rune, e text.Encoding) int {
	switch e {
	case text.UTF16:
		return len(utf16.Encode(runes))
	case text.UTF32:
		return len(runes)
	}
	return len(string(runes))
}

// index returns the index of the rune that the position stands in front of.
func (m *model) index(p text.Position, e text.Encoding) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(m.starts) {
		return len(m.runes)
	}
	i := m.starts[p.Line]
	for i < m.ends[p.Line] && units(m.runes[m.starts[p.Line]:i+1], e) <= p.Character {
		i++
	}
	return i
}

func (m *model) position(i int, e text.Encoding) text.Position {
	n := 0
	for n+1 < len(m.starts) && m.starts[n+1] <= i {
		n++
	}
	return text.Position{Line: n, Character: units(m.runes[m.starts[n]:min(i, m.ends[n])], e)}
}

func (m *model) offset(i int) int { return len(string(m.runes[:i])) }

// pieces are what texts go wrong over.
var pieces = []string{
	"a", "word", " ", "é", "e\u0301", "漢", "😀", "👩\u200d👩\u200d👧", "\u2028", "\ufeff",
	"\n", "\r\n", "\r", "\n\n", "\r\r\n", "\U0010ffff", "\u0000", "ﾞ", "x\ty",
}

func randomText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func randomPosition(r *rand.Rand) text.Position {
	return text.Position{Line: r.IntN(8) - 1, Character: r.IntN(14) - 1}
}

// Every offset and many positions, in all encodings, agree with the model.
func TestLinesAgainstModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		s := randomText(r, 20)
		lines, m := text.NewLines(s), newModel(s)
		if lines.Count() != len(m.starts) {
			t.Fatalf("%q has %d lines, want %d", s, lines.Count(), len(m.starts))
		}
		for n := range m.starts {
			want := text.Span{Start: m.offset(m.starts[n]), End: m.offset(m.ends[n])}
			if got := lines.Line(n); got != want {
				t.Fatalf("%q: line %d is %v, want %v", s, n, got, want)
			}
		}
		for _, e := range encodings {
			checkPositions(t, s, lines, m, e)
			for range 20 {
				p := randomPosition(r)
				if got, want := lines.Offset(p, e), m.offset(m.index(p, e)); got != want {
					t.Fatalf("%q: Offset(%v, %v) = %d, want %d", s, p, e, got, want)
				}
			}
		}
	}
}

func checkPositions(t *testing.T, s string, lines *text.Lines, m *model, e text.Encoding) {
	t.Helper()
	for offset := 0; offset <= len(s); offset++ {
		start := offset
		for start < len(s) && !utf8.RuneStart(s[start]) {
			start--
		}
		want := m.position(utf8.RuneCountInString(s[:start]), e)
		if got := lines.Position(offset, e); got != want {
			t.Fatalf("%q: Position(%d, %v) = %v, want %v", s, offset, e, got, want)
		}
	}
}

func TestLinesClamp(t *testing.T) {
	const s = "ab\r\nc😀d\n"
	lines := text.NewLines(s)
	for _, c := range []struct {
		why  string
		p    text.Position
		e    text.Encoding
		want int
	}{
		{"past the end of a line, before its terminator", text.Position{Line: 0, Character: 9}, text.UTF16, 2},
		{"inside of a surrogate pair", text.Position{Line: 1, Character: 2}, text.UTF16, 5},
		{"behind the pair", text.Position{Line: 1, Character: 3}, text.UTF16, 9},
		{"inside of a character's bytes", text.Position{Line: 1, Character: 4}, text.UTF8, 5},
		{"one code point", text.Position{Line: 1, Character: 2}, text.UTF32, 9},
		{"the empty last line", text.Position{Line: 2, Character: 5}, text.UTF16, 11},
		{"past the last line", text.Position{Line: 7, Character: 0}, text.UTF16, 11},
		{"a negative line", text.Position{Line: -1, Character: 5}, text.UTF16, 0},
		{"a negative character", text.Position{Line: 1, Character: -5}, text.UTF16, 4},
	} {
		if got := lines.Offset(c.p, c.e); got != c.want {
			t.Errorf("%s: Offset(%v, %v) = %d, want %d", c.why, c.p, c.e, got, c.want)
		}
	}
	if got := lines.Position(-3, text.UTF16); got != (text.Position{}) {
		t.Errorf("a negative offset gives %v", got)
	}
	if got, want := lines.Position(99, text.UTF16), (text.Position{Line: 2}); got != want {
		t.Errorf("an offset past the end gives %v, want %v", got, want)
	}
	if got, want := lines.Line(-1), (text.Span{}); got != want {
		t.Errorf("Line(-1) = %v", got)
	}
	if got, want := lines.Line(3), (text.Span{Start: 11, End: 11}); got != want {
		t.Errorf("Line(3) = %v, want %v", got, want)
	}
}

func TestLinesRange(t *testing.T) {
	lines := text.NewLines("é1\né2")
	r := text.Range{Start: text.Position{Line: 0, Character: 1}, End: text.Position{Line: 1, Character: 1}}
	span := text.Span{Start: 2, End: 6}
	if got := lines.Span(r, text.UTF16); got != span {
		t.Errorf("Span = %v, want %v", got, span)
	}
	if got := lines.Span(text.Range{Start: r.End, End: r.Start}, text.UTF16); got != span {
		t.Errorf("Span of the reversed range = %v, want %v", got, span)
	}
	if got := lines.Range(span, text.UTF16); got != r {
		t.Errorf("Range = %v, want %v", got, r)
	}
}

// Bytes that are no UTF-8 count as one character each.
func TestLinesInvalidUTF8(t *testing.T) {
	lines := text.NewLines("\xff\x80é\xe6\xbc")
	for _, e := range []text.Encoding{text.UTF16, text.UTF32} {
		for character, offset := range []int{0, 1, 2, 4, 5, 6} {
			p := text.Position{Line: 0, Character: character}
			if got := lines.Offset(p, e); got != offset {
				t.Errorf("Offset(%v, %v) = %d, want %d", p, e, got, offset)
			}
			if got := lines.Position(offset, e); got != p {
				t.Errorf("Position(%d, %v) = %v, want %v", offset, e, got, p)
			}
		}
	}
}

// An editor that keeps its text as UTF-16 units and the server, which applies the
// editor's changes, hold the same text after every message.
func TestApplyAgainstModel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, e := range encodings {
		s := randomText(r, 30)
		units := utf16.Encode([]rune(s))
		for step := range 3000 {
			if len(s) > 400 {
				s, units = "", nil
			}
			edits := randomEdits(r)
			s = text.Apply(s, edits, e)
			for _, edit := range edits {
				units = applyToUnits(units, edit, e)
			}
			if want := string(utf16.Decode(units)); s != want {
				t.Fatalf("step %d in %v: %v\ngives %q\nwant  %q", step, e, edits, s, want)
			}
		}
	}
}

func randomEdits(r *rand.Rand) []text.Edit {
	edits := make([]text.Edit, r.IntN(4))
	for i := range edits {
		edits[i].Text = randomText(r, 3)
		if r.IntN(20) > 0 {
			edits[i].Range = &text.Range{Start: randomPosition(r), End: randomPosition(r)}
		}
	}
	return edits
}

func applyToUnits(units []uint16, edit text.Edit, e text.Encoding) []uint16 {
	replacement := utf16.Encode([]rune(edit.Text))
	if edit.Range == nil {
		return replacement
	}
	m := newModel(string(utf16.Decode(units)))
	start := len(utf16.Encode(m.runes[:m.index(edit.Range.Start, e)]))
	end := len(utf16.Encode(m.runes[:m.index(edit.Range.End, e)]))
	return slices.Concat(units[:min(start, end)], replacement, units[max(start, end):])
}

func TestApply(t *testing.T) {
	at := func(line, character int) text.Position { return text.Position{Line: line, Character: character} }
	edits := []text.Edit{
		{Text: "one\r\ntwo"},
		{Range: &text.Range{Start: at(1, 0), End: at(1, 3)}, Text: "2"},
		{Range: &text.Range{Start: at(1, 0), End: at(0, 3)}, Text: ", "}, // reversed
		{Range: &text.Range{Start: at(9, 9), End: at(9, 9)}, Text: "!"},
	}
	if got, want := text.Apply("gone", edits, text.UTF16), "one, 2!"; got != want {
		t.Errorf("Apply = %q, want %q", got, want)
	}
}

func FuzzLines(f *testing.F) {
	f.Add("a\r\nb\r\xff\n😀", 3, 1, 2)
	f.Add("\xf0\x9f\n\r", 2, 0, 1)
	f.Fuzz(func(t *testing.T, s string, offset, line, character int) {
		lines := text.NewLines(s)
		for _, e := range encodings {
			p := lines.Position(offset, e)
			back := lines.Offset(p, e)
			if lines.Position(back, e) != p {
				t.Fatalf("%q: %d is %v, which is %d", s, offset, p, back)
			}
			p = text.Position{Line: line, Character: character}
			got := lines.Offset(p, e)
			if got < 0 || got > len(s) {
				t.Fatalf("%q: Offset(%v) = %d", s, p, got)
			}
			r := text.Range{Start: p, End: p}
			if text.Apply(s, []text.Edit{{Range: &r, Text: "|"}}, e) != s[:got]+"|"+s[got:] {
				t.Fatalf("%q: Apply does not insert at %v where Offset says %d", s, p, got)
			}
		}
	})
}

func TestSpan(t *testing.T) {
	s := text.Span{Start: 2, End: 5}
	if s.Len() != 3 || s.Empty() || s.Contains(1) || !s.Contains(2) || s.Contains(5) {
		t.Errorf("%v is not the half-open stretch from 2 to 5", s)
	}
	if got, want := s.Shift(-2), (text.Span{Start: 0, End: 3}); got != want {
		t.Errorf("Shift(-2) = %v, want %v", got, want)
	}
	for in, want := range map[string]string{"0123456": "234", "0123": "23", "0": ""} {
		if got := s.Of(in); got != want {
			t.Errorf("%v of %q is %q, want %q", s, in, got, want)
		}
	}
	if got := (text.Span{Start: -4, End: -1}).Of("abc"); got != "" {
		t.Errorf("a span in front of the text holds %q", got)
	}
}

func TestParseEncoding(t *testing.T) {
	var got []string
	for _, name := range []string{"utf-8", "utf-16", "utf-32"} {
		e, ok := text.ParseEncoding(name)
		if !ok {
			t.Errorf("%s is not known", name)
		}
		got = append(got, e.String())
	}
	if diff := cmp.Diff([]string{"utf-8", "utf-16", "utf-32"}, got); diff != "" {
		t.Error(diff)
	}
	if _, ok := text.ParseEncoding("utf-7"); ok {
		t.Error("utf-7 is known")
	}
}

// Lines that a "\r" ends cost no more than others. A search of the rest for each of
// them would make this test run for minutes.
func TestCarriageReturnsAreLinear(t *testing.T) {
	content := strings.Repeat("\r", 1<<21)
	if got := text.NewLines(content).Count(); got != 1<<21+1 {
		t.Errorf("%d lines", got)
	}
	for range text.Sentences(content) {
		t.Fatal("a sentence of nothing")
	}
	end := text.Position{Line: 1 << 21}
	if got := text.Apply(content, []text.Edit{{Range: &text.Range{Start: end, End: end}, Text: "x"}}, text.UTF16); got != content+"x" {
		t.Error("the edit went elsewhere")
	}
}

func TestTrim(t *testing.T) {
	const content = " \t\u00a0a b\r\n "
	for _, test := range []struct{ span, want text.Span }{
		{text.Span{Start: 0, End: len(content)}, text.Span{Start: 4, End: 7}},
		{text.Span{Start: 4, End: 7}, text.Span{Start: 4, End: 7}},
		{text.Span{Start: 0, End: 2}, text.Span{Start: 0, End: 0}},
		{text.Span{Start: 5, End: 6}, text.Span{Start: 5, End: 5}},
		{text.Span{Start: 5, End: 5}, text.Span{Start: 5, End: 5}},
	} {
		if got := test.span.Trim(content); got != test.want {
			t.Errorf("%v trims to %v, want %v", test.span, got, test.want)
		}
	}
}

// The length that an editor gives for what it replaces is compared in every unit that editors
// count in.
func TestEditFits(t *testing.T) {
	const s = "é🏺 one\r\ntwo\ufffd\n"
	beyond := text.Position{Line: 9}
	for _, test := range []struct {
		from, to text.Position
		lengths  []int // that fit
		not      []int
	}{
		{text.Position{}, text.Position{Character: 3}, []int{2, 3, 6}, []int{0, 1, 4, 5, 7}},
		{text.Position{Character: 4}, text.Position{Line: 1}, []int{5}, []int{4, 6}},
		{text.Position{Line: 1}, text.Position{Line: 1, Character: 4}, []int{4, 6, 9}, nil},
		{beyond, beyond, []int{0, 1, 2}, []int{3}},
	} {
		for i, length := range append(slices.Clone(test.lengths), test.not...) {
			edit := text.Edit{Range: &text.Range{Start: test.from, End: test.to}, Length: &length}
			if _, fits := edit.Apply(s, text.UTF16); fits != (i < len(test.lengths)) {
				t.Errorf("%v to %v of length %d: fits is %v", test.from, test.to, length, fits)
			}
		}
	}
}
