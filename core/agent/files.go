package agent

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Open records that an editor has a file open from now on: its text wins over the
// disk's until CloseBuffer.
func (a *Agent) Open(u file.URI, language string, version int32, content string) {
	a.files.Open(u, "", language, version, content)
	known := a.fingerprints([]file.URI{u})[u] != fingerprint{} // and so it was let in
	if known || len(a.options.Workspace.Folders()) == 0 {
		a.hidden.set(u, nil)
	} else { // it may be a file with passwords
		a.hidden.set(u, file.Skip{Path: u.Path(), Reason: "not looked at yet"})
		a.backlog.add(u)
	}
	a.dirty.mark(u)
}

// Edit applies the changes of one didChange to an open buffer, in their order.
// The error reports that the file is not open or the version is an old one;
// the text stays as it is then. [Agent.OutOfStep] reports whether they fit together.
func (a *Agent) Edit(u file.URI, version int32, edits []text.Edit, e text.Encoding) error {
	err := a.files.Change(u, version, func(f file.File) file.File {
		for _, edit := range edits {
			fits := true
			f.Content, fits = edit.Apply(f.Content, e)
			switch {
			case edit.Range == nil:
				f.OutOfStep = ""
			case !fits:
				f.OutOfStep = "an edit replaced a text that is not as long as the editor says"
			}
		}
		return f
	})
	if err != nil {
		return err
	}
	a.dirty.mark(u)
	return nil
}

// Save records that a buffer was written to the disk; content is what was written,
// nil where the editor does not send it.
func (a *Agent) Save(u file.URI, content *string) {
	if content != nil {
		a.files.Save(u, *content)
	}
	a.backlog.add(u)
	a.dirty.mark(u)
}

// CloseBuffer records that an editor has closed a file; the text of the disk counts again.
func (a *Agent) CloseBuffer(u file.URI) {
	a.files.Close(u)
	a.dirty.mark(u)
}

// Touch records that files may have changed on the disk.
func (a *Agent) Touch(uris ...file.URI) {
	a.options.Workspace.Touch(uris...)
	for _, u := range uris {
		a.dirty.mark(u)
	}
}

// OutOfStep returns why the editor may show another text of a file than the one that is
// searched; "" where nothing indicates that. Saving the file brings both in step.
func (a *Agent) OutOfStep(u file.URI) string { return a.files.OutOfStep(u) }

// Buffer is the present text of an open buffer.
func (a *Agent) Buffer(u file.URI) (file.File, bool) { return a.files.Get(u) }

// Read is the present text of a file: the editor's where it is open.
func (a *Agent) Read(ctx context.Context, u file.URI) (file.File, error) {
	return a.files.Read(ctx, u)
}

// Document is a file as its parser understands it, with the editor's text where
// it is open. It is parsed once for each content. The error is that of reading.
func (a *Agent) Document(ctx context.Context, u file.URI) (*document.Document, error) {
	f, err := a.files.Read(ctx, u)
	if err != nil {
		return nil, err
	}
	return a.parser.Parse(f), nil
}

// Settle has every buffer that was changed before searched as it is when it returns, and
// what has changed on the disk read in the background. It never waits for a disk or the
// parser of a document, so it may be called on the reader of the protocol; Sync waits.
func (a *Agent) Settle() {
	a.settling.Lock() // also waits for one in progress, which may have taken our changes
	defer a.settling.Unlock()
	changed := a.dirty.take()
	if len(changed) == 0 {
		return
	}
	defer view.Contain(a.log, "taking in changes")
	var docs []*document.Document
	var gone []file.URI
	for _, u := range changed {
		f, open := a.files.Get(u)
		switch {
		case !open:
			a.backlog.add(u)
		case a.unsearched(f) == nil:
			docs = append(docs, a.parser.Skim(f))
		default:
			gone = append(gone, u)
		}
	}
	if len(docs)+len(gone) > 0 {
		a.library.Put(docs...)
		a.library.Remove(gone...)
		a.wake()
	}
	a.changes.notify() // of buffers that were closed, too
}

// present returns what a file contains now.
func (a *Agent) present(u file.URI) (file.File, error) {
	if f, open := a.files.Get(u); open {
		return f, a.unsearched(f)
	}
	return a.options.Workspace.Read(context.Background(), u)
}

// unsearched returns why an open buffer is not searched, nil if it is.
func (a *Agent) unsearched(f file.File) error {
	if limit := a.options.Workspace.MaxBytes(); int64(len(f.Content)) > limit {
		return file.Skip{Path: f.Path, Reason: "too large"}
	}
	return a.hidden.why(f.URI)
}

