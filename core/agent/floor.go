package agent

import (
	"context"

	"docuquest/core/retrieve"
)

// calibrated is the confidence below which the workspace does not answer a question.
// Like what vectors say, it follows the workspace at a distance.
type calibrated struct {
	turn    chan struct{} // holds one token, which whoever reads or writes the rest has taken
	floor   float64
	entries int // of the library when it was found
	known   bool
}

func newCalibrated() calibrated {
	c := calibrated{turn: make(chan struct{}, 1)}
	c.turn <- struct{}{}
	return c
}

// floor gives the confidence for a question, 0 before the workspace was read for the
// first time. Questions that come while it is found wait for it, until their ctx ends.
func (a *Agent) floor(ctx context.Context, r *retrieve.Retriever) float64 {
	c := &a.calibrated
	select {
	case <-c.turn:
		defer func() { c.turn <- struct{}{} }()
	case <-ctx.Done():
		return 0
	}
	entries := a.library.Snapshot().Len()
	if c.known && isAbout(entries, c.entries) || !a.isLoaded() {
		return c.floor
	}
	if floor, err := r.Calibrate(ctx); err == nil {
		c.floor, c.entries, c.known = floor, entries, true
	}
	return c.floor
}
