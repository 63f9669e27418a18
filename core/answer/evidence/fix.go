package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A correction is a citation in a text, and where what it quotes is now.
type correction struct {
	document *document.Document // that cites
	lines    *text.Lines        // of it
	cited    ground.Cited
	at       resolved
	now      replies.EvidencePlace
}

// fix has a citation name the place where its quote is, and say what is there.
func (c *Checking) fix(m correction) []replies.Change {
	var changes []replies.Change
	add := func(span text.Span, with string) {
		if span.Of(m.document.Text) != with {
			changes = append(changes, replies.Change{Range: replies.NewRange(m.lines.Range(span, c.locator.Encoding)), Text: with})
		}
	}
	first, last := m.now.Range.Start.Line+1, m.now.Range.End.Line+1
	if m.cited.First == m.cited.Last {
		last = first
	}
	for _, part := range m.cited.Numerals {
		switch {
		case m.cited.First == 0:
			add(part.Span, fmt.Sprintf("page=%d", m.now.Page))
		case part.InLink && first < last:
			add(part.Span, fmt.Sprintf("L%d-L%d", first, last))
		case part.InLink:
			add(part.Span, fmt.Sprintf("L%d", first))
		case first < last:
			add(part.Span, fmt.Sprintf("%d-%d", first, last))
		default:
			add(part.Span, fmt.Sprint(first))
		}
	}
	u := m.now.URI
	if strings.HasPrefix(string(u), replies.TextScheme) { // its text was taken out of a file
		for source, s := range c.sources {
			if s.err == nil && s.document.Path == m.now.Path {
				u = source
			}
		}
	}
	for _, part := range m.cited.Addresses {
		if u != m.at.uri || m.now.Page != m.at.page {
			add(part.Span, address{m.document.URI, u, m.now.Path, m.now.Page, m.at.from, part.InLink}.String())
		}
	}
	if !m.cited.QuoteSpan.Empty() && m.cited.Quote != m.now.Text {
		add(m.cited.QuoteSpan, m.quotation())
	}
	sortChanges(changes)
	return changes
}

// sortChanges puts changes into the order of the text.
func sortChanges(changes []replies.Change) {
	slices.SortFunc(changes, func(a, b replies.Change) int {
		return cmp.Or(a.Range.Start.Line-b.Range.Start.Line, a.Range.Start.Character-b.Range.Start.Character)
	})
}

// quotation writes what is at the place in the form that the quote has: as a block quotation,
// or on one line between quotation marks.
func (m correction) quotation() string {
	said, old := m.now.Text, m.cited.QuoteSpan.Of(m.document.Text)
	if strings.HasPrefix(old, ">") {
		whole, start := m.document.Text, m.cited.QuoteSpan.Start
		line := m.lines.Line(m.lines.Position(start, text.UTF8).Line)
		indent := strings.Map(func(r rune) rune {
			if r == '\t' || r == '>' {
				return r
			}
			return ' '
		}, whole[line.Start:start])
		newline := "\n"
		if strings.HasPrefix(whole[line.End:], "\r\n") {
			newline = "\r\n"
		}
		var quoted []string
		for _, line := range ground.Quotation(said, file.IsCode(file.LanguageOf(m.now.Path))) {
			quoted = append(quoted, strings.TrimRight("> "+line, " "))
		}
		return strings.Join(quoted, newline+indent)
	}
	var words []string // without the marks that lines start with
	for line := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(said), "\n") {
		words = append(words, strings.Fields(line[text.LineMarks(line):])...)
	}
	said = render.Inline(strings.Join(words, " "))
	for _, marks := range []string{`""`, "“”", "«»"} {
		if open := string([]rune(marks)[:1]); !strings.ContainsAny(said, marks) {
			return open + said + strings.TrimPrefix(marks, open)
		}
	}
	return old
}
