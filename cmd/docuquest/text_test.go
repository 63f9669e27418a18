package main

import (
	"strings"
	"testing"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
)

// A terminal obeys nothing that comes from a file.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\nc":                      "a\tb\nc",
		"a\r\nb\rc":                    "a\nbc",
		"\x1b[31mred\x00\x7f":          "\ufffd[31mred\ufffd\ufffd",
		"\u009b31m":                    "\ufffd31m",
		"a\u202eb\u2066c":              "a\ufffdb\ufffdc",
		"👩\u200d🔬 \u200fשלום":          "👩\u200d🔬 \u200fשלום",
		"pass\u200bword\ufeff":         "password",
		"a\U000e0068\U000e0069":        "a\ufffd\ufffd",
		"soft\u00adly ❤\ufe0f ١\u0600": "softly ❤\ufe0f ١\u0600",
		"\u3164\u061c\U000e0101":       "\ufffd\ufffd\ufffd",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// What is escaped is shown as it was, but for the words of a model, and only the
// title in front of what was taken from a document loses its marks.
func TestAnswerText(t *testing.T) {
	tests := []struct{ name, writer, text, want string }{
		{"a title", "extractive", `- **Staneford \[Hoard\] \***: 3 \* 4 [1]`, `- Staneford [Hoard] *: 3 * 4 [1]`},
		{"several", "extractive", "- **a**: b [1]\n- **c: d**: e [2]", "- a: b [1]\n- c: d: e [2]"},
		{"powers", "extractive", `- **a**: x = 2**3 + 4**5 [1]`, `- a: x = 2**3 + 4**5 [1]`},
		{"a title of the text's own", "extractive", `- **a**: **b**: c - **d**: e [1]`, `- a: **b**: c - **d**: e [1]`},
		{"a backslash", "extractive", `- **a**: C:\dir \\ \\* \<b> [1]`, `- a: C:\dir \ \* <b> [1]`},
		{"code", "extractive", "- **a**: `x\\[1\\]` `` \\` `` \\`\\` \\[1\\] [1]", "- a: `x\\[1\\]` `` \\` `` `` [1] [1]"},
		{"a statement of a model", "m", `- **a**: 2**3 \[1\] [1]`, `- **a**: 2**3 [1] [1]`},
	}
	for _, test := range tests {
		a := printed{Answer: &replies.Answer{Answer: test.text, Writer: test.writer}}
		if got := a.text(); got != test.want {
			t.Errorf("%s: %q became %q, want %q", test.name, test.text, got, test.want)
		}
		a.verbatim = true
		if got := a.text(); got != test.text {
			t.Errorf("%s: the words of a model became %q, want %q", test.name, got, test.text)
		}
	}
	const refusal = `Not in your files: "\[a\]".`
	if got := (printed{Answer: &replies.Answer{Answer: refusal, Writer: "extractive", Refused: true}}).text(); got != refusal {
		t.Errorf("a refusal became %q, want %q", got, refusal)
	}
}

// What is taken from a file is shown as it stands there, whatever Markdown makes
// of it.
func FuzzUnescaped(f *testing.F) {
	for _, seed := range []string{"", "a", `C:\dir \*`, "``a`", "`\\`", "\\`a`", "www.a.b http://c &lt; <d> [e](f) @g", "`a` \\"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = printableLine(text)
		if want := visible(text); render.Unescaped(render.Inline(text)) != want {
			t.Errorf("%q is shown as %q", want, render.Unescaped(render.Inline(text)))
		}
	})
}

// visible is what is left of a text when it is made harmless without an escape:
// that of a block that holds nothing else.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if kept := render.Inline(string(r)); kept != "" {
			b.WriteRune(r)
		}
	}
	return b.String()
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
