package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"docuquest/core/code/notebook"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/settings"
	"docuquest/core/store"
)

// wellFiles are a class with a method, and a model that writes notes about them.
var wellFiles = []txtar.File{
	{Name: "folder/dig.py", Data: []byte("class Well:\n    size = 3\n\n    def deepen(self):\n        return \"deeper\"\n")},
	{Name: "annotate", Data: []byte(`{"notes": [{"chunk": 1, "summary": "Digs."}, {"chunk": 2, "summary": "A hole."}, {"chunk": 3, "summary": "Makes it deeper.", "synonyms": ["sinking"]}]}`)},
}

func noteScript(t *testing.T) *script {
	s := newScript(t, &txtar.Archive{Files: wellFiles})
	s.environ = []string{"DOCUQUEST_BASE_URL=" + s.server.URL, "DOCUQUEST_MODEL=scribe"}
	return s
}

// madeBy counts who made the notes that are listed.
func (s *script) madeBy(t *testing.T) map[string]int {
	t.Helper()
	var listed struct{ Notes []notebook.ChunkNotes }
	if err := json.Unmarshal([]byte(s.must(t, "notes", "--json", "$WORK/folder")), &listed); err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for _, n := range listed.Notes {
		by[n.By]++
	}
	return by
}

// Notes are written once, listed, and gone when they are deleted.
func TestAnnotateCommand(t *testing.T) {
	s := noteScript(t)
	if by := s.madeBy(t); by["rules"] != 3 || len(by) != 1 {
		t.Errorf("at first: %v", by)
	}
	for range 2 {
		var state notebook.AnnotateState
		if err := json.Unmarshal([]byte(s.must(t, "annotate", "--yes", "--json", "$WORK/folder")), &state); err != nil || state.Done != 3 || state.Left != 0 {
			t.Errorf("%+v, %v", state, err)
		}
	}
	if n := len(s.server.Requests()); n != 1 {
		t.Errorf("%d requests were made", n)
	}
	if by := s.madeBy(t); by["model"] != 3 {
		t.Errorf("written: %v", by)
	}
	if out := s.must(t, "notes", "$WORK/folder"); !strings.Contains(out, "\ndig.py  class Well  (by a model)\n    summaries: A hole.\n") {
		t.Errorf("they are listed as\n%s", out)
	}
	var all exported
	if err := json.Unmarshal([]byte(s.must(t, "notes", "--json", "--of", "dig.py", "$WORK/folder")), &all); err != nil || len(all.Kept) != 3 || all.Kept[0].Model != "scribe" {
		t.Errorf("kept are %+v, %v", all.Kept, err)
	}
	if sent := s.must(t, "sent"); !strings.Contains(sent, "Notes about the workspace") {
		t.Errorf("sent says %s", sent)
	}
	if out := s.must(t, "notes", "--delete", "--of", "dig.py", "$WORK/folder"); !strings.HasPrefix(out, "3 pieces have no notes of a model any more.") {
		t.Errorf("deleting says %s", out)
	}
	if by := s.madeBy(t); by["rules"] != 3 {
		t.Errorf("deleted: %v", by)
	}
}

// What is kept of a folder that is gone can be listed and removed.
func TestNotesOfAGoneFolder(t *testing.T) {
	s := noteScript(t)
	s.must(t, "annotate", "--yes", "$WORK/folder")
	if err := os.RemoveAll(filepath.Join(s.folder, "folder")); err != nil {
		t.Fatal(err)
	}
	if out := s.must(t, "notes", "$WORK/folder"); !strings.Contains(out, "/folder/dig.py  method Well > deepen  (by a model)\n    summaries: Makes it deeper.\n") {
		t.Errorf("they are listed as\n%s", out)
	}
	var all exported
	if err := json.Unmarshal([]byte(s.must(t, "notes", "--json", "--of", "dig.py", "$WORK/folder")), &all); err != nil || len(all.Kept) != 3 || len(all.Kept[0].Content) != 32 {
		t.Errorf("kept are %+v, %v", all.Kept, err)
	}
	for _, want := range []struct {
		code int
		says string
	}{{0, "3 pieces have no notes of a model any more."}, {exitFailed, "no such file or directory"}} {
		s.args = []string{"notes", "--delete", "$WORK/folder"}
		if got := s.run(t); got["exit"] != strconv.Itoa(want.code) || !strings.Contains(got["stdout"]+got["stderr"], want.says) {
			t.Errorf("deleting: %v", got)
		}
	}
}

