package lsp

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// While a client does not read, hints are dropped at a limit, everything else is
// kept in its order, and nobody waits.
func TestOutboxDropsHints(t *testing.T) {
	reader, writer := io.Pipe()
	o := newOutbox(writer, func(err error) { t.Errorf("failed: %v", err) })
	hint, reply := []byte(strings.Repeat("h", 1<<10)), []byte("reply")
	for range 10_000 { // ten times what fits
		o.hint(hint)
		if err := o.keep(reply); err != nil {
			t.Fatal(err)
		}
	}
	var got bytes.Buffer
	read := make(chan struct{})
	go func() {
		_, _ = got.ReadFrom(reader)
		close(read)
	}()
	o.close(time.Minute)
	_ = writer.Close()
	<-read
	if n := bytes.Count(got.Bytes(), reply); n != 10_000 {
		t.Errorf("%d replies of 10,000 arrived", n)
	}
	if n := bytes.Count(got.Bytes(), hint); n == 0 || hintLimit < n<<10 {
		t.Errorf("%d hints of 10,000 arrived", n)
	}
	if err := o.keep(reply); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("after close: %v", err)
	}
}

// At the limit for what is kept the outbox fails once, and for good.
func TestOutboxFails(t *testing.T) {
	_, writer := io.Pipe()
	failures := 0
	o := newOutbox(writer, func(error) { failures++ })
	big := make([]byte, 1<<20)
	var err error
	for range 2 * keepLimit / len(big) {
		err = o.keep(big)
	}
	if !errors.Is(err, errStalled) || failures != 1 {
		t.Errorf("%d failures, the last error is %v", failures, err)
	}
	o.close(time.Minute) // returns, for nothing more can be written
	_ = writer.Close()
}

// An output that breaks fails the outbox by its error.
func TestOutboxBreaks(t *testing.T) {
	reader, writer := io.Pipe()
	broken := errors.New("the pipe is broken")
	_ = reader.CloseWithError(broken)
	failed := make(chan error, 1)
	o := newOutbox(writer, func(err error) { failed <- err })
	_ = o.keep([]byte("x"))
	if err := <-failed; !errors.Is(err, broken) {
		t.Errorf("failed with %v", err)
	}
	o.close(time.Minute)
}
