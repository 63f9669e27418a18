package markdown_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/markdown"
	"docuquest/core/file"
)

// parse reads a text as Markdown and checks what holds for every document.
func parse(tb testing.TB, content string) *document.Document {
	tb.Helper()
	d := markdown.New().Parse(documenttest.File("a.md", content))
	documenttest.Check(tb, d)
	documenttest.CheckCovered(tb, d)
	return d
}

func TestGolden(t *testing.T) {
	documenttest.Golden(t, "testdata/*.txt", func(t *testing.T, f file.File) string {
		return documenttest.Outline(parse(t, f.Content))
	})
}

// Headings are titles as a reader sees them.
func TestHeadingTitles(t *testing.T) {
	for content, want := range map[string]string{
		"## `go test` *flags* [x](y)":          "go test flags x",
		"# Plain":                              "Plain",
		"# Closed ##":                          "Closed",
		"#\tTab":                               "Tab",
		"#":                                    "",
		"## __bold__ ~~gone~~ ![logo](a.png)":  "bold gone logo",
		"# a\\*b &amp; c &#65;":                "a*b & c A",
		"# `a &amp; \\*`":                      "a &amp; \\*",
		"# snake_case_name":                    "snake_case_name",
		"# <a name=\"x\"></a>Anchored<br>line": "Anchored line",
		"# Install {#install}":                 "Install",
		"# {#install} first":                   "{#install} first",
		"# <https://go.dev>":                   "https://go.dev",

		"# [1.2.0] - 2024\n\n[1.2.0]: https://go.dev": "1.2.0 - 2024",

		"# [1.2.0] - 2024":                             "[1.2.0] - 2024",
		"Two\n*lines*\n===":                            "Two lines",
		"# " + strings.Repeat("*x* ", 200):             strings.TrimSpace(strings.Repeat("*x* ", 200)),
		"Low\n---\n\n# High\n\n# Other":                "High",
		"# \n\n## Named":                               "Named",
		"> # Quoted\n\n- # Listed":                     "",
		"text alone":                                   "",
		"---\ntitle: Front\n---\n\n# Heading":          "Front",
		"---\ntitle: \"A \\\"b\\\"\" # c\n---\n":       "A \"b\"",
		"---\ntitle: 'It''s' # c\n---\n":               "It's",
		"---\nx: 1\ntitle: Plain # c\n...\n":           "Plain",
		"---\ntitle: >-\n  Two\n  lines\nx: 1\n---\n":  "Two lines",
		"---\nsub:\n  title: Inner\n---\n# Outer":      "Outer",
		"+++\ntitle = \"Toml\"\n[x]\ny = 1\n+++\n# H":  "Toml",
		"+++\n[x]\ntitle = \"Inner\"\n+++\n# H":        "H",
		"---\r\ntitle: Windows\r\n---\r\n# H\r\n":      "Windows",
		"\ufeff---\ntitle: Marked\n---\n":              "Marked",
		"---\n\nNo: front matter\n\n---\n\n# H":        "H",
		"---\nA sentence: it goes on.\n---\n":          "A sentence: it goes on.",
		"---\ntitle: never closed\n\n# H":              "H",
		"# A\n\n| a |\n|---|\n\n# B":                   "A",
		"text\n# Interrupts":                           "Interrupts",
		"[a]: http://go.dev\n---\n\n## Below the rule": "Below the rule",
	} {
		if got := parse(t, content).Title; got != want {
			t.Errorf("title of %q = %q, want %q", content, got, want)
		}
	}
}

// Line ends do not change what a document says: the blocks of a text with \n
// are those of the same text with \r\n and with \r.
func TestLineEnds(t *testing.T) {
	const content = "---\ntitle: T\n---\n# A\n\ntext\nmore\n\n-\n- b\n\n  c\n\n> q\n> ===\n\n```go\nx\n\ny\n```\n\n| a | b |\n|---|---|\n| 1 |\n\n    code\n"
	want := shape(parse(t, content))
	for name, end := range map[string]string{"CRLF": "\r\n", "CR": "\r"} {
		if diff := cmp.Diff(want, shape(parse(t, strings.ReplaceAll(content, "\n", end)))); diff != "" {
			t.Errorf("%s (-LF +%s)\n%s", name, name, diff)
		}
	}
	if diff := cmp.Diff(want, shape(parse(t, strings.TrimSuffix(content, "\n")))); diff != "" {
		t.Errorf("no final line end (-with +without)\n%s", diff)
	}
}

