package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/file"
	"docuquest/core/search/embed/embedtest"
	"docuquest/core/search/passages"
	"docuquest/core/services/outside"
)

// vectorsOf are options that keep vectors in memory and follow at once.
func vectorsOf(e *embedtest.Embedder, k *embedtest.Kept) passages.Options {
	return passages.Options{Embedder: e, Kept: k, Local: true, Quiet: time.Nanosecond}
}

var wares = map[string]string{
	"a.txt": "The fine was paid in silver coins.\n",
	"b.txt": "The fine vessel sailed over the sea.\n",
	"c.txt": "The fine bread was baked at night.\n",
}

// checkVectors compares what Status says of vectors.
func checkVectors(t *testing.T, when string, a *Agent, want passages.State) {
	t.Helper()
	want.Model = "small"
	if got := a.Status().Vectors; got == nil || *got != want {
		t.Errorf("%s: %+v, want %+v", when, got, want)
	}
}

func bytesOf(files map[string]string, names ...string) (n int64) {
	for _, name := range names {
		n += int64(len(strings.TrimSpace(files[name])))
	}
	return n
}

// Vectors are made once, kept for the next session, and order what is found.
func TestMakeVectors(t *testing.T) {
	folder := folderOf(t, wares)
	e, kept := &embedtest.Embedder{Model: "small"}, &embedtest.Kept{}
	a := start(t, folder, Options{Vectors: vectorsOf(e, kept)})
	checkVectors(t, "at first", a, passages.State{Of: 3})
	var told []string
	if err := a.MakeVectors(t.Context(), func(files, of int) { told = append(told, fmt.Sprint(files, " of ", of)) }); err != nil {
		t.Fatal(err)
	}
	all := passages.State{Files: 3, Of: 3, Bytes: bytesOf(wares, "a.txt", "b.txt", "c.txt")}
	checkVectors(t, "made", a, all)
	checkSame(t, "progress", []string{"0 of 3"}, told)
	sent := len(e.Asked())

	next := start(t, folder, Options{Vectors: vectorsOf(e, kept)})
	if err := next.MakeVectors(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	all.Bytes = 0
	checkVectors(t, "in the next session", next, all)
	if again := e.Asked()[sent:]; len(again) > 0 {
		t.Errorf("sent again: %q", again)
	}
	r, err := next.Search(t.Context(), Search{Query: "fine ship"})
	if err != nil || len(r.Hits) != 3 || r.Hits[0].Path != "b.txt" {
		t.Errorf("%v, %+v", err, r)
	}
	checkSame(t, "sent by the question", []string{"fine ship"}, e.Asked()[sent:])
}

// Without a service there is nothing to make.
func TestNoVectors(t *testing.T) {
	a := start(t, folderOf(t, wares), Options{})
	if err := a.MakeVectors(t.Context(), nil); err == nil || a.Status().Vectors != nil {
		t.Errorf("%v, %+v", err, a.Status().Vectors)
	}
}

// In the background the files get their vectors after they were read, and again when
// they changed; those of a text in between are forgotten.
func TestFollow(t *testing.T) {
	folder := folderOf(t, wares)
	asked := make(chan []string, 100)
	e, kept := &embedtest.Embedder{Model: "small"}, &embedtest.Kept{}
	e.Before = func(_ context.Context, texts []string) error {
		asked <- slices.Clone(texts)
		return nil
	}
	o := vectorsOf(e, kept)
	o.Follow = true
	a := start(t, folder, Options{Vectors: o})
	first := <-asked
	slices.Sort(first)
	checkSame(t, "at first", []string{"The fine bread was baked at night.", "The fine vessel sailed over the sea.", "The fine was paid in silver coins."}, first)
	u := uriOf(folder, "a.txt")
	a.Open(u, "plaintext", 1, "One fine text.\n")
	a.Settle()
	checkSame(t, "typed", []string{"One fine text."}, <-asked)
	a.Open(u, "plaintext", 2, "Another fine text.\n")
	a.Settle()
	checkSame(t, "typed again", []string{"Another fine text."}, <-asked)
	a.Close() // waits for what is being made
	for text, want := range map[string]bool{"One fine text.\n": false, "Another fine text.\n": true} {
		if got := a.vectors.Passages.Has("plaintext", file.HashOf(text)); got != want {
			t.Errorf("%q is kept: %v", text, got)
		}
	}
}

// What a file said before is not kept when it says something else by then.
func TestLateVectors(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "old\n"})
	e, kept := &embedtest.Embedder{Model: "small"}, &embedtest.Kept{}
	a := start(t, folder, Options{Vectors: vectorsOf(e, kept)})
	e.Before = func(context.Context, []string) error {
		return os.WriteFile(filepath.Join(folder, "a.txt"), []byte("new\n"), 0o644)
	}
	if err := a.MakeVectors(t.Context(), nil); err != nil || kept.Len() > 0 {
		t.Errorf("%v, and %d texts are kept", err, kept.Len())
	}
	checkVectors(t, "afterwards", a, passages.State{Of: 1, Bytes: 3})
}

