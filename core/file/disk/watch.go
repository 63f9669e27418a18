package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"docuquest/core/file"
)

// Watch emits the changes of the files until ctx ends, and returns the error of
// ctx. It first watches every directory that the rules let in and then emits what
// has changed since the last Scan, so nothing is lost between the two; without a
// Scan it emits all files.
//
// Changed is called by one goroutine at a time; events that come meanwhile cost
// only the memory of their paths. A burst of events on one file is one change. If
// the folders cannot be watched, problem is called once, with the reason and what
// to do, and from then on the folders are walked every 30 seconds. A file system
// without events, such as a network drive, looks like one where nothing happens:
// it needs Touch and Rescan.
//
// Only one Watch can run at a time; a second one is an error.
func (d *Disk) Watch(ctx context.Context, changed func([]file.Change), problem func(error)) error {
	if !d.watching.CompareAndSwap(false, true) {
		return errors.New("the folders are watched already")
	}
	defer d.watching.Store(false)
	s := &session{disk: d, changed: changed, problem: problem, watched: map[string]uint64{}}
	defer func() {
		s.stop()
		if s.ticker != nil {
			s.ticker.Stop()
		}
	}()
	s.start()
	d.dirty.markAll(false)
	for {
		if dirt := d.dirty.take(); dirt.all || len(dirt.paths) > 0 {
			if dirt.lost && s.watcher != nil {
				// Directories may have moved unseen, and the watcher would
				// continue to report them by their old names.
				s.stop()
				s.start()
			}
			s.walk(ctx, dirt)
			if s.failure != nil && s.watcher != nil {
				s.fail(s.failure)
			}
		}
		var poll <-chan time.Time // nil while the folders are watched
		if s.ticker != nil {
			poll = s.ticker.C
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-d.dirty.wake:
		case <-poll:
			d.dirty.markAll(false)
		}
		if !d.dirty.quiet(ctx, d.timing) {
			return ctx.Err()
		}
	}
}

// timing are the waiting times of Watch.
type timing struct {
	// silence is how long no event may come before a change is read: editors
	// and tools write a file in several steps.
	silence time.Duration
	// patience is how long events that do not end may delay that.
	patience time.Duration
	// poll is the time between walks over folders that cannot be watched.
	poll time.Duration
}

var usualTiming = timing{silence: 100 * time.Millisecond, patience: time.Second, poll: 30 * time.Second}

// A session is one run of Watch.
type session struct {
	disk    *Disk
	changed func([]file.Change)
	problem func(error)

	// watcher is nil when the folders are walked at intervals instead.
	watcher watcher
	ticker  *time.Ticker   // nil while there is a watcher
	drained sync.WaitGroup // for the goroutine that takes the watcher's events

	mu sync.Mutex // guards the fields below against the workers of a walk
	// watched are the directories with a watch and the walk that last found
	// each of them.
	watched map[string]uint64
	failure error // the first error that makes watching impossible
}

// start makes a watcher and takes its events as fast as they come, since the
// system drops events that it cannot queue, until the watcher is closed.
func (s *session) start() {
	w, err := s.disk.newWatcher()
	if err != nil {
		s.fail(err)
		return
	}
	s.watcher = w
	dirty := &s.disk.dirty
	s.drained.Go(func() {
		events, errs := w.Events(), w.Errors()
		for events != nil || errs != nil {
			select {
			case event, ok := <-events:
				switch {
				case !ok:
					events = nil
				case event.Name != "" && event.Has(fsnotify.Create):
					dirty.mark(event.Name, seen|created)
				case event.Name != "":
					dirty.mark(event.Name, seen)
				}
			case _, ok := <-errs:
				if !ok {
					errs = nil
					continue
				}
				dirty.markAll(true)
			}
		}
	})
}

// stop ends the watcher and returns all watches to the system.
func (s *session) stop() {
	if s.watcher == nil {
		return
	}
	// Nothing can be done about a watcher that cannot be closed.
	_ = s.watcher.Close()
	s.drained.Wait()
	s.watcher = nil
	clear(s.watched)
}

// fail replaces the watcher by a walk at intervals.
func (s *session) fail(err error) {
	s.stop()
	s.ticker = time.NewTicker(s.disk.timing.poll)
	s.problem(explain(err, s.disk.timing))
}

// walk makes and runs the walk over what may have changed.
func (s *session) walk(ctx context.Context, d dirt) {
	s.disk.order.Lock()
	defer s.disk.order.Unlock()
	w := s.disk.newWalk(ctx)
	found := s.examine(w, d.paths)
	if len(found.moved) > 0 {
		// The events of directories that have moved, and of directories in them,
		// would have the old names. The watches are dropped before the walk adds
		// new ones, since the system keeps one watch for each directory whatever
		// its name.
		s.drop(func(directory string) bool {
			for {
				if found.moved[directory] {
					return true
				}
				above := filepath.Dir(directory)
				if above == directory {
					return false
				}
				directory = above
			}
		})
	}
	if d.all {
		w.startAll()
	} else {
		found.start(w)
	}
	out := collector{to: s.changed}
	w.emit = out.add
	if s.watcher != nil {
		w.enter = func(directory string) { s.watch(directory, w.number) }
	}
	if _, err := w.run(); err == nil && (w.scope.all || len(w.scope.trees) > 0) {
		// Directories that the walk should have found and did not are ignored
		// by now, or belong to no folder.
		s.drop(func(directory string) bool {
			return s.watched[directory] != w.number &&
				(w.scope.all || w.scope.insideTree(file.FromPath(directory)))
		})
	}
	out.mu.Lock()
	out.send()
	out.mu.Unlock()
}

// watch adds a watch for a directory. The workers of a walk call it at once.
func (s *session) watch(directory string, walk uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure != nil {
		return
	}
	if _, ok := s.watched[directory]; ok {
		s.watched[directory] = walk
		return
	}
	if len(s.watched) >= s.disk.budget {
		s.failure = fmt.Errorf("more than %d folders: %w", s.disk.budget, syscall.ENOSPC)
		return
	}
	switch err := s.watcher.Add(directory); {
	case err == nil:
		s.watched[directory] = walk
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission),
		errors.Is(err, syscall.ENOTDIR), errors.Is(err, fsnotify.ErrClosed):
		// Only this directory cannot be watched.
	default:
		s.failure = err
	}
}

// drop ends the watches of unwanted directories.
func (s *session) drop(unwanted func(directory string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for directory := range s.watched {
		if !unwanted(directory) {
			continue
		}
		delete(s.watched, directory)
		if s.watcher != nil {
			// The system has dropped the watch itself if the directory is gone.
			_ = s.watcher.Remove(directory)
		}
	}
}

// A collector joins the batches of several workers and emits them one after
// another. A document is emitted alone, after everything before it, since
// extracting its text takes long.
type collector struct {
	to    func([]file.Change)
	mu    sync.Mutex // guards batch and bytes, and is held during calls of to
	batch []file.Change
	bytes int
}

// add emits what has been collected when it becomes large.
func (c *collector) add(changes []file.Change) {
	const most = 4 << 20
	c.mu.Lock()
	defer c.mu.Unlock()
	alone := isDocument(changes[0].File.Path) // as the walk has emitted it
	if alone {
		c.send()
	}
	c.batch = append(c.batch, changes...)
	for i := range changes {
		c.bytes += len(changes[i].File.Content)
	}
	if alone || c.bytes >= most {
		c.send()
	}
}

// send is called with mu held.
func (c *collector) send() {
	if len(c.batch) == 0 {
		return
	}
	batch := c.batch
	c.batch, c.bytes = nil, 0
	c.to(batch)
}
