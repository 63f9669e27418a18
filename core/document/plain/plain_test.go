package plain_test

import (
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
		{"even if it is all", "a.txt", "One sentence.", "One sentence."},
		{"and even if it asks", "a.txt", "\n  What is it?\r\n\r\nText.", "What is it?"},
		{"but not a long one", "a.txt", strings.Repeat("word ", 30) + "\n\nText.", ""},
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
		{"nothing has none", "a.txt", "", ""},
	} {
		if got := parse(t, documenttest.File(test.name, test.content)).Title; got != test.want {
			t.Errorf("%s: title of %q = %q, want %q", test.about, test.content, got, test.want)
		}
	}
}

// A file of millions of lines, and one of a single line, are only text.
func TestHostile(t *testing.T) {
	for _, s := range []string{"\n", "a\n\n", "a", " ", "\r", "\u00a0\n", "a\r\n \r\n"} {
		parse(t, documenttest.File("a.txt", strings.Repeat(s, documenttest.HostileSize/len(s))))
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a.txt", "Title\n\n a\r\n\r\nb\u00a0\n\u2003\nc")
	f.Add("a.go", "package a\n\n\tfunc f()\n")
	f.Add("a", "\r\ra\rb")
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
