package html_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/html"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// parse reads a page and checks what holds for every document, and that all
// that can be read lies in a block.
func parse(tb testing.TB, content string) *document.Document {
	tb.Helper()
	d := html.Parser{}.Parse(documenttest.File("a.html", content))
	documenttest.Check(tb, d)
	next := 0
	for _, p := range d.Reading.Parts {
		for next < len(d.Blocks) && d.Blocks[next].Span.End <= p.Source.Start {
			next++
		}
		ink := strings.TrimSpace(p.Made.Of(d.Reading.Text)) != ""
		if ink && (next == len(d.Blocks) || p.Source.Start < d.Blocks[next].Span.Start || d.Blocks[next].Span.End < p.Source.End) {
			tb.Fatalf("no block holds %q at %v", p.Made.Of(d.Reading.Text), p.Source)
		}
	}
	return d
}

// A golden file shows the blocks, and below them what a person reads.
func TestGolden(t *testing.T) {
	documenttest.Golden(t, "testdata/*.txt", func(t *testing.T, f file.File) string {
		d := parse(t, f.Content)
		return documenttest.Outline(d) + "reading\n" + d.Reading.Text + "\n"
	})
}

// What a browser shows of a line is what is read.
func TestReading(t *testing.T) {
	for source, want := range map[string]string{
		"":                              "",
		"  a \n\t b  ":                  "a b",
		"a<b> c</b> d":                  "a c d",
		"a <b> c </b> d":                "a c d",
		"un<i>brok</i>en":               "unbroken",
		"a&amp;b &lt;c&gt; &#65;&#x42;": "a&b <c> AB",
		"&notit; &unknown; &; & a":      "¬it; &unknown; &; & a",
		"a&nbsp;&nbsp;b":                "a b",
		"exam&shy;ple zero\u200bwidth":  "example zerowidth",
		"&acE;&nvge;&nGg;":              "∾̳≥⃒⋙̸",
		"a<br>b<br/>c":                  "a\nb\nc",
		"<p>a<p>b":                      "a\n\nb",
		"a<!-- b -->c<!-- d":            "ac",
		"a<script>b</script>c<style>d</style><template>e<template>f</template>g</template>h": "ach",
		"a<noscript>b</noscript><iframe>c</iframe>d":                                         "ad",
		"a<img src=x alt='two &amp; words'>b":                                                "a two & words b",
		"<img alt=word>":                                                                     "word",
		"<img src='>' ALT = \"quoted > sign\">":                                              "quoted > sign",
		"<img alt><img src=x>":                                                               "",
		"<a href=\"x\">link</a>":                                                             "link",
		"a < b <c":                                                                           "a < b",
		"a</b></i></p>b":                                                                     "a\n\nb",
		"<ul><li>a<li>b</ul>c":                                                               "a\nb\n\nc",
		"<table><tr><td>a<td>b<tr><td>c</table>d":                                            "a\tb\nc\n\nd",
		"<pre>\n  a\n\n b  \n</pre>c":                                                        "  a\n\n b\n\nc",
		"<pre>a<span>  b</span>\n&lt;c&gt;</pre>":                                            "a  b\n<c>",
		"<textarea> a\n b</textarea>":                                                        "a b",
		"a<select><option>b<option>c</select>":                                               "a\n\nb\n\nc",
		"<?xml version='1.0'?><p/>a":                                                         "a",
	} {
		if got := parse(t, source).Reading.Text; got != want {
			t.Errorf("%q reads as %q, want %q", source, got, want)
		}
	}
}

// Every piece leads back to its bytes.
func TestSource(t *testing.T) {
	const source = "<p>one  <b>two</b>\nthree &eacute;t&eacute; <img alt='a &quot;b&quot;'>"
	d := parse(t, source)
	for made, want := range map[string]string{
		"one":       "one",
		"one two":   "one  <b>two",
		"two three": "two</b>\nthree",
		"été":       "&eacute;t&eacute;",
		"\"b":       "&quot;b",
	} {
		at := strings.Index(d.Reading.Text, made)
		if at < 0 {
			t.Fatalf("%q is not in %q", made, d.Reading.Text)
		}
		span, ok := d.Reading.Source(text.Span{Start: at, End: at + len(made)})
		if got := span.Of(source); !ok || got != want {
			t.Errorf("%q comes from %q, want %q", made, got, want)
		}
	}
}

func TestTitles(t *testing.T) {
	for content, want := range map[string]string{
		"<title> A &amp;\n B </title><h1>C</h1>":             "A & B",
		"<head><title></title></head><h2>Low</h2><h1>C</h1>": "C",
		"<h1>A <small>b</small></h1>":                        "A b",
		"<h1><img alt=Logo></h1>":                            "Logo",
		"<p>text<svg><title>Icon</title></svg>":              "",
		"<?xml version='1.0'?><title/><h1>A</h1>":            "A",
		"<title>" + strings.Repeat("never closed ", 100):     "",
		"text": "",
	} {
		if got := parse(t, content).Title; got != want {
			t.Errorf("title of %q = %q, want %q", content, got, want)
		}
	}
}

