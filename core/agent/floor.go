package agent

import (
	"context"
	"sync"

	"docuquest/core/retrieve"
)

// calibrated is the confidence below which the workspace does not answer a question.
// Like what vectors say, it follows the workspace at a distance.
type calibrated struct {
	mu      sync.Mutex // held while it is found, too: who asks for it waits
	floor   float64
	entries int // of the library when it was found
	known   bool
}

// floor gives the confidence for a question, 0 before the workspace was read for the
// first time.
func (a *Agent) floor(ctx context.Context, r *retrieve.Retriever) float64 {
	c := &a.calibrated
	c.mu.Lock()
	defer c.mu.Unlock()
	entries := a.library.Snapshot().Len()
	if c.known && isAbout(entries, c.entries) || !a.isLoaded() {
		return c.floor
	}
	if floor, err := r.Calibrate(ctx); err == nil {
		c.floor, c.entries, c.known = floor, entries, true
	}
	return c.floor
}
