package agent

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"docuquest/core/file"
)

// Where there is no room for more notes, files are noted for themselves alone, then not at
// all, which whoever asks is told.
func TestNotesHaveRoom(t *testing.T) {
	const of = 40
	a := startNoting(t, folderOf(t, wheels(of)), Options{})
	a.notebook.room = 60
	r, _ := explored(t, a, Search{Query: "wheels"})

	noted, _ := a.notebook.now()
	whole, alone, without := 0, 0, 0
	for e := range a.library.Snapshot().All {
		switch chunks := noted.index.Of(e.URI); len(chunks) {
		case 3:
			whole++
		case 1:
			alone++
		case 0:
			without++
		}
	}
	if whole == 0 || alone == 0 || without == 0 || whole+alone+without != of {
		t.Errorf("of %d files %d are noted as a whole, %d alone and %d not at all", of, whole, alone, without)
	}
	said := fmt.Sprintf("Notes lead to no piece of %d files: there is room for 60 notes", alone+without)
	if !slices.ContainsFunc(r.Failed, func(f string) bool { return strings.HasPrefix(f, said) }) {
		t.Errorf("it is said that %q, want %q", r.Failed, said)
	}
}

// A file that is noted in full stays so when it is noted again, though there is no room by
// then; those that were noted in brief are noted in full once there is.
func TestNotesKeepTheirRoom(t *testing.T) {
	folder := folderOf(t, wheels(16)) // whose notes take more than the room, and less than half of it again
	a := startNoting(t, folder, Options{})
	a.notebook.room = 60
	explored(t, a, Search{Query: "wheels"})
	noted, _ := a.notebook.now()
	pieces := func() map[file.URI]int {
		count := map[file.URI]int{}
		for e := range a.library.Snapshot().All {
			count[e.URI] = len(noted.index.Of(e.URI))
		}
		return count
	}
	before := pieces()
	a.NotesChanged(slices.Collect(maps.Keys(before))...)
	explored(t, a, Search{Query: "wheels"})
	for u, count := range pieces() {
		if before[u] == 3 && count != 3 {
			t.Errorf("%s was noted in full and has notes on %d pieces now", u, count)
		}
	}

	noted.room = 10_000 // as if others had gone
	a.notebook.wake()
	r, _ := explored(t, a, Search{Query: "wheels"})
	for u, count := range pieces() {
		if count != 3 {
			t.Errorf("with room for all, %s has notes on %d pieces", u, count)
		}
	}
	if len(r.Failed) > 0 {
		t.Errorf("it is said that %q", r.Failed)
	}
}

// wheels are so many programs of two functions each.
func wheels(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("part%02d.go", i)] = fmt.Sprintf("package part\n\n// Turn%d turns wheel %d.\nfunc Turn%d() {}\n\n// Stop%d stops wheel %d.\nfunc Stop%d() {}\n", i, i, i, i, i, i)
	}
	return files
}
