package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"syscall"

	"go.lsp.dev/protocol"
)

// A Reply is one that may still be on its way.
type Reply struct {
	id      int
	arrived chan struct{} // closed when the rest is there
	result  json.RawMessage
	err     error
}

// Arrived is closed when the reply is there.
func (r *Reply) Arrived() <-chan struct{} { return r.arrived }

// Raw waits for the reply and gives its result as it is written.
func (r *Reply) Raw() (json.RawMessage, error) {
	<-r.arrived
	return r.result, r.err
}

// Wait waits for the reply and decodes it; a nil result drops it.
func (r *Reply) Wait(result any) error {
	raw, err := r.Raw()
	if err != nil || result == nil || string(raw) == "null" {
		return err
	}
	return protocol.Unmarshal(raw, result)
}

// Call sends a request and waits for its reply.
func (e *Editor) Call(method string, params, result any) error {
	return e.Go(method, params).Wait(result)
}

// Go sends a request and does not wait for its reply.
func (e *Editor) Go(method string, params any) *Reply {
	e.mu.Lock()
	e.lastID++
	r := &Reply{id: e.lastID, arrived: make(chan struct{})}
	if e.over {
		r.err = io.EOF
		close(r.arrived)
	} else {
		e.replies[strconv.Itoa(r.id)] = r
	}
	e.mu.Unlock()
	e.send(map[string]any{"jsonrpc": "2.0", "id": r.id, "method": method, "params": params})
	return r
}

// Notify sends a notification.
func (e *Editor) Notify(method string, params any) {
	e.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// send sends a message. One that the session no longer reads is lost.
func (e *Editor) send(message map[string]any) {
	if message["params"] == nil {
		delete(message, "params")
	}
	if err := e.wire.Send(message); err != nil && !isClosed(err) {
		e.t.Errorf("send: %v", err)
	}
}

// listen takes in what the server says until the session ends.
func (e *Editor) listen() {
	for {
		m, err := e.wire.Read()
		if err != nil {
			e.hangUp(err)
			return
		}
		switch {
		case m.Method == "":
			e.deliver(m)
		case m.ID != nil && e.behavior != Mute:
			e.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": e.obey(m)})
			e.record(m)
		default:
			e.record(m)
		}
	}
}

// deliver hands a reply to whoever waits for it.
func (e *Editor) deliver(m Message) {
	e.mu.Lock()
	r := e.replies[string(m.ID)]
	delete(e.replies, string(m.ID))
	e.mu.Unlock()
	if r == nil {
		e.record(m)
		return
	}
	r.result = m.Result
	if m.Error != nil {
		r.err = m.Error
	}
	close(r.arrived)
}

// record adds a message to the story.
func (e *Editor) record(m Message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.story = append(e.story, m)
	e.heard.Broadcast()
}

// hangUp ends all that waits, since nothing more comes.
func (e *Editor) hangUp(err error) {
	if !isClosed(err) {
		e.t.Errorf("the server wrote something that is no message: %v", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.over = true
	for _, r := range e.replies {
		r.err = fmt.Errorf("the session ended before the reply: %w", err)
		close(r.arrived)
	}
	clear(e.replies)
	e.heard.Broadcast()
}

// isClosed reports whether an error is that of a pipe that one side has closed.
func isClosed(err error) bool {
	for _, closed := range []error{io.EOF, io.ErrClosedPipe, os.ErrClosed, syscall.EPIPE} {
		if errors.Is(err, closed) {
			return true
		}
	}
	return false
}

// Story gives what the server said without being asked, so far: notifications,
// calls, and errors that answer nothing.
func (e *Editor) Story() []Message {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.story)
}

// Whole waits for the end of the session, and gives all that it said.
func (e *Editor) Whole() []Message {
	e.mu.Lock()
	defer e.mu.Unlock()
	for !e.over {
		e.heard.Wait()
	}
	return slices.Clone(e.story)
}

// Await waits until the story satisfies a condition. It fails the test if the
// session ends before.
func (e *Editor) Await(enough func(story []Message) bool) {
	e.t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	for !enough(e.story) {
		if e.over {
			e.t.Fatalf("the session ended after %d messages, without what was awaited", len(e.story))
		}
		e.heard.Wait()
	}
}

// AwaitMethod waits until the server has sent a message of a method.
func (e *Editor) AwaitMethod(method string) {
	e.t.Helper()
	e.Await(func(story []Message) bool {
		return slices.ContainsFunc(story, func(m Message) bool { return m.Method == method })
	})
}

// A Progress is one message about a long task.
type Progress struct {
	Token   any    `json:"-"`
	Kind    string `json:"kind"` // begin, report or end
	Title   string `json:"title"`
	Message string `json:"message"`
}

// ProgressOf reads a $/progress; it is zero for any other message.
func ProgressOf(m Message) Progress {
	var p struct {
		Token any      `json:"token"`
		Value Progress `json:"value"`
	}
	if m.Method != "$/progress" || json.Unmarshal(m.Params, &p) != nil {
		return Progress{}
	}
	p.Value.Token = p.Token
	return p.Value
}
