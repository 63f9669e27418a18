package main

import "testing"

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
		if got := wrap(test.text, 10, ""); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
	if got, want := wrap("one two three", 12, "    "), "    one two\n    three"; got != want {
		t.Errorf("indented: got\n%s\nwant\n%s", got, want)
	}
}

// A terminal obeys nothing that comes from a file.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\nc":             "a\tb\nc",
		"a\r\nb\rc":           "a\nbc",
		"\x1b[31mred\x00\x7f": "\ufffd[31mred\ufffd\ufffd",
		"\u009b31m":           "\ufffd31m",
		"a\u202eb\u2066c":     "a\ufffdb\ufffdc",
		"👩\u200d🔬 \u200fשלום": "👩\u200d🔬 \u200fשלום",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// Markdown is shown as it is meant to look.
func TestPlainly(t *testing.T) {
	for text, want := range map[string]string{
		`- **Staneford \[Hoard\]**: 3 \* 4 [1]`: `- Staneford [Hoard]: 3 * 4 [1]`,
		`C:\dir \\ a`:                           `C:\dir \ a`,
		`2 ** 3 is *eight*`:                     `2 ** 3 is *eight*`,
	} {
		if got := plainly(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// A cut text says that it is cut.
func TestCut(t *testing.T) {
	for text, want := range map[string]string{"": "", "äöüäö": "äöüäö", "äöüäöü": "äöüä…", "abc def": "abc…"} {
		if got := cut(text, 5); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// The width of a screen is believed within reason.
func TestScreenWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 80, "wide": 80, "100": 100, "3": 40, "4000": 120} {
		if got := screenWidth(columns); got != want {
			t.Errorf("%q gives %d, want %d", columns, got, want)
		}
	}
}
