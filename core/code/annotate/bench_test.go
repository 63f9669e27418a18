package annotate_test

import (
	"os"
	"path/filepath"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
)

// BenchmarkAnnotate makes the notes of the Go files of net/http, which are parsed before.
func BenchmarkAnnotate(b *testing.B) {
	r, p := rules(), parsers()
	names, err := filepath.Glob(filepath.Join(documenttest.GoRoot(b), "src/net/http/*.go"))
	if err != nil {
		b.Fatal(err)
	}
	var docs []*document.Document
	size := int64(0)
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		docs = append(docs, p.Parse(documenttest.File(filepath.Base(name), string(content))))
		size += int64(len(content))
	}
	b.SetBytes(size)
	for b.Loop() {
		for _, d := range docs {
			r.Annotate(d)
		}
	}
}
