package store_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/store"
)

// A blob comes back as it went in, and a damaged one not at all.
func TestBlobs(t *testing.T) {
	folder := t.TempDir()
	b := store.NewBlobs(folder)
	if _, err := b.Get("vectors", "0a"); !errors.Is(err, store.ErrNoBlob) {
		t.Errorf("before it was put: %v", err)
	}
	for _, content := range []string{"one", "two", ""} {
		if err := b.Put("vectors", "0a", []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := b.Get("vectors", "0a"); err != nil || !bytes.Equal(got, []byte(content)) {
			t.Errorf("%q, %v, want %q", got, err, content)
		}
	}
	if _, err := b.Get("texts", "0a"); !errors.Is(err, store.ErrNoBlob) {
		t.Errorf("of another kind: %v", err)
	}
	damage(t, folder)
	if got, err := b.Get("vectors", "0a"); !errors.Is(err, store.ErrNoBlob) {
		t.Errorf("damaged: %q, %v", got, err)
	}
	for _, key := range []string{"", "../../x", "A", ".."} {
		if err := b.Put("vectors", key, nil); err == nil {
			t.Errorf("%q is taken for a key", key)
		}
	}
}

// damage changes the last byte of every file below a folder.
func damage(t *testing.T, folder string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		raw[len(raw)-1] ^= 1
		return os.WriteFile(path, raw, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// counting is a parser that counts what it was asked.
type counting struct {
	parsed  *int
	problem []document.Problem
}

func (c counting) Parse(f file.File) *document.Document {
	*c.parsed++
	box := &document.Box{Page: 1, Vertices: [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}
	return &document.Document{
		Identity: f.Identity, Path: f.Path, Language: f.Language, Extracted: true, Text: f.Content,
		Blocks:   []document.Block{{Kind: document.Page, Box: box, Span: text.Span{End: len(f.Content)}}},
		Problems: c.problem,
	}
}

// A file is parsed once for each content, wherever it lies; what a lack of time
// left out is tried again.
func TestExtracts(t *testing.T) {
	parsed := 0
	e := store.Extracts{Parser: counting{parsed: &parsed}, Blobs: store.NewBlobs(t.TempDir()), Kind: "pdf1"}
	ask := func(e store.Extracts, path, content string, times int) {
		t.Helper()
		parsed = 0
		f := file.File{Identity: file.Identity{URI: file.FromPath("/" + path), Hash: file.HashOf(content)}, Path: path, Content: content, Language: "pdf"}
		for range 2 {
			want := counting{new(int), e.Parser.(counting).problem}.Parse(f)
			if diff := cmp.Diff(want, e.Parse(f)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
		if parsed != times {
			t.Errorf("%s with %q was parsed %d times, want %d", path, content, parsed, times)
		}
	}
	ask(e, "a.pdf", "one", 1)
	ask(e, "b.pdf", "one", 0)
	ask(e, "a.pdf", "two", 1)
	e.Kind = "pdf2"
	ask(e, "a.pdf", "one", 1)
	e.Parser = counting{&parsed, []document.Problem{{Message: "page 3 has no text"}}}
	ask(e, "c.pdf", "three", 1)
	e.Parser = counting{&parsed, []document.Problem{{Message: "it took too long", Passing: true}}}
	ask(e, "d.pdf", "four", 2)
}
