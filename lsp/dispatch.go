package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"

	"docuquest/core/agent/fault"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// codeRequestFailed is the code of a request that was understood and could not be done. The
// message gives the reason in the user's words.
const codeRequestFailed jsonrpc2.Code = -32803

// How many requests of a client are accepted. Further ones are refused at once: for a client
// that sends faster than it is answered, or that does not read, the server would hold more
// and more.
const (
	// workedOn is how many requests run at once after their release. The other accepted ones
	// wait.
	workedOn = 48
	// unanswered is how many requests are accepted before they are answered, and
	// unansweredBytes the limit of the length of all their parameters.
	unanswered      = 1024
	unansweredBytes = 16 << 20
	// unreadBytes is how many bytes may wait for the client to read them.
	unreadBytes = 8 << 20
)

// A dispatcher connects the connection and the handlers, and keeps what the handlers may rely
// on:
//
//   - Messages arrive in the order of the wire. A handler runs on the reader,
//     and the next message is not read before it returns or calls [release].
//     What a request reads before release is the state at its place on the wire.
//   - The context of a request is cancelled by $/cancelRequest and by the end
//     of the session, and by nothing else. It is never jsonrpc2's own: that
//     one is recycled, and deriving from it can crash the process.
//   - A handler may panic. It costs the one request; the session goes on.
//   - No notification ends the session, whatever it contains.
//   - The number of accepted requests is limited; the others are refused.
type dispatcher struct {
	routes routes
	log    *slog.Logger
	report func(message string) // writes a fault to the client's log
	exit   func()               // the client sent exit; runs on the reader
	unread func() int           // how many bytes wait for the client to read them
	work   *queue               // of requests after their release

	mu      sync.Mutex // guards all below
	phase   phase
	running map[jsonrpc2.ID]*inFlight
	taken   int // requests without an answer
	bytes   int // of their parameters
}

// phase is the state of a session.
type phase uint8

const (
	phaseFresh   phase = iota // only initialize is answered
	phaseServing              // initialize was answered without an error
	phaseShut                 // shutdown was answered; only exit is obeyed
)

// inFlight is a request that is being answered.
type inFlight struct{ cancel context.CancelFunc }

// handle is the [jsonrpc2.Handler] of the connection.
func (d *dispatcher) handle(borrowed context.Context, req *jsonrpc2.Request) (any, error) {
	ctx := jsonrpc2.DetachContext(borrowed)
	method := strings.Clone(req.Method())
	if !req.IsCall() {
		d.notification(ctx, method, req.Params())
		return nil, nil
	}
	result, err := d.request(ctx, borrowed, method, req)
	if err != nil {
		return nil, wireError(err)
	}
	return result, nil
}

// request answers one request.
func (d *dispatcher) request(ctx, borrowed context.Context, method string, req *jsonrpc2.Request) (result any, err error) {
	answer, err := d.admit(method)
	if err != nil {
		return nil, err
	}
	ctx, done, err := d.begin(ctx, method, req)
	if err != nil {
		return nil, err
	}
	defer done()
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, d.contain(method, v)
		}
	}()
	leave := func() {}
	defer func() { leave() }()
	ctx = context.WithValue(ctx, releaseKey{}, sync.OnceFunc(func() {
		jsonrpc2.Async(borrowed)
		if entered, err := d.work.enter(ctx, patiently); err == nil { // else ctx has ended, as its handler will see
			leave = entered
		}
	}))
	result, err = answer(ctx, req.Params())
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	switch method {
	case protocol.MethodInitialize:
		d.phase = phaseServing
	case protocol.MethodShutdown:
		d.phase = phaseShut
	}
	d.mu.Unlock()
	if raw, ok := result.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	raw, err := protocol.Marshal(result) // here and not in jsonrpc2, because an encoder can panic too
	return jsonrpc2.RawMessage(raw), err
}

// admit returns the handler of a request, or why it is refused now.
func (d *dispatcher) admit(method string) (requestHandler, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.phase == phaseShut:
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session was shut down")
	case d.phase == phaseFresh && method != protocol.MethodInitialize:
		return nil, jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "the session begins with initialize")
	case d.phase == phaseServing && method == protocol.MethodInitialize:
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the session was initialized before")
	}
	answer, ok := d.routes.requests[method]
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "there is no method %.200q here", method)
	}
	return answer, nil
}

