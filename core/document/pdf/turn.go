package pdf

import (
	"context"
	"time"
)

// A turn is the time in which one document is read. It belongs to one goroutine.
type turn struct {
	engine *engine
	ctx    context.Context // its end stops the sandbox, wherever it is
	clock  *time.Timer     // ends ctx

	began         time.Time
	allowed, most time.Duration // from when it began
}

const (
	// pageTime is what each page that was read adds to the time of a document:
	// five times what an ordinary page takes. A book is so read to its end, and a
	// file on which the reader gets nowhere is given up soon.
	pageTime = 250 * time.Millisecond
	// mostTimeouts bounds all that, as a multiple of Options.Timeout.
	mostTimeouts = 12
)

// pageDone gives the document the time for another page.
func (t *turn) pageDone() {
	t.allowed = min(t.allowed+pageTime, t.most)
	if t.clock.Stop() {
		t.clock.Reset(t.allowed - time.Since(t.began))
	}
}

// open gives content to a fresh instance, hands what it is to read, and throws the
// instance away, whatever has become of it.
func (t *turn) open(content string, read func(*book) error) error {
	memory, err := reserve()
	if err != nil {
		return err
	}
	defer memory.release()
	s, err := t.engine.instance(t.ctx, memory)
	if err != nil {
		return err
	}
	defer s.module.Close(context.Background())
	b, err := s.book(content)
	if err != nil {
		return err
	}
	return read(b)
}
