package replies

import (
	"testing"

	"docuquest/core/file"
)

// The target of a link to a line keeps the page.
func TestLineURI(t *testing.T) {
	for u, want := range map[file.URI]string{
		"file:///w/a.md":        "file:///w/a.md#L3",
		TextURI("a b.pdf", 12):  "docuquest:/text/a%20b.pdf?p=12#L3",
		TextURI("in/c.docx", 0): "docuquest:/text/in/c.docx.txt#L3",
	} {
		if got := LineURI(u, 2); got != want {
			t.Errorf("%s: %s, not %s", u, got, want)
		}
	}
}
