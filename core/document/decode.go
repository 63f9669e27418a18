package document

import (
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/charset"
)

// New starts the document of f for its parser: everything is set but what a
// parser finds out, the Title and the Blocks. A file in no known encoding gets
// an empty Text and a Problem that says so; parsing an empty text is then all
// that is left to do.
func New(f file.File) *Document {
	d := &Document{Identity: f.Identity, Path: f.Path, Language: f.Language}
	if f.Open { // an editor's text is text already, whatever it begins with
		d.Text = strings.ToValidUTF8(f.Content, "\uFFFD")
		return d
	}
	decoded, _, err := charset.Decode(f.Content)
	if err != nil {
		d.Problems = append(d.Problems, Problem{Message: "cannot be read as text: " + err.Error()})
		return d
	}
	d.Text = decoded
	return d
}
