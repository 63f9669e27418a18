package outside

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"time"
)

// limitedBody is the body of a good reply: no more than its limit, no longer
// silent than allowed while it is being read, and with typed errors.
type limitedBody struct {
	exchange *exchange
	body     io.ReadCloser
	limit    int64 // bytes
	taken    int64 // bytes
	err      error // of the read that ended the body
}

// Read implements io.Reader.
func (b *limitedBody) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.exchange.pausing(b.body).Read(p)
	b.taken += int64(n)
	switch {
	case b.taken > b.limit:
		n -= int(b.taken - b.limit)
		b.err = b.exchange.fault(TooLarge, tooLarge("the reply", b.limit))
	case err == io.EOF:
		b.err = io.EOF
	case err != nil:
		fault := b.exchange.transportFault(err)
		b.exchange.question.fails(b.exchange.req, fault)
		b.err = fault
	}
	return n, b.err
}

// Close ends the exchange: what is left of the body is not read.
func (b *limitedBody) Close() error {
	err := b.body.Close()
	b.exchange.end(nil)
	return err
}

// dataLines reads an event stream and passes on its lines of data alone. A
// line of data that the stream's proper end cuts short is passed on, since
// some services leave out the last line feed; one that a broken connection
// cuts short is not.
type dataLines struct {
	exchange *exchange
	body     io.ReadCloser
	lines    *bufio.Reader
	max      int    // bytes of a line, without its end
	rest     []byte // of the line that is being handed out
	begun    bool   // a line of data has been seen
	err      error  // after rest

	silence *time.Timer // ends the exchange where no data comes; nil while nobody waits
}

// newDataLines reads the lines of data of an exchange, which silence ends before the first.
func newDataLines(body io.ReadCloser, x *exchange, silence *time.Timer) *dataLines {
	lines := bufio.NewReader(body)
	return &dataLines{exchange: x, body: body, lines: lines, max: x.client.options.Limits.Line, silence: silence}
}

// Read implements io.Reader.
func (d *dataLines) Read(p []byte) (int, error) {
	if len(d.rest) == 0 && d.err == nil {
		// What only keeps a connection open is no data, and does not end the silence.
		if d.silence == nil {
			d.silence = d.exchange.idle()
		}
		for len(d.rest) == 0 && d.err == nil {
			line, err := d.line()
			if d.err = err; err != nil && err != io.EOF {
				break
			}
			data, isData := bytes.CutPrefix(line, []byte("data:"))
			data = bytes.TrimSpace(data)
			switch {
			case isData && len(data) > 0:
				d.begun = true
				d.rest = append(append([]byte("data: "), data...), '\n')
			case !d.begun && isDocument(line):
				d.err = d.notEvents(line)
			}
		}
		d.silence.Stop()
		d.silence = nil
	}
	if len(d.rest) == 0 {
		return 0, d.err
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// Close closes the body that the lines come from.
func (d *dataLines) Close() error { return d.body.Close() }

// line returns the next line without its end. The error io.EOF may come with
// a last line.
func (d *dataLines) line() ([]byte, error) {
	var line []byte
	for {
		part, err := d.lines.ReadSlice('\n')
		line = append(line, part...)
		if end := bytes.TrimRight(line, "\r\n"); len(end) > d.max {
			return nil, d.exchange.fault(TooLarge, tooLarge("a line of the reply", int64(d.max)))
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimPrefix(bytes.TrimRight(line, "\r\n"), byteOrderMark), err
		}
	}
}

// isDocument reports whether a line opens a JSON or HTML document, which is
// what a service that does not stream answers with. No field of an event
// begins like that.
func isDocument(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && (line[0] == '{' || line[0] == '[' || line[0] == '<')
}

// notEvents reads on a little in a reply that is no event stream, for what it
// says.
func (d *dataLines) notEvents(line []byte) *Error {
	more, _ := io.ReadAll(io.LimitReader(d.lines, d.exchange.client.options.Limits.Error))
	message, code := MessageOf(slices.Concat(line, []byte("\n"), more), d.exchange.secrets...)
	if message == "" {
		message = "it is no stream of events"
	}
	fault := d.exchange.fault(BadReply, errors.New(message))
	if code >= 400 {
		fault.Kind, fault.Status = StatusKind(code), code
	}
	return fault
}

var byteOrderMark = []byte("\uFEFF")
