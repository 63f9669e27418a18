package documenttest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
)

// excerptRunes is how much of a block an outline shows.
const excerptRunes = 48

// Outline writes a document as indented lines, one a block, with its span in
// bytes and the beginning of what it says. Title and problems come first.
//
//	title "Install"
//	section 0-34 1 "Install"
//	  heading 0-9 "# Install"
//	  paragraph 11-34 "Run the installer."
func Outline(d *document.Document) string {
	var out strings.Builder
	if d.Title != "" {
		fmt.Fprintf(&out, "title %q\n", d.Title)
	}
	for _, p := range d.Problems {
		fmt.Fprintf(&out, "problem %d-%d %s\n", p.Span.Start, p.Span.End, p.Message)
	}
	outline(&out, d, d.Blocks, 0)
	return out.String()
}

func outline(out *strings.Builder, d *document.Document, blocks []document.Block, depth int) {
	for _, b := range blocks {
		fmt.Fprintf(out, "%s%v %d-%d", strings.Repeat("  ", depth), b.Kind, b.Span.Start, b.Span.End)
		if b.Kind == document.Section {
			fmt.Fprintf(out, " %d %q", b.Level, b.Title)
		}
		if b.Kind == document.Definition {
			fmt.Fprintf(out, " %q %s", b.Title, Excerpt(b.Code.Signature.Of(d.Text)))
		}
		if b.Info != "" {
			fmt.Fprintf(out, " (%s)", b.Info)
		}
		if len(b.Children) == 0 {
			fmt.Fprintf(out, " %s", Excerpt(d.Read(b.Span)))
		}
		out.WriteByte('\n')
		outline(out, d, b.Children, depth+1)
	}
}

// Excerpt quotes a text for a line of a golden file, its middle left out when
// it is long.
func Excerpt(s string) string {
	if utf8.RuneCountInString(s) <= excerptRunes {
		return fmt.Sprintf("%q", s)
	}
	runes := []rune(s)
	half := excerptRunes / 2
	return fmt.Sprintf("%q…%q", string(runes[:half]), string(runes[len(runes)-half:]))
}
