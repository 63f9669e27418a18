package annotate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
	"docuquest/core/services/llm"
	"docuquest/core/store"
)

// A clerk is a model that notes the number of each request about all that it is shown.
type clerk struct {
	name  string
	calls int
	fails error // of every request; nil for none
}

func (c *clerk) Name() string { return c.name }

func (c *clerk) Complete(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	c.calls++
	if c.fails != nil {
		return llm.Reply{}, c.fails
	}
	var b strings.Builder
	for i := range strings.Count(r.Messages[0].Text, "[[") {
		fmt.Fprintf(&b, "{\"chunk\": %d, \"summary\": \"By request %d.\"}\n", i+1, c.calls)
	}
	return llm.Reply{Text: b.String(), Usage: llm.Usage{PromptTokens: 7, ReplyTokens: 5}}, nil
}

// documents are the documents of files by their names, in the order of these.
func documents(files map[string]string) iter.Seq[*document.Document] {
	parsers := readers()
	return func(yield func(*document.Document) bool) {
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if !yield(parsers.Parse(documenttest.File(name, files[name]))) {
				return
			}
		}
	}
}

func everywhere(file.URI) bool { return true }

// jobOf is all notes of files, beside which there are no others.
func jobOf(files map[string]string) Job {
	there, says := map[file.URI]bool{}, map[file.Hash]file.URI{}
	for name, content := range files {
		f := documenttest.File(name, content)
		there[f.URI], says[f.Hash] = true, f.URI
	}
	return Job{
		Files: documents(files), In: everywhere,
		Gone:    func(u file.URI) bool { return !there[u] },
		Renamed: func(h file.Hash) (u file.URI, found bool) { u, found = says[h]; return u, found },
	}
}

// checkWritten has notes of files written, and compares what that took.
func checkWritten(t *testing.T, when string, w Writer, files map[string]string, calls, kept int) {
	t.Helper()
	p, err := w.Run(t.Context(), jobOf(files))
	if err != nil || p.Calls != calls || p.Left != 0 {
		t.Errorf("%s: %+v, %v, want %d calls", when, p, err, calls)
	}
	if all := List(w.Store, everywhere); len(all) != kept {
		t.Errorf("%s: notes of %d texts are kept, want %d", when, len(all), kept)
	}
}

// Two texts that say the same have the same notes, paid for once, as long as one of them is
// there. Another model, or another prompt, has notes of its own.
func TestKeptByContent(t *testing.T) {
	s := store.NewNotes(t.TempDir())
	w := Writer{Model: &clerk{name: "one"}, Prompt: "{documents}", Store: s, Objects: answer.Objects}
	twins := map[string]string{"a.txt": "Jade is green.\n", "b.txt": "Jade is green.\n"}
	checkWritten(t, "twins", w, twins, 1, 1)
	if sources := List(s, everywhere)[0].Sources; len(sources) != 2 {
		t.Errorf("written of %v", sources)
	}
	checkWritten(t, "again", w, twins, 0, 1)
	if sources := List(s, everywhere)[0].Sources; len(sources) != 2 {
		t.Errorf("the sources are %v", sources)
	}
	delete(twins, "a.txt")
	checkWritten(t, "one is gone", w, twins, 0, 1)

	other := w
	other.Model = &clerk{name: "two"}
	checkWritten(t, "another model", other, twins, 1, 2)
	changed := w
	changed.Prompt = "{documents}!"
	checkWritten(t, "another prompt", changed, twins, 1, 3)
	checkWritten(t, "the first again", w, twins, 0, 3)

	chunk := outlineOf(readers().Parse(documenttest.File("b.txt", twins["b.txt"]))).chunks[0]
	for prompt, want := range map[string]int{w.Prompt: 1, changed.Prompt: 1, "?": 0} {
		if got := NewModelNotes(s, "one", prompt).Of(chunk); len(got) != want {
			t.Errorf("%q has %v", prompt, got)
		}
	}
	checkWritten(t, "others in their place", w, map[string]string{"c.txt": "Ruby is red.\n"}, 1, 1)
	checkWritten(t, "no files at all", w, nil, 0, 1)
}

// What is kept of files outside of a job stays as it is.
func TestSweepElsewhere(t *testing.T) {
	s := store.NewNotes(t.TempDir())
	w := Writer{Model: &clerk{name: "one"}, Prompt: "{documents}", Store: s, Objects: answer.Objects}
	checkWritten(t, "two files", w, map[string]string{"in/a.txt": "Jade is green.\n", "out/b.txt": "Ruby is red.\n"}, 2, 2)
	inside := func(u file.URI) bool { return strings.Contains(string(u), "/in/") }
	job := jobOf(map[string]string{"in/c.txt": "Onyx is black.\n"})
	job.In = inside
	if p, err := w.Run(t.Context(), job); err != nil || p.Removed != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	checkPaths(t, "elsewhere", s, "in/c.txt", "out/b.txt")
}

