package agent

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/file/disk"
)

// state is how far the workspace has been read.
type state struct {
	mu       sync.Mutex // guards all below
	report   disk.Report
	loaded   bool // once, completely
	loading  bool
	watching bool
	found    int           // files met by the scan in progress
	begun    time.Time     // when that began
	came     time.Time     // when it met the last of them
	ended    chan struct{} // closed when the next scan ends

	first chan struct{} // closed when the workspace was read for the first time
}

// Load reads all files of the workspace. They are searched as they come;
// progress, which may be nil, is called with the number of files read so far,
// from several goroutines. An error leaves what was read.
func (a *Agent) Load(ctx context.Context, progress func(files int)) error {
	return a.walk(ctx, a.options.Workspace.Scan, progress)
}

// Include reads single files in place of the whole workspace: questions are
// answered from these alone. The first file that cannot be read is the error.
func (a *Agent) Include(ctx context.Context, uris ...file.URI) error {
	a.state.begin()
	defer a.wake()
	var docs []*document.Document
	for _, u := range uris {
		d, err := a.Document(ctx, u)
		if err != nil {
			a.state.end(disk.Report{}, false)
			return err
		}
		docs = append(docs, d)
	}
	a.library.Put(docs...)
	a.state.end(disk.Report{Files: len(docs), Of: len(docs)}, true)
	return nil
}

// walk reads the files that scan, which is the Scan or the Rescan of the workspace, reports.
func (a *Agent) walk(ctx context.Context, scan func(context.Context, func([]file.Change)) (disk.Report, error), progress func(files int)) error {
	a.state.begin()
	defer a.lookAtBuffers() // what is left out may be another thing now
	defer a.wake()
	report, err := scan(ctx, func(batch []file.Change) {
		a.apply(batch)
		if n := a.state.add(len(batch)); progress != nil {
			progress(n)
		}
	})
	a.library.Rest()
	if err == nil && a.state.isWatched() { // elsewhere the question that needs it does
		a.weigh()
		a.awaitFloor(ctx, a.calibrate())
	}
	a.state.end(report, err == nil)
	if err != nil {
		return err
	}
	if a.state.isWatched() { // elsewhere few questions come, and most do not need it
		debug.FreeOSMemory() // most of what reading took is garbage now
	}
	a.log.Info("the workspace is read", "files", report.Files, "of", report.Of, "bytes", report.Bytes, "elapsed", report.Elapsed)
	return nil
}

// wake reports to whatever follows the files in the background that some have changed, or
// that a walk is at its end, however that is: what follows them rests during a walk.
func (a *Agent) wake() {
	a.vectors.Wake()
	a.notebook.Wake()
}

// Questions that are asked while files are read wait for the end of that where it is near:
// where fewer than fewLeft files are left, or a number that takes less than soonRead as it
// goes by now. None waits longer than longestWait.
const (
	fewLeft     = 50
	soonRead    = 5 * time.Second
	longestWait = 15 * time.Second
	lookEvery   = 100 * time.Millisecond // whether it is still near
)

// AwaitLoad waits until no files are being read: for so long as patience lasts, and
// from then on as long as the end of that is near. It ends with ctx.
func (a *Agent) AwaitLoad(ctx context.Context, patience time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, longestWait)
	defer cancel()
	for wait := patience; ; wait = lookEvery {
		waiting, done := context.WithTimeout(ctx, wait)
		err := a.AwaitReading(waiting)
		done()
		left, all := a.options.Workspace.Left()
		if err == nil || ctx.Err() != nil || !all {
			return
		}
		// Texts come before documents, each of which can take as long as a thousand texts:
		// what counts is also how long ago the last file came.
		s := &a.state
		s.mu.Lock()
		each := max(time.Since(s.came), s.came.Sub(s.begun)/time.Duration(max(1, s.found)))
		s.mu.Unlock()
		if left >= fewLeft && each >= soonRead/time.Duration(left) {
			return
		}
	}
}

