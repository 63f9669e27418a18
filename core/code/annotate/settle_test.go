package annotate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/store"
)

// What was made in a file that is gone goes with it, also where its text stands elsewhere.
// One that was renamed is not gone, nor is one that was edited: what nobody edited is paid
// for once.
func TestMadeInAFileThatIsGone(t *testing.T) {
	const section = "## Valve\n\nTurn the valve off first.\n"
	evil, manual := "# Evil\n\nAll is about kittens.\n\n"+section, "# Manual\n\n"+section
	edited := "# Evil\n\nAll is about puppies.\n\n" + section
	for _, c := range []struct {
		name  string
		steps []map[string]string // the files at each run, the first of which asks about all
		calls []int
		kept  int
	}{
		{"deleted", []map[string]string{{"b.md": manual}}, []int{1}, 3},
		{"deleted later", []map[string]string{{"a.md": edited, "b.md": manual}, {"b.md": manual}}, []int{1, 1}, 3},
		{"renamed", []map[string]string{{"c.md": evil, "b.md": manual}, {"b.md": manual}}, []int{0, 1}, 3},
		{"renamed and edited", []map[string]string{{"c.md": evil, "b.md": manual}, {"c.md": edited, "b.md": manual}}, []int{0, 1}, 5},
		{"edited and renamed", []map[string]string{{"a.md": edited, "b.md": manual}, {"c.md": edited, "b.md": manual}}, []int{1, 0}, 5},
		{"the twin is deleted", []map[string]string{{"a.md": evil}}, []int{0}, 3},
		{"edited and renamed at once", []map[string]string{{"c.md": edited, "b.md": manual}, {"b.md": manual}}, []int{1, 1}, 3},
		{"goes on under a name that comes later", []map[string]string{{"b.md": manual, "c.md": section}, {"b.md": manual}}, []int{1, 1}, 3},
	} {
		s := store.NewNotes(t.TempDir())
		w := Writer{Model: &clerk{name: "one"}, Prompt: "{documents}", Store: s, Objects: answer.Objects}
		checkWritten(t, c.name+", at first", w, map[string]string{"a.md": evil, "b.md": manual}, 2, 5)
		for i, files := range c.steps {
			e, err := w.Estimate(t.Context(), jobOf(files))
			p, failure := w.Run(t.Context(), jobOf(files))
			if err != nil || failure != nil || p.Calls != c.calls[i] || e.Calls != p.Calls || p.Left != 0 {
				t.Errorf("%s, step %d: expected %+v, %v; got %+v, %v; want %d calls", c.name, i, e.Cost, err, p, failure, c.calls[i])
			}
		}
		if kept := List(s, everywhere); len(kept) != c.kept {
			t.Errorf("%s: notes of %d texts are kept, want %d", c.name, len(kept), c.kept)
		}
	}
}

// Whoever renames a file and edits it, or parts it, pays for what was edited and what holds
// that alone, and the next run for nothing.
func TestRenamedAndEdited(t *testing.T) {
	sections := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "## Stone %d\n\nIt is green %d times.\n\n", i, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		asked int // about how many chunks of the 51
	}{
		{"renamed", map[string]string{"c.md": sections(0, 50)}, 0},
		{"edited and renamed", map[string]string{"c.md": sections(0, 50) + "## More\n\nJade.\n"}, 2},
		{"parted", map[string]string{"c.md": sections(0, 20), "d/e.md": sections(20, 50)}, 2},
		{"put into another", map[string]string{"c.md": "# Above\n\n" + sections(0, 50)}, 2},
	} {
		w, s := writerOf(t, &clerk{name: "one"})
		checkWritten(t, c.name+", at first", w, map[string]string{"a.md": sections(0, 50)}, 3, 51)
		e, err := w.Estimate(t.Context(), jobOf(c.files))
		if err != nil || e.Left != c.asked {
			t.Errorf("%s: %d of %d are missing, want %d (%v)", c.name, e.Left, e.Chunks, c.asked, err)
		}
		checkWritten(t, c.name, w, c.files, e.Calls, e.Chunks)
		checkWritten(t, c.name+", again", w, c.files, 0, e.Chunks)
		for _, k := range List(s, nil) {
			if path := strings.TrimPrefix(k.MadeIn.URI.Path(), "/"); c.files[path] == "" {
				t.Errorf("%s: one was made in %q", c.name, path)
			}
		}
	}
}

