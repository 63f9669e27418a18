package ground_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/language/text"
)

// twoPages is a document as a parser of PDF makes it: a block's lines end with
// line ends, and a space follows each block.
func twoPages() *document.Document {
	d := &document.Document{Extracted: true}
	for page, blocks := range [][]string{{"Café au lait\n", "The dam is 112 metres\nhigh.\n"}, {"The dam was 112 meters long.\n", "Nothing else.\n"}} {
		b := document.Block{Kind: document.Page, Span: text.Span{Start: len(d.Text)}, Box: &document.Box{Page: page + 1}}
		for _, s := range blocks {
			span := text.Span{Start: len(d.Text), End: len(d.Text) + len(s)}
			d.Text += s + " "
			b.Children = append(b.Children, document.Block{Kind: document.Paragraph, Span: span, Box: b.Box})
		}
		b.Span.End = len(d.Text)
		d.Blocks = append(d.Blocks, b)
	}
	return d
}

// A quote belongs to every block that holds it; only where none does, to those
// that are like it.
func TestBlocks(t *testing.T) {
	d := twoPages()
	type found struct {
		Page, Start, End int
		Exact            bool
	}
	for _, test := range []struct {
		about  string
		quotes []string
		within []text.Span
		want   []found
	}{
		{"a quote, whatever its case", []string{"THE DAM IS 112"}, nil, []found{{1, 14, 42, true}}},
		{"one that two blocks hold", []string{"the dam"}, nil, []found{{1, 14, 42, true}, {2, 43, 72, true}}},
		{"one that is like two blocks", []string{"the dam was 112 metres"}, nil, []found{{2, 43, 72, false}, {1, 14, 42, false}}},
		{"the same block for two quotes", []string{"nothing", "else"}, nil, []found{{2, 73, 87, true}}},
		{"exact ones come first", []string{"The dam was 112 metres", "Café"}, nil, []found{{1, 0, 13, true}, {2, 43, 72, false}, {1, 14, 42, false}}},
		{"only what was read", []string{"the dam"}, []text.Span{d.Blocks[1].Span}, []found{{2, 43, 72, true}}},
		{"none", []string{"a quite different matter"}, nil, nil},
	} {
		var got []found
		for _, b := range ground.Blocks(d, test.within, test.quotes) {
			if b.Score < 0.75 || 1 < b.Score {
				t.Errorf("%s: a ratio of %v", test.about, b.Score)
			}
			got = append(got, found{b.Box.Page, b.Start, b.End, b.Score == 1})
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.about, diff)
		}
	}
}
