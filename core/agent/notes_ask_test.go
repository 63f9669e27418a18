package agent

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"docuquest/core/answer/history"
	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
)

// The number of chunks that a question chooses says how many passages go on and how many
// files are read for them; the number of passages that it chooses itself goes before.
func TestChunksGoOn(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("p%d/f%d.go", i, i)] = fmt.Sprintf("package p%d\n\n// Mend%d repairs a damaged automobile, wheel %d.\nfunc Mend%d(a Automobile) error { return a.fix%d() }\n", i, i, i, i, i)
	}
	a := startNoting(t, folderOf(t, files), Options{})
	for _, test := range []struct {
		notes       string
		k           int
		least, most int // passages that go on, of a file each
	}{
		{"off", 0, 10, 10},
		{"on", 0, 11, 20},
		{"chunks=3", 0, 3, 3},
		{"chunks=300", 0, 40, 40},
		{"chunks=300", 7, 7, 7},
	} {
		r := ask(t, a, Request{Text: "broken cars", Notes: test.notes, Passages: test.k, Writer: "extractive", Conversation: history.NoConversation})
		x, err := a.Explain(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, p := range x.Search.Passages {
			if p.IsKept() {
				kept++
			}
		}
		if kept < test.least || test.most < kept {
			t.Errorf("%+v: %d passages go on", test, kept)
		}
	}
}

// After a walk that broke off, what came until then is noted, and nobody waits in vain.
func TestNotesAfterBrokenWalk(t *testing.T) {
	a := startNoting(t, folderOf(t, garage), Options{NotesPatience: time.Minute})
	explored(t, a, Search{Query: "car"})
	broken := errors.New("broken off")
	err := a.walk(t.Context(), func(_ context.Context, emit func([]file.Change)) (disk.Report, error) {
		for e := range a.library.Snapshot().All {
			f, err := a.present(e.URI)
			if err != nil {
				t.Error(err)
			}
			emit([]file.Change{{File: f}})
		}
		for range 1000 { // the notebook wakes up and leaves the changes alone
			runtime.Gosched()
		}
		return disk.Report{}, broken
	}, nil)
	if !errors.Is(err, broken) {
		t.Fatal(err)
	}
	if r := ask(t, a, Request{Text: "Where is the broken clock?", Notes: "on"}); len(r.Failed) > 0 {
		t.Errorf("the files are never all noted: %q", r.Failed)
	}
}

// A fault while a file is noted costs the notes on it, those on what it said before, too,
// and no other file.
func TestNotesAfterFault(t *testing.T) {
	var faulty atomic.Bool
	folder := folderOf(t, garage)
	a := startNoting(t, folder, Options{ModelNotes: func(c notes.Chunk) []notes.Note {
		if faulty.Load() {
			panic("a fault")
		}
		return nil
	}})
	explored(t, a, Search{Query: "car"})
	u := file.FromPath(filepath.ToSlash(filepath.Join(folder, "verse", "read.go")))
	a.Open(u, "go", 1, garage["verse/read.go"])
	faulty.Store(true)
	if err := a.Edit(u, 2, []text.Edit{{Text: "package verse\n\n// Bake heats bread in an oven.\nfunc Bake(b Bread) {}\n"}}, text.UTF16); err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, query := range []string{"a poem is read", "bread in an oven", "repair a car", "a receipt for goods"} {
		_, noted := explored(t, a, Search{Query: query})
		for _, c := range noted.Chunks {
			left = append(left, c.Path)
		}
	}
	slices.Sort(left)
	checkSame(t, "files with notes", []string{"notes.txt", "shop/repair.go", "shop/sell.go"}, slices.Compact(left))
	faulty.Store(false)
	a.NotesChanged(u)
	_, noted := explored(t, a, Search{Query: "bread in an oven"})
	if len(noted.Chunks) == 0 || !strings.Contains(noted.Chunks[0].Summary, "oven") {
		t.Errorf("without the fault: %+v", noted.Chunks)
	}
}