// Who has notes of a file that was made anew is told, since they may have shown the old
// ones.
func TestLostIsTold(t *testing.T) {
	w, _ := writerOf(t, &clerk{name: "one"})
	const section = "## Valve\n\nTurn the valve off first.\n"
	checkWritten(t, "twins", w, map[string]string{"a.md": "# Evil\n\n" + section, "b.md": section}, 2, 4)
	var told []string
	job := jobOf(map[string]string{"b.md": section})
	job.Noted = func(u file.URI) { told = append(told, u.Path()) }
	job.Await = func(context.Context) error { return errors.New("nothing is asked") }
	if _, err := w.Run(t.Context(), job); err == nil || !slices.Equal(told, []string{"/b.md"}) {
		t.Errorf("told is %q, %v", told, err)
	}
}

// with gives documents with a problem each.
func with(p document.Problem, all iter.Seq[*document.Document]) iter.Seq[*document.Document] {
	return func(yield func(*document.Document) bool) {
		for d := range all {
			spoiled := *d
			spoiled.Text, spoiled.Problems = "in other pieces", []document.Problem{p}
			if !yield(&spoiled) {
				return
			}
		}
	}
}

// Of a file that was read in a makeshift way nothing is removed and nothing is asked; what
// else is wrong with a file says nothing of its pieces.
func TestMakeshift(t *testing.T) {
	for _, c := range []struct {
		problem document.Problem
		calls   int
	}{
		{document.Problem{Message: "not read in time", Makeshift: true}, 0},
		{document.Problem{Message: "the program is ending", Passing: true}, 0},
		{document.Problem{Message: "too deep"}, 1},
	} {
		w, s := writerOf(t, &clerk{name: "one"})
		checkWritten(t, c.problem.Message, w, stones(2), 2, 2)
		job := jobOf(stones(2))
		job.Files = with(c.problem, job.Files)
		p, err := w.Run(t.Context(), job)
		if kept := len(List(s, everywhere)); err != nil || p.Calls != c.calls || (p.Removed == 0) != (c.calls == 0) || kept != 2-c.calls {
			t.Errorf("%s: %+v, %v; %d are kept", c.problem.Message, p, err, kept)
		}
	}
}

// Right before each request it is looked whether the file still says what was read: what
// is left of one that does not is not sent.
func TestStill(t *testing.T) {
	var long strings.Builder
	for _, said := range []string{"well ", "hole ", "mine "} {
		long.WriteString("def dig():\n    return \"" + strings.Repeat(said, 3000) + "\"\n\n\n")
	}
	files := map[string]string{"a.py": long.String(), "b.txt": "Ruby is red.\n"}
	m := &clerk{name: "one"}
	w, _ := writerOf(t, m)
	e, err := w.Estimate(t.Context(), jobOf(files))
	if err != nil || e.Calls < 3 {
		t.Fatalf("%+v, %v", e, err)
	}
	job := jobOf(files)
	job.Still = func(id file.Identity) bool {
		return id.URI != "file:///a.py" || id.Hash == file.HashOf(files["a.py"]) && m.calls == 0
	}
	if p, err := w.Run(t.Context(), job); err != nil || p.Calls != 2 || p.Failed != 0 || p.Left == 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// What a file has in common with one that changed meanwhile is asked about there, and it is
// told of how many something is left.
func TestChangedMeanwhile(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  Progress
	}{
		{"a twin", map[string]string{"a.txt": "Jade is green.\n", "b.txt": "Jade is green.\n"}, Progress{Files: 2, Chunks: 1, Done: 1, Changed: 1}},
		{"no twin", map[string]string{"a.txt": "Jade is green.\n", "b.txt": "Ruby is red.\n"}, Progress{Files: 2, Chunks: 2, Done: 1, Left: 1, Changed: 1}},
	} {
		w, _ := writerOf(t, &clerk{name: "one"})
		job := jobOf(c.files)
		job.Still = func(id file.Identity) bool { return id.URI != "file:///a.txt" }
		var told Progress
		job.Notify = func(p Progress) { told = p }
		got, err := w.Run(t.Context(), job)
		c.want.Cost = Cost{Calls: 1, TokensIn: 7, TokensOut: 5}
		if err != nil || got != c.want || told != got {
			t.Errorf("%s: %+v, %v, want %+v; told %+v", c.name, got, err, c.want, told)
		}
	}
}

