// Package office reads what is packed in a zip archive of XML: Word documents
// and electronic books. It takes out the text, paragraph by paragraph, in
// sections by the headings, with lists and tables.
//
// The text of such a document does not occur in a file, so it is made here: blank
// lines between paragraphs, a line for each item and each row, tabs between
// cells. Notes follow at the end, as paragraphs of no section.
//
// An archive may claim to hold anything. What is read out of one has limits
// (archive.go), and so has the number of blocks made of it. XML is read as it
// comes, without its entities, and no part of an archive is ever taken for
// another archive.
package office

import (
	"docuquest/core/document"
	"docuquest/core/file"
)

// newDocument starts the document of a file whose text is taken out of it.
func newDocument(f file.File) *document.Document {
	return &document.Document{Identity: f.Identity, Path: f.Path, Language: f.Language, Extracted: true}
}

// complain adds a problem that concerns the whole file.
func complain(d *document.Document, message string) {
	d.Problems = append(d.Problems, document.Problem{Message: message})
}
