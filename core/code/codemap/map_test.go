package codemap

import "testing"

// No label of a drawing means anything to Mermaid, nor is it a list of Markdown to it.
func TestMermaidText(t *testing.T) {
	for text, want := range map[string]string{
		"\"|\n&x\u202e_*": "#34;#124; #38;x#95;#42;",
		"1. Intro":        "1#46; Intro",
		" 12. a.go":       "12#46; a.go",
		"1) Intro":        "1#41; Intro",
		"1.2.go":          "1#46;2.go",
		"v1. x":           "v1. x",
		"a. b":            "a. b",
		"- a - b":         "#45; a - b",
		"+ a + b":         "#43; a + b",
		"* a":             "#42; a",
		"3 - 4":           "3 - 4",
		"-":               "#45;",
		"1":               "1",
		".":               ".",
		"":                "",
	} {
		if got := mermaidText(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}