// A program that is killed while it tries the store leaves nothing that is listed, nor
// anything when the next has begun.
func TestKilledWhileTrying(t *testing.T) {
	w, s := writerOf(t, &clerk{name: "one"})
	if err := s.Put(probe, nil); err != nil {
		t.Fatal(err)
	}
	if all := List(s, nil); len(all) != 0 {
		t.Errorf("listed are %+v", all)
	}
	checkWritten(t, "the next", w, stones(1), 1, 1)
	for key := range s.All() {
		if key == probe {
			t.Error("it is there still")
		}
	}
}

// A counting store counts what is written.
type counting struct {
	*store.Notes
	puts  int
	after func() // a write, nil for nothing
}

func (c *counting) Put(key string, record []byte) error {
	c.puts++
	err := c.Notes.Put(key, record)
	if c.after != nil {
		c.after()
	}
	return err
}

// Equal files cost one write, and one more when all of them were moved.
func TestOneWriteForAll(t *testing.T) {
	moved := func(to string) map[string]string {
		files := map[string]string{}
		for name := range stones(100) {
			files[to+name] = "Jade is green.\n"
		}
		return files
	}
	c := &counting{Notes: store.NewNotes(t.TempDir())}
	w := Writer{Model: &clerk{name: "one"}, Prompt: "{documents}", Store: c, Objects: answer.Objects}
	for _, step := range []struct {
		to    string
		calls int
		puts  int // beside the one by which the store is tried
	}{{"a/", 1, 1}, {"a/", 0, 0}, {"b/", 0, 1}} {
		c.puts = -1
		checkWritten(t, step.to, w, moved(step.to), step.calls, 1)
		if c.puts != step.puts {
			t.Errorf("%s: %d writes, want %d", step.to, c.puts, step.puts)
		}
		if all := List(c, everywhere)[0].Sources; len(all) != 100 || !strings.HasPrefix(all[99].Path, step.to) {
			t.Errorf("%s: the sources are %v", step.to, all)
		}
	}
}

// Whoever ends a run while what moved is settled does so at once; it was told of before.
func TestStopWhileSettling(t *testing.T) {
	w, s := writerOf(t, &clerk{name: "one"})
	checkWritten(t, "at first", w, stones(5), 5, 5)
	ctx, stop := context.WithCancel(t.Context())
	job := jobOf(map[string]string{"other.txt": "Ruby is red.\n"})
	told := 0
	job.Notify = func(Progress) { told++; stop() }
	if p, err := w.Run(ctx, job); !errors.Is(err, context.Canceled) || told != 1 || p.Removed != 0 || len(List(s, everywhere)) != 5 {
		t.Errorf("%+v, %v, told %d times", p, err, told)
	}
}

// A run that ends while it settles what was renamed and edited leaves nothing to be paid for
// twice, whatever the file has in common with others.
func TestStopWhileInheriting(t *testing.T) {
	const shared = "## Licence\n\nFree for all.\n\n"
	sections := ""
	for i := range 30 {
		sections += fmt.Sprintf("## Stone %d\n\nIt is green %d times.\n\n", i, i)
	}
	for writes := 2; writes < 10; writes++ { // the first one tries the store
		c := &counting{Notes: store.NewNotes(t.TempDir())}
		w := Writer{Model: &clerk{name: "one"}, Prompt: "{documents}", Store: c, Objects: answer.Objects}
		checkWritten(t, "at first", w, map[string]string{"0.md": shared, "a.md": shared + sections}, 3, 33)
		now := map[string]string{"0.md": shared, "c.md": shared + sections + "## More\n\nJade.\n"}
		ctx, stop := context.WithCancel(t.Context())
		c.puts, c.after = 0, func() {
			if c.puts == writes {
				stop()
			}
		}
		if p, err := w.Run(ctx, jobOf(now)); !errors.Is(err, context.Canceled) || p.Calls > 0 {
			t.Errorf("stopped: %+v, %v", p, err)
		}
		if e, err := w.Estimate(t.Context(), jobOf(now)); e.Left != 2 || err != nil {
			t.Errorf("after %d writes %d pieces are to be paid for, want 2 (%v)", writes, e.Left, err)
		}
	}
}

