package structured

import (
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
)

// A fault of a library costs the structure of one file and not its text.
func TestLibraryFault(t *testing.T) {
	d := parse(documenttest.File("a.json", "{\n\n}"), func(d *document.Document) {
		d.Title, d.Reading = "t", &document.Reading{}
		panic("out of range")
	})
	documenttest.Check(t, d)
	want := "problem 0-0 read as plain text: out of range\nparagraph 0-1 \"{\"\nparagraph 3-4 \"}\"\n"
	if got := documenttest.Outline(d); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
