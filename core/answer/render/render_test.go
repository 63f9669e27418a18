package render_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer/render"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the cases")

// allowed is what the tests take for a checked citation.
func allowed(destination string) bool { return strings.HasPrefix(destination, "file:///notes/") }

// forms are the kinds of output, by the names of their sections in testdata.
var forms = map[string]func(md string, links func(string) bool) string{
	"md": render.Markdown, "html": render.HTML, "text": render.Text,
}

// TestCases renders each case of testdata. Its sections are the input, and what
// comes of it in the forms that stand there.
func TestCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { checkCase(t, path) })
	}
}

func checkCase(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var input string
	for i, section := range archive.Files {
		if section.Name == "input" {
			input = unquoted(string(section.Data))
			continue
		}
		got := strings.TrimSuffix(forms[section.Name](input, allowed), "\n") + "\n"
		archive.Files[i].Data = []byte(got)
		if diff := cmp.Diff(string(section.Data), got); diff != "" && !*update {
			t.Errorf("%s%s (-want +got):\n%s", archive.Comment, section.Name, diff)
		}
	}
	checkMarkdown(t, input)
	checkPage(t, input)
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// unquoted is an input with the characters that a file of tests should not hold, which
// stand there as \x1b or \u202e.
func unquoted(s string) string {
	return strings.NewReplacer(`\x1b`, "\x1b", `\x07`, "\a", `\u202e`, "\u202e", `\u200b`, "\u200b", `\U000e0041`, "\U000e0041", `\r`, "\r").Replace(s)
}

// checkMarkdown asks of any text that its Markdown does nothing, is short enough, and
// stays what it is.
func checkMarkdown(t *testing.T, md string) {
	t.Helper()
	once := render.Markdown(md, allowed)
	if bad := active(once); bad != "" {
		t.Errorf("%.2000q becomes %.2000q, which holds %s", md, once, bad)
	}
	if bad := hidden(once); bad != "" {
		t.Errorf("%.2000q becomes %.2000q, which holds %s", md, once, bad)
	}
	if len(once) > 4*render.MaxCharacters || units(once) > render.MaxCharacters {
		t.Errorf("%.200q becomes %d characters", md, units(once))
	}
	if twice := render.Markdown(once, allowed); twice != once {
		t.Errorf("%.2000q becomes\n%.2000q and then\n%.2000q", md, once, twice)
	}
}

func units(s string) int {
	n := 0
	for _, r := range s {
		n += len(string(r))/4 + 1
	}
	return n
}

// active names what in a piece of Markdown would be fetched, followed or run.
func active(markdown string) string {
	source := []byte(markdown)
	parser := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser()
	var bad string
	_ = ast.Walk(parser.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if !allowed(string(n.Destination)) {
				bad = fmt.Sprintf("a link to %s", n.Destination)
			}
		case *ast.AutoLink:
			bad = fmt.Sprintf("a link to %s", n.URL(source))
		case *ast.Image, *ast.RawHTML, *ast.HTMLBlock, *ast.LinkReferenceDefinition:
			bad = n.Kind().String()
		}
		return ast.WalkContinue, nil
	})
	return bad
}

// hidden names a character that nobody sees.
func hidden(s string) string {
	for _, r := range s {
		if r < ' ' && r != '\n' && r != '\t' || 0x7F <= r && r < 0xA0 || 0x202A <= r && r <= 0x202E || 0xE0000 <= r && r <= 0xE007F {
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}

func FuzzMarkdown(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(archive.Files[0].Data))
	}
	f.Fuzz(func(t *testing.T, md string) {
		checkMarkdown(t, md)
		checkPage(t, md)
	})
}

// checkPage asks that a page of any text has no element and no attribute but those that we
// write, and that plain text has nothing hidden.
func checkPage(t *testing.T, md string) {
	t.Helper()
	page := render.HTML(md, allowed)
	_, body, _ := strings.Cut(page, "</style>")
	for _, tag := range tags.FindAllString(body, -1) {
		if !ourTag.MatchString(tag) {
			t.Errorf("%.2000q becomes a page with %s", md, tag)
		}
	}
	if bad := hidden(page); bad != "" {
		t.Errorf("%.2000q becomes a page with %s", md, bad)
	}
	if bad := hidden(render.Text(md, allowed)); bad != "" {
		t.Errorf("%.2000q becomes text with %s", md, bad)
	}
}

var (
	tags   = regexp.MustCompile(`<[^>]*>?`)
	ourTag = regexp.MustCompile(`^</?(head|body|html|p|h[1-6]|hr|br|ul|ol|li|pre|code|blockquote|table|tr|th|td|strong|em|del)` +
		`( class="(left|right|centre)")?( start="[0-9]{1,9}")?( dir="auto")?>$|^<a href="file:///notes/[^"<>]*">$|^</a>$`)
)

var (
	rounds  = flag.Int("rounds", 1000, "how many texts TestRandom tries")
	seed    = flag.Uint64("seed", 1, "the seed of its texts")
	outputs = flag.String("outputs", "", "a file that it writes their Markdown to, a JSON string a line, for other parsers to read")
)

