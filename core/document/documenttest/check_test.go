package documenttest_test

import (
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/language/text"
)

func span(start, end int) text.Span { return text.Span{Start: start, End: end} }

// The checker is what all parsers are judged by: it must see each kind of fault.
func TestBroken(t *testing.T) {
	paragraph := func(start, end int, children ...document.Block) document.Block {
		return document.Block{Kind: document.Paragraph, Span: span(start, end), Children: children}
	}
	for _, test := range []struct {
		want   string // a part of the complaint, "" for none
		blocks []document.Block
	}{
		{"", []document.Block{paragraph(0, 2), paragraph(2, 4)}},
		{"not inside", []document.Block{paragraph(0, 9)}},
		{"not inside", []document.Block{paragraph(-1, 2)}},
		{"not inside", []document.Block{paragraph(0, 2), paragraph(1, 4)}},
		{"not inside", []document.Block{paragraph(2, 4), paragraph(0, 2)}},
		{"not inside", []document.Block{{Kind: document.List, Span: span(0, 2), Children: []document.Block{{Kind: document.Item, Span: span(1, 3)}}}}},
		{"cuts a character", []document.Block{paragraph(0, 5)}},
		{"is empty", []document.Block{paragraph(2, 2)}},
		{"holds a paragraph", []document.Block{paragraph(0, 4, paragraph(1, 2))}},
		{"holds a item", []document.Block{{Kind: document.Quote, Span: span(0, 4), Children: []document.Block{{Kind: document.Item, Span: span(0, 4)}}}}},
		{"holds nothing", []document.Block{{Kind: document.Section, Level: 1, Span: span(0, 4)}}},
		{"not its first child", []document.Block{{Kind: document.Section, Level: 1, Span: span(0, 4), Children: []document.Block{paragraph(0, 2), {Kind: document.Heading, Span: span(2, 4)}}}}},
		{"", []document.Block{{Kind: document.Section, Level: 1, Span: span(0, 4), Children: []document.Block{paragraph(0, 2)}}}},
		{"belongs to a definition", []document.Block{{Kind: document.Definition, Title: "f", Span: span(0, 4)}}},
		{"outside of it", []document.Block{{Kind: document.Definition, Title: "f", Span: span(0, 2), Code: &document.Symbol{Doc: span(1, 4)}}}},
		{"has no box", []document.Block{{Kind: document.Page, Span: span(0, 4)}}},
		{"page 0", []document.Block{{Kind: document.Paragraph, Span: span(0, 4), Box: &document.Box{}}}},
		{"vertex", []document.Block{{Kind: document.Paragraph, Span: span(0, 4), Box: &document.Box{Page: 1, Vertices: [4][2]float64{{0, 1.1}}}}}},
		{"level 7", []document.Block{{Kind: document.Section, Level: 7, Span: span(0, 4), Children: []document.Block{{Kind: document.Heading, Span: span(0, 4)}}}}},
		{"title of a section", []document.Block{{Kind: document.Heading, Title: "x", Span: span(0, 4)}}},
		{"info", []document.Block{{Kind: document.Quote, Info: "go", Span: span(0, 4)}}},
	} {
		err := documenttest.Broken(&document.Document{Text: "abcdé", Blocks: test.blocks})
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%v: %v, want no fault", test.blocks, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%v: %v, want a fault that says %q", test.blocks, err, test.want)
		}
	}
}

// The outline shows each block once, indented below its parent.
func TestOutline(t *testing.T) {
	d := &document.Document{Text: "# A\n\nb", Title: "A", Blocks: []document.Block{{
		Kind: document.Section, Span: span(0, 6), Title: "A", Level: 1,
		Children: []document.Block{{Kind: document.Heading, Span: span(0, 3)}, {Kind: document.Paragraph, Span: span(5, 6)}},
	}}}
	want := "title \"A\"\nsection 0-6 1 \"A\"\n  heading 0-3 \"# A\"\n  paragraph 5-6 \"b\"\n"
	if got := documenttest.Outline(d); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
