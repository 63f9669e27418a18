package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Records are kept by id, the latest of them: not too many, and not too much.
func TestSent(t *testing.T) {
	for _, c := range []struct {
		name  string
		files int
		bytes int64
		want  string // the ids that are left, the newest first
	}{
		{"room for all", 10, 100, "d c b a"},
		{"too many", 2, 100, "d c"},
		{"too much", 10, 25, "d c"},
		{"the newest stays", 10, 1, "d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "sent")
			s := &Sent{folder: folder, files: c.files, bytes: c.bytes}
			if ids, err := s.Recent(9); err != nil || len(ids) > 0 {
				t.Errorf("without a folder: %q, %v", ids, err)
			}
			for i, id := range []string{"a", "b", "c", "d"} {
				if err := s.Keep(id, []byte(strings.Repeat(id, 10))); err != nil {
					t.Fatal(err)
				}
				at := time.Date(2026, 1, 1, i, 0, 0, 0, time.UTC)
				if err := os.Chtimes(filepath.Join(folder, id+".json"), at, at); err != nil {
					t.Fatal(err)
				}
			}
			ids, err := s.Recent(9)
			if got := strings.Join(ids, " "); got != c.want || err != nil {
				t.Errorf("left are %q, want %q; %v", got, c.want, err)
			}
			if content, err := s.Load("d"); err != nil || string(content) != "dddddddddd" {
				t.Errorf("d holds %q, %v", content, err)
			}
		})
	}
}

// Parts of a record are lines, and a record without any is made with the first.
func TestSentParts(t *testing.T) {
	s := NewSent(t.TempDir())
	for _, part := range []string{"one", "two", "three"} {
		if err := s.Add("a", []byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	if content, err := s.Load("a"); err != nil || string(content) != "\none\ntwo\nthree" {
		t.Errorf("a holds %q, %v", content, err)
	}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(s.folder, "a.json"), at, at); err != nil {
		t.Fatal(err)
	}
	small := &Sent{folder: s.folder, files: 1, bytes: 100}
	if err := small.Add("b", []byte("other")); err != nil {
		t.Fatal(err)
	}
	if ids, err := s.Recent(9); err != nil || strings.Join(ids, " ") != "b" {
		t.Errorf("left are %q, %v", ids, err)
	}
}

// No other file is reached by an id.
func TestSentIDs(t *testing.T) {
	s := NewSent(t.TempDir())
	for _, id := range []string{"", "../a", "a/b", "A", "a.b", strings.Repeat("a", 65)} {
		if err := s.Keep(id, nil); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("keep %q: %v", id, err)
		}
		if err := s.Add(id, nil); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("add to %q: %v", id, err)
		}
		if _, err := s.Load(id); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("load %q: %v", id, err)
		}
	}
}