// shape writes the blocks of a document with their texts, line ends as \n.
func shape(d *document.Document) []string {
	var lines []string
	var walk func(blocks []document.Block, indent string)
	walk = func(blocks []document.Block, indent string) {
		for _, b := range blocks {
			s := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(d.Text[b.Span.Start:b.Span.End])
			lines = append(lines, indent+b.Kind.String()+" "+b.Info+" "+s)
			walk(b.Children, indent+"  ")
		}
	}
	walk(d.Blocks, "")
	return lines
}

// What begins a block of HTML and what does not.
func TestRawHTML(t *testing.T) {
	for content, want := range map[string]string{
		"<div":                        "html",
		"</DIV >":                     "html",
		"<h1 class=x>a":               "html",
		"text\n<p>":                   "paragraph html",
		"<script>\n\na\n</script>\nb": "html paragraph",
		"<!-- a\n\nb -->":             "html",
		"<!DOCTYPE html>":             "html",
		"<?php\n\n?>":                 "html",
		"<![CDATA[\n\n]]>":            "html",
		"<a>\nb":                      "html",
		"<my-part x='y'/>":            "html",
		"text\n<a>":                   "paragraph",
		"<a>b":                        "paragraph",
		"<a":                          "paragraph",
		"<https://go.dev>":            "paragraph",
		"< div>":                      "paragraph",
		"    <div>":                   "code",
		"- <div>":                     "list",
	} {
		var kinds []string
		for _, b := range parse(t, content).Blocks {
			kinds = append(kinds, b.Kind.String())
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%q is %s, want %s", content, got, want)
		}
	}
}

// A text made to be slow must be read all the same. The times are linear: were
// one of them not, this test would run into the time limit of go test.
func TestHostile(t *testing.T) {
	for name, content := range hostile(documenttest.HostileSize) {
		t.Run(name, func(t *testing.T) { parse(t, content) })
	}
}

// hostile gives texts that are made to be slow, each of about so many bytes.
func hostile(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string]string{
		"links":                fill("[a]("),
		"emphasis":             fill("*a_ "),
		"brackets":             fill("["),
		"backticks":            fill("`a``b"),
		"quotes":               fill(">"),
		"quotes on lines":      fill(strings.Repeat("> ", 500) + "a\n"),
		"items":                fill("- ") + "a",
		"numbered items":       fill("1. ") + "a",
		"stairs":               stairs(size / 1000),
		"stairs, then nothing": stairs(size/1500) + fill("\n"),
		"stairs, then blanks":  stairs(size/1500) + fill(" \t\n"),
		"definitions":          fill("[a]: b\n"),
		"open titles":          fill("[a]: b\n(\n"),
		"headings of links":    fill("# " + strings.Repeat("[a](", 99) + "\n"),
		"headings of stars":    fill("# " + strings.Repeat("*a_ ", 99) + "\n"),
		"one heading":          "# " + fill("*a_ "),
		"levels":               fill("# a\n###### b\n"),
		"wide table":           fill("|a")[:size/2] + "\n" + fill("|-")[:size/2],
		"wide and long table":  strings.Repeat("|a", size/10) + "\n" + strings.Repeat("|-", size/10) + strings.Repeat("\n|", size/10),
		"table of cells":       "|a|b|\n|-|-|\n" + fill("|1|2|\n"),
		"delimiters":           fill("|-|\n|-|-|\n"),
		"tags":                 fill("<a b=c "),
		"open tags on lines":   fill("<a\n"),
		"open comments":        fill("<!--\n-->\n"),
		"blocks of tags":       fill("<p\n\n"),
		"lines of a script":    "<script>\n" + fill("a\n"),
		"fences":               fill("```\n") + "```",
		"rules":                fill("* * * * * * * *\n"),
		"bars":                 fill("a\n===\n"),
		"front matter":         "---\n" + fill("a: b\n"),
		"one word":             fill("a"),
		"tabs":                 fill("\t"),
		"tabbed items":         fill("-\t"),
		"deep lists":           stairs(size / 1000),
		"unclosed fences":      fill("```\n~~~\n"),
		"nested fences":        fill("> ```\n"),
		"one line of pipes":    fill("|"),
		"pipes over hyphens":   fill("|")[:size/2] + "\n" + fill("-|")[:size/2],
		"footnotes":            fill("[^1]: a\n"),
		"footnotes that go on": fill("[^1]: a\n\n    b\n\n"),
		"unclosed footnote":    "[^" + fill("a"),
	}
}

