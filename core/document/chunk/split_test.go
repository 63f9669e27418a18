package chunk_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

var parsers = document.Parsers{
	ByLanguage: map[string]document.Parser{"markdown": markdown.New()},
	Fallback:   plain.Parser{},
}

// The golden files are cut into chunks of at most 80 characters, and windows
// that share at most 20.
func TestGolden(t *testing.T) {
	o := chunk.Options{Size: 80, Overlap: 20}
	documenttest.Golden(t, "testdata/*.txt", func(t *testing.T, f file.File) string {
		return outline(split(t, f, o))
	})
}

// outline writes chunks as lines: kind, span, titles, page, body and text, and
// the sources of its parts if they are not all one.
func outline(chunks []chunk.Chunk) string {
	var out strings.Builder
	for _, c := range chunks {
		fmt.Fprintf(&out, "%v %d-%d %q", c.Kind, c.Span.Start, c.Span.End, c.Titles)
		if c.Page > 0 {
			fmt.Fprintf(&out, " page %d", c.Page)
		}
		if !c.Body.Empty() {
			fmt.Fprintf(&out, " body %d-%d", c.Body.Start, c.Body.End)
		}
		out.WriteByte('\n')
		if len(c.Parts) > 1 {
			for _, p := range c.Parts {
				fmt.Fprintf(&out, "  part %d-%d from %d-%d\n", p.Chunk.Start, p.Chunk.End, p.Source.Start, p.Source.End)
			}
		}
		for line := range strings.Lines(c.Text) {
			fmt.Fprintf(&out, "  %q\n", line)
		}
	}
	return out.String()
}

// split cuts a file into chunks and checks all that Split promises.
func split(tb testing.TB, f file.File, o chunk.Options) []chunk.Chunk {
	tb.Helper()
	d := parsers.Parse(f)
	chunks := chunk.Split(d, o)
	checkSplit(tb, d, chunks, o)
	for i, c := range chunks {
		if i > 0 && (c.Span.Start == chunks[i-1].Span.Start || c.Span.End == chunks[i-1].Span.End) {
			tb.Fatalf("%s: chunk %v comes after %v", f.Path, c.Span, chunks[i-1].Span)
		}
		if c.Text == c.Original(d) && unsafe.StringData(c.Text) != unsafe.StringData(d.Text[c.Span.Start:]) {
			tb.Fatalf("%s: chunk %v is a copy", d.Path, c.Span)
		}
	}
	return chunks
}

// Nothing overlaps but windows of prose, and those by no more than asked for.
func TestOverlap(t *testing.T) {
	sentence := "One, two, three and four. "
	for _, test := range []struct {
		about, name, content string
		want                 int // the greatest overlap in characters
	}{
		{"a long paragraph", "a.md", strings.Repeat(sentence, 40), 30},
		{"characters of several bytes", "a.md", strings.Repeat("äöü, éèê. ", 90), 30},
		{"a long word", "a.md", strings.Repeat("ä", 900), 30},
		{"many paragraphs", "a.md", strings.Repeat(sentence+"\n\n", 40), 0},
		{"a long list", "a.md", strings.Repeat("- "+sentence+"\n", 40), 0},
		{"code in prose", "a.md", "```\n" + strings.Repeat(sentence+"\n", 40) + "```", 0},
		{"a program", "a.go", strings.Repeat("\t"+sentence+"\n", 40), 0},
		{"a table", "a.md", "|a|\n|-|\n" + strings.Repeat("|"+sentence+"|\n", 40), 0},
	} {
		f := documenttest.File(test.name, test.content)
		chunks := split(t, f, chunk.Options{Size: 100, Overlap: 30})
		greatest := 0
		for i := 1; i < len(chunks); i++ {
			shared := text.Span{Start: chunks[i].Span.Start, End: chunks[i-1].Span.End}
			greatest = max(greatest, utf8.RuneCountInString(shared.Of(test.content)))
		}
		if greatest > test.want || (greatest == 0) != (test.want == 0) {
			t.Errorf("%s: chunks share %d characters, want %d", test.about, greatest, test.want)
		}
	}
}

// What Options do not say is 1000 characters that share 100, and nonsense is
// made sense of.
func TestOptions(t *testing.T) {
	f := documenttest.File("a.txt", strings.Repeat("a", 5000))
	for _, test := range []struct {
		o    chunk.Options
		want int // chunks
	}{
		{chunk.Options{}, 6}, // 1000 and then 900 more each
		{chunk.Options{Overlap: -1}, 5},
		{chunk.Options{Size: -1, Overlap: -1}, 5},
		{chunk.Options{Size: 2000}, 3},
		{chunk.Options{Size: 10, Overlap: 1000}, 999}, // half of the size
		{chunk.Options{Size: 1}, 5000},
	} {
		if got := len(split(t, f, test.o)); got != test.want {
			t.Errorf("%+v gives %d chunks, want %d", test.o, got, test.want)
		}
	}
}

