package ground_test

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
)

// TestStatementIsNoBlock: a statement cannot become a heading, a rule or code,
// and loses the numbers that the model made up.
func TestStatementIsNoBlock(t *testing.T) {
	for statement, want := range map[string]string{
		"# It is old":                "It is old [1]",
		"#It is old":                 `\#It is old [1]`,
		"> - It is old":              "It is old [1]",
		"1912. It is old":            `1912\. It is old [1]`,
		"~~~ It is old":              `\~~~ It is old [1]`,
		"It is old [3] [4, 5].":      "It is old. [1]",
		"It is old【2】.":              "It is old. [1]",
		"It is `a[1912]` [2]\n\nold": "It is `a[1912]` old [1]",
	} {
		got := ground.Check(report(claim(statement, "the wall of 1912 is old")), found("We know that the wall of 1912 is old."))
		if got.Text != want {
			t.Errorf("%q becomes %q, want %q", statement, got.Text, want)
		}
	}
}

// fetchable names what in a piece of Markdown would be fetched, followed or run.
func fetchable(markdown string) string {
	source := []byte(markdown)
	parser := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser()
	var bad string
	_ = ast.Walk(parser.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindLink, ast.KindAutoLink, ast.KindImage, ast.KindRawHTML, ast.KindHTMLBlock:
			bad = n.Kind().String()
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return bad
}

var hostile = []string{
	"[a](http://e.org)", "![a](data:image/png;base64,xx)", "<img src=x>", "<!-- x -->", "[a]: http://e.org\n\n[a]",
	"<http://e.org>", "https://e.org/?q=1", "HTTP://E.ORG", "www.e.org", "a@e.org", "mailto:a@e.org", "ftp://e.org",
	`\[a](http://e.org)`, `\\[a](http://e.org)`, "`[a](http://e.org)", "``[a]`(http://e.org)``", "[^1]\n\n[^1]: x",
	"|a|b|\n|-|-|\n|<b>|[x](y)|", "```\n<b>\n```\n<b>", "    <b>\n<b>", "[a\n](http://e.org)", "&lt;b&gt;", "<script>alert(1)</script>",
	"![a][b]\n[b]: x", "[a](command:x)", "[a](<x> \"y\")", "http\\://e.org", "*http://e.org*", "(www.e.org)", "~www.e.org", "_https://e.org",
}

func TestHostileMarkdown(t *testing.T) {
	for _, s := range hostile {
		checkHarmless(t, s)
	}
}

func FuzzHarmless(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(checkHarmless)
}

// checkHarmless asks that nothing of a model's text does anything, whichever way
// it goes into an answer.
func checkHarmless(t *testing.T, s string) {
	t.Helper()
	texts := found("The wall is old and leans. " + strings.ToValidUTF8(s, ""))
	for _, form := range []answer.Form{answer.Report, answer.Excerpts} {
		d := report(claim(s, "The wall is old and leans."), claim("Old.", "The wall is old and leans."))
		d.Form = form
		got := ground.Check(d, texts)
		if bad := fetchable(got.Text); bad != "" {
			t.Errorf("%q as a statement is %q and holds a %s", s, got.Text, bad)
		}
	}
}
