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
	return &Reader{engine: r.engine, limits: limits{
		file:  cmp.Or(l.File, r.limits.file),
		pages: cmp.Or(l.Pages, r.limits.pages),
		text:  cmp.Or(l.Text, r.limits.text),
		time:  cmp.Or(l.Time, r.limits.time),
	}}
}
