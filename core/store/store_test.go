package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAnswers(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state", "answers")
	a := NewAnswers(folder)
	if _, _, err := a.Load("abc"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an answer that was never kept: %v", err)
	}
	for _, document := range []string{"# First\n", "# Second\n"} {
		if err := a.Keep("abc", []byte(`{"id":"abc"}`), document); err != nil {
			t.Fatal(err)
		}
		record, got, err := NewAnswers(folder).Load("abc")
		if err != nil || string(record) != `{"id":"abc"}` || got != document {
			t.Errorf("kept %q and got %q, %q, %v", document, record, got, err)
		}
	}
	if content, err := os.ReadFile(a.File("abc")); err != nil || string(content) != "# Second\n" {
		t.Errorf("the document's file: %q, %v", content, err)
	}
	left, _ := os.ReadDir(folder)
	if len(left) != 2 {
		t.Errorf("%d files in the folder: %v", len(left), left)
	}
}

// The answers that were kept last come first; other files are none.
func TestRecent(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "answers")
	a := NewAnswers(folder)
	if ids, err := a.Recent(5); err != nil || len(ids) > 0 {
		t.Errorf("without a folder: %q, %v", ids, err)
	}
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, id := range []string{"old", "b", "a", "new"} {
		if err := a.Keep(id, nil, ""); err != nil {
			t.Fatal(err)
		}
		at := start.Add(time.Duration((i+1)/2) * time.Hour) // a and b at once
		if err := os.Chtimes(filepath.Join(folder, id+".json"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"NO.json", "x.json.123", "y.md"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for most, want := range map[int]string{3: "new a b", 9: "new a b old"} {
		if ids, err := a.Recent(most); err != nil || strings.Join(ids, " ") != want {
			t.Errorf("the last %d: %q, %v", most, ids, err)
		}
	}
}

// Nobody else can read what was asked.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // its files have owners, not modes
	}
	folder := filepath.Join(t.TempDir(), "answers")
	a := NewAnswers(folder)
	if err := a.Keep("abc", nil, ""); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{folder: 0o700, a.File("abc"): 0o600} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestIDs(t *testing.T) {
	a := NewAnswers(t.TempDir())
	for _, id := range []string{"", ".", "..", "a/b", `a\b`, "../x", "A", "a.b", "a\x00", strings.Repeat("a", 65)} {
		if err := a.Keep(id, nil, ""); err == nil {
			t.Errorf("an answer was kept as %q", id)
		}
		if _, _, err := a.Load(id); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Load(%q): %v", id, err)
		}
	}
}

// A folder that cannot be made is an error, not a crash.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := NewAnswers(filepath.Join(file, "answers")).Keep("abc", nil, ""); err == nil {
		t.Error("an answer was kept below a file")
	}
}

// Readers see one whole document while it is replaced.
func TestReplacing(t *testing.T) {
	a := NewAnswers(t.TempDir())
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for range 20 {
				if err := a.Keep("abc", nil, strings.Repeat(fmt.Sprint(i), 5000)); err != nil {
					t.Error(err)
				}
				if _, document, err := a.Load("abc"); err != nil || strings.Trim(document, document[:1]) != "" {
					t.Errorf("%v, %.20q", err, document)
				}
			}
		})
	}
	group.Wait()
}
