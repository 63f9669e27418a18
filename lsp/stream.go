package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

const (
	// maxFrame is the largest body that is read. Editors stop synchronising
	// files well below it.
	maxFrame = 64 << 20
	// maxBatch is the largest array of messages. The protocol has no batches,
	// so this only keeps a hostile one from becoming millions of replies.
	maxBatch = 1 << 20
	// keptBody is the largest read buffer that is kept for the next frame.
	keptBody = 1 << 20
)

// A stream frames JSON-RPC messages for one connection and outlives every
// malformed one: what cannot be understood is answered with an error, with the
// id of the request where there is one, and reading goes on at the next header. It implements
// [jsonrpc2.Stream] and, by ReadFrame and WriteFrame, the raw access that
// jsonrpc2 looks for by name.
//
// Memory is taken as bytes arrive and never because a header announces them. A
// frame that is too large, or whose header makes no sense, is skipped in
// constant memory by looking for the next header. That is safe because JSON
// has no raw line break inside a string, so a line that ends in a length is
// a header and nothing else.
//
// ReadFrame is called by one goroutine at a time; the other methods by any.
type stream struct {
	in    *bufio.Reader
	close func() error
	out   *outbox

	body  bytes.Buffer // the present frame; borrowed by it until the next ReadFrame
	ended func()       // called once, when the input ends
	end   sync.Once
}

// newStream reads from in and writes through out. ended is called once when the
// input has ended, before the reader is informed.
func newStream(in io.ReadCloser, out *outbox, ended func()) *stream {
	return &stream{in: bufio.NewReaderSize(in, 16<<10), close: in.Close, out: out, ended: ended}
}

// ReadFrame returns the body of the next frame that has a message or a batch.
// It is valid until the next call.
func (s *stream) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		body, err := s.next(ctx)
		if err != nil {
			s.end.Do(s.ended)
			return nil, 0, err
		}
		complaint := inspect(body)
		if complaint == nil {
			return body, int64(len(body)), nil
		}
		if err := s.complain(requestID(body), complaint); err != nil {
			return nil, 0, err
		}
	}
}

// next returns the next body, whatever it contains.
func (s *stream) next(ctx context.Context) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	length, err := s.header()
	if err != nil {
		return nil, err
	}
	if keptBody < s.body.Cap() {
		s.body = bytes.Buffer{}
	}
	s.body.Reset()
	n, err := s.body.ReadFrom(io.LimitReader(s.in, length))
	if err != nil {
		return nil, err
	}
	if n < length {
		return nil, io.ErrUnexpectedEOF
	}
	return s.body.Bytes(), nil
}

// header reads up to the first byte of a body and returns the body's length, 1
// to maxFrame. Whatever is no header is skipped, and complained about once.
func (s *stream) header() (int64, error) {
	lines := headerLines{in: s.in}
	complained := false
	length := int64(0)
	for {
		line, err := lines.next()
		if err != nil {
			return 0, err
		}
		var complaint *jsonrpc2.Error
		switch kind, n := readHeaderLine(line); {
		case kind == headerLength && maxFrame < n:
			length = 0
			complaint = jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a message of %d bytes is too large; at most %d are read", n, maxFrame)
		case kind == headerLength:
			length = n
		case kind == headerEnd && 0 < length:
			return length, nil
		case kind == headerGarbage:
			complaint = jsonrpc2.NewError(jsonrpc2.ParseError, "this is no message: a header with its Content-Length is wanted")
		}
		if complaint == nil || complained {
			continue
		}
		complained = true
		if err := s.complain(jsonrpc2.ID{}, complaint); err != nil {
			return 0, err
		}
	}
}

// inspect says what is wrong with a body, nil if nothing is. What it lets pass,
// jsonrpc2 can read: an error there would end the connection.
func inspect(body []byte) *jsonrpc2.Error {
	if !json.Valid(body) {
		return jsonrpc2.ErrParse
	}
	if bytes.TrimLeft(body, " \t\r\n")[0] == '[' {
		if maxBatch < len(body) {
			return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the batch is too large")
		}
		if _, err := jsonrpc2.ParseRequests(body); err != nil {
			return jsonrpc2.ErrInvalidRequest
		}
		return nil
	}
	if _, err := jsonrpc2.DecodeMessage(body); err != nil {
		return jsonrpc2.ErrInvalidRequest
	}
	return nil
}