// Everything that is kept is listed, and removed, but for the account of this day.
func TestNotesOfAllFolders(t *testing.T) { onOneDay(t, listsAllFolders) }

// listsAllFolders lists everything that is kept and removes it, and gives what is wrong with
// that.
func listsAllFolders(t *testing.T, _ string) (wrong error) {
	s := noteScript(t)
	s.must(t, "annotate", "--yes", "$WORK/folder")
	kept := store.NewNotes(settings.Locate(s.program().environ, s.program().folders).Notes)
	if err := errors.Join(kept.Put("abc", []byte("no record")), kept.Spend("20200101", [4]int64{2, 30, 20, 0})); err != nil {
		t.Fatal(err)
	}
	if out := s.must(t, "notes", "--all"); !strings.HasPrefix(out, "a record that cannot be read\n") || !strings.Contains(out, "\n20200101  2 requests, 30 tokens sent and 20 received") {
		t.Errorf("they are listed as\n%s", out)
	}
	for _, want := range []struct{ kept, accounts int }{{4, 2}, {0, 1}} {
		var all exported
		if err := json.Unmarshal([]byte(s.must(t, "notes", "--all", "--json")), &all); err != nil || len(all.Kept) != want.kept || len(all.Accounts) != want.accounts {
			wrong = errors.Join(wrong, fmt.Errorf("%+v, %v, want %+v", all, err, want))
		}
		if out := s.must(t, "notes", "--all", "--delete"); want.kept > 0 && out != "4 pieces have no notes of a model any more.\nWhat notes cost on 1 day is forgotten.\n" {
			wrong = errors.Join(wrong, fmt.Errorf("deleting says %s", out))
		}
	}
	s.args = []string{"notes", "--all", "$WORK/folder"}
	if got := s.run(t); got["exit"] != strconv.Itoa(exitUsage) || !strings.Contains(got["stderr"], "--all means every folder") {
		t.Errorf("with a folder: %v", got)
	}
	return wrong
}

// An interrupt ends it, and says how far it came.
func TestAnnotateInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	server := llmtest.NewServer(t, llmtest.InOrder(func(x *llmtest.Exchange) {
		interrupt()
		llmtest.After(llmtest.NewGate(), llmtest.Reply("late"))(x)
	}))
	s := newScript(t, &txtar.Archive{Files: wellFiles})
	s.args, s.environ = []string{"annotate", "--yes", "$WORK/folder"}, []string{"DOCUQUEST_BASE_URL=" + server.URL}
	var out bytes.Buffer
	p := s.program()
	p.stdout, p.stderr = writeCloser{&out}, &out
	if code := run(ctx, p); code != exitInterrupted || !strings.Contains(out.String(), "0 of 3 pieces are noted") {
		t.Errorf("exit code %d\n%s", code, out.String())
	}
}

// A person at a terminal is told what it costs and asked; nothing but yes begins, and
// nothing but yes deletes.
func TestAnnotateAsks(t *testing.T) {
	s := noteScript(t)
	for _, c := range []struct {
		typed    string
		args     []string
		says     string
		requests int
	}{
		{"no\n", []string{"annotate"}, "Nothing was sent.", 0},
		{"no\n", []string{"annotate"}, "bring up to 5200 tokens, where the model thinks", 0},
		{"", []string{"annotate"}, "Nothing was sent.", 0},
		{"yes\n", []string{"annotate"}, "3 of 3 pieces are noted by scribe", 1},
		{"no\n", []string{"notes", "--delete"}, "Nothing is removed.", 1},
		{"yes\n", []string{"notes", "--delete"}, "3 pieces have no notes", 1},
	} {
		s.args, s.stdin = append(c.args, "$WORK/folder"), c.typed
		var out bytes.Buffer
		p := s.program()
		p.screens.stdin, p.screens.stdout, p.screens.stderr = true, true, true
		p.stdout, p.stderr = writeCloser{&out}, &out
		if code := run(t.Context(), p); code != 0 || !strings.Contains(out.String(), c.says) || len(s.server.Requests()) != c.requests {
			t.Errorf("%q to %v: exit code %d, %d requests\n%s", c.typed, c.args, code, len(s.server.Requests()), out.String())
		}
	}
}

// What notes cost is not forgotten without a question either, but nobody is asked about
// the account of this day, which stays.
func TestNotesAsksForAccounts(t *testing.T) { onOneDay(t, asksForAccounts) }

