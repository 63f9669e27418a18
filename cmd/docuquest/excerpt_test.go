package main

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// What search prints of a passage holds the word that was found, however far behind its
// beginning that is.
func TestExcerptHoldsTheWord(t *testing.T) {
	filler := strings.Repeat("Nothing happens in the valley. ", 40)
	lines := strings.Repeat("\tprintln(1)\n", 12)
	for name, text := range map[string]string{
		"beginning.md": "# Birds\n\nA tanager was seen. " + filler,
		"end.md":       "# Birds\n\n" + filler + "A tanager was seen.\n",
		"wide.md":      "# Vögel\n\n" + strings.Repeat("Üöä ñç 鳥がいない ", 60) + "tanager " + filler,
		"line.txt":     strings.Repeat(filler, 800) + "A tanager was seen. " + strings.Repeat(filler, 800), // 2 MB
		"word.txt":     strings.Repeat("x", 700) + " tanager",
		"a.go":         "package a\n\nfunc f() {\n" + lines + "\tprintln(\"tanager\")\n}\n",
		"long.go":      "package a\n\n// " + strings.Repeat("word ", 100) + "tanager\nfunc f() {}\n",
		"first.go":     "package a\n\n// tanager\nfunc f() {\n" + lines + "}\n",
	} {
		s := newScript(t, &txtar.Archive{Files: []txtar.File{{Name: "folder/" + name, Data: []byte(text)}}})
		printed := s.must(t, "search", "-C", "$WORK/folder", "-k", "1", "tanager")
		if !strings.Contains(strings.ToLower(printed), "tanager") || len(printed) > 1200 {
			t.Errorf("%s is shown as\n%s", name, printed)
		}
	}
}
