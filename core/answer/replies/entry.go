package replies

import (
	"strings"

	"docuquest/core/answer/ground"
	"docuquest/core/document/entry"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// mostShown is how many lines of an entry are shown around a quote.
const mostShown = 12

// A Context is what belongs to the entry of a citation and is elsewhere in its file: the
// header of a table, the line that introduces a long list.
type Context struct {
	Range Range  `json:"range"`
	Text  string `json:"text"`
}

// entryOf returns the entry that a citation is in, as a reader sees it: its lines around the
// quote, at most mostShown, without what all of them are indented by; "" where it says no more
// than the quote. Lines that are left out are an ellipsis.
func (l *Locator) entryOf(c ground.Citation) (shown string, context []Context) {
	d := c.Document.AsRead()
	span := c.Span
	if d != c.Document {
		span = c.Document.Reading.Of(span)
	}
	e, ok := entry.At(d, span.Start)
	if ok && c.IntroducesList && !file.IsCode(d.Language) {
		if lists := entry.ListsOf(d, e); len(lists) > 0 {
			return listShown(d.Text, lists[0]), nil
		}
	}
	if !ok || e.Span.Trim(d.Text) == span.Trim(d.Text) {
		return "", nil
	}
	for _, outside := range e.Context() {
		at := l.Locate(d, outside)
		context = append(context, Context{at.Range, at.Text})
	}
	if shown = shownLines(d.Text, e.Span, span); strings.TrimSpace(shown) == strings.TrimSpace(span.Of(d.Text)) && context == nil {
		return "", nil
	}
	return shown, context
}

// shownLines returns the lines of a span that are nearest to a quote in it.
func shownLines(s string, span, quote text.Span) string {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(span.Of(s), "\r\n", "\n"), "\n"), "\n")
	first := strings.Count(s[span.Start:max(span.Start, min(quote.Start, span.End))], "\n")
	last := strings.Count(s[span.Start:max(span.Start, min(quote.End, span.End))], "\n")
	from, to := 0, len(lines)
	if mostShown < len(lines) {
		before := max(0, mostShown-(last-first+1)) / 3 // what follows says more than what precedes
		from = max(0, min(first-before, len(lines)-mostShown))
		to = from + max(mostShown, last+1-from)
	}
	margin := -1
	for _, line := range lines[from:to] {
		if indent := len(line) - len(strings.TrimLeft(line, " \t")); strings.TrimSpace(line) != "" && (margin < 0 || indent < margin) {
			margin = indent
		}
	}
	var shown []string
	if from > 0 {
		shown = append(shown, "…")
	}
	for _, line := range lines[from:to] {
		shown = append(shown, strings.TrimRight(line[min(max(margin, 0), len(line)):], " \t\r"))
	}
	if to < len(lines) {
		shown = append(shown, "…")
	}
	return strings.Join(shown, "\n")
}
