package plain_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/plain"
	"docuquest/core/file"
)

// parse reads a file and checks what holds for every document.
func parse(tb testing.TB, f file.File) *document.Document {
	tb.Helper()
	d := plain.Parser{}.Parse(f)
	documenttest.Check(tb, d)
	documenttest.CheckCovered(tb, d)
	return d
}

func TestGolden(t *testing.T) {
	documenttest.Golden(t, "testdata/*.txt", func(t *testing.T, f file.File) string {
		return documenttest.Outline(parse(t, f))
	})
}

func TestTitles(t *testing.T) {
	for _, test := range []struct{ about, name, content, want string }{
		{"a line alone", "a.txt", "release notes\n\nText.", "release notes"},
		{"unless it is all", "a.txt", "One sentence.\n\n", ""},
		{"and even if it asks", "a.txt", "\n  What is it?\r\n\r\nText.", "What is it?"},
		{"but not a long one", "a.txt", strings.Repeat("word ", 60) + "\n\nText.", ""},
		{"nor a rule", "a.txt", "-----\n\nText.", ""},
		{"a name with a subtitle", "a.txt", "Tel Oren: a city of the Bronze Age\nIt lies on a hill.", "Tel Oren: a city of the Bronze Age"},
		{"even above small letters", "README", "Short Title\nIt begins.", "Short Title"},
		{"a line of a paragraph goes on", "a.txt", "The first line of a paragraph\nthat was wrapped.", ""},
		{"a sentence ends", "a.txt", "It begins.\nIt ends.", ""},
		{"no time stamp", "a.txt", "12:00 start\nDone", ""},
		{"no other script is left out", "a.txt", "東京\n日本の首都。", "東京"},
		{"logs have none", "a.log", "Started\n\nStopped", ""},
		{"data have none", "a.yaml", "Name: value\nother: 1\n", ""},
		{"programs have none", "a.go", "package a\n\nfunc f()", ""},
		{"a heading", "a.rst", "intro\n\nLow\n---\n", "Low"},
		{"a line without a heading", "a.rst", "Named so\n\ntext", "Named so"},
		{"what Org says", "a.org", "text\n#+Title: Named so\n* A", "Named so"},
		{"or its headings", "a.org", "#+TITLE:\n* A", "A"},
		{"the first line of AsciiDoc", "a.adoc", "= A\n\n== B", "A"},
		{"a header", "a.rst", "PEP: 8\nTitle: Style Guide\nAuthor: A B <a@b.c>,\n        C D\n\nAbstract\n========\ntext", "Style Guide"},
		{"of several lines", "a.txt", "Number: 1\nTitle:\n  Names of\n  things\nType: x\n\nText.", "Names of things"},
		{"in a list of fields", "a.rst", ":Author: A\n:Title: Style Guide\n\ntext", "Style Guide"},
		{"a header without a title", "a.rst", "PEP: 8\nAuthor: A\n\nAbstract\n========\ntext", "Abstract"},
		{"no header", "a.rst", "Title: A\nas everybody knows\n\nB\n=\ntext", "B"},
		{"a header lower down", "a.rst", "Text.\n\nPEP: 8\nTitle: A\n\nB\n=\n", "B"},
		{"an address", "a.rst", "http://a.b\nTitle: A\n\nB\n=\n", "B"},
		{"nothing has none", "a.txt", "", ""},
	} {
		if got := parse(t, documenttest.File(test.name, test.content)).Title; got != test.want {
			t.Errorf("%s: title of %q = %q, want %q", test.about, test.content, got, test.want)
		}
	}
}