// Tags in any order make blocks that nest.
func TestTrees(t *testing.T) {
	for source, want := range map[string]string{
		"<h1>A</h1>b<h2>C</h2>d<h1>E</h1>":                          "section(heading paragraph section(heading paragraph)) section(heading)",
		"<div><h2>A</h2></div><div>b</div>":                         "section(heading paragraph)",
		"<h2><div>A</div><div>B</div></h2>c":                        "section(heading paragraph)",
		"<div><h2>A</div>b":                                         "section(heading paragraph)",
		"<h2>A<p>b":                                                 "section(heading paragraph)",
		"<h1>A<h2>B":                                                "section(heading section(heading))",
		"<h1></h1>a":                                                "paragraph",
		"<ul><li>a<ul><li>b</ul><li>c":                              "list(item(paragraph list(item(paragraph))) item(paragraph))",
		"<ul><ul><li>a</ul></ul>":                                   "list(item(list(item(paragraph))))",
		"<ul>a<li>b</ul>":                                           "list(item(paragraph) item(paragraph))",
		"<ul><li></ul><ol></ol>":                                    "",
		"<li>a</li>b":                                               "paragraph paragraph",
		"<ul><li><h3>A</h3>b</ul>":                                  "list(item(heading paragraph))",
		"<dl><dt>a<dd>b<dd>c<dt>d</dl>":                             "list(item(paragraph paragraph) item(paragraph) item(paragraph))",
		"<blockquote><h1>A</h1><p>b</blockquote>c":                  "quote(heading paragraph) paragraph",
		"<blockquote><ul><li>a</blockquote>b</ul>c":                 "quote(list(item(paragraph))) paragraph paragraph",
		"<table><tr><th>a<th>b<tr><td>c</table>":                    "table(row(cell cell) row(cell))",
		"<table><tr><td>a<td></table>":                              "table(row(cell cell))",
		"<table><tr><td></tr><tr><td>a<td>b</table>":                "table(row(cell cell))",
		"<table><caption>a</caption><tr><td>b<td>c</table>":         "paragraph table(row(cell cell))",
		"<table><tr><td>a<td>b</tr>c</table>":                       "table(row(cell cell) row(cell))",
		"<table><td>a<td><ul><li>b</ul><tr><td>c</table>":           "table(row(cell cell) row(cell))",
		"<table><tr><td>a<td>b<p>c</table>":                         "table(row(cell cell))",
		"<table><tr><td>a<ul></ul></tr><ul></ul></table>b":          "paragraph paragraph",
		"<table><tr><td><h1>A</h1><td>b</table>c":                   "section(heading paragraph paragraph)",
		"<table><tr><td>x<td><pre>y</pre></table>":                  "paragraph code",
		"<table><tr><td>a<td><table><tr><td>b<td>c</table></table>": "paragraph table(row(cell cell))",
		"<table><tr><td>a<td>b</ul></blockquote></table>c":          "table(row(cell cell)) paragraph",
		"<td>a</td>b<tr>c":                                          "paragraph paragraph paragraph",
		"<pre><code class='x language-go'>a</code></pre>":           "code[go]",
		"<pre class=lang-sh>a":                                      "code[sh]",
		"<pre><div>a</div><div>b</div></pre>c":                      "code paragraph",
		"<nav><h2>A</h2></nav><main><h1>B</h1>c</main>":             "paragraph section(heading paragraph)",
		"<header><h1>A</h1></header><main><h2>B</h2></main>":        "paragraph section(heading)",
		"<header><h1>A</h1></header>b":                              "section(heading paragraph)",
		"<main><header><h1>A</h1></header>b<footer><h2>C</h2>":      "section(heading paragraph paragraph)",
		"a<hr>b":                      "paragraph paragraph",
		"<p>a<b>b<p>c</b>d":           "paragraph paragraph",
		"<?xml?><p>a</p><div/>b<ul/>": "paragraph paragraph",
		"&nbsp;<p>&#32;<p>\u00a0":     "",
	} {
		if got := shape(parse(t, source).Blocks); got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}

func shape(blocks []document.Block) string {
	var out []string
	for _, b := range blocks {
		s := b.Kind.String()
		if b.Info != "" {
			s += "[" + b.Info + "]"
		}
		if len(b.Children) > 0 {
			s += "(" + shape(b.Children) + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// What lies too deep is read as text, and the document says so.
func TestTooDeep(t *testing.T) {
	d := parse(t, strings.Repeat("<ul><li>", 40)+"deep"+strings.Repeat("</ul>", 40)+"<p>end")
	if len(d.Problems) != 1 {
		t.Errorf("problems %+v, want one", d.Problems)
	}
	if !strings.Contains(d.Reading.Text, "deep") {
		t.Errorf("reads as %q, want what lies deep too", d.Reading.Text)
	}
	if d := parse(t, strings.Repeat("<blockquote>", 30)+"deep"); len(d.Problems) != 0 {
		t.Errorf("problems %+v, want none", d.Problems)
	}
}

// hostile gives pages that are made to be slow, each of about so many bytes.
func hostile(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string]string{
		"divs":                     fill("<div>"),
		"lists":                    fill("<ul><li>"),
		"items":                    "<ul>" + fill("<li>a"),
		"ends":                     fill("</ul>"),
		"tables":                   fill("<table><tr><td>"),
		"tables of text":           fill("<table>a<tr>b<td>c"),
		"cells":                    "<table><tr>" + fill("<td>a"),
		"empty cells":              "<table>" + fill("<tr><td><td>"),
		"rows":                     "<table>" + fill("<tr><td>a<td>b"),
		"regions":                  fill("<nav>a"),
		"headings":                 fill("<h1>a<h6>b"),
		"crossed":                  fill("<b><i></b></i><p>a"),
		"attributes":               "<img " + fill("a=b ") + "alt=c>",
		"images":                   fill("<img alt=a>"),
		"open tag":                 fill("<a "),
		"open quote":               "<a b=\"" + fill("c "),
		"open quotes":              fill("<a b=\"c>"),
		"open comment":             "<!--" + fill("- "),
		"open comments":            fill("<!--"),
		"closed comments":          fill("<!-->"),
		"open script":              "<script>" + fill("</scrip"),
		"open comment in a script": "<script>" + fill("<!--<script "),
		"open title":               "<title>" + fill("a &amp; "),
		"open template":            fill("<template>"),
		"references":               fill("&amp;"),
		"no references":            fill("&a"),
		"ampersands":               fill("&"),
		"open numbers":             "&#" + fill("1"),
		"angles":                   fill("<"),
		"white space":              fill(" \n"),
		"white space tags":         fill("<b> "),
		"code":                     "<pre>" + fill("\n <b>"),
		"lines of code":            "<pre>" + fill("a\n"),
		"pieces of code":           fill("<pre>a</pre>"),
		"soft hyphens":             fill("\u00ad"),
		"letters":                  fill("a"),
		"doctypes":                 fill("<!DOCTYPE "),
		"instructions":             fill("<?"),
		"cdata":                    fill("<![CDATA["),
	}
}

// A page made to be slow must be read all the same. The times are linear: were
// one of them not, this test would run into the time limit of go test.
func TestHostile(t *testing.T) {
	for name, content := range hostile(documenttest.HostileSize) {
		t.Run(name, func(t *testing.T) { parse(t, content) })
	}
}

// Real pages keep every promise, whatever their authors wrote: those of the Go
// distribution that runs this test.
func TestRealFiles(t *testing.T) {
	count := 0
	for _, pattern := range []string{"src/*/testdata/*.html", "src/*/*/*.html", "src/*/*/testdata/*.html", "doc/*.html", "misc/*/*.html", "src/cmd/*/*/*.html"} {
		names, err := filepath.Glob(filepath.Join(documenttest.GoRoot(t), filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			count++
			parse(t, string(content))
		}
	}
	if count == 0 {
		t.Error("the Go distribution holds no pages")
	}
}

// No block but a cell is without text, and none begins or ends with white space.
func TestBlocksAreTight(t *testing.T) {
	d := parse(t, "<ul> <li> a </li> <li> <p> b </p> c </ul> <blockquote> &nbsp; d </blockquote><pre>\n\n  e \n</pre>")
	var walk func(blocks []document.Block)
	walk = func(blocks []document.Block) {
		for _, b := range blocks {
			s := d.Read(b.Span)
			if s == "" || strings.TrimRightFunc(s, unicode.IsSpace) != s {
				t.Errorf("%v %v reads as %q", b.Kind, b.Span, s)
			}
			walk(b.Children)
		}
	}
	walk(d.Blocks)
}

func FuzzHTML(f *testing.F) {
	seeds, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("%d seeds, error %v", len(seeds), err)
	}
	for _, name := range seeds {
		seed, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(seed))
	}
	for _, source := range slices.Sorted(maps.Values(hostile(100))) {
		f.Add(source)
	}
	f.Add("<?xml version=\"1.0\"?><title/><ul/><pre/>&acE;<img alt='&nvge;'/>")
	f.Fuzz(func(t *testing.T, content string) { parse(t, content) })
}

// BenchmarkHostile reads a megabyte of each hostile page and tells how long it
// took. Each is to take less than 100 ms.
func BenchmarkHostile(b *testing.B) {
	const megabyte = 1 << 20
	texts := hostile(megabyte)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		b.Run(name, func(b *testing.B) { benchmark(b, texts[name]) })
	}
}

func BenchmarkParse(b *testing.B) {
	var page strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&page, "<h2 id=\"s%d\">Section %d</h2>\n<p>A <b>sentence</b> of\nsome words &amp; <a href=\"#%d\">a link</a>, as pages have them.</p>\n<ul>\n <li>one</li>\n <li>two</li>\n</ul>\n", i, i, i)
	}
	benchmark(b, page.String())
}

func benchmark(b *testing.B, content string) {
	f := documenttest.File("a.html", content)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		html.Parser{}.Parse(f)
	}
	perRun := b.Elapsed().Seconds() * 1000 / float64(b.N)
	b.ReportMetric(perRun*(1<<20)/float64(len(content)), "ms/MB")
}