// What was moved to another folder and edited is paid for once, also where notes are made
// for that folder first.
func TestMovedToAnotherFolder(t *testing.T) {
	w, s := writerOf(t, &clerk{name: "one"})
	const sections = "## Jade\n\nGreen.\n\n## Ruby\n\nRed.\n\n"
	checkWritten(t, "at first", w, map[string]string{"old/a.md": sections}, 1, 3)
	moved := map[string]string{"new/c.md": sections + "## Opal\n\nWhite.\n"}
	job := jobOf(moved)
	job.In = func(u file.URI) bool { return strings.HasPrefix(u.Path(), "/new/") }
	if p, err := w.Run(t.Context(), job); err != nil || p.Calls != 1 || p.Done != 4 {
		t.Errorf("the new folder: %+v, %v", p, err)
	}
	checkWritten(t, "all", w, moved, 0, 4)
	for _, k := range List(s, nil) {
		if k.MadeIn.URI.Path() != "/new/c.md" {
			t.Errorf("one was made in %s", k.MadeIn.URI)
		}
	}
}

// What cannot be read is removed by nobody but who has seen it listed.
func TestUnreadable(t *testing.T) {
	w, s := writerOf(t, &clerk{name: "one"})
	checkWritten(t, "at first", w, stones(1), 1, 1)
	if err := s.Put("abc", []byte("no record")); err != nil {
		t.Fatal(err)
	}
	checkWritten(t, "again", w, stones(1), 0, 1)
	all := List(s, nil)
	if len(all) != 2 || !all[0].Unreadable || all[1].Unreadable || all[1].Content != file.HashOf("Stone 0 is green.\n").String() {
		t.Fatalf("%+v", all)
	}
	if err := Delete(s, all[:1]); err != nil {
		t.Error(err)
	}
	checkWritten(t, "later", w, stones(1), 0, 1)
	if all := List(s, nil); len(all) != 1 {
		t.Errorf("left are %+v", all)
	}
}

// Nothing is removed while a run writes notes, and nothing but what was listed.
func TestDeleteWaitsForNobody(t *testing.T) {
	w, s := writerOf(t, &clerk{name: "one"})
	checkWritten(t, "at first", w, stones(2), 2, 2)
	listed := List(s, everywhere)
	job := jobOf(stones(3))
	job.Await = func(context.Context) error {
		if err := Delete(s, listed); !errors.Is(err, ErrBusy) {
			t.Errorf("in a run: %v", err)
		}
		if _, err := DeleteAccounts(s, w.Now().AddDate(0, 0, 1)); !errors.Is(err, ErrBusy) {
			t.Errorf("accounts in a run: %v", err)
		}
		return nil
	}
	if _, err := w.Run(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	if err := Delete(s, listed); err != nil {
		t.Error(err)
	}
	if left := List(s, everywhere); len(left) != 1 || left[0].Sources[0].Path != "02.txt" {
		t.Errorf("left are %+v", left)
	}
}

// The account of this day stays, since its limits hold to it.
func TestAccounts(t *testing.T) {
	w, s := writerOf(t, &clerk{name: "one"})
	for day, calls := range map[string]int64{"20260227": 3, "20260301": 5} {
		if err := s.Spend(day, [4]int64{calls, 20, 10, 7}); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"20260227 20260301", "20260301"} {
		all, err := Accounts(s)
		var days []string
		for _, a := range all {
			days = append(days, a.Day)
		}
		if got := strings.Join(days, " "); err != nil || got != want || all[len(all)-1].Cost != (Cost{5, 20, 10, 7}) {
			t.Errorf("%+v, %v, want %s", all, err, want)
		}
		if _, err := DeleteAccounts(s, w.Now()); err != nil {
			t.Error(err)
		}
	}
}