// is reports whether the session is in a phase.
func (d *dispatcher) is(p phase) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.phase == p
}

// begin makes a request known to $/cancelRequest until done is called. The error is that too
// many are known already.
func (d *dispatcher) begin(ctx context.Context, method string, req *jsonrpc2.Request) (_ context.Context, done func(), err error) {
	unread := d.unread()
	id, size := req.ID(), len(req.Params())
	d.mu.Lock()
	defer d.mu.Unlock()
	full := unanswered <= d.taken || 0 < d.taken && unansweredBytes < d.bytes+size
	if method != protocol.MethodShutdown && (full || unreadBytes < unread) {
		return nil, nil, errBusy
	}
	ctx, cancel := context.WithCancel(ctx)
	r := &inFlight{cancel}
	if d.running == nil {
		d.running = make(map[jsonrpc2.ID]*inFlight)
	}
	d.running[id] = r
	d.taken++
	d.bytes += size
	return ctx, func() {
		cancel()
		d.mu.Lock()
		defer d.mu.Unlock()
		d.taken--
		d.bytes -= size
		if d.running[id] == r { // a client may use an id twice at once
			delete(d.running, id)
		}
	}, nil
}

// errBusy refuses a request that could only wait.
var errBusy = fault.New(fault.Busy,
	"DocuQuest is busy: too many requests have no answer yet, or their answers are not read; ask again when some are")

// notification handles one notification. It returns no error, because an error returned to
// jsonrpc2 would end the connection.
func (d *dispatcher) notification(ctx context.Context, method string, params []byte) {
	defer func() {
		if v := recover(); v != nil {
			_ = d.contain(method, v) // nobody waits for an answer
		}
	}()
	switch method {
	case protocol.MethodExit:
		d.exit()
		return
	case protocol.MethodCancelRequest:
		d.cancel(params)
		return
	}
	hear, ok := d.routes.notifications[method]
	if !ok || !d.is(phaseServing) {
		return
	}
	if err := hear(ctx, params); err != nil {
		d.log.Warn("a notification had no effect", "method", method, "error", err)
	}
}

// cancel cancels the request that $/cancelRequest names, if there is one.
func (d *dispatcher) cancel(params []byte) {
	id, ok := readID(params)
	if !ok {
		d.log.Warn("a $/cancelRequest names no request", "params", fmt.Sprintf("%.200q", params))
		return
	}
	d.mu.Lock()
	r := d.running[id]
	d.mu.Unlock()
	if r != nil {
		r.cancel()
	}
}

// contain reports a panic in a handler and gives the error that answers its
// request. It runs in the deferred function that recovered v.
func (d *dispatcher) contain(method string, v any) error {
	d.log.Error("a handler panicked", "method", method, "value", fmt.Sprint(v), "stack", string(debug.Stack()))
	message := fmt.Sprintf("DocuQuest: internal error in %s; the session goes on", method)
	d.report(message)
	return jsonrpc2.NewError(jsonrpc2.InternalError, message)
}

// wireError gives an error the code by which a client knows the outcome of its request.
func wireError(err error) error {
	var coded *jsonrpc2.Error
	switch kind := fault.KindOf(err); {
	case errors.As(err, &coded):
		return coded
	case kind == fault.Invalid:
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	case errors.Is(err, context.Canceled):
		return protocol.ErrRequestCancelled
	case kind == fault.Stopped:
		return jsonrpc2.NewError(protocol.ErrRequestCancelled.Code, err.Error())
	}
	return jsonrpc2.NewError(codeRequestFailed, err.Error())
}

// releaseKey is the key of a request's release in its context.
type releaseKey struct{}

// release lets the next message be read while the request that ctx belongs to
// goes on. Further calls do nothing.
func release(ctx context.Context) {
	if let, ok := ctx.Value(releaseKey{}).(func()); ok {
		let()
	}
}
