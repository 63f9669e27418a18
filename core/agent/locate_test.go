package agent

import (
	"path/filepath"
	"testing"

	"docuquest/core/answer/evidence"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A citation is found where it stood, where it has moved to, or where it stood.
func TestLocate(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "Öne.\n\nThe jade lies here. More.\n"})
	u := file.FromPath(filepath.ToSlash(filepath.Join(folder, "a.txt")))
	citation := replies.Citation{
		URI:   u,
		Quote: "The jade lies here.",
		Range: replies.Range{Start: replies.Position{Line: 2}, End: replies.Position{Line: 2, Character: 19}},
	}
	for _, test := range []struct {
		name, content string
		want          evidence.Located
	}{
		{
			"as it was", "Öne.\n\nThe jade lies here. More.\n",
			evidence.Located{Range: replies.Range{Start: replies.Position{Line: 2, Character: 0}, End: replies.Position{Line: 2, Character: 19}}, Holds: true, Context: "The jade lies here. More.\n", Quote: text.Span{End: 19}},
		},
		{
			"moved down, behind a letter of two bytes", "Öne.\n\nÖ\nÖ The jade lies here.\n\nThe end",
			evidence.Located{Range: replies.Range{Start: replies.Position{Line: 3, Character: 2}, End: replies.Position{Line: 3, Character: 21}}, Holds: true, Context: "Ö\nÖ The jade lies here.", Quote: text.Span{Start: 6, End: 25}},
		},
		{
			"nearest of two", "The jade lies here.\n\nThe jade lies here.\n",
			evidence.Located{Range: replies.Range{Start: replies.Position{Line: 2, Character: 0}, End: replies.Position{Line: 2, Character: 19}}, Holds: true, Context: "The jade lies here.\n", Quote: text.Span{End: 19}},
		},
		{
			"gone", "Öne.\n\nNothing lies here any more.\n",
			evidence.Located{Range: replies.Range{Start: replies.Position{Line: 2, Character: 0}, End: replies.Position{Line: 2, Character: 19}}, Holds: false, Context: "Nothing lies here any more.\n", Quote: text.Span{End: 19}},
		},
		{"empty", "", evidence.Located{}},
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
