package document_test

import (
	"fmt"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// In these texts a digit is a heading of that level and a letter a paragraph;
// sections are written in brackets.
func TestNest(t *testing.T) {
	for flat, want := range map[string]string{
		"":        "",
		"ab":      "ab",
		"a1b":     "a[1b]",
		"1a2b2c":  "[1a[2b][2c]]",
		"1a3b2c":  "[1a[3b][2c]]",
		"2a1b":    "[2a][1b]",
		"11":      "[1][1]",
		"1a2b1c":  "[1a[2b]][1c]",
		"1a6b6c1": "[1a[6b][6c]][1]",
	} {
		var blocks []document.Block
		for i, r := range flat {
			b := document.Block{Kind: document.Paragraph, Span: text.Span{Start: i, End: i + 1}}
			if '1' <= r && r <= '6' {
				b.Kind, b.Level, b.Title = document.Heading, int(r-'0'), string(r)
			}
			blocks = append(blocks, b)
		}
		if got := brackets(flat, document.Nest(blocks)); got != want {
			t.Errorf("%s nests as %s, want %s", flat, got, want)
		}
	}
}

func brackets(s string, blocks []document.Block) string {
	var out strings.Builder
	for _, b := range blocks {
		if b.Kind == document.Section {
			fmt.Fprintf(&out, "[%s]", brackets(s, b.Children))
		} else {
			out.WriteString(b.Span.Of(s))
		}
	}
	return out.String()
}

func TestHighestTitle(t *testing.T) {
	headings := []document.Block{{Kind: document.Paragraph}, {Level: 3, Title: "c"}, {Level: 2}, {Level: 2, Title: "a"}, {Level: 2, Title: "b"}}
	if got := document.HighestTitle(headings); got != "a" {
		t.Errorf("got %q, want the first title of the highest rank, a", got)
	}
	if got := document.HighestTitle(nil); got != "" {
		t.Errorf("got %q, want no title without headings", got)
	}
}