// checkPaths compares where the texts stand that notes are kept of.
func checkPaths(t *testing.T, when string, s Store, want ...string) {
	t.Helper()
	var got []string
	for _, k := range List(s, everywhere) {
		for _, source := range k.Sources {
			got = append(got, source.Path)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: notes of %q are kept, want %q", when, got, want)
	}
}

// What was paid for stays as long as its text may be there: a file that is left out or
// cannot be read is not gone. What was read and says something else loses its notes.
func TestSweepKeeps(t *testing.T) {
	s := store.NewNotes(t.TempDir())
	w := Writer{Model: &clerk{name: "one"}, Prompt: "{documents}", Store: s, Objects: answer.Objects}
	files := map[string]string{"a.txt": "Jade is green.\n", "b.txt": "Ruby is red.\n", "c.txt": "Onyx is black.\n", "d.txt": "Opal is white.\n"}
	checkWritten(t, "at first", w, files, 4, 4)
	delete(files, "a.txt") // left out
	delete(files, "b.txt") // gone
	files["c.txt"] = ""
	job := jobOf(files)
	job.Gone = func(u file.URI) bool { return strings.HasSuffix(string(u), "b.txt") }
	if p, err := w.Run(t.Context(), job); err != nil || p.Removed != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	checkPaths(t, "later", s, "a.txt", "d.txt")
}

// A text that stands in two files is noted for both: each file is told of, and either can
// be named to delete it.
func TestTwins(t *testing.T) {
	s := store.NewNotes(t.TempDir())
	w := Writer{Model: &clerk{name: "one"}, Prompt: "{documents}", Store: s, Objects: answer.Objects}
	var noted []string
	job := jobOf(map[string]string{"a.txt": "Jade is green.\n", "b.txt": "Jade is green.\n"})
	job.Noted = func(u file.URI) { noted = append(noted, u.Path()) }
	if p, err := w.Run(t.Context(), job); err != nil || p.Calls != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if !slices.Equal(noted, []string{"/a.txt", "/b.txt"}) {
		t.Errorf("noted are %q", noted)
	}
	second := List(s, func(u file.URI) bool { return u.Path() == "/b.txt" })
	if err := Delete(s, second); err != nil || len(second) != 1 || len(List(s, nil)) != 0 {
		t.Errorf("of the second are listed %+v; %v", second, err)
	}
}

// What a service counts is what was spent, and a new day begins with nothing spent. A
// request that nothing can get past is not paid for.
func TestSpending(t *testing.T) {
	s, day := store.NewNotes(t.TempDir()), time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	w := Writer{
		Model: &clerk{name: "one"}, Prompt: "{documents}", Store: s, Objects: answer.Objects,
		Price: Price{In: 1_000_000, Out: 2_000_000}, Limits: Limits{Calls: 1}, Now: func() time.Time { return day },
	}
	files := map[string]string{"a.txt": "Jade is green.\n", "b.txt": "Ruby is red.\n"}
	p, err := w.Run(t.Context(), jobOf(files))
	if want := (Cost{1, 7, 5, 17}); !errors.Is(err, ErrSpent) || p.Cost != want {
		t.Errorf("the first day: %+v, %v", p, err)
	}
	if spent, err := s.Spent("20260301"); err != nil || spent != [4]int64{1, 7, 5, 17} {
		t.Errorf("the account is %v, %v", spent, err)
	}
	day = day.Add(2 * time.Hour)
	checkWritten(t, "the next day", w, files, 1, 2)

	lost := errors.New("nobody is there")
	w.Model, w.Limits, w.Hopeless = &clerk{name: "two", fails: lost}, Limits{}, func(err error) bool { return errors.Is(err, lost) }
	job := jobOf(files)
	job.Sent = func() int { return 0 }
	if p, err := w.Run(t.Context(), job); !errors.Is(err, lost) || p.Cost != (Cost{}) || p.Failed != 1 {
		t.Errorf("without a service: %+v, %v", p, err)
	}
}

// Money is whole in JSON, and rounded up in requests.
func TestMoney(t *testing.T) {
	for raw, want := range map[string]Money{"0.0125": 12_500, "3": 3_000_000, "0": 0} {
		var m Money
		if err := m.UnmarshalJSON([]byte(raw)); err != nil || m != want {
			t.Errorf("%s is %d, %v", raw, m, err)
		}
		if back, err := m.MarshalJSON(); err != nil || string(back) != raw {
			t.Errorf("%s is written as %s, %v", raw, back, err)
		}
	}
	if got := (Price{In: 1}).of(Cost{TokensIn: 1}); got != 1 {
		t.Errorf("a token costs %d", got)
	}
}
