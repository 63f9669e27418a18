package agent

import (
	"fmt"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/file"
)

// asDocument writes an answer as Markdown: the question, the text with its numbers,
// and the sources, each a link to its line with the quote below it. Everything
// that comes from a file or a model is written so that it stands for itself, and what
// comes of it is read and written out once more: no image, no HTML, no link but those to
// the sources. Of very many sources the first are shown, and how many are not.
func asDocument(r *Answer) string {
	head := fmt.Sprintf("# %s\n\n%s\n", ground.Inline(r.Question), strings.TrimSpace(r.Markdown))
	tail := afterSources(r)
	links := r.links()
	sources := sourcesText(r.Citations, longestDocument-len(head)-len(tail))
	return render.Markdown(head+sources+tail, func(to string) bool { return links[to] })
}

// longestDocument is how many bytes are written at most, as far as that is owed to the
// sources. It leaves room for what has to be escaped besides when it is rendered, so
// that nothing is cut there.
const longestDocument = render.MaxCharacters * 4 / 5

// links are the places that a document may link to: those that it cites or names as
// near, and earlier answers that it tells of.
func (r *Answer) links() map[string]bool {
	places := map[string]bool{}
	for _, c := range r.Citations {
		places[LineURI(c.URI, c.Range.Start.Line)] = true
	}
	for _, b := range r.Before {
		places[string(b.URI)] = true
	}
	for _, p := range r.Nearest {
		places[LineURI(p.URI, p.Range.Start.Line)] = true
	}
	return places
}

// afterSources are the remarks, the statements without support, how research went, and at
// the end what was sent.
func afterSources(r *Answer) string {
	var b strings.Builder
	writeLines(&b, r.Remarks())
	if len(r.Unsupported) > 0 {
		b.WriteString("\n## Without support in your files\n\n")
		for _, s := range r.Unsupported {
			fmt.Fprintf(&b, "- %s\n", ground.Inline(s))
		}
	}
	b.WriteString(r.Research.document())
	writeLines(&b, r.SentLines())
	return b.String()
}

// writeLines writes each line as a paragraph.
func writeLines(b *strings.Builder, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(b, "\n%s\n", ground.Inline(line))
	}
}

// sourcesText lists as many citations as have room, in bytes.
func sourcesText(cs []Citation, room int) string {
	if len(cs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Sources\n")
	for i, c := range cs {
		source := c.asSource()
		if b.Len()+len(source) > room {
			fmt.Fprintf(&b, "\n%s not shown.\n", plural(len(cs)-i, "source is", "sources are"))
			break
		}
		b.WriteString(source)
	}
	return b.String()
}

// asSource is a citation as an item of the sources: a link with the quote below it.
func (c Citation) asSource() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d. [%s](%s)", c.Number, ground.Inline(c.place()), LineURI(c.URI, c.Range.Start.Line))
	if len(c.Titles) > 0 {
		fmt.Fprintf(&b, " in %s", ground.Inline(strings.Join(c.Titles, " › ")))
	}
	b.WriteString("\n\n")
	for _, line := range ground.Quotation(c.Quote, file.IsCode(file.LanguageOf(c.Path))) {
		b.WriteString(strings.TrimRight("   > "+line, " ") + "\n")
	}
	return b.String()
}

// Said is what a citation quotes on one line; of a program without the signs of a comment.
func (c Citation) Said() string {
	lines := strings.Split(c.Quote, "\n")
	if file.IsCode(file.LanguageOf(c.Path)) {
		lines = answer.WithoutComment(lines)
	}
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}

// place names the file of a citation, and the page or else the line, from 1; of a page of
// the web its address alone.
func (c Citation) place() string {
	switch {
	case OnWeb(c.URI):
		return c.Path
	case c.Page > 0:
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
