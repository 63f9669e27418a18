package notebook

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/document"
	programs "docuquest/core/document/code"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/index"
	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/meaning"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// Where there is no room for more notes, files are noted for themselves alone, then not at
// all, which whoever asks is told.
func TestNotesHaveRoom(t *testing.T) {
	const of = 40
	n := newWorkspace(t, folderOf(t, wheels(of)))
	n.room = 60
	failed := explore(t, n)

	noted, _ := n.now()
	whole, alone, without := 0, 0, 0
	for e := range n.View().Snapshot.All {
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
	if !slices.ContainsFunc(failed, func(f string) bool { return strings.HasPrefix(f, said) }) {
		t.Errorf("it is said that %q, want %q", failed, said)
	}
}

// A file that is noted in full stays so when it is noted again, though there is no room by
// then; those that were noted in brief are noted in full once there is.
func TestNotesKeepTheirRoom(t *testing.T) {
	folder := folderOf(t, wheels(16)) // whose notes take more than the room, and less than half of it again
	n := newWorkspace(t, folder)
	n.room = 60
	explore(t, n)
	noted, _ := n.now()
	pieces := func() map[file.URI]int {
		count := map[file.URI]int{}
		for e := range n.View().Snapshot.All {
			count[e.URI] = len(noted.index.Of(e.URI))
		}
		return count
	}
	before := pieces()
	n.Changed(slices.Collect(maps.Keys(before))...)
	explore(t, n)
	for u, count := range pieces() {
		if before[u] == 3 && count != 3 {
			t.Errorf("%s was noted in full and has notes on %d pieces now", u, count)
		}
	}

	noted.room = 10_000 // as if others had gone
	n.Wake()
	failed := explore(t, n)
	for u, count := range pieces() {
		if count != 3 {
			t.Errorf("with room for all, %s has notes on %d pieces", u, count)
		}
	}
	if len(failed) > 0 {
		t.Errorf("it is said that %q", failed)
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

// newWorkspace makes a notebook over the programs of a folder as they are now, with the built-in
// vectors.
func newWorkspace(t testing.TB, folder string) *Notebook {
	t.Helper()
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	parser := view.NewParser(document.Parsers{
		ByLanguage: map[string]document.Parser{"go": programs.New(programs.Options{})}, Fallback: plain.Parser{},
	}, log)
	library := index.New()
	if _, err := d.Scan(t.Context(), func(batch []file.Change) {
		for _, c := range batch {
			library.Put(parser.Skim(c.File))
		}
	}); err != nil {
		t.Fatal(err)
	}
	lexicon := func() embed.Lexicon { return static.BuiltIn() }
	weights := retrieve.Weigh(library, lexicon())
	n := New(Options{
		View: func() *view.View {
			return &view.View{
				Snapshot: library.Snapshot(), Library: library, Parser: parser, Lexicon: lexicon,
				Weights: func() *meaning.Weights { return weights }, Log: log, Complete: true,
			}
		},
		Present: func(u file.URI) (file.File, error) { return d.Read(t.Context(), u) },
		Disk:    d, Log: log, Patience: time.Hour, // until all is noted
	})
	t.Cleanup(n.Close)
	return n
}

// explore looks a question up in the notes, and returns what is said of them.
func explore(t *testing.T, n *Notebook) (failed []string) {
	t.Helper()
	x := &Explorer{Notebook: n, Choice: Choice{On: true}}
	if found := x.Explore(t.Context(), n.View(), retrieve.Query{Question: question.Parse("wheels")}); found == nil {
		t.Error("no notes are found")
	}
	return x.failed
}

// folderOf writes files into a new folder.
func folderOf(t testing.TB, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Who waited in vain is told how many files are noted, unless all are.
func TestNotesAreCounted(t *testing.T) {
	n := newWorkspace(t, folderOf(t, wheels(4)))
	n.Patience = time.Nanosecond
	if _, complete := n.await(t.Context(), time.Hour, func(int) {}); !complete {
		t.Fatal("the files are not noted")
	}
	n.Close()
	n.Wake() // so that it never rests again
	now, _ := n.now()
	for again, want := range [][]string{nil, {"Notes led from 3 of 4 files alone: the others are still being noted"}} {
		n.Changed(slices.Collect(maps.Keys(now.known))[:again]...)
		x := &Explorer{Notebook: n}
		x.noted(t.Context(), n.View())
		if !slices.Equal(x.failed, want) {
			t.Errorf("with %d to note it is said that %q, want %q", again, x.failed, want)
		}
	}
}

// An edit that is undone while its file is being noted leaves the file to be noted again.
func TestNotesOfUndoneEdit(t *testing.T) {
	n := newWorkspace(t, folderOf(t, wheels(3)))
	explore(t, n)
	noted, _ := n.now()
	v := n.View()
	for e := range v.Snapshot.All {
		edited := &index.Entry{Path: e.Path}
		edited.Identity = e.Identity
		edited.Hash = file.HashOf("what it said for a moment")
		n.note(v.Parser, noted, edited)
	}
	if missing := noted.missing(v.Snapshot); len(missing) != v.Snapshot.Len() {
		t.Errorf("%d of %d files are to be noted again", len(missing), v.Snapshot.Len())
	}
}

// Whatever a model replies, the query keeps to its limits.
func FuzzNotePlan(f *testing.F) {
	n := newWorkspace(f, folderOf(f, wheels(3)))
	noted, _ := n.await(f.Context(), time.Hour, func(int) {})
	for _, seed := range []string{
		`{"summaries": {"query": "mends a car", "maxHits": 3, "minScore": 0.5, "weight": 0}}`,
		`{"keywords": ["wheel", 7, null], "tags": {"query": {"query": "x"}}, "synonyms": {"weight": "NaN"}}`,
		"<think>{}</think> {\"dependencies\": \"\xff\"}", `{"summaries"`, "[]", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		q, err := planned(reply, noted.rules, Choice{})
		asked := false
		for _, ask := range q.Of {
			asked = asked || ask.Vector != nil && ask.Weight > 0
			if ask.MaxHits < 0 || mostPlannedHits < ask.MaxHits || ask.MinScore < 0 || 1 < ask.MinScore || ask.Weight < 0 || mostPlannedWeight < ask.Weight || longestPlanned < len(ask.Text) {
				t.Errorf("%+v", ask)
			}
		}
		if asked == (err != nil) {
			t.Errorf("asked is %v, and the error %v", asked, err)
		}
		noted.index.Search(q)
	})
}
