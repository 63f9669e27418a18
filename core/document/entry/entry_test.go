package entry_test

import (
	"fmt"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/entry"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/document/structured"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

func parse(f file.File) *document.Document {
	programs := code.New(code.Options{})
	parsers := document.Parsers{ByLanguage: map[string]document.Parser{"markdown": markdown.New(), "go": programs, "json": structured.Parsers()["json"]}, Fallback: plain.Parser{}}
	return parsers.Parse(f)
}

// Each golden has a file, and what its author wrote as one thing: the kind, the titles, what
// belongs to it and is elsewhere behind a +, and its lines behind a bar.
func TestOf(t *testing.T) {
	documenttest.Golden(t, "testdata/*.txtar", func(t *testing.T, f file.File) string {
		d := parse(f)
		check(t, d)
		var b strings.Builder
		for _, e := range entry.Of(d) {
			fmt.Fprintf(&b, "%s %s\n", e.Kind, strings.Join(e.Titles, " > "))
			for _, context := range e.Context() {
				fmt.Fprintf(&b, "  + %s\n", context.Of(d.Text))
			}
			for line := range strings.Lines(e.Span.Of(d.Text)) {
				fmt.Fprintf(&b, "  | %s\n", strings.TrimRight(line, "\n"))
			}
		}
		return b.String()
	})
}

// Each golden has a file, and the lists that its entries begin: what introduces each, and a line for
// each item.
func TestListsOf(t *testing.T) {
	documenttest.Golden(t, "testdata/lists/*.txtar", func(t *testing.T, f file.File) string {
		d := parse(f)
		check(t, d)
		var b strings.Builder
		for _, e := range entry.Of(d) {
			for _, list := range entry.ListsOf(d, e) {
				fmt.Fprintf(&b, "%s: %s\n", strings.Join(e.Titles, " > "), text.OneLine(list.Intro.Of(d.Text)))
				for _, item := range list.Items {
					fmt.Fprintf(&b, "  * %s\n", text.OneLine(item.Of(d.Text)))
				}
			}
		}
		return b.String()
	})
}

// check reports what no document may have: entries that are empty, overlap, or are not found at
// their own offsets.
func check(t *testing.T, d *document.Document) {
	t.Helper()
	end := 0
	for _, e := range entry.Of(d) {
		if e.Span.Start < end || e.Span.End <= e.Span.Start || len(d.Text) < e.Span.End {
			t.Fatalf("%v behind %d of %d bytes", e.Span, end, len(d.Text))
		}
		end = e.Span.End
		for _, list := range entry.ListsOf(d, e) {
			before := list.Intro.End
			for _, item := range list.Items {
				if item.Start < before || item.End <= item.Start || len(d.Text) < item.End {
					t.Fatalf("item %v behind %d of %d bytes", item, before, len(d.Text))
				}
				before = item.End
			}
		}
		for _, at := range []int{e.Span.Start, e.Span.End - 1} {
			if found, ok := entry.At(d, at); !ok || found.Span != e.Span {
				t.Fatalf("at %d: %v, %v, want %v", at, found.Span, ok, e.Span)
			}
		}
	}
	if _, ok := entry.At(d, len(d.Text)); ok {
		t.Fatal("an entry behind the text")
	}
}

// A text that is too long for readers has no entries, and one below that has some.
func TestLimits(t *testing.T) {
	for length, want := range map[int]bool{1<<20 - 10: true, 1<<20 + 1: false} {
		d := parse(documenttest.File("a.txt", strings.Repeat("a word\n", length/7+1)[:length]))
		if got := len(entry.Of(d)) > 0; got != want {
			t.Errorf("%d bytes: entries %v, want %v", length, got, want)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, name := range []string{"a.md", "a.rst", "a.go", "a.txt"} {
		for _, content := range []string{
			"# T\n\nIntro:\n\n- a\n- b\n\n| A | B |\n|---|---|\n| 1 | 2 |\n", ".. py:data:: X\n\n   What it is.\n\n   Default: 3\n",
			"package p\n\n// F does.\nfunc F() {\n\tx := 1\n}\n", strings.Repeat("a very long line. ", 300), strings.Repeat("\x80", 5000), "+--+\n| a|\n+==+\n| b|\n+--+\n",
		} {
			f.Add(name, content)
		}
	}
	f.Fuzz(func(t *testing.T, name, content string) {
		check(t, parse(documenttest.File(name, strings.ToValidUTF8(content, "\ufffd"))))
	})
}
