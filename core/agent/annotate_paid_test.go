package agent

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/answer/sent"

	"docuquest/core/code/annotate"
	"docuquest/core/file"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
)

// What was sent can be told after each request, by a program that is killed in the next
// one, and is one record in the end.
func TestAnnotateSentIsKept(t *testing.T) {
	folder, records := folderOf(t, codeBase()), store.NewSent(t.TempDir())
	s := newScribe(t)
	kept := func() (requests int) {
		ids, err := records.Recent(10)
		if err != nil || len(ids) > 1 {
			t.Errorf("records %q, %v", ids, err)
		}
		for _, id := range ids {
			r, err := sent.Load(records, id)
			if err != nil {
				t.Error(err)
				return 0
			}
			requests += len(r.Requests)
		}
		return requests
	}
	s.act = func(number int, _ string) llmtest.Act {
		if got := kept(); got != number-1 {
			t.Errorf("in request %d there are records of %d", number, got)
		}
		return nil
	}
	s.sent = records
	a := s.open(t, folder, t.TempDir(), annotate.Limits{})
	checkRun(t, a, "well", 100, 0, 0, 10)
	checkSame(t, "records in the end", 10, kept())
}

// What is not saved yet is not sent.
func TestAnnotateReadsTheDisk(t *testing.T) {
	folder := folderOf(t, map[string]string{"dig.py": "def dig():\n    return 1\n"})
	s := newScribe(t)
	a := s.open(t, folder, t.TempDir(), annotate.Limits{})
	a.Open(uriOf(folder, "dig.py"), "python", 1, "def dig():\n    return \"a secret\"\n")
	a.Open(uriOf(folder, "new.py"), "python", 1, "def new():\n    return \"a secret\"\n")
	checkRun(t, a, "", 2, 0, 0, 1)
	for _, r := range s.Requests() {
		if strings.Contains(r.Prompt, "a secret") || !strings.Contains(r.Prompt, "return 1") {
			t.Errorf("sent was %s", r.Prompt)
		}
	}
}

// A run costs no more than was agreed to: what came since has to be agreed to first.
func TestAnnotateAgreed(t *testing.T) {
	folder, state := folderOf(t, map[string]string{"dig.py": "def dig():\n    return 1\n"}), t.TempDir()
	s := newScribe(t)
	a := s.open(t, folder, state, annotate.Limits{})
	checkRun(t, a, "", 2, 0, 0, 1)
	agreed, err := a.EstimateNotes(t.Context(), "")
	if err != nil || agreed.Left != 0 {
		t.Fatalf("%+v, %v", agreed, err)
	}
	for name, content := range codeBase() {
		overwrite(t, folder, strings.ReplaceAll(name, "/", "_"), content)
	}
	b := s.open(t, folder, state, annotate.Limits{})
	if p, err := b.Annotate(t.Context(), "", agreed, nil); !errors.Is(err, annotate.ErrMore) || len(s.Requests()) != 1 {
		t.Errorf("%d requests, %+v, %v", len(s.Requests()), p, err)
	}
}

// Notes that were paid for stay while a file is left out or too large, and go with it.
func TestAnnotateKeepsPaid(t *testing.T) {
	folder, state := folderOf(t, codeBase()), t.TempDir()
	s := newScribe(t)
	checkRun(t, s.open(t, folder, state, annotate.Limits{}), "well", 100, 0, 0, 10)
	overwrite(t, folder, ".gitignore", "well3.go\n")
	if err := os.Remove(filepath.Join(folder, "well", "well4.go")); err != nil {
		t.Fatal(err)
	}
	a := s.open(t, folder, state, annotate.Limits{})
	if p := checkRun(t, a, "well", 80, 0, 0, 0); p.Removed != 10 || !strings.Contains(p.Text(), "; those about 10 texts that are gone were removed;") {
		t.Errorf("%s %+v", p.Text(), p)
	}
	checkKept(t, a, "well/well3.go", 10)
	checkKept(t, a, "well/well4.go", 0)
}

// Where a run never begins, the state tells of it and nothing is sent.
func TestAnnotateBusy(t *testing.T) {
	folder, state := folderOf(t, codeBase()), t.TempDir()
	s := newScribe(t)
	unlock, ok, err := store.NewNotes(state).Lock()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	a := s.open(t, folder, state, annotate.Limits{})
	if p, err := a.Annotate(t.Context(), "", nil, nil); !errors.Is(err, annotate.ErrBusy) || p.State != "idle" || len(s.Requests()) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	unlock()
	checkRun(t, a, "well/well3.go", 10, 0, 0, 1)
}

// A brittle store takes one record, by which it is tried, and no more.
type brittle struct {
	*store.Notes
	taken bool
}

func (b *brittle) Put(key string, record []byte) error {
	if b.taken {
		return errors.New("the disk is broken")
	}
	b.taken = true
	return b.Notes.Put(key, record)
}

// What was paid is told, also where it could not be kept.
func TestAnnotateTellsWhatItPaid(t *testing.T) {
	s := newScribe(t)
	s.kept = &brittle{Notes: store.NewNotes(t.TempDir())}
	a := s.open(t, folderOf(t, codeBase()), t.TempDir(), annotate.Limits{})
	p, err := a.Annotate(t.Context(), "", nil, nil)
	if err == nil || !strings.Contains(err.Error(), "the disk is broken") || p.Calls != 1 || p.TokensIn == 0 || p.Left != 300 {
		t.Errorf("%+v, %v", p, err)
	}
}

// A part of the workspace is called by its path; what lies elsewhere has none.
func TestPathOf(t *testing.T) {
	folder := folderOf(t, wares)
	a := start(t, folder, Options{})
	got := map[string]string{}
	for _, u := range []file.URI{uriOf(folder, ""), uriOf(folder, "a/b.md"), file.FromPath(filepath.ToSlash(folder) + "x"), "file:///"} {
		path, err := a.PathOf(u)
		if err != nil {
			path = "refused"
		}
		got[strings.TrimPrefix(string(u), string(uriOf(folder, "")))] = path
	}
	want := map[string]string{"": "", "/a/b.md": "a/b.md", "x": "refused", "file:///": "refused"}
	if !maps.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Notes are listed of what is there, or was when they were paid for.
func TestCheckNotesOf(t *testing.T) {
	folder, state := folderOf(t, codeBase()), t.TempDir()
	s := newScribe(t)
	checkRun(t, s.open(t, folder, state, annotate.Limits{}), "well/well3.go", 10, 0, 0, 1)
	if err := os.Remove(filepath.Join(folder, "well", "well3.go")); err != nil {
		t.Fatal(err)
	}
	a := s.open(t, folder, state, annotate.Limits{})
	for path, isThere := range map[string]bool{"": true, "guide": true, "guide/guide1.md": true, "well/well3.go": true, "wel": false, "../x": false} {
		if err := a.CheckNotesOf(path); (err == nil) != isThere {
			t.Errorf("%q: %v", path, err)
		}
	}
}
