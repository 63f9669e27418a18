package chunk_test

import (
	"testing"

	"docuquest/core/chunk"
	"docuquest/core/text"
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
