package document_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/file"
)

// longTitled is a parser for which the whole file is the title of all that it has.
type longTitled struct{}

func (longTitled) Parse(f file.File) *document.Document {
	inner := document.Block{Kind: document.Section, Title: f.Content}
	outer := document.Block{Kind: document.Section, Title: f.Content, Children: []document.Block{inner}}
	return &document.Document{Title: f.Content, Blocks: []document.Block{outer}}
}

// A title of any length stays as it is, but for one that nobody wrote.
func TestLongTitles(t *testing.T) {
	p := document.Parsers{Fallback: longTitled{}}
	for content, want := range map[string]string{
		"":                           "",
		strings.Repeat("a", 1000):    strings.Repeat("a", 1000),
		strings.Repeat("a", 1001):    strings.Repeat("a", 1000) + "…",
		strings.Repeat("語", 400):     strings.Repeat("語", 333) + "…",
		strings.Repeat("a ", 500000): strings.Repeat("a ", 499) + "a…",
	} {
		d := p.Parse(file.File{Content: content})
		for _, got := range []string{d.Title, d.Blocks[0].Title, d.Blocks[0].Children[0].Title} {
			if got != want || !utf8.ValidString(got) {
				t.Errorf("of %d bytes: %d bytes, ends %q", len(content), len(got), got[max(0, len(got)-10):])
			}
		}
	}
}
