package ground_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/ground"
	"docuquest/core/document/markdown"
	"docuquest/core/file"
)

// Each case is a Markdown text and the citations in it: the target, the lines or the
// page, the quote, and behind a bar what the addresses and the numerals are.
var citedCases = []struct{ name, text, want string }{
	{"a path", "See a/b.md:12.", `a/b.md 12 "" | a/b.md | 12`},
	{"a path with a column", "See a.md:12:3, please.", `a.md 12 "" | a.md | 12:3`},
	{"a path with lines", "(see a.md:12-20)", `a.md 12-20 "" | a.md | 12-20`},
	{"in code", "Look at `main.go:7`.", `main.go 7 "" | main.go | 7`},
	{"escaped", `See a\_b.md:3.`, `a_b.md 3 "" | a\_b.md | 3`},
	{"a link", "[The temple](docs/temple.md#L3)", `docs/temple.md 3 "" | docs/temple.md | L3`},
	{"a link with lines", "[x](<my notes.md#L3-L5>)", `my notes.md 3-5 "" | my notes.md | L3-L5`},
	{"an escaped link", "[x](my%20notes.md#L3-5)", `my notes.md 3-5 "" | my%20notes.md | L3-5`},
	{"a link that shows its path", "[t.md:3](../t.md#L3)", `../t.md 3 "" | ../t.md t.md | L3 3`},
	{"a link that shows another", "[u.md:3](../t.md#L3)", `../t.md 3 "" | ../t.md | L3`},
	{"a link to a page", "[x](t.pdf#page=3)", `t.pdf p3 "" | t.pdf | page=3`},
	{"a link to a file", "[x](t.md) and [y](t.md#head)", "t.md 0 \"\" | t.md |\nt.md 0 \"\" | t.md |"},
	{"a picture", "![x](t.png)", `t.png 0 "" | t.png |`},
	{"a link in a link's text", "[![a](b.png)](c.md#L2)", `c.md 2 "" | c.md | L2`},
	{"a row of a table", "| a | b |\n|---|---|\n| x.md:3 | \"so it says\" |\n", `x.md 3 "so it says" | x.md | 3`},
	{"blocks of code", "```\na.md:3\n```\n\n    a.md:4\n", ""},
	{"times, hosts and ratios", "At 12:30 on <http://localhost:80> it was 3:4.", ""},
	{"an address", "https://example.org/a.md:3", ""},
	{"a number that goes on", "a.md:3x and a.md:3:4:5", ""},
	{"a quotation below", "From a.md:3:\n\n> The **jade**\n> lies \\[here\\].\n", `a.md 3 "The **jade**\nlies [here]." | a.md | 3`},
	{"a quotation of the last", "a.md:3 and b.md:4\n\n> Jade.\n", "a.md 3 \"\" | a.md | 3\nb.md 4 \"Jade.\" | b.md | 4"},
	{"a quotation that cites by itself", "a.md:3\n\n> Jade, b.md:4\n", "a.md 3 \"\" | a.md | 3\nb.md 4 \"\" | b.md | 4"},
	{"a source", "1. [a.md:3](file:///w/a.md#L3) in A › B\n\n   > The jade\n   > lies here.\n", `file:///w/a.md 3 "The jade\nlies here." | file:///w/a.md a.md | L3 3`},
	{"a string in front", `It "lies right here" (a.md:3).`, `a.md 3 "lies right here" | a.md | 3`},
	{"a string behind", "a.md:3 says “it lies\nhere”.", `a.md 3 "it lies\nhere" | a.md | 3`},
	{"strings in their order", `"One two" (a.md:1), "three four" (b.md:2).`, "a.md 1 \"One two\" | a.md | 1\nb.md 2 \"three four\" | b.md | 2"},
	{"strings behind", `a.md:1 has "One two", b.md:2 has "three four".`, "a.md 1 \"One two\" | a.md | 1\nb.md 2 \"three four\" | b.md | 2"},
	{"a string in front of parentheses", `As in a.md:1, it has "One two" (b.md:2).`, "a.md 1 \"\" | a.md | 1\nb.md 2 \"One two\" | b.md | 2"},
	{"a single word", `The "quick" one, a.md:3.`, `a.md 3 "" | a.md | 3`},
	{"a string in code", "`x(\"a b\")`, a.md:3.", `a.md 3 "" | a.md | 3`},
	{"a string in another item", "- \"One two\"\n- a.md:3\n", `a.md 3 "" | a.md | 3`},
	{"an inserted answer", "?? When was it\n\n> !! In \"the year 1931\". [\\[2\\]](t.md#L3)\n>\n> !! So. [\\[3\\]](t.md#L4)\n", "t.md 3 \"\" | t.md | L3 | 2 When was it\nt.md 4 \"\" | t.md | L4 | 3 When was it"},
	{"no quotation but an answer", "?? As a.md:3 says\n\n> !! So.\n", `a.md 3 "" | a.md | 3`},
	{"CRLF", "a.md:3\r\n\r\n> The jade\r\n> lies.\r\n", `a.md 3 "The jade\nlies." | a.md | 3`},
}

func TestCitationsOfMarkdown(t *testing.T) {
	for _, test := range citedCases {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, c := range citationsOf(test.text) {
				got = append(got, showCited(test.text, c))
			}
			if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("citations (-want +got):\n%s", diff)
			}
		})
	}
}

func citationsOf(s string) []ground.Cited {
	return ground.Citations(markdown.New().Parse(file.File{Path: "x.md", Language: "markdown", Content: s}))
}

// showCited writes a citation as the table has it.
func showCited(s string, c ground.Cited) string {
	where := fmt.Sprint(c.First)
	if c.First < c.Last {
		where += fmt.Sprint("-", c.Last)
	}
	if c.Page > 0 {
		where = fmt.Sprint("p", c.Page)
	}
	line := fmt.Sprintf("%s %s %q |%s |%s", c.Target, where, c.Quote, showParts(s, c.Addresses), showParts(s, c.Numerals))
	if c.Question != "" {
		line += fmt.Sprintf(" | %d %s", c.Number, c.Question)
	}
	return line
}

func showParts(s string, parts []ground.CitedPart) string {
	shown := ""
	for _, p := range parts {
		shown += " " + p.Span.Of(s)
	}
	return shown
}

// Whatever a text holds, its citations lie in it and name what stands there.
func FuzzCitationsOfMarkdown(f *testing.F) {
	for _, test := range citedCases {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := markdown.New().Parse(file.File{Path: "x.md", Language: "markdown", Content: s})
		s = d.Text // in UTF-8
		for _, c := range ground.Citations(d) {
			if c.Span.Empty() || len(s) < c.Span.End || c.Last < c.First || len(s) < c.QuoteSpan.End {
				t.Fatalf("%+v in %q", c, s)
			}
			for _, part := range c.Numerals {
				if part.Span.Empty() || part.Span.Start < c.Span.Start || c.Span.End < part.Span.End {
					t.Fatalf("a numeral at %v of %+v in %q", part, c, s)
				}
			}
		}
	})
}