// No more is sent than the budget allows, and the next session goes on.
func TestBudget(t *testing.T) {
	folder := folderOf(t, wares)
	e, kept := &embedtest.Embedder{Model: "small"}, &embedtest.Kept{}
	o := vectorsOf(e, kept)
	o.Budget = 40 // of which each file needs most
	for sessions := 1; sessions < 3; sessions++ {
		a := start(t, folder, Options{Vectors: o})
		err := a.MakeVectors(t.Context(), nil)
		if !errors.Is(err, passages.ErrBudget) || len(e.Asked()) != sessions {
			t.Errorf("session %d: %v, and %q were sent", sessions, err, e.Asked())
		}
		sent := int64(len(e.Asked()[sessions-1]))
		checkVectors(t, "spent", a, passages.State{Files: sessions, Of: 3, Bytes: sent, Problem: passages.ErrBudget.Error()})
	}
}

// A file that no budget holds keeps no other from its vectors, wherever it stands.
func TestBeyondBudget(t *testing.T) {
	files := maps.Clone(wares)
	files["aa.txt"] = strings.Repeat("All the fine wares of the market, one after the other. ", 200) + "\n"
	e := &embedtest.Embedder{Model: "small"}
	o := vectorsOf(e, &embedtest.Kept{})
	o.Budget = 1 << 10
	a := start(t, folderOf(t, files), Options{Vectors: o})
	if err := a.MakeVectors(t.Context(), nil); !errors.Is(err, passages.ErrBudget) {
		t.Errorf("%v", err)
	}
	sent := bytesOf(wares, "a.txt", "b.txt", "c.txt")
	checkVectors(t, "afterwards", a, passages.State{Files: 3, Of: 4, Bytes: sent, Problem: passages.ErrBudget.Error()})
}

// What several files say is sent once, and all of them have its vectors.
func TestVectorsOfCopies(t *testing.T) {
	files := maps.Clone(wares)
	files["copy/a.txt"], files["copy/b.txt"] = files["a.txt"], files["a.txt"]
	e := &embedtest.Embedder{Model: "small"}
	o := vectorsOf(e, &embedtest.Kept{})
	o.Follow, o.Quiet = true, time.Hour // Status looks for no copies then
	a := start(t, folderOf(t, files), Options{Vectors: o})
	if err := a.MakeVectors(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if asked := e.Asked(); len(asked) != 3 {
		t.Errorf("%q were sent", asked)
	}
	checkVectors(t, "afterwards", a, passages.State{Files: 5, Of: 5, Bytes: bytesOf(wares, "a.txt", "b.txt", "c.txt")})
}

// A service that fails ends it, and Status says why; what a service rejects of one file
// does not keep the others from their vectors.
func TestServiceFails(t *testing.T) {
	fault := func(kind outside.Kind) error {
		return &outside.Error{Host: "h", Kind: kind, Err: errors.New("no")}
	}
	for _, test := range []struct {
		name   string
		before func(context.Context, []string) error
		err    string
		want   passages.State
	}{
		{
			"a fault", func(context.Context, []string) error { return fault(outside.Unavailable) },
			"h has a fault of its own: no",
			passages.State{Of: 3, Problem: "h has a fault of its own: no"},
		},
		{
			"everything is rejected", func(context.Context, []string) error { return fault(outside.Rejected) },
			"h rejected the request: no",
			passages.State{Of: 3, Problem: "h rejected the request: no"},
		},
		{
			"one file is rejected", func(_ context.Context, texts []string) error {
				if strings.Contains(strings.Join(texts, "\n"), "bread") {
					return fault(outside.Rejected)
				}
				return nil
			}, "",
			passages.State{Files: 2, Of: 3, Refused: 1},
		},
	} {
		e := &embedtest.Embedder{Model: "small", Before: test.before}
		a := start(t, folderOf(t, wares), Options{Vectors: vectorsOf(e, &embedtest.Kept{})})
		err := a.MakeVectors(t.Context(), nil)
		if test.err == "" && err != nil || test.err != "" && (err == nil || err.Error() != test.err) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.err)
		}
		got := a.Status().Vectors
		got.Bytes = 0 // depends on what was tried how often
		test.want.Model = "small"
		if *got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, *got, test.want)
		}
	}
}

// Who chose that the text itself answers chose that no service elsewhere hears of it.
func TestNothingIsSent(t *testing.T) {
	for _, test := range []struct {
		local  bool
		writer string
		sent   bool
	}{
		{true, "", true},
		{true, "extractive", true},
		{false, "", true},
		{false, "extractive", false},
	} {
		e, kept := &embedtest.Embedder{Model: "small"}, &embedtest.Kept{}
		o := vectorsOf(e, kept)
		o.Local = test.local
		a := start(t, folderOf(t, wares), Options{Vectors: o})
		if err := a.MakeVectors(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		before := len(e.Asked())
		if _, err := a.Ask(t.Context(), Request{Text: "What was fine?", Writer: test.writer}, nil); err != nil {
			t.Fatal(err)
		}
		if sent := len(e.Asked()) > before; sent != test.sent {
			t.Errorf("local %v, writer %q: the question was sent: %v", test.local, test.writer, sent)
		}
	}
}
