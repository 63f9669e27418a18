package agent

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/search/retrieve"
	"docuquest/prompts"
)

// libraryFiles are a few files in folders.
var libraryFiles = map[string]string{
	"docs/ring.md":   "# Rings\n\nThe gold ring was found in the well.\n",
	"docs/old/a.txt": "The gold ring was lost in the tower.\n",
	"src/ring.go":    "package ring\n\n// The gold ring is a type.\n",
}

// A session that lasts is calibrated before its first question, any other one by the
// question that needs it.
func TestCalibratedAhead(t *testing.T) {
	a := start(t, folderOf(t, libraryFiles), Options{})
	if a.calibrated.known {
		t.Error("files that are not followed were calibrated before any question")
	}
	if _, err := a.Ask(t.Context(), Request{Text: "gold ring"}, nil); err != nil || !a.calibrated.known {
		t.Errorf("%v, calibrated by the question: %v", err, a.calibrated.known)
	}

	lasting := start(t, folderOf(t, libraryFiles), Options{})
	lasting.state.watch(true)
	if err := lasting.Load(t.Context(), nil); err != nil || !lasting.calibrated.known {
		t.Errorf("%v, calibrated by reading: %v", err, lasting.calibrated.known)
	}
}

// While a workspace is calibrated that reads a file and never comes back, a question on other
// files is answered, with the default floor.
func TestNoQuestionWaitsForCalibration(t *testing.T) {
	for name, watched := range map[string]bool{"a session": true, "the command line": false} {
		t.Run(name, func(t *testing.T) {
			w := newHeldWorkspace(t, map[string]string{
				"docs/ring.txt": "The gold ring was found in the well of the old tower by the king.\n",
				"slow/held.txt": "The silver cup was lost in the well of the old tower by the queen.\n",
			})
			a := New(Options{Workspace: w, Prompts: prompts.Default(), Parsers: document.Parsers{Fallback: plain.Parser{}}, FloorPatience: time.Nanosecond})
			t.Cleanup(a.Close)
			t.Cleanup(w.release)
			a.state.watch(watched)
			if err := a.Load(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			answer, err := a.Ask(t.Context(), Request{Text: "Where was the gold ring found? in:docs"}, nil)
			if err != nil || answer.Refused || a.floor(t.Context()) != retrieve.DefaultFloor {
				t.Errorf("%v, %+v", err, answer)
			}
		})
	}
}

// A heldWorkspace does not come back from reading files named held.txt, but for its scans.
type heldWorkspace struct {
	*disk.Disk
	held    chan struct{}
	release func()
}

func newHeldWorkspace(t *testing.T, files map[string]string) *heldWorkspace {
	t.Helper()
	d, err := disk.Open([]string{folderOf(t, files)}, disk.Options{Accept: func(string) (bool, file.Reason) { return true, "" }})
	if err != nil {
		t.Fatal(err)
	}
	w := &heldWorkspace{Disk: d, held: make(chan struct{})}
	w.release = sync.OnceFunc(func() { close(w.held) })
	return w
}

func (w *heldWorkspace) Read(ctx context.Context, u file.URI) (file.File, error) {
	if strings.HasSuffix(string(u), "held.txt") {
		<-w.held
	}
	return w.Disk.Read(ctx, u)
}

// The text of a PDF is taken out of it once, for the index, and nothing is calibrated with
// what could be read in part alone.
func TestCalibratesWithWhatWasExtracted(t *testing.T) {
	w := newHeldWorkspace(t, map[string]string{
		"a.pdf": "The gold ring was found in the well of the old tower by the king.\n",
		"b.pdf": "The silver cup was lost in the well of the old tower by the queen.\n",
		"c.pdf": "partly\n",
	})
	w.release()
	var parsed extractor
	a := New(Options{Workspace: w, Prompts: prompts.Default(), Parsers: document.Parsers{
		ByLanguage: map[string]document.Parser{"pdf": &parsed}, Fallback: plain.Parser{},
	}})
	t.Cleanup(a.Close)
	a.state.watch(true)
	if err := a.Load(t.Context(), nil); err != nil || !a.calibrated.known {
		t.Fatal(err, a.calibrated.known)
	}
	if n := parsed.Load(); n != 3 {
		t.Errorf("text was taken out of 3 files %d times", n)
	}
}

// An extractor takes texts out of files, and counts that.
type extractor struct{ atomic.Int32 }

func (p *extractor) Parse(f file.File) *document.Document {
	p.Add(1)
	d := document.New(f)
	d.Extracted = true
	if strings.HasPrefix(f.Content, "partly") {
		d.Problems = []document.Problem{{Message: "page 2 has no text"}}
	}
	return d
}
