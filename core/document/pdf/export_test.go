package pdf

import (
	"cmp"
	"time"
)

// Limits are what a test may lower; 0 leaves a limit as it is.
type Limits struct {
	File, Pages, Text int
	Time              time.Duration
}

// NewLimited gives a Reader with other limits that shares the sandbox of r.
func NewLimited(r *Reader, l Limits) *Reader {
	timeout := cmp.Or(l.Time, r.limits.time)
	return &Reader{engine: r.engine, patience: newPatience(timeout), limits: limits{
		file:  cmp.Or(l.File, r.limits.file),
		pages: cmp.Or(l.Pages, r.limits.pages),
		text:  cmp.Or(l.Text, r.limits.text),
		time:  timeout,
	}}
}

// Waste has documents of which nothing came take so much of r's patience, and says how
// long the next one may take in vain.
func Waste(r *Reader, at time.Time, wasted time.Duration) time.Duration {
	r.patience.spend(at, wasted)
	return r.patience.part(at)
}