// TestRandom puts texts together by chance.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 0))
	var written bytes.Buffer
	for range *rounds {
		md := hostile(random)
		checkMarkdown(t, md)
		checkPage(t, md)
		if t.Failed() {
			return
		}
		if err := json.NewEncoder(&written).Encode(render.Markdown(md, allowed)); err != nil {
			t.Fatal(err)
		}
	}
	if *outputs != "" {
		if err := os.WriteFile(*outputs, written.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// hostile is a text of pieces that mean something in Markdown.
func hostile(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(25) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

var pieces = []string{
	"a", "b c", "é", "中", " ", " ", "  ", "\n", "\n", "\n\n", "\t", "    ", "*", "**", "***", "_", "__", "~", "~~", "`", "``", "```", "\n```\n", "\n~~~\n",
	"[", "]", "(", ")", "![", "](", "[x](http://e.org)", "[y](file:///notes/a.md#L1)", "[1]", "[1]:", "[a]: http://e.org\n", "[a]", "[a][a]", "![a]", "[^1]", "\n[^1]: x\n",
	"<", ">", "<b>", "</b>", "<!--", "-->", "<img src=x onerror=y>", "<http://e.org>", "<a@e.org>", "<file:///notes/b.md>", "http://e.org/x", "https://", "www.e.org", "a@e.org",
	"- ", "\n- ", "* ", "\n* ", "+ ", "1. ", "\n1. ", "2) ", "\n10. ", "> ", "\n> ", ">", "# ", "\n## ", " #", "---", "\n---\n", "\n===\n", "***\n", "___", "|", " | ", "\n|-|-|\n", "|a|b|\n|-|-|\n|c|d|\n", ":-", "\n:-\n",
	"\\", "\\\n", "\\|", "\\`", "&amp;", "&lt;", "&#91;", "&#x202e;", "&", ";", "!", "=", "+", "-", ":", "//", ".", "@", "#", "\"", "'", "{", "}", "$", "^",
	"- [ ] ", "\u00a0", "\u2028", "\u200d", "\x1b[31m", "\r\n", "command:run", "javascript:alert(1)", "1", "0",
}

// TestLong gives texts that are long, deep, or cost a careless parser its time. What they
// become is short, harmless and lasting all the same.
func TestLong(t *testing.T) {
	const size = 110_000 // bytes
	for _, part := range []string{
		"[a](", "*a_ ", "> - ", "` `` ", "![", "|a", "[a]: b\n", "1. a\n\n   b\n\n", "```\n", "&amp;", "**a *b ~~c~~* d**\n\n", "a\n-|-|-\n", "é中🙂",
	} {
		checkMarkdown(t, strings.Repeat(part, size/len(part)))
	}
	checkMarkdown(t, "```\n"+strings.Repeat("a line of code\n", size/12))
	checkMarkdown(t, "|a|b|\n|-|-|\n"+strings.Repeat("|c|d|\n", size/5))
	checkMarkdown(t, strings.Repeat("|a", 10_000)+"\n"+strings.Repeat("|-", 10_000)+"\n"+strings.Repeat("x\n", 40_000))
	var deeper strings.Builder
	for depth := range 300 {
		deeper.WriteString(strings.Repeat(" ", depth) + "- a\n")
	}
	checkMarkdown(t, deeper.String())
}

// TestCut shows where long texts end: behind what still had room, with a line that says
// so.
func TestCut(t *testing.T) {
	const end = "\n\nThe rest is left out here, since this is too long to be shown."
	for _, c := range []struct{ part, last string }{
		{"A sentence. ", "A sentence. A"},
		{"A paragraph.\n\n", "A paragraph.\n\nA paragraph."},
		{"- an item\n", "- an item\n- an item"},
		{"🙂🙂🙂🙂 ", "🙂🙂🙂🙂 🙂🙂🙂🙂"},
	} {
		got := render.Markdown(strings.Repeat(c.part, 20_000), allowed)
		if !strings.HasSuffix(got, c.last+end) {
			t.Errorf("%q ends with %q", c.part, got[len(got)-200:])
		}
		if n := units(got); n < render.MaxCharacters*8/10 || render.MaxCharacters < n {
			t.Errorf("%q becomes %d characters, far from %d", c.part, n, render.MaxCharacters)
		}
	}
}

// BenchmarkMarkdown reads an answer as people get them, and hostile texts of 1 MB.
func BenchmarkMarkdown(b *testing.B) {
	archive, err := txtar.ParseFile("testdata/plain.txtar")
	if err != nil {
		b.Fatal(err)
	}
	for name, md := range map[string]string{
		"answer": string(archive.Files[0].Data), "links": strings.Repeat("[a](", 250_000), "emphasis": strings.Repeat("*a_ ", 250_000),
		"quotes": strings.Repeat(">", 1_000_000), "lines": strings.Repeat("a\n", 500_000), "definitions": strings.Repeat("[a]: b\n", 150_000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				render.Markdown(md, allowed)
			}
		})
	}
}

// The numbers of a text that cites nothing of ours are no marks, but in code they
// are what they are; and they stay so when the text is written again.
func TestForeign(t *testing.T) {
	for in, want := range map[string]string{
		"It says so. [1]":             `It says so. \[1\]`,
		"- a [12]\n- `b[1]`":          "- a \\[12\\]\n- `b[1]`",
		"| a |\n|---|\n| [3] |":       "| a |\n| --- |\n| \\[3\\] |",
		"> **x [4]** [y](z)":          `> **x \[4\]** y`,
		"```go\nx[1]\n```":            "```go\nx[1]\n```",
		"![a [5]](https://x.invalid)": `a \[5\]`,
	} {
		got := strings.TrimRight(render.Foreign(in), "\n")
		if got != want {
			t.Errorf("Foreign(%q) = %q, want %q", in, got, want)
		}
		if again := strings.TrimRight(render.Markdown(got, nil), "\n"); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
	}
}