// requestID reads the id of a body that is no message, the zero ID if it has none
// or if it was meant for a reply, which gets no answer.
func requestID(body []byte) jsonrpc2.ID {
	var m struct{ Result, Error json.RawMessage }
	if json.Unmarshal(body, &m) != nil || m.Result != nil || m.Error != nil {
		return jsonrpc2.ID{}
	}
	id, _ := readID(body)
	return id
}

// readID reads the id that a JSON object has: any integer or string.
func readID(object []byte) (jsonrpc2.ID, bool) {
	var o struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(object, &o) != nil || len(o.ID) == 0 || bytes.Equal(o.ID, []byte("null")) {
		return jsonrpc2.ID{}, false
	}
	var s string
	if json.Unmarshal(o.ID, &s) == nil {
		return jsonrpc2.NewStringID(s), true
	}
	var n int64
	if json.Unmarshal(o.ID, &n) != nil {
		return jsonrpc2.ID{}, false
	}
	return jsonrpc2.NewNumberID(n), true
}

// complain sends an error, which answers no request in particular if the id is
// the zero ID.
func (s *stream) complain(id jsonrpc2.ID, e *jsonrpc2.Error) error {
	return s.out.keep(jsonrpc2.AppendResponse(nil, id, nil, e))
}

// Read decodes the next frame that has a single message.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		body, n, err := s.ReadFrame(ctx)
		if err != nil {
			return nil, 0, err
		}
		if m, err := jsonrpc2.DecodeMessage(body); err == nil {
			return m, n, nil
		}
	}
}

// Write queues a message. It never waits for the client.
func (s *stream) Write(_ context.Context, m jsonrpc2.Message) (int64, error) {
	return s.send(jsonrpc2.AppendMessage(nil, m))
}

// WriteFrame queues an encoded message or batch, whose bytes are its own from then on. It
// never waits for the client.
func (s *stream) WriteFrame(_ context.Context, body []byte) (int64, error) { return s.send(body) }

func (s *stream) send(body []byte) (int64, error) {
	if err := s.out.keep(body); err != nil {
		return 0, err
	}
	return int64(len(body)), nil
}

// Close closes the input. The output belongs to the outbox.
func (s *stream) Close() error { return s.close() }

// headerLines reads lines in constant memory. Of a line that is longer than
// the reader's buffer only the end is kept: a header may follow garbage without
// a line break, and then occurs there.
type headerLines struct {
	in   *bufio.Reader
	tail [64]byte
}

// next returns the next line without its end, valid until the next call.
func (h *headerLines) next() ([]byte, error) {
	line, err := h.in.ReadSlice('\n')
	kept := 0
	for errors.Is(err, bufio.ErrBufferFull) {
		kept = copy(h.tail[:], line[len(line)-len(h.tail)/2:])
		line, err = h.in.ReadSlice('\n')
	}
	if err != nil {
		return nil, err
	}
	line = bytes.TrimRight(line, "\r\n")
	if kept == 0 {
		return line, nil
	}
	if len(h.tail)-kept < len(line) {
		return line, nil
	}
	return h.tail[:kept+copy(h.tail[kept:], line)], nil
}

// headerKind says what a line of a header is.
type headerKind uint8

const (
	headerField   headerKind = iota // a field that does not matter here
	headerLength                    // the length of the body
	headerEnd                       // the empty line before the body
	headerGarbage                   // no header at all
)

// readHeaderLine says what a line is and, for a length, which. A length at the
// end of a line of garbage counts: the garbage was the rest of a body whose
// length was announced wrongly.
func readHeaderLine(line []byte) (headerKind, int64) {
	if len(bytes.TrimSpace(line)) == 0 {
		return headerEnd, 0
	}
	colon := bytes.LastIndexByte(line, ':')
	if colon < 0 {
		return headerGarbage, 0
	}
	name, value := line[:colon], bytes.TrimSpace(line[colon+1:])
	const length = "content-length"
	if at := len(name) - len(length); at >= 0 && bytes.EqualFold(name[at:], []byte(length)) {
		n, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil || n <= 0 {
			return headerGarbage, 0
		}
		return headerLength, n
	}
	field, _, _ := bytes.Cut(line, []byte(":"))
	isLetter := func(r rune) bool { return r == '-' || 'a' <= r|0x20 && r|0x20 <= 'z' }
	if len(field) == 0 || bytes.ContainsFunc(field, func(r rune) bool { return !isLetter(r) }) {
		return headerGarbage, 0
	}
	return headerField, 0
}
