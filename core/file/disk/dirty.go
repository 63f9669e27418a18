package disk

import (
	"context"
	"sync"
	"time"
)

// A dirtySet collects the paths that may have changed until Watch examines
// them. Marking is cheap, so that events are taken as fast as the system sends
// them, and a path that changes a thousand times is examined once.
type dirtySet struct {
	mu    sync.Mutex // guards paths, all and lost
	paths map[string]cause
	all   bool
	lost  bool
	// wake has a token while something new is in the set.
	wake chan struct{}
}

// A cause is how a path became dirty. Causes of one path are joined as bits.
type cause uint8

const (
	// seen is an event of any kind.
	seen cause = 1 << iota
	// created is an event for a new name.
	created
	// touched is a call of Touch, which may mean a whole directory.
	touched
)

// dirt is the content of a dirtySet when it was taken.
type dirt struct {
	paths map[string]cause
	// all is set when anything may have changed.
	all bool
	// lost is set when events were lost, so that watching has to start again.
	lost bool
}

// mark adds a path as the system writes it.
func (s *dirtySet) mark(native string, c cause) {
	// With more paths than this it is cheaper to start again.
	const most = 1 << 16
	s.mu.Lock()
	if s.paths[native] |= c; len(s.paths) > most {
		s.all, s.lost = true, true
		clear(s.paths)
	}
	s.mu.Unlock()
	s.signal()
}

// markAll notes that anything may have changed, and whether events were lost.
func (s *dirtySet) markAll(lost bool) {
	s.mu.Lock()
	s.all, s.lost = true, s.lost || lost
	s.mu.Unlock()
	s.signal()
}

func (s *dirtySet) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take empties the set and returns its content.
func (s *dirtySet) take() dirt {
	s.mu.Lock()
	defer s.mu.Unlock()
	got := dirt{paths: s.paths, all: s.all, lost: s.lost}
	s.paths, s.all, s.lost = map[string]cause{}, false, false
	return got
}

// quiet waits until no event has come for timing.silence, but at most for
// timing.patience. It returns false when ctx ends first.
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
