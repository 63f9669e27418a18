package evidence

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A mending is a citation in a text and where what it quotes stands now.
type mending struct {
	document *document.Document // that cites
	lines    *text.Lines        // of it
	cited    ground.Cited
	at       resolved
	now      replies.EvidencePlace
}

// fix has a citation name the place where its quote stands, and say what stands there.
func (c *Checking) fix(m mending) []replies.Change {
	var changes []replies.Change
	add := func(span text.Span, with string) {
		if span.Of(m.document.Text) != with {
			changes = append(changes, replies.Change{Range: replies.NewRange(m.lines.Range(span, c.locator.Encoding)), Text: with})
		}
	}
	for _, part := range m.cited.Numerals {
		add(part.Span, m.numeral(part.InLink))
	}
	for _, part := range m.cited.Addresses {
		if u := c.fileOf(m.now); u != m.at.uri || m.now.Page != m.at.page {
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

// fileOf is the file of a place, also where its text was taken out of one.
func (c *Checking) fileOf(p replies.EvidencePlace) file.URI {
	if !strings.HasPrefix(string(p.URI), replies.TextScheme) {
		return p.URI
	}
	for u, s := range c.sources {
		if s.err == nil && s.document.Path == p.Path {
			return u
		}
	}
	return p.URI
}

// numeral writes the lines, or the page, of a place.
func (m mending) numeral(inLink bool) string {
	first, last := m.now.Range.Start.Line+1, m.now.Range.End.Line+1
	if m.cited.First == m.cited.Last {
		last = first
	}
	switch {
	case m.cited.First == 0:
		return fmt.Sprintf("page=%d", m.now.Page)
	case inLink && first < last:
		return fmt.Sprintf("L%d-L%d", first, last)
	case inLink:
		return fmt.Sprintf("L%d", first)
	case first < last:
		return fmt.Sprintf("%d-%d", first, last)
	}
	return fmt.Sprint(first)
}

// quotation writes what stands at the place in the form that the quote has.
func (m mending) quotation() string {
	said, old := m.now.Text, m.cited.QuoteSpan.Of(m.document.Text)
	if strings.HasPrefix(old, ">") {
		return m.block(said)
	}
	said = render.Inline(onOneLine(said))
	for _, marks := range []string{`""`, "“”", "«»"} {
		if open := string([]rune(marks)[:1]); !strings.ContainsAny(said, marks) {
			return open + said + strings.TrimPrefix(marks, open)
		}
	}
	return old
}

// onOneLine puts lines behind one another, without the marks that they start with.
func onOneLine(s string) string {
	var words []string
	for line := range eachLine(s) {
		words = append(words, strings.Fields(line[answer.LineMarks(line):])...)
	}
	return strings.Join(words, " ")
}

// eachLine gives the lines of a text, however they end.
func eachLine(s string) iter.Seq[string] {
	return strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s), "\n")
}

// block writes a block quotation where the old one stands.
func (m mending) block(said string) string {
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
