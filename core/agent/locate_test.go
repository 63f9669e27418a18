package agent

import (
	"path/filepath"
	"testing"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A citation is found where it stood, where it has moved to, or where it stood.
func TestLocate(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "Öne.\n\nThe jade lies here. More.\n"})
	u := file.FromPath(filepath.ToSlash(filepath.Join(folder, "a.txt")))
	citation := Citation{
		URI:   u,
		Quote: "The jade lies here.",
		Range: Range{Start: Position{Line: 2}, End: Position{Line: 2, Character: 19}},
	}
	for _, test := range []struct {
		name, content string
		want          Located
	}{
		{
			"as it was", "Öne.\n\nThe jade lies here. More.\n",
			Located{Range{Position{2, 0}, Position{2, 19}}, true, "The jade lies here. More.\n", text.Span{End: 19}},
		},
		{
			"moved down, behind a letter of two bytes", "Öne.\n\nÖ\nÖ The jade lies here.\n\nThe end",
			Located{Range{Position{3, 2}, Position{3, 21}}, true, "Ö\nÖ The jade lies here.", text.Span{Start: 6, End: 25}},
		},
		{
			"nearest of two", "The jade lies here.\n\nThe jade lies here.\n",
			Located{Range{Position{2, 0}, Position{2, 19}}, true, "The jade lies here.\n", text.Span{End: 19}},
		},
		{
			"gone", "Öne.\n\nNothing lies here any more.\n",
			Located{Range{Position{2, 0}, Position{2, 19}}, false, "Nothing lies here any more.\n", text.Span{End: 19}},
		},
		{"empty", "", Located{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := start(t, folder, Options{})
			a.Open(u, "plaintext", 1, test.content)
			got, err := a.Locate(t.Context(), citation, text.UTF8, text.UTF16)
			if err != nil {
				t.Fatal(err)
			}
			checkSame(t, "located", test.want, got)
		})
	}
}

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
