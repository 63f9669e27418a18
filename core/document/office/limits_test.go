package office

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
)

// A part that lies about its size is cut where it has had its share, and an
// archive that had its share gives nothing more.
func TestUnpackBelievesNothing(t *testing.T) {
	var packed bytes.Buffer
	deflate, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := deflate.Write(make([]byte, 10_000)); err != nil {
		t.Fatal(err)
	}
	deflate.Close()
	var out strings.Builder
	w := zip.NewWriter(&out)
	part, err := w.CreateRaw(&zip.FileHeader{
		Name: "a", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(packed.Bytes()); err != nil {
		t.Fatal(err)
	}
	w.Close()

	a, err := openArchive(out.String())
	if err != nil {
		t.Fatal(err)
	}
	a.left = 100
	if got, err := a.read("a"); err == nil || len(got) > 100 || a.left < 0 {
		t.Errorf("%d bytes, error %v, %d left, want an error", len(got), err, a.left)
	}
	a.left = 9
	if got, err := a.read("a"); err != errTooLarge || got != "" {
		t.Errorf("%d bytes, error %v, want none and %v", len(got), err, errTooLarge)
	}
}

// A file with more paragraphs than anybody reads is cut, and says so.
func TestTooLong(t *testing.T) {
	for name, write := range map[string]func(w *writer){
		"paragraphs": func(w *writer) { w.paragraph("a"); w.paragraph("b") },
		"items":      func(w *writer) { w.item(0, "a"); w.item(1, "b"); w.goOn("c") },
		"rows": func(w *writer) {
			cell := &lines{}
			cell.add("a")
			w.row([]*lines{cell})
			w.row([]*lines{cell})
		},
	} {
		w := writer{blocks: maxBlocks - 1}
		write(&w)
		d := &document.Document{}
		w.finish(d)
		documenttest.Check(t, d)
		if d.Text != "a" || len(d.Problems) != 1 {
			t.Errorf("%s: text %q, problems %v, want the first alone and a problem", name, d.Text, d.Problems)
		}
	}
}

// A row has room for as many cells as a table can be read with.
func TestTooManyCells(t *testing.T) {
	var w writer
	(&chapter{writer: &w, tags: html.NewTokenizer(strings.NewReader("<table><tr>" + strings.Repeat("<td>a", maxColumns+1)))}).read()
	d := &document.Document{}
	w.finish(d)
	documenttest.Check(t, d)
	if n := len(d.Blocks[0].Children[0].Children); n != maxColumns || !strings.HasSuffix(d.Text, "\ta\na") {
		t.Errorf("%d cells, text ends with %q, want %d cells and all the text", n, d.Text[len(d.Text)-5:], maxColumns)
	}
}