// hidden remembers which open buffers are not searched: the buffers of files that the
// workspace leaves out, an ignored one for example. What somebody looks at is
// not what they want to have searched. It is asked when a buffer is opened or
// saved and when the workspace was looked through, not at every keystroke, and in
// the background, since a disk can take its time.
type hidden struct {
	mu     sync.Mutex // guards reason
	reason map[file.URI]error
}

// look asks the workspace about a file. Without any folder the open buffers are
// all there is, and none is hidden.
func (h *hidden) look(u file.URI, w Workspace) {
	_, err := w.Read(context.Background(), u)
	if !errors.As(err, new(file.Skip)) || len(w.Folders()) == 0 {
		err = nil
	}
	h.set(u, err)
}

// set notes why a buffer is hidden, nil if it is not.
func (h *hidden) set(u file.URI, why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.reason, u)
	if why == nil {
		return
	}
	if h.reason == nil {
		h.reason = map[file.URI]error{}
	}
	h.reason[u] = why
}

func (h *hidden) why(u file.URI) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.reason[u]
}

// isGone reports whether a file that cannot be read should be forgotten.
func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.As(err, new(file.Skip))
}

// settleDelay is how long the library may lag behind typing when nobody asks.
const settleDelay = 250 * time.Millisecond

// dirty is the set of files that changed since the library last heard of them.
type dirty struct {
	settle func()

	mu     sync.Mutex // guards all below
	uris   map[file.URI]bool
	taken  map[file.URI]bool // all that were ever taken
	timer  *time.Timer
	closed bool
}

// mark adds a file, and sees to it that it is settled soon.
func (d *dirty) mark(u file.URI) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.uris == nil {
		d.uris = map[file.URI]bool{}
	}
	d.uris[u] = true
	if d.timer == nil && !d.closed {
		d.timer = time.AfterFunc(settleDelay, d.settle)
	}
}

// take empties the set.
func (d *dirty) take() []file.URI {
	d.mu.Lock()
	defer d.mu.Unlock()
	uris := slices.Sorted(maps.Keys(d.uris))
	if d.taken == nil {
		d.taken = map[file.URI]bool{}
	}
	maps.Copy(d.taken, d.uris)
	clear(d.uris)
	d.stopTimer()
	return uris
}

// wasTaken reports whether a file was ever taken.
func (d *dirty) wasTaken(u file.URI) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.taken[u]
}

func (d *dirty) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.stopTimer()
}

func (d *dirty) stopTimer() {
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}

// Sync brings the index up to date, as far as that does not take long, and returns the
// workspace as it is then. All that was typed before is indexed, and so is what has changed on
// the disk, but for files that take longer than a question waits; the view has their
// number. Sync may wait for a disk, so the reader of the protocol calls [Agent.Settle] in its
// place.
func (a *Agent) Sync(ctx context.Context) *view.View {
	a.Settle()
	a.backlog.await(ctx)
	return a.view()
}

// view is the workspace at this moment.
func (a *Agent) view() *view.View {
	a.state.mu.Lock()
	report, complete := a.state.report, a.state.loaded && !a.state.loading
	a.state.mu.Unlock()
	return &view.View{
		Files: a.files.Snapshot(), Snapshot: a.library.Snapshot(), Library: a.library, Parser: a.parser,
		Folders: a.options.Workspace.Folders(), Name: func(u file.URI) string { return file.NameOf(a.options.Workspace, u) }, AtHand: a.isAtHand, Report: report,
		Lexicon: a.lexicon, Weights: a.meaning, Log: a.log,
		Reading: a.backlog.size(), Complete: complete,
	}
}

// ChecksCitations reports whether an editor is shown what has become of citations.
func (a *Agent) ChecksCitations() bool { return a.preferences().CheckCitations != "off" }

// changes calls who wants to hear of changes.
type changes struct {
	mu   sync.Mutex // guards hear
	hear func()
}

// OnChange has f called after files have changed, each time what is searched follows
// them. It must return at once, and may be called by several goroutines. There is one
// f, the last that was given.
func (a *Agent) OnChange(f func()) {
	a.changes.mu.Lock()
	defer a.changes.mu.Unlock()
	a.changes.hear = f
}

func (c *changes) notify() {
	c.mu.Lock()
	hear := c.hear
	c.mu.Unlock()
	if hear != nil {
		hear()
	}
}

// Buffers are the open buffers, sorted by URI. The slice is the caller's.
func (a *Agent) Buffers() []file.File { return a.files.Buffers() }