// AwaitReading waits until the workspace was read once and no files are being read, however
// long that takes. The error is that of ctx.
func (a *Agent) AwaitReading(ctx context.Context) error {
	for ended := a.state.reading(); ended != nil; ended = a.state.reading() {
		select {
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// apply takes changes of the disk in. What is open in an editor keeps the
// editor's text: a file that was opened while this ran is marked, so that its
// buffer wins in the end. It may run in several goroutines at once, since the
// workspace gives the changes of one file one after the other.
func (a *Agent) apply(changes []file.Change) {
	defer view.Contain(a.log, "reading files")
	var docs []*document.Document
	var gone []file.URI
	for _, c := range changes {
		switch {
		case a.files.IsOpen(c.File.URI):
		case c.Kind == file.Removed:
			gone = append(gone, c.File.URI)
		default:
			docs = append(docs, a.parser.Skim(c.File)) // which takes seconds for a long PDF: Settle does not wait for it
		}
	}
	a.bring(docs, gone)
	for _, c := range changes {
		if a.files.IsOpen(c.File.URI) || a.dirty.wasTaken(c.File.URI) { // perhaps a newer text of it, while this one was read
			a.dirty.mark(c.File.URI)
		}
	}
}

// bring puts what the disk has into the library.
func (a *Agent) bring(docs []*document.Document, gone []file.URI) {
	a.settling.RLock() // together with others of its kind, but not with Settle
	defer a.settling.RUnlock()
	a.library.Put(docs...)
	a.library.Remove(gone...)
	a.wake()
	a.changes.notify()
}

// lookAtBuffers asks again which open buffers are searched.
func (a *Agent) lookAtBuffers() {
	for _, f := range a.files.Buffers() {
		a.hidden.look(f.URI, a.options.Workspace)
		a.dirty.mark(f.URI)
	}
}

// Watch follows the disk until ctx ends, and returns its error. It begins when Load
// has read the workspace: a first look before that would read every file for Load to
// read it once more, and the look that it begins with finds what has changed since. A
// file system that cannot be followed well is logged.
func (a *Agent) Watch(ctx context.Context) error {
	a.state.watch(true)
	defer a.state.watch(false)
	select {
	case <-a.state.first:
	case <-ctx.Done():
		return ctx.Err()
	}
	return a.options.Workspace.Watch(ctx, a.follow, func(err error) {
		a.log.Warn("files are followed slowly", "err", err)
	})
}

// Reindex reads the whole workspace again and returns how many files are known.
func (a *Agent) Reindex(ctx context.Context) (files int, err error) {
	if err := a.Load(ctx, nil); err != nil {
		return 0, err
	}
	return a.library.Snapshot().Len(), nil
}

// AddFolder adds a folder to the workspace and reads what is new.
func (a *Agent) AddFolder(ctx context.Context, abs string) error {
	if err := a.options.Workspace.AddFolder(abs); err != nil {
		return err
	}
	return a.walk(ctx, a.options.Workspace.Rescan, nil)
}

// RemoveFolder takes a folder out of the workspace and forgets its files.
func (a *Agent) RemoveFolder(ctx context.Context, abs string) error {
	a.options.Workspace.RemoveFolder(abs)
	return a.walk(ctx, a.options.Workspace.Rescan, nil)
}

func (s *state) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loading, s.found, s.begun, s.came = true, 0, time.Now(), time.Now()
}

func (s *state) add(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found += n
	s.came = time.Now()
	return s.found
}

// end takes note of a walk. One that broke off leaves what was known before.
func (s *state) end(r disk.Report, complete bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loading = false
	close(s.ended)
	s.ended = make(chan struct{})
	if !complete {
		return
	}
	if !s.loaded {
		close(s.first)
	}
	s.report, s.loaded = r, true
}

// reading is closed when the next walk ends, and nil where the files are read.
func (s *state) reading() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded && !s.loading {
		return nil
	}
	return s.ended
}

func (s *state) watch(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watching = on
}

// isWatched reports whether the disk is followed, as in a session that lasts.
func (s *state) isWatched() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.watching
}
