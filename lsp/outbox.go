package lsp

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"sync"
	"time"
)

const (
	// hintLimit is how many bytes may wait before hints are dropped.
	hintLimit = 1 << 20
	// keepLimit is how many bytes may wait before the session is given up.
	keepLimit = 64 << 20
	// writeSize is about how many bytes are written at once: a copy of them is made.
	writeSize = 256 << 10
	// frameOverhead is what a waiting frame is taken to cost besides its body,
	// so that many small frames have a limit too.
	frameOverhead = 256
)

// errStalled ends a session whose client has stopped reading.
var errStalled = errors.New("the client has stopped reading")

// An outbox is the queue between the session and a client that may read slowly
// or not at all. Putting a frame in never waits, so neither typing nor answers
// ever wait behind a full pipe: a hint (progress, a log line) is dropped while
// much is waiting; anything else is kept up to a limit, and beyond it the
// outbox fails for good.
//
// All methods may be called from any goroutine.
type outbox struct {
	failed func(error) // called once, under mu, when the outbox fails; must return at once

	mu      sync.Mutex // guards all below
	waiting [][]byte
	size    int // cost of waiting and of the frame that is being written
	err     error
	closed  bool
	changed *sync.Cond // waiting, closed or err changed
	empty   chan struct{}
}

// newOutbox starts a goroutine that writes the frames to w. It ends after
// close, or with the first error of w.
func newOutbox(w io.Writer, failed func(error)) *outbox {
	o := &outbox{failed: failed}
	o.changed = sync.NewCond(&o.mu)
	go o.run(w)
	return o
}

// keep queues a frame's body, which is the outbox's from then on. The error is that of
// an outbox that has failed or is closed.
func (o *outbox) keep(body []byte) error {
	o.mu.Lock()
	if o.err == nil && !o.closed && keepLimit < o.size {
		o.fail(errStalled)
	}
	err := o.put(body)
	o.mu.Unlock()
	return err
}

// hint queues a body that the client can do without, unless much is waiting.
func (o *outbox) hint(body []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.size < hintLimit {
		_ = o.put(body) // an outbox that has failed has said so already
	}
}

// put appends a body. The caller holds mu.
func (o *outbox) put(body []byte) error {
	if o.err != nil {
		return o.err
	}
	if o.closed {
		return io.ErrClosedPipe
	}
	o.waiting = append(o.waiting, body)
	o.size += len(body) + frameOverhead
	o.changed.Signal()
	return nil
}

// fail makes err final. The caller holds mu.
func (o *outbox) fail(err error) {
	if o.err != nil {
		return
	}
	o.err, o.waiting = err, nil
	o.changed.Signal()
	o.signalEmpty()
	o.failed(err) // before anyone can see the consequences
}

// close lets nothing more in and waits until all that was in is written, but no
// longer than patience.
func (o *outbox) close(patience time.Duration) {
	o.mu.Lock()
	o.closed = true
	o.changed.Signal()
	if o.size == 0 || o.err != nil {
		o.mu.Unlock()
		return
	}
	o.empty = make(chan struct{})
	empty := o.empty
	o.mu.Unlock()
	select {
	case <-empty:
	case <-time.After(patience):
	}
}

// run writes the frames, as many small ones with one Write as are waiting.
func (o *outbox) run(w io.Writer) {
	var buffer []byte
	for {
		frames := o.take()
		if frames == nil {
			return
		}
		cost := 0
		buffer = buffer[:0]
		for _, body := range frames {
			buffer = append(buffer, "Content-Length: "...)
			buffer = strconv.AppendInt(buffer, int64(len(body)), 10)
			buffer = append(buffer, "\r\n\r\n"...)
			buffer = append(buffer, body...)
			cost += len(body) + frameOverhead
		}
		_, err := w.Write(buffer)
		o.mu.Lock()
		if err != nil {
			o.fail(err)
		} else if o.size -= cost; o.size == 0 {
			o.signalEmpty()
		}
		o.mu.Unlock()
		if keptBody < cap(buffer) {
			buffer = nil
		}
	}
}

// take waits for frames and returns the first of them, nil at the end.
func (o *outbox) take() [][]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.waiting) == 0 && o.err == nil && !o.closed {
		o.changed.Wait()
	}
	n, size := 0, 0
	for n < len(o.waiting) && size < writeSize {
		size += len(o.waiting[n])
		n++
	}
	if n == 0 {
		return nil
	}
	frames := slices.Clone(o.waiting[:n])
	clear(o.waiting[:n]) // so that they are not kept when they are written
	o.waiting = o.waiting[n:]
	return frames
}

// unread is about how many bytes wait for the client.
func (o *outbox) unread() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.size
}

// signalEmpty informs close that nothing is left. The caller holds mu.
func (o *outbox) signalEmpty() {
	if o.empty != nil {
		close(o.empty)
		o.empty = nil
	}
}