// asksForAccounts deletes what notes cost on some days, and gives what is wrong with that.
func asksForAccounts(t *testing.T, today string) (wrong error) {
	s := noteScript(t)
	kept := store.NewNotes(settings.Locate(s.program().environ, s.program().folders).Notes)
	for _, c := range []struct {
		day   string
		notes bool
		typed string
		says  string
		days  int // that have an account then
	}{
		{today, false, "", "No model has written notes there.\n", 1},
		{"20200101", false, "no\n", "Forget what notes cost on 1 day? (yes or no): Nothing is removed.\n", 2},
		{"20200102", false, "yes\n", "Forget what notes cost on 2 days? (yes or no): No model has written notes there.\nWhat notes cost on 2 days is forgotten.\n", 1},
		{"20200103", true, "no\n", "Remove what a model wrote about 1 piece? It was paid for. Forget what notes cost on 1 day? (yes or no): Nothing is removed.\n", 2},
	} {
		err := kept.Spend(c.day, [4]int64{1, 30, 20, 0})
		if c.notes {
			err = errors.Join(err, kept.Put("abc", []byte("{}")))
		}
		if err != nil {
			t.Fatal(err)
		}
		s.args, s.stdin = []string{"notes", "--all", "--delete"}, c.typed
		var out bytes.Buffer
		p := s.program()
		p.screens.stdin, p.screens.stdout, p.screens.stderr = true, true, true
		p.stdout, p.stderr = writeCloser{&out}, &out
		code := run(t.Context(), p)
		if days, err := kept.Days(); code != 0 || err != nil || out.String() != c.says || len(days) != c.days {
			wrong = errors.Join(wrong, fmt.Errorf("exit code %d, %q, want %q; accounts of %q, %v", code, out.String(), c.says, days, err))
		}
	}
	return wrong
}

// onOneDay tries what depends on the day, and once more where the day ended meanwhile.
func onOneDay(t *testing.T, try func(t *testing.T, today string) (wrong error)) {
	t.Helper()
	day := func() string { return time.Now().Format("20060102") }
	today := day()
	wrong := try(t, today)
	if next := day(); next != today {
		wrong = try(t, next)
	}
	if wrong != nil {
		t.Error(wrong)
	}
}

// While another program writes notes, nobody is asked for a price.
func TestAnnotateBusy(t *testing.T) {
	s := noteScript(t)
	s.args, s.stdin = []string{"annotate", "$WORK/folder"}, "yes\n"
	var out bytes.Buffer
	p := s.program()
	p.screens.stdin, p.screens.stdout, p.screens.stderr = true, true, true
	p.stdout, p.stderr = writeCloser{&out}, &out
	unlock, ok, err := p.noteStore().Lock()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	defer unlock()
	code, said := run(t.Context(), p), out.String()
	if code != exitFailed || !strings.Contains(said, "notes are being written by another DocuQuest") || strings.Contains(said, "Begin?") {
		t.Errorf("exit code %d\n%s", code, said)
	}
}

// Who has agreed to a price is asked again before it costs far more: a model that writes
// much more than was expected gets no other request.
func TestAnnotateHoldsThePrice(t *testing.T) {
	files := []txtar.File{
		{Name: "folder/a.txt", Data: []byte("Jade is green.\n")},
		{Name: "folder/b.txt", Data: []byte("Ruby is red.\n")},
		{Name: "annotate", Data: []byte(strings.Repeat("Well now. ", 1000) + `{"chunk": 1, "summary": "A stone."}`)},
	}
	for typed, want := range map[string]struct {
		args     []string
		code     int
		requests int
	}{
		"yes\n": {[]string{"annotate", "$WORK/folder"}, exitFailed, 1},
		"":      {[]string{"annotate", "--yes", "$WORK/folder"}, 0, 2},
	} {
		s := newScript(t, &txtar.Archive{Files: files})
		s.args, s.stdin, s.environ = want.args, typed, []string{"DOCUQUEST_BASE_URL=" + s.server.URL}
		var out bytes.Buffer
		p := s.program()
		p.screens.stdin, p.screens.stdout, p.screens.stderr = true, true, true
		p.stdout, p.stderr = writeCloser{&out}, &out
		isTold := func() bool { return strings.Contains(out.String(), "this takes more than you agreed to: 2 requests") }
		if code := run(t.Context(), p); code != want.code || len(s.server.Requests()) != want.requests || isTold() != (code != 0) {
			t.Errorf("%q: exit code %d, %d requests\n%s", typed, code, len(s.server.Requests()), out.String())
		}
	}
}
