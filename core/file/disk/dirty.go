package disk

import (
	"context"
	"sync"
	"time"
)

// A dirtySet collects the paths that may have changed until somebody looks at
// them. Marking is cheap, so that events are taken as fast as the system can
// give them, and a path that changes a thousand times is looked at once.
type dirtySet struct {
	mu    sync.Mutex // guards paths, all and lost
	paths map[string]cause
	all   bool
	lost  bool
	// wake holds a token while there is something new.
	wake chan struct{}
}

// A cause says how a path became dirty.
type cause uint8

const (
	// seen is an event of any kind.
	seen cause = 1 << iota
	// created is an event for a name that was not there.
	created
	// touched is a word from outside, which may stand for a whole directory.
	touched
)

// dirt is what a dirtySet held when somebody took it.
type dirt struct {
	paths map[string]cause
	// all says that anything may have changed.
	all bool
	// lost says that events were lost and watching has to begin anew.
	lost bool
}

func (s *dirtySet) init() {
	s.paths = map[string]cause{}
	s.wake = make(chan struct{}, 1)
}

// mark adds a path as the system writes it.
func (s *dirtySet) mark(native string, c cause) {
	// With more paths than this it is cheaper to begin anew.
	const most = 1 << 16
	s.mu.Lock()
	if s.paths[native] |= c; len(s.paths) > most {
		s.all, s.lost = true, true
		clear(s.paths)
	}
	s.mu.Unlock()
	s.signal()
}

// markAll says that anything may have changed.
func (s *dirtySet) markAll() {
	s.mu.Lock()
	s.all = true
	s.mu.Unlock()
	s.signal()
}

// markLost says that events were lost, so that anything may have changed.
func (s *dirtySet) markLost() {
	s.mu.Lock()
	s.all, s.lost = true, true
	s.mu.Unlock()
	s.signal()
}

func (s *dirtySet) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take empties the set.
func (s *dirtySet) take() dirt {
	s.mu.Lock()
	defer s.mu.Unlock()
	got := dirt{paths: s.paths, all: s.all, lost: s.lost}
	s.paths, s.all, s.lost = map[string]cause{}, false, false
	return got
}

// quiet waits until nothing new has come for a while, or until the patience is
// at its end. It gives false when ctx ends first.
func (s *dirtySet) quiet(ctx context.Context, t timing) bool {
	patience := time.NewTimer(t.patience)
	defer patience.Stop()
	silence := time.NewTimer(t.silence)
	defer silence.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-s.wake:
			silence.Reset(t.silence)
		case <-silence.C:
			return true
		case <-patience.C:
			return true
		}
	}
}
