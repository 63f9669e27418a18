package replies

import (
	"fmt"
	"strings"

	"docuquest/core/answer/render"
	"docuquest/core/language/text"
)

// DocumentOf writes an answer as Markdown: the question, the text with its numbers,
// and the sources, each a link to its line with the quote below it. Everything
// that comes from a file or a model is written so that it means itself, and what
// comes of it is read and written out once more: no image, no HTML, no link but those to
// the sources. Of very many sources the first are shown, and how many are not.
func DocumentOf(r *Answer) string {
	head := fmt.Sprintf("# %s\n\n%s\n", render.Inline(r.Question), strings.TrimSpace(r.Markdown))
	tail := afterSources(r)
	links := map[string]bool{} // the places that the document may link to
	for _, c := range r.Citations {
		links[LineURI(c.URI, c.Range.Start.Line)] = true
	}
	for _, b := range r.Before {
		links[string(b.URI)] = true
	}
	for _, p := range r.Nearest {
		links[LineURI(p.URI, p.Range.Start.Line)] = true
	}
	if r.Otherwise != "" {
		links[QuestionURI(r.Otherwise)] = true
	}
	if r.Suggested != "" {
		links[QuestionURI(r.Suggested)] = true
	}
	sources := sourcesText(r.Citations, longestDocument-len(head)-len(tail))
	return render.Markdown(head+sources+tail, func(to string) bool { return links[to] })
}

// longestDocument is how many bytes are written at most, as far as that is owed to the
// sources. It leaves room for what has to be escaped besides when it is rendered, so
// that nothing is cut there.
const longestDocument = render.MaxCharacters * 4 / 5

// afterSources are the remarks, the statements without support, how research went, and at
// the end what was sent.
func afterSources(r *Answer) string {
	var b strings.Builder
	writeLines(&b, r.Remarks())
	for _, link := range NonEmpty(r.SuggestionMarkdown(), r.OtherwiseMarkdown()) {
		fmt.Fprintf(&b, "\n%s\n", link)
	}
	if len(r.Unsupported) > 0 {
		b.WriteString("\n## Without support in your files\n\n")
		for _, s := range r.Unsupported {
			fmt.Fprintf(&b, "- %s\n", render.Inline(s))
		}
	}
	b.WriteString(r.Research.document())
	writeLines(&b, r.SentLines())
	return b.String()
}

// writeLines writes each line as a paragraph.
func writeLines(b *strings.Builder, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(b, "\n%s\n", render.Inline(line))
	}
}

// sourcesText lists as many citations as have room, in bytes.
func sourcesText(cs []Citation, room int) string {
	if len(cs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Sources\n")
	for i, c := range OncePerEntry(cs) {
		source := c.asSource()
		if b.Len()+len(source) > room {
			fmt.Fprintf(&b, "\n%s not shown.\n", text.Counted(len(cs)-i, "source is", "sources are"))
			break
		}
		b.WriteString(source)
	}
	return b.String()
}
