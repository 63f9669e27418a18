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
	if headings := headingsOf(f.Language, d.Text); len(headings) > 0 {
		flat := between(d.Text, headings)
		d.Title = document.HighestTitle(flat)
		d.Blocks = document.Nest(flat)
	} else {
		d.Blocks = document.Paragraphs(d.Text, document.Paragraph)
		if hasTitle(f.Language) {
			d.Title = titleOf(d.Text, d.Blocks)
		}
	}
	if f.Language == "org" {
		d.Title = cmp.Or(orgTitle(d.Text), d.Title)
	}
	if hasTitle(f.Language) {
		d.Title = cmp.Or(headerTitle(d.Text), d.Title)
	}
	return d
}

// hasTitle says whether the first line of a language can be a title. In data
// formats a line such as "name: value" looks like one and is none.
func hasTitle(language string) bool {
	switch language {
	case "", "plaintext", "restructuredtext", "asciidoc", "org":
		return true
	}
	return false
}