// stairs is a list in which each item lies in the one above.
func stairs(steps int) string {
	var s strings.Builder
	for i := range steps {
		s.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return s.String()
}

// What lies too deep is read as text, and the document says so.
func TestTooDeep(t *testing.T) {
	d := parse(t, strings.Repeat("> ", 11)+"deep")
	if len(d.Problems) != 1 || d.Problems[0].Span.Start != 20 {
		t.Errorf("problems %+v, want one at 20", d.Problems)
	}
	if d := parse(t, strings.Repeat("> ", 10)+"deep"); len(d.Problems) != 0 {
		t.Errorf("problems %+v, want none", d.Problems)
	}
}

// Real documents keep every promise, whatever their authors wrote: those of the
// Go distribution that runs this test.
func TestRealFiles(t *testing.T) {
	count := 0
	err := filepath.WalkDir(documenttest.GoRoot(t), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		count++
		parse(t, string(content))
		parse(t, strings.ReplaceAll(string(content), "\n", "\r\n"))
		return nil
	})
	if err != nil || count == 0 {
		t.Fatalf("%d files, error %v", count, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"testdata/blocks.txt", "testdata/sections.txt", "testdata/tables.txt"} {
		seed, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(seed))
	}
	f.Add("- a\n\n\t> b\n\t> ===\n\t>\t- c\n> | a |\n> |---|\n> ---\n")
	f.Add("[a]: b\n===\n\n[c]: d\n| e\n|:-\n=\n")
	f.Add("--- \r\ntitle: x\r\n--- \r\n-\ta\r\n \t\tb\r\r\n~~~x\n")
	f.Fuzz(func(t *testing.T, content string) { parse(t, content) })
}

func BenchmarkParse(b *testing.B) {
	content, err := os.ReadFile(filepath.Join(documenttest.GoRoot(b), "README.md"))
	if err != nil {
		b.Fatal(err)
	}
	f := documenttest.File("README.md", strings.Repeat(string(content), 100))
	p := markdown.New()
	b.SetBytes(int64(len(f.Content)))
	b.ReportAllocs()
	for b.Loop() {
		p.Parse(f)
	}
}

// BenchmarkHostile reads a megabyte of each hostile text and tells how long it
// took. Each is to take less than 100 ms.
func BenchmarkHostile(b *testing.B) {
	const megabyte = 1 << 20
	p := markdown.New()
	texts := hostile(megabyte)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		b.Run(name, func(b *testing.B) {
			f := documenttest.File("a.md", texts[name])
			b.SetBytes(int64(len(f.Content)))
			for b.Loop() {
				p.Parse(f)
			}
			perRun := b.Elapsed().Seconds() * 1000 / float64(b.N)
			b.ReportMetric(perRun*megabyte/float64(len(f.Content)), "ms/MB")
		})
	}
}

// A file of more lines than anybody writes keeps all its text: what stands behind
// them is paragraphs of its last section.
func TestManyLines(t *testing.T) {
	content := "# A\n\n" + strings.Repeat("b\n\n", 30_000) + "# B\n\n- c\n"
	d := markdown.New().Parse(documenttest.File("a.md", content))
	documenttest.Check(t, d)
	documenttest.CheckCovered(t, d)
	if len(d.Blocks) != 1 || d.Title != "A" {
		t.Fatalf("%d blocks, title %q", len(d.Blocks), d.Title)
	}
	last := d.Blocks[0].Children[len(d.Blocks[0].Children)-1]
	if last.Kind != document.Paragraph || !strings.HasSuffix(last.Span.Of(d.Text), "b\n\n# B\n\n- c") {
		t.Errorf("the last block is a %v of %d bytes", last.Kind, last.Span.Len())
	}
	if len(d.Problems) != 1 || !strings.Contains(d.Problems[0].Message, "50000 lines") {
		t.Errorf("problems %v", d.Problems)
	}
}
