package lsptest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"strconv"
	"sync"
	"testing"

	"docuquest/lsp"
)

// A Server is what a session is tested against: [lsp.Serve] or something that
// does the same with other parts.
type Server func(ctx context.Context, o lsp.Options) (code int, err error)

// A Wire is the bare end of a session: it sends any bytes and reads whole
// messages, strictly, so that everything a server writes is checked to be
// framed JSON-RPC. Its methods may be called from any goroutine, Read from one
// at a time.
type Wire struct {
	t      testing.TB
	in     *bufio.Reader
	unread io.Closer
	ended  chan struct{} // closed when the server has returned
	code   int
	err    error

	mu  sync.Mutex // held while a message is written
	out io.WriteCloser
}

// A Message is one JSON-RPC message as it was read.
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// An Error is the error of a reply.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error gives the message with its code.
func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// A Pipe makes a pipe for one direction of a session.
type Pipe func() (io.ReadCloser, io.WriteCloser, error)

// MemoryPipe is a pipe that has nothing: a write waits until it is read.
func MemoryPipe() (io.ReadCloser, io.WriteCloser, error) {
	r, w := io.Pipe()
	return r, w, nil
}

// SystemPipe is a pipe of the operating system, as an editor has it.
func SystemPipe() (io.ReadCloser, io.WriteCloser, error) { return os.Pipe() }

// Dial starts a session over pipes in memory and says nothing in it. When the
// test is over the input of the session ends, and the session has to.
func Dial(t testing.TB, serve Server, o lsp.Options) *Wire {
	t.Helper()
	return dial(t, serve, o, MemoryPipe)
}

// dial is Dial over any kind of pipe.
func dial(t testing.TB, serve Server, o lsp.Options, pipe Pipe) *Wire {
	t.Helper()
	theirIn, ourOut, err := pipe()
	if err != nil {
		t.Fatal(err)
	}
	ourIn, theirOut, err := pipe()
	if err != nil {
		t.Fatal(err)
	}
	o.In, o.Out = theirIn, theirOut
	w := &Wire{t: t, in: bufio.NewReader(ourIn), unread: ourIn, out: ourOut, ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		w.code, w.err = serve(t.Context(), o)
	}()
	t.Cleanup(func() {
		_ = w.HangUp()
		_ = w.unread.Close()
		<-w.ended
	})
	return w
}

// HangUp ends the input of the session.
func (w *Wire) HangUp() error { return w.out.Close() }

// Wait waits until the session has ended and gives what it returned.
func (w *Wire) Wait() (code int, err error) {
	<-w.ended
	return w.code, w.err
}

// Ended is closed when the session has ended.
func (w *Wire) Ended() <-chan struct{} { return w.ended }

// Write sends bytes as they are. It fails when the session reads no more.
func (w *Wire) Write(raw string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := io.WriteString(w.out, raw)
	return err
}

// Send sends a value as one message.
func (w *Wire) Send(message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return w.Write(Frame(string(body)))
}

// Frame puts a header in front of a body.
func Frame(body string) string {
	return "Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
}

// Await waits until there is something to read. It is called by whoever calls Read.
func (w *Wire) Await() error {
	_, err := w.in.Peek(1)
	return err
}

// Read reads the next message. It is io.EOF when the session has ended, and
// another error for anything that is no message.
func (w *Wire) Read() (Message, error) {
	var m Message
	header, err := textproto.NewReader(w.in).ReadMIMEHeader()
	if err != nil {
		return m, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return m, fmt.Errorf("a header without a length: %v", header)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(w.in, body); err != nil {
		return m, fmt.Errorf("a body that is cut short: %w", err)
	}
	if bytes.HasPrefix(body, []byte("[")) {
		m.Result = body // the replies to a batch
		return m, nil
	}
	if err := json.Unmarshal(body, &m); err != nil || m.JSONRPC != "2.0" {
		return m, fmt.Errorf("no message: %q: %v", body, err)
	}
	return m, nil
}
