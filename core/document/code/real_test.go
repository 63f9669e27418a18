package code_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
)

// goFiles gives the programs of the Go distribution that runs a test, below one
// of its folders.
func goFiles(tb testing.TB, folder string) []file.File {
	tb.Helper()
	var files []file.File
	err := filepath.WalkDir(filepath.Join(documenttest.GoRoot(tb), folder), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		content, err := os.ReadFile(name)
		files = append(files, documenttest.File(name, string(content)))
		return err
	})
	if err != nil || len(files) == 0 {
		tb.Fatalf("%d files, error %v", len(files), err)
	}
	return files
}

// Real programs keep every promise, whatever their authors wrote, and each
// function begins where its signature says.
func TestRealFiles(t *testing.T) {
	p := code.New(code.Options{})
	for _, f := range goFiles(t, "src") {
		d := parse(t, p, f)
		walk(d.Blocks, func(b document.Block) {
			signature := ""
			if b.Code != nil {
				signature = b.Code.Signature.Of(d.Text)
			}
			if isFunction(b) && !strings.HasPrefix(signature, "func") {
				t.Errorf("%s: %s has the signature %q", f.Path, b.Title, signature)
			}
		})
	}
}

// The outline finds what go/parser finds, but for a few functions in a thousand
// whose first line is unusual.
func TestOutlineOfRealFiles(t *testing.T) {
	p, found, all := code.New(code.Options{}), 0, 0
	for _, f := range goFiles(t, "src/go") {
		want := functions(parse(t, p, f))
		got := functions(outlined(t, f))
		all += len(want)
		for said := range want {
			if got[said] {
				found++
			}
		}
	}
	if found < all*995/1000 {
		t.Errorf("the outline found %d of %d functions as they are, want 99.5 %%", found, all)
	}
}

// functions gives the name and the whole text of each function of a document.
func functions(d *document.Document) map[string]bool {
	set := map[string]bool{}
	walk(d.Blocks, func(b document.Block) {
		if isFunction(b) {
			set[b.Title+" "+b.Span.Of(d.Text)] = true
		}
	})
	return set
}

func isFunction(b document.Block) bool { return b.Info == "function" || b.Info == "method" }

func FuzzCode(f *testing.F) {
	for _, pattern := range []string{"testdata/go/*.txt", "testdata/grammar/*.txt", "testdata/outline/*.txt"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			f.Fatalf("%d seeds, error %v", len(names), err)
		}
		for _, name := range names {
			input := goldenInput(f, name)
			f.Add(input.Path, input.Content)
		}
	}
	f.Add("a.py", "@a\r\ndef é(\r\n):\r\n\t'''é'''\r\n\treturn\r")
	f.Add("a.go", "package a;func(é)f(){};/**/var(a=1;//é\nb=2)")
	p := code.New(code.Options{})
	f.Fuzz(func(t *testing.T, name, content string) {
		file := documenttest.File(name, content)
		parse(t, p, file)
		outlined(t, file)
	})
}

// goldenInput gives the program of a golden file.
func goldenInput(tb testing.TB, name string) file.File {
	tb.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	return documenttest.File(archive.Files[0].Name, string(archive.Files[0].Data))
}

// benchmark reads files of one kind again and again.
func benchmark(b *testing.B, p *code.Parser, files []file.File) {
	size := 0
	for _, f := range files {
		size += len(f.Content)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			p.Parse(f)
		}
	}
}

func BenchmarkGo(b *testing.B) {
	benchmark(b, code.New(code.Options{}), goFiles(b, "src/net/http"))
}

func BenchmarkOutline(b *testing.B) {
	benchmark(b, code.New(code.Options{SizeLimit: 1}), goFiles(b, "src/net/http"))
}
