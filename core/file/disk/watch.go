package disk

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"docuquest/core/file"
)

// Watch lets out the changes of the files until ctx ends, and returns its
// error. It first watches every directory that the rules let in and then looks
// for what has changed since the last Scan, so nothing is lost between the two;
// without a Scan all files come out.
//
// Changed is called by one goroutine at a time, and events wait meanwhile at the
// price of their paths. A burst of events on one file is one change. If the
// folders cannot be watched, problem gets one error that says why and what can
// be done, and from then on the folders are looked through every 30 seconds. A
// file system that gives no events, as those of networks do, looks like one
// where nothing happens: Touch and Rescan are for these.
//
// Only one Watch can run at a time; a second one is an error.
func (d *Disk) Watch(ctx context.Context, changed func([]file.Change), problem func(error)) error {
	if !d.watching.CompareAndSwap(false, true) {
		return errors.New("the folders are watched already")
	}
	defer d.watching.Store(false)
	s := &session{disk: d, changed: changed, problem: problem, watched: map[string]uint64{}}
	defer s.end()
	s.start()
	d.dirty.markAll()
	for {
		s.settle(ctx, d.dirty.take())
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-d.dirty.wake:
		case <-s.poll():
			d.dirty.markAll()
		}
		if !d.dirty.quiet(ctx, d.timing) {
			return ctx.Err()
		}
	}
}

// timing says how long things are waited for.
type timing struct {
	// silence is how long no event may come before a change is read: editors
	// and tools write a file in several steps.
	silence time.Duration
	// patience is how long events that do not end may put that off.
	patience time.Duration
	// poll is how often folders are looked through that cannot be watched.
	poll time.Duration
}

var usualTiming = timing{silence: 100 * time.Millisecond, patience: time.Second, poll: 30 * time.Second}

// A session is one run of Watch.
type session struct {
	disk    *Disk
	changed func([]file.Change)
	problem func(error)

	// watcher is nil when the folders are looked through instead.
	watcher watcher
	ticker  *time.Ticker   // nil while there is a watcher
	drained sync.WaitGroup // for the goroutine that takes the watcher's events

	mu sync.Mutex // guards the fields below against the workers of a walk
	// watched holds the directories with a watch and the walk that last found
	// each of them.
	watched map[string]uint64
	failure error // the first that means that watching fails
}

// start makes a watcher and takes its events.
func (s *session) start() {
	w, err := s.disk.newWatcher()
	if err != nil {
		s.fail(err)
		return
	}
	s.watcher = w
	s.drained.Go(func() { drain(w, &s.disk.dirty) })
}

// drain takes the events of a watcher as fast as they come, since the system
// drops what it cannot queue, until the watcher is closed.
func drain(w watcher, dirty *dirtySet) {
	events, errs := w.Events(), w.Errors()
	for events != nil || errs != nil {
		select {
		case event, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			if event.Name != "" {
				dirty.mark(event.Name, causeOf(event))
			}
		case _, ok := <-errs:
			if !ok {
				errs = nil
				continue
			}
			dirty.markLost()
		}
	}
}

func causeOf(event fsnotify.Event) cause {
	if event.Has(fsnotify.Create) {
		return seen | created
	}
	return seen
}

// end leaves nothing behind.
func (s *session) end() {
	s.stop()
	if s.ticker != nil {
		s.ticker.Stop()
	}
}

// stop ends the watcher and gives all watches back to the system.
func (s *session) stop() {
	if s.watcher == nil {
		return
	}
	// Nothing is left to be done about a watcher that cannot be closed.
	_ = s.watcher.Close()
	s.drained.Wait()
	s.watcher = nil
	clear(s.watched)
}

// fail goes over to looking through the folders.
func (s *session) fail(err error) {
	s.stop()
	s.ticker = time.NewTicker(s.disk.timing.poll)
	s.problem(explain(err, s.disk.timing))
}

// poll gives a channel that says when to look through the folders, or nil while
// they are watched.
func (s *session) poll() <-chan time.Time {
	if s.ticker == nil {
		return nil
	}
	return s.ticker.C
}

// settle looks at what may have changed and lets the changes out.
func (s *session) settle(ctx context.Context, d dirt) {
	if !d.all && len(d.paths) == 0 {
		return
	}
	if d.lost && s.watcher != nil {
		// Directories may have moved unseen, and the watcher would go on to
		// report them by their old names.
		s.stop()
		s.start()
	}
	s.look(ctx, d)
	if s.failure != nil && s.watcher != nil {
		s.fail(s.failure)
	}
}

// look makes and runs the walk over what may have changed.
func (s *session) look(ctx context.Context, d dirt) {
	s.disk.order.Lock()
	defer s.disk.order.Unlock()
	w := s.disk.newWalk(ctx)
	found := s.examine(w, d.paths)
	s.unwatch(found.moved)
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
	if _, err := w.run(); err == nil {
		s.unwatchLeft(w)
	}
	out.flush()
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
	err := s.watcher.Add(directory)
	switch {
	case err == nil:
		s.watched[directory] = walk
	case !passing(err):
		s.failure = err
	}
}

// unwatch drops the watches of directories that are not where they were, and of
// those in them, whose events would bear the old names. It comes before a walk
// adds them by their new names, since the system keeps one watch for each
// directory whatever its name.
func (s *session) unwatch(moved map[string]bool) {
	if len(moved) == 0 {
		return
	}
	s.drop(func(directory string) bool {
		for {
			if moved[directory] {
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

// unwatchLeft drops the watches of directories that a walk should have found and
// did not: they are ignored by now, or belong to no folder.
func (s *session) unwatchLeft(w *walk) {
	if !w.scope.all && len(w.scope.trees) == 0 {
		return
	}
	s.drop(func(directory string) bool {
		return s.watched[directory] != w.number &&
			(w.scope.all || w.scope.insideTree(file.FromPath(directory)))
	})
}

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

// A collector puts the batches of several workers together and lets them out
// one after another. A document goes alone, after all that came before it, since
// whoever gets it takes long.
type collector struct {
	to    func([]file.Change)
	mu    sync.Mutex // guards batch and bytes, and is held during calls of to
	batch []file.Change
	bytes int
}

func (c *collector) add(changes []file.Change) {
	const most = 4 << 20
	c.mu.Lock()
	defer c.mu.Unlock()
	alone := isDocument(changes[0].File.Path) // and so the walk has let it out
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

func (c *collector) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.send()
}

func (c *collector) send() {
	if len(c.batch) == 0 {
		return
	}
	batch := c.batch
	c.batch, c.bytes = nil, 0
	c.to(batch)
}
