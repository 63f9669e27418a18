// Package plain reads files that have no markup this program knows: running
// text, logs, and programs. Blank lines separate what belongs together, and
// there are no sections. Of reStructuredText, AsciiDoc and Org it knows the
// titles and the headings, and nothing else.
//
// Every file that no other parser claims comes here, so it is made to run at
// the speed of looking for line ends.
package plain

import (
	"cmp"

	"docuquest/core/document"
	"docuquest/core/file"
)

// A Parser reads plain text and programs. Its zero value is ready to use, by
// any number of goroutines at once.
type Parser struct{}

// Parse cuts f into paragraphs or, when its language is a programming language,
// into blocks of code. Text that people wrote for people gets a title if its
// first line is one, or a header of fields gives one; programs, data and logs never
// have a title. A language with headings gets sections, and else its title from them.
func (Parser) Parse(f file.File) *document.Document {
	d := document.New(f)
	if file.IsCode(f.Language) {
		d.Blocks = document.Paragraphs(d.Text, document.Code)
		return d
	}
	var headings []heading
	title := ""
	switch f.Language {
	case "restructuredtext":
		headings = restructuredHeadings(d.Text)
	case "asciidoc":
		headings = asciidocHeadings(d.Text)
	case "org":
		headings, title = orgHeadings(d.Text)
	case "", "plaintext":
	default: // data and logs: a line such as "name: value" looks like a title and is none
		d.Blocks = document.Paragraphs(d.Text, document.Paragraph)
		return d
	}
	if len(headings) == 0 {
		d.Blocks = document.Paragraphs(d.Text, document.Paragraph)
		d.Title = cmp.Or(headerTitle(d.Text), title, titleOf(d.Text, d.Blocks))
		return d
	}
	var flat []document.Block
	for i, at := 0, 0; i <= len(headings); i++ {
		end := len(d.Text)
		if i < len(headings) {
			end = headings[i].span.Start
		}
		for _, b := range document.Paragraphs(d.Text[at:end], document.Paragraph) {
			b.Span = b.Span.Shift(at)
			flat = append(flat, b)
		}
		if i < len(headings) {
			h := headings[i]
			flat = append(flat, document.Block{Kind: document.Heading, Span: h.span, Level: h.level, Title: h.title})
			at = h.span.End
		}
	}
	d.Title = cmp.Or(headerTitle(d.Text), title, document.HighestTitle(flat))
	d.Blocks = document.Nest(flat)
	return d
}
