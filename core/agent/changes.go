package agent

import (
	"sync"

	"docuquest/core/file"
)

// ChecksCitations reports whether an editor is told what has become of citations.
func (a *Agent) ChecksCitations() bool { return a.preferences().CheckCitations != "off" }

// changes are told to who wants to hear of them.
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

func (c *changes) tell() {
	c.mu.Lock()
	hear := c.hear
	c.mu.Unlock()
	if hear != nil {
		hear()
	}
}

// Buffers are the open buffers, sorted by URI. The slice is the caller's.
func (a *Agent) Buffers() []file.File { return a.files.Buffers() }
