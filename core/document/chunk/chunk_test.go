package chunk_test

import (
	"testing"

	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
)

func span(start, end int) text.Span { return text.Span{Start: start, End: end} }

// A kind that is none is unknown.
func TestKindNames(t *testing.T) {
	kinds := map[chunk.Kind]string{
		0: "unknown", chunk.Prose: "prose", chunk.Code: "code", chunk.Table: "table", chunk.Table + 1: "unknown", 255: "unknown",
	}
	for kind, want := range kinds {
		if got := kind.String(); got != want {
			t.Errorf("Kind(%d).String() = %q, want %q", kind, got, want)
		}
	}
}

// A quote found in a chunk leads to the document exactly where it can.
func TestSource(t *testing.T) {
	c := chunk.Chunk{
		Text: "head: ab|cd|ef&gh",
		Parts: []chunk.Part{
			{Chunk: span(6, 8), Source: span(20, 22)},   // ab, behind a rendered name
			{Chunk: span(8, 11), Source: span(22, 25)},  // |cd right behind it
			{Chunk: span(11, 14), Source: span(40, 43)}, // |ef stands elsewhere
			{Chunk: span(14, 17), Source: span(43, 50)}, // &gh was escaped in the file
		},
	}
	for _, test := range []struct {
		about    string
		in, want text.Span
		ok       bool
	}{
		{"inside a part", span(7, 8), span(21, 22), true},
		{"a whole part", span(8, 11), span(22, 25), true},
		{"over two parts that are neighbours", span(6, 11), span(20, 25), true},
		{"over two that are not", span(10, 12), text.Span{}, false},
		{"in what was rendered", span(0, 3), text.Span{}, false},
		{"out of what was rendered", span(5, 7), text.Span{}, false},
		{"in an escaped part", span(15, 16), span(43, 50), true},
		{"into an escaped part", span(12, 15), span(41, 50), true},
		{"nothing, inside a part", span(9, 9), span(23, 23), true},
		{"nothing, in an escaped part", span(17, 17), span(43, 50), true},
		{"behind the text", span(16, 18), text.Span{}, false},
		{"in front of it", span(-1, 3), text.Span{}, false},
		{"turned around", span(8, 7), text.Span{}, false},
	} {
		got, ok := c.Source(test.in)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%s: Source(%v) = %v, %v, want %v, %v", test.about, test.in, got, ok, test.want, test.ok)
		}
	}
}

// In its own stretch a chunk is cited around what it leaves out, and headers do
// not count; lines that enclose a program do.
func TestSourceOver(t *testing.T) {
	own := chunk.Chunk{
		Span: span(10, 40),
		Text: "head one two",
		Parts: []chunk.Part{
			{Chunk: span(0, 4), Source: span(2, 6)},    // repeated
			{Chunk: span(5, 8), Source: span(10, 13)},  // one
			{Chunk: span(9, 12), Source: span(37, 40)}, // two
		},
	}
	for _, test := range []struct {
		about    string
		kind     chunk.Kind
		in, want text.Span
		ok       bool
	}{
		{"over marks", chunk.Prose, span(5, 12), span(10, 40), true},
		{"from the middle to the middle", chunk.Prose, span(6, 10), span(11, 38), true},
		{"with what is rendered around it", chunk.Table, span(8, 12), span(37, 40), true},
		{"a header", chunk.Table, span(1, 3), span(3, 5), true},
		{"a header and its cell", chunk.Table, span(1, 8), span(10, 13), true},
		{"a line that is repeated", chunk.Code, span(0, 4), span(2, 6), true},
		{"such a line and what it encloses", chunk.Code, span(0, 8), text.Span{}, false},
		{"what is rendered alone", chunk.Table, span(8, 9), text.Span{}, false},
	} {
		own.Kind = test.kind
		got, ok := own.Source(test.in)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%s: Source(%v) = %v, %v, want %v, %v", test.about, test.in, got, ok, test.want, test.ok)
		}
	}
}

// The full form names the titles as its kind asks for, and leaves out the heading
// that they say.
func TestTitled(t *testing.T) {
	titles := []string{"Guide", "Network, IPv4"}
	for _, test := range []struct {
		about string
		chunk chunk.Chunk
		want  string
	}{
		{"prose", chunk.Chunk{Kind: chunk.Prose, Titles: titles, Text: "Text."}, "Title: Guide,Network, IPv4\n\nText."},
		{"code", chunk.Chunk{Kind: chunk.Code, Titles: titles, Text: "x()\n"}, "# Code Block for: Guide,Network, IPv4\n\nx()\n"},
		{"rows", chunk.Chunk{Kind: chunk.Table, Titles: titles, Text: `[{"a": "b"}]`}, "# Table for: Guide,Network, IPv4\n" + `[{"a": "b"}]`},
		{"a heading", chunk.Chunk{Kind: chunk.Prose, Titles: titles, Text: "# A\n\nb", Body: span(5, 6)}, "Title: Guide,Network, IPv4\n\nb"},
		{"no titles", chunk.Chunk{Kind: chunk.Table, Text: `[{"a": "b"}]`}, `[{"a": "b"}]`},
	} {
		if got := test.chunk.WithTitles(); got != test.want {
			t.Errorf("%s: %q, want %q", test.about, got, test.want)
		}
	}
}
