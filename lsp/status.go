package lsp

import (
	"sync/atomic"
	"time"
)

// methodStatus tells a client how far the index is; it asks for that by its
// initializationOptions.
const methodStatus = "docuquest/status"

// statusPause is the least time between two such messages.
const statusPause = 200 * time.Millisecond

// tellLastStatus says how far the index is when nothing more is being read: the
// client must not miss it.
func (s *server) tellLastStatus() {
	if s.wishes.Status {
		s.client.notify(methodStatus, s.agent.Status())
	}
}

// tellStatus says how far the index is. The client may miss it.
func (s *server) tellStatus() {
	if s.wishes.Status {
		s.client.hint(methodStatus, s.agent.Status())
	}
}

// reportStatus says it at once, and gives a function that says it again when
// some time has passed. That function may be called from any goroutine.
func (s *server) reportStatus() func() {
	s.tellStatus()
	var last atomic.Int64
	last.Store(time.Now().UnixNano())
	return func() {
		then, now := last.Load(), time.Now().UnixNano()
		if time.Duration(now-then) >= statusPause && last.CompareAndSwap(then, now) {
			s.tellStatus()
		}
	}
}
