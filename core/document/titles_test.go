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
		strings.Repeat("a", 1001):    strings.Repeat("a", 997) + "…",
		strings.Repeat("語", 400):     strings.Repeat("語", 332) + "…",
		strings.Repeat("a ", 500000): strings.Repeat("a ", 498) + "a…",
	} {
		d := p.Parse(file.File{Content: content})
		for _, got := range []string{d.Title, d.Blocks[0].Title, d.Blocks[0].Children[0].Title} {
			if got != want || !utf8.ValidString(got) {
				t.Errorf("of %d bytes: %d bytes, ends %q", len(content), len(got), got[max(0, len(got)-10):])
			}
		}
	}
}

// wholeTitled can skim.
type wholeTitled struct{ longTitled }

func (wholeTitled) Skim(f file.File) *document.Document { return &document.Document{Title: f.Content} }

// What can be skimmed is, within the same limits, and all else is parsed.
func TestSkim(t *testing.T) {
	p := document.Parsers{ByLanguage: map[string]document.Parser{"go": wholeTitled{}}, Fallback: longTitled{}}
	long := strings.Repeat("a", 1001)
	skimmed, parsed := p.Skim(file.File{Language: "go", Content: long}), p.Skim(file.File{Content: long})
	if len(skimmed.Blocks) != 0 || len(parsed.Blocks) != 1 {
		t.Errorf("%d blocks of what can be skimmed, %d of what cannot", len(skimmed.Blocks), len(parsed.Blocks))
	}
	if skimmed.Title != parsed.Title || len(parsed.Title) != 1000 {
		t.Errorf("titles of %d and %d bytes", len(skimmed.Title), len(parsed.Title))
	}
	again := document.Parsers{Fallback: asIs{parsed}}.Parse(file.File{})
	if again.Title != strings.Repeat("a", 997)+"…" {
		t.Errorf("cut twice: %d bytes", len(again.Title))
	}
}

// asIs gives the same document for every file.
type asIs struct{ d *document.Document }

func (a asIs) Parse(file.File) *document.Document { return a.d }
