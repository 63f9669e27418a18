package agent

import (
	"context"
	"sync"
)

// asked are the questions in flight, by the id that their answers will have.
type asked struct {
	mu      sync.Mutex // guards all below
	running map[string]context.CancelFunc
	waited  chan struct{} // closed when none runs any more; nil where nobody waits for that
}

// begin enters a question; done takes it out again.
func (s *asked) begin(ctx context.Context, id string) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[id] = cancel
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.running, id)
		cancel()
		if len(s.running) == 0 && s.waited != nil {
			close(s.waited)
			s.waited = nil
		}
	}
}

// awaited is closed when no question is in flight any more; nil where none is.
func (s *asked) awaited() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.running) == 0 {
		return nil
	}
	if s.waited == nil {
		s.waited = make(chan struct{})
	}
	return s.waited
}

// Stop ends the question whose answer would have this id, or all questions in
// flight for "", and returns how many it ended.
func (a *Agent) Stop(id string) int {
	a.asked.mu.Lock()
	defer a.asked.mu.Unlock()
	if id != "" {
		cancel, ok := a.asked.running[id]
		if !ok {
			return 0
		}
		cancel()
		return 1
	}
	for _, cancel := range a.asked.running {
		cancel()
	}
	return len(a.asked.running)
}