// The title of a document leads the titles unless a heading says it.
func TestTitles(t *testing.T) {
	for content, want := range map[string]string{
		"---\ntitle: Book\n---\n\n# One\n\ntext":       `[["Book"] ["Book" "One"]]`,
		"---\ntitle: Book\n---\n\n# Book\n\n## One\n":  `[[] ["Book"] ["Book" "One"]]`,
		"# Book\n\ntext\n\n### Deep\n\ntext\n\n## One": `[["Book"] ["Book" "Deep"] ["Book" "One"]]`,
		"preamble\n\n#\n\ntext\n\n# One":               `[[] [] ["One"]]`,
		"no heading":                                   `[[]]`,
	} {
		var titles [][]string
		for _, c := range split(t, documenttest.File("a.md", content), chunk.Options{}) {
			titles = append(titles, c.Titles)
		}
		if got := fmt.Sprintf("%q", titles); got != want {
			t.Errorf("titles of %q = %s, want %s", content, got, want)
		}
	}
}

// A document whose parser named no blocks is still all there.
func TestNoBlocks(t *testing.T) {
	d := &document.Document{Text: " \n all of it\n"}
	if got := outline(chunk.Split(d, chunk.Options{})); got != "prose 3-12 []\n  \"all of it\"\n" {
		t.Errorf("got %s", got)
	}
	if got := chunk.Split(&document.Document{Text: " \n"}, chunk.Options{}); len(got) != 0 {
		t.Errorf("white space gives %v, want no chunk", got)
	}
}

// Real files keep every promise: the documents and programs of a part of the Go
// distribution that runs this test.
func TestRealFiles(t *testing.T) {
	count := 0
	for _, folder := range []string{"doc", "src/go", "src/cmd/go", "test/fixedbugs"} {
		err := filepath.WalkDir(filepath.Join(documenttest.GoRoot(t), folder), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(name)
			if err != nil || !utf8.Valid(content) {
				return err
			}
			count++
			split(t, documenttest.File(filepath.ToSlash(name), string(content)), chunk.Options{})
			return nil
		})
		if err != nil && !os.IsNotExist(err) { // packages of Go leave some folders out
			t.Fatal(err)
		}
	}
	if count == 0 {
		t.Fatal("no files")
	}
}

// Half a megabyte of anything is cut in a time that grows with its length: were it
// not, this test would run into the time limit of go test.
func TestHostile(t *testing.T) {
	for _, s := range []string{"a", "a ", "a. ", "é", "a\n", "- a\n", "> - a\n", "|a|\n|-|\n", "# a\n", "a\n\n", "    a\n", "    \n", ".", "? ", "|"} {
		content := strings.Repeat(s, documenttest.HostileSize/2/len(s))
		split(t, documenttest.File("a.md", content), chunk.Options{})
		split(t, documenttest.File("a.go", content), chunk.Options{})
	}
	split(t, documenttest.File("a.md", "|a|\n|-|\n"+strings.Repeat("|a|\n", documenttest.HostileSize/4)), chunk.Options{})
}

func FuzzSplit(f *testing.F) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(true, string(content), 80, 20)
	}
	f.Add(true, "Vhunk; it is cut.\n-- input.md --\n# Finds", 7, 275)
	f.Add(false, "package a\n\n\tfunc é() {\n\n\n}\n", 5, 2)
	f.Fuzz(func(t *testing.T, isMarkdown bool, content string, size, overlap int) {
		name := "a.go"
		if isMarkdown {
			name = "a.md"
		}
		split(t, documenttest.File(name, content), chunk.Options{Size: size, Overlap: overlap})
	})
}

// BenchmarkSplit cuts the programs of a package of the Go distribution.
func BenchmarkSplit(b *testing.B) {
	names, err := filepath.Glob(filepath.Join(documenttest.GoRoot(b), "src", "net", "http", "*.go"))
	if err != nil || len(names) == 0 {
		b.Fatalf("%d files, error %v", len(names), err)
	}
	var documents []*document.Document
	size := 0
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		documents = append(documents, parsers.Parse(documenttest.File(name, string(content))))
		size += len(content)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, d := range documents {
			chunk.Split(d, chunk.Options{})
		}
	}
}
