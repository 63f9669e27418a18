package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/prompts"
)

// While the first of some PDFs is read, which takes seconds, all texts are found, and
// each PDF is as soon as it was read.
func TestTextsDoNotWaitForDocuments(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"a.txt": "opal\n", "a.pdf": "jade\n", "b/b.pdf": "jade\n", "b/c.txt": "ruby\n", "z/z.pdf": "jade\n", "z.txt": "pearl\n",
	})
	d, err := disk.Open([]string{folder}, disk.Options{Accept: func(string) (bool, file.Reason) { return true, "" }})
	if err != nil {
		t.Fatal(err)
	}
	held := heldParser{begun: make(chan string, 3), ends: make(chan struct{})}
	a := New(Options{Workspace: d, Prompts: prompts.Default(), Parsers: document.Parsers{
		ByLanguage: map[string]document.Parser{"pdf": held}, Fallback: plain.Parser{},
	}})
	t.Cleanup(a.Close)
	loaded, fourth := make(chan error), make(chan struct{})
	go func() {
		loaded <- a.Load(t.Context(), func(files int) {
			if files == 4 {
				close(fourth)
			}
		})
	}()
	<-held.begun
	for _, word := range []string{"opal", "ruby", "pearl"} {
		if !a.Lookup(word).Found(t.Context()) {
			t.Fatalf("%s is not found while a PDF is read", word)
		}
	}
	if s := a.Status(); s.Files != 3 || s.Complete {
		t.Errorf("the status is %+v", s.IndexState)
	}
	held.ends <- struct{}{}
	<-fourth
	if s := a.Status(); s.Files != 4 || s.Complete || !a.Lookup("jade").Found(t.Context()) {
		t.Errorf("after one PDF the status is %+v", s.IndexState)
	}
	close(held.ends)
	if err := <-loaded; err != nil || a.Status().Files != 6 {
		t.Errorf("%v, %+v", err, a.Status().IndexState)
	}
}

// A heldParser tells which files it begins with, and ends with each when it may.
type heldParser struct {
	begun chan string
	ends  chan struct{}
}

func (p heldParser) Parse(f file.File) *document.Document {
	p.begun <- f.Path
	<-p.ends
	return document.New(f)
}

// The disk is followed when the workspace was read: every file is read once.
func TestWatchBeginsAfterLoad(t *testing.T) {
	w := &watchedWorkspace{}
	a := New(Options{Workspace: w, Prompts: prompts.Default()})
	t.Cleanup(a.Close)
	ended, end := context.WithCancel(t.Context())
	end()
	if err := a.Watch(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("before the files were read: %v", err)
	}
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := a.Watch(t.Context()); !errors.Is(err, errWatched) {
		t.Errorf("after they were read: %v", err)
	}
	checkSame(t, "what was done", []string{"Scan", "Watch"}, w.done)
}

var errWatched = errors.New("the disk was followed")

// A watchedWorkspace has no files, and notes how it is looked through.
type watchedWorkspace struct {
	nowhere
	mu   sync.Mutex // guards done
	done []string
}

func (w *watchedWorkspace) note(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = append(w.done, what)
}

func (w *watchedWorkspace) Scan(context.Context, func([]file.Change)) (disk.Report, error) {
	w.note("Scan")
	return disk.Report{}, nil
}

func (w *watchedWorkspace) Watch(context.Context, func([]file.Change), func(error)) error {
	w.note("Watch")
	return errWatched
}

// Who asks while the last few files are read waits for them; while very many are left the
// answer comes at once, and says that it is partial.
func TestQuestionsWaitForTheLastFiles(t *testing.T) {
	for name, test := range map[string]struct {
		pdfs  int
		waits bool
	}{"few are left": {3, true}, "many are left": {300, false}} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"a.txt": "The gold ring lies in the well of the tower.\n"}
			for i := range test.pdfs {
				files[fmt.Sprintf("%d.pdf", i)] = "The silver cup lies in the barn.\n"
			}
			d, err := disk.Open([]string{folderOf(t, files)}, disk.Options{Accept: func(string) (bool, file.Reason) { return true, "" }})
			if err != nil {
				t.Fatal(err)
			}
			held := heldParser{begun: make(chan string, test.pdfs), ends: make(chan struct{})}
			a := New(Options{Workspace: d, Prompts: prompts.Default(), Parsers: document.Parsers{
				ByLanguage: map[string]document.Parser{"pdf": held}, Fallback: plain.Parser{},
			}})
			t.Cleanup(a.Close)
			loaded := make(chan error)
			go func() { loaded <- a.Load(t.Context(), nil) }()
			<-held.begun
			if test.waits {
				close(held.ends)
			}
			a.AwaitLoad(t.Context(), 0)
			answer, err := a.Ask(t.Context(), Request{Text: "Where is the gold ring?"}, nil)
			if err != nil || answer.Indexed.Complete != test.waits || answer.Indexed.Of != 1+test.pdfs {
				t.Errorf("%v, %+v", err, answer.Indexed)
			}
			if said := strings.Join(answer.Remarks(), " "); strings.Contains(said, "This answer is partial.") == test.waits {
				t.Errorf("it says %q", said)
			}
			if !test.waits {
				close(held.ends)
			}
			if err := <-loaded; err != nil {
				t.Error(err)
			}
		})
	}
}