// Titles of the languages that have headings.
func TestHeadings(t *testing.T) {
	for _, test := range []struct{ about, name, content, want string }{
		{"a bar", "a.rst", "A\n=\ntext", "1 A"},
		{"a bar that is too short", "a.rst", "Long\n==\n", ""},
		{"a bar that was meant", "a.rst", "Longer\n====\n", "1 Longer"},
		{"two bars", "a.rst", "====\n A\n====\n\nB\n====\n\nC\n----\n\nD\n====\n", "1 A, 2 B, 3 C, 2 D"},
		{"two bars that differ", "a.rst", "=====\nA\n====", ""},
		{"a bar below a paragraph", "a.rst", "one\ntwo\n====\n", ""},
		{"a rule", "a.rst", "A\n=\n\n----\n\nb", "1 A"},
		{"literal text", "a.rst", "::\n\n  A\n  =\n", ""},
		{"a table", "a.rst", "===  ===\na    b\n===  ===\n1    2\n===  ===\n", ""},
		{"bars of letters", "a.rst", "aaaa\naaaa\n", ""},
		{"eight marks", "a.rst", "a\n=\n\nb\n-\n\nc\n~\n\nd\n^\n\ne\n+\n\nf\n*\n\ng\n#\n", "1 a, 2 b, 3 c, 4 d, 5 e, 6 f, 6 g"},
		{"Windows", "a.rst", "A\r\n=\r\n\r\ntext\r\n", "1 A"},
		{"old Macintoshes", "a.rst", "A\r=\r\rtext\r", "1 A"},

		{"equals signs", "a.adoc", "= A\nauthor\n\n== B\n\n=== C\n\n====== D\n", "1 A, 2 B, 3 C, 6 D"},
		{"seven of them", "a.adoc", "======= A", ""},
		{"no space", "a.adoc", "==A", ""},
		{"code", "a.adoc", "== A\n\n----\n== b\n----\n\n== C\n", "2 A, 2 C"},
		{"a comment", "a.adoc", "////\n= a\n////\n= B", "1 B"},
		{"fences of Markdown", "a.adoc", "```\n= a\n```\n= B", "1 B"},
		{"bars", "a.adoc", "Title\n=====\n\nPart\n-----\n\n----\n= c\n----\n", "1 Title, 2 Part"},
		{"a bar below a paragraph", "a.adoc", "one\nmore\n----\n= a\n----\n", ""},

		{"stars", "a.org", "* A\n** DONE b\n*bold*\n * item\n********* C", "1 A, 2 DONE b, 6 C"},
		{"no language with headings", "a.txt", "* A\n= B\nC\n=", ""},
	} {
		var got []string
		var walk func(blocks []document.Block)
		walk = func(blocks []document.Block) {
			for _, b := range blocks {
				if b.Kind == document.Section {
					got = append(got, fmt.Sprint(b.Level, " ", b.Title))
				}
				walk(b.Children)
			}
		}
		walk(parse(t, documenttest.File(test.name, test.content)).Blocks)
		if s := strings.Join(got, ", "); s != test.want {
			t.Errorf("%s: headings of %q are %q, want %q", test.about, test.content, s, test.want)
		}
	}
}

// A file of millions of lines, and one of a single line, are only text.
func TestHostile(t *testing.T) {
	for _, s := range []string{"\n", "a\n\n", "a", " ", "\r", "\u00a0\n", "a\r\n \r\n"} {
		parse(t, documenttest.File("a.txt", strings.Repeat(s, documenttest.HostileSize/len(s))))
	}
	for _, name := range []string{"a.rst", "a.adoc", "a.org"} {
		for _, s := range []string{"\n", "a", "=", "=\n", "a\n=\n", "a\n=\n\n", "=\na\n=\n", "= a\n", "----\n", "* a\n***** b\n", "*"} {
			parse(t, documenttest.File(name, strings.Repeat(s, documenttest.HostileSize/len(s))))
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a.txt", "Title\n\n a\r\n\r\nb\u00a0\n\u2003\nc")
	f.Add("a.go", "package a\n\n\tfunc f()\n")
	f.Add("a", "\r\ra\rb")
	f.Add("a.rst", "==\n A\n==\n\nB\n--\r\nc\n\n d\n --\n")
	f.Add("a.adoc", "= A\n\nB\n--\n----\n== c\n----\n== D")
	f.Add("a.org", "#+TITLE: t\n* A\n** B\ntext")
	f.Fuzz(func(t *testing.T, name, content string) { parse(t, documenttest.File(name, content)) })
}

// BenchmarkParse reads the files of a package of the Go distribution.
func BenchmarkParse(b *testing.B) {
	names, err := filepath.Glob(filepath.Join(documenttest.GoRoot(b), "src", "net", "http", "*.go"))
	if err != nil || len(names) == 0 {
		b.Fatalf("%d files, error %v", len(names), err)
	}
	var files []file.File
	size := 0
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, documenttest.File(name, string(content)))
		size += len(content)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			plain.Parser{}.Parse(f)
		}
	}
}
