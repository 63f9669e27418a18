package render_test

import (
	"testing"

	"docuquest/core/answer/render"
)

// Lines are broken at spaces; what is laid out by hand stays.
func TestWrap(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"short", "a b", "a b"},
		{"at a space", "one two three four", "one two\nthree four"},
		{"paragraphs", "one two three\n\nfour", "one two\nthree\n\nfour"},
		{"a word that is too long", "a bbbbbbbbbbbbbb c", "a\nbbbbbbbbbbbbbb\nc"},
		{"a list", "- one two three\n12. four five", "- one two\n  three\n12. four\n    five"},
		{"a list inside of one", "  - one two three", "  - one\n    two\n    three"},
		{"a quotation", "> one two three", "> one two\n  three"},
		{"code in a fence", "```\none two three four\n```\none two three", "```\none two three four\n```\none two\nthree"},
		{"code that is indented", "    one two three four", "    one two three four"},
		{"a table", "| one | two | three |", "| one | two | three |"},
		{"characters, not bytes", "äöü äöü äöü", "äöü äöü\näöü"},
		{"a number is no mark", "1931 one two", "1931 one\ntwo"},
	}
	for _, test := range tests {
		if got := render.Wrap(test.text, 10, ""); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
	if got, want := render.Wrap("one two three", 12, "    "), "    one two\n    three"; got != want {
		t.Errorf("indented: got\n%s\nwant\n%s", got, want)
	}
}

// Markdown for a terminal has lines that fit, below the marks of lists and quotes, and
// code and tables as they are.
func TestTerminal(t *testing.T) {
	const md = "# A heading of words\n\nOne **two** three `four`.\n\n- one two three\n- four\n\n> five six seven\n\n```\na line of code that is long\n```\n\n| a | b c d e f g h |\n|---|---|\n| 1 | 2 |\n"
	const want = "A heading\nof words\n\nOne two\nthree\nfour.\n\n- one two\n  three\n- four\n\n> five six\n> seven\n\n    a line of code that is long\n\na  b c d e f g\n   h\n-  ------------\n1  2"
	if got := render.Terminal(md, 10); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
