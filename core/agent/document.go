package agent

import (
	"fmt"
	"slices"
	"strings"

	"docuquest/core/ground"
	"docuquest/core/render"
)

// asDocument writes an answer as Markdown: the question, the text with its numbers,
// and the sources, each a link to its line with the quote below it. Everything
// that comes from a file or a model is written so that it stands for itself, and what
// comes of it is read and written out once more: no image, no HTML, no link but those to
// the sources.
func asDocument(r *Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", ground.Inline(r.Question), strings.TrimSpace(r.Markdown))
	writeSources(&b, r.Citations)
	for _, remark := range slices.Concat(r.Remarks(), r.SentLines()) {
		fmt.Fprintf(&b, "\n%s\n", ground.Inline(remark))
	}
	if len(r.Unsupported) > 0 {
		b.WriteString("\n## Without support in your files\n\n")
		for _, s := range r.Unsupported {
			fmt.Fprintf(&b, "- %s\n", ground.Inline(s))
		}
	}
	return render.Markdown(b.String(), r.linksTo)
}

// linksTo reports whether a document may link to a place: one that it cites or names
// as near.
func (r *Answer) linksTo(destination string) bool {
	for _, c := range r.Citations {
		if destination == LineURI(c.URI, c.Range.Start.Line) {
			return true
		}
	}
	for _, p := range r.Nearest {
		if destination == LineURI(p.URI, p.Range.Start.Line) {
			return true
		}
	}
	return false
}

func writeSources(b *strings.Builder, cs []Citation) {
	if len(cs) > 0 {
		b.WriteString("\n## Sources\n")
	}
	for _, c := range cs {
		fmt.Fprintf(b, "\n%d. [%s](%s)", c.Number, ground.Inline(c.place()), LineURI(c.URI, c.Range.Start.Line))
		if len(c.Titles) > 0 {
			fmt.Fprintf(b, " in %s", ground.Inline(strings.Join(c.Titles, " › ")))
		}
		b.WriteString("\n\n")
		for line := range strings.Lines(c.Quote) {
			b.WriteString(strings.TrimRight("   > "+ground.Inline(strings.TrimSpace(line)), " ") + "\n")
		}
	}
}

// place names the file of a citation, and the page or else the line, from 1.
func (c Citation) place() string {
	if c.Page > 0 {
		return fmt.Sprintf("%s, page %d", c.Path, c.Page)
	}
	return fmt.Sprintf("%s:%d", c.Path, c.Range.Start.Line+1)
}

// AlsoLookedFor is a sentence on the words that were added to the question's own,
// as plain text; "" if there are none.
func (r *Answer) AlsoLookedFor() string {
	const most = 12
	shown := r.Added[:min(most, len(r.Added))]
	switch more := len(r.Added) - len(shown); {
	case len(shown) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf("Also looked for: %s and %d more.", strings.Join(shown, ", "), more)
	}
	return "Also looked for: " + strings.Join(shown, ", ") + "."
}
