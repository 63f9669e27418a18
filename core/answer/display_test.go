package answer

import (
	"strings"
	"testing"
)

func TestDisplay(t *testing.T) {
	for _, c := range []struct{ why, raw, want string }{
		{"a wrapped sentence", "The wall\n  is\told.", "The wall is old."},
		{"a comment", "// Package oars steers\n// a boat.", "Package oars steers a boat."},
		{"a comment without a space", "//go:build linux", "go:build linux"},
		{"a block of comment", "/*\n * Steers a boat.\n */", "Steers a boat."},
		{"a comment that is closed on its line", "/* Steers a boat. */", "Steers a boat."},
		{"a comment of a script", "# Steers a boat\r\n#\r\n# by oars.", "Steers a boat by oars."},
		{"a quotation with an item", "> - It is\n>   old.", "It is old."},
		{"a heading", "## Old walls", "Old walls"},
		{"a negative number at the start of a line", "It was\n-5 degrees", "It was -5 degrees"},
		{"a number that ends a sentence of a wrapped text", "It was in\n12. Then", "It was in 12. Then"},
		{"a flag and a directive", "--verbose\n#include <x>", "--verbose #include <x>"},
		{"emphasis at the start of a line", "*very* old", "*very* old"},
		{"a row of a table", "| alpha | 9600 |", "alpha | 9600"},
		{"nothing but marks", "***\n//\n", ""},
	} {
		if got := Display(c.raw); got != c.want {
			t.Errorf("%s: %q is shown as %q, want %q", c.why, c.raw, got, c.want)
		}
	}
}

// FuzzDisplay asks that nothing but marks and white space is left out and that
// every byte keeps its place in the text without marks.
func FuzzDisplay(f *testing.F) {
	f.Add("// a\n * b */\r\n> # - c")
	f.Add("*/\n/*/ x */ y")
	f.Fuzz(func(t *testing.T, raw string) {
		blanked := withoutMarks(raw)
		if len(blanked) != len(raw) {
			t.Fatalf("%q has %d bytes, want %d", blanked, len(blanked), len(raw))
		}
		for i := range len(raw) {
			if blanked[i] != raw[i] && !strings.ContainsRune("/#*>;%-+ \t", rune(raw[i])) {
				t.Fatalf("%q lost %q at %d", raw, raw[i], i)
			}
		}
	})
}
