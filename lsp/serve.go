// Package lsp is the face that DocuQuest shows to editors: a language server
// over a pair of streams.
//
// It owns what a session is: the order of messages, cancellation, the
// containment of faults, positions in the client's encoding, replies and
// progress. It finds and answers nothing itself: a handler reads the state at its
// place on the wire, calls the agent, and converts the reply into the shape of
// the protocol. There is one file per request or command, and small interfaces
// to the agent next to the handlers that use them.
//
// From the wire inwards the parts are:
//
//	stream      frames in, whatever they hold
//	outbox      frames out, whether or not they are read
//	dispatcher  order, cancellation, containment
//	server      the handlers, by the table in routes.go
//
// The room does not know the index, models or the disk.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"

	"go.lsp.dev/jsonrpc2"

	"docuquest/core/agent"
)

const (
	// parentPoll is how often the process of the editor is checked. The end of the
	// input shows its end earlier, unless another process holds the pipe.
	parentPoll = time.Second
	// partingPatience is how long the end of a session waits for what it has
	// cancelled, and for a client to read the last replies.
	partingPatience = 2 * time.Second
)

// Options are what a session is made of. In, Out and NewAgent are needed.
type Options struct {
	// In and Out are the client's messages and ours. Both are closed at the
	// end of the session. Nothing else may write to Out.
	In  io.ReadCloser
	Out io.WriteCloser

	// NewAgent makes the agent when initialize has named the folders: absolute
	// paths, none when single files are edited. options are the client's
	// initializationOptions, nil if it gave none. The session closes the
	// agent. The notices are passed on, even with an error. An error is shown to
	// the user; the session then goes on without answers. ctx ends with the
	// session.
	NewAgent func(ctx context.Context, folders []string, options json.RawMessage) (*agent.Agent, Notices, error)

	// Live are the settings that may change in a session, for clients: each by its name with
	// "any", or with the only value to which it may change besides its first one.
	Live map[string]string

	// Configure returns the preferences for the agent that NewAgent made from the changed
	// settings, a JSON object, nil without any. Each line of left names a setting that does
	// not change; after an error, which has one line, none does. It is called on the reader.
	// Without it no setting changes in a session.
	Configure func(changed json.RawMessage) (p agent.Preferences, left []string, err error)

	// Texts is for clients that only show files: the text of a PDF or an office file is
	// written there when they go to it. Without it such a place has an address that
	// they cannot open.
	Texts TextStore

	// Consents asks the user before anything is sent to another machine; nil where
	// nothing can be. The services of the agent must ask it.
	Consents *Consents

	// Tasks, unless nil, is called with a function that shows a long task of the process in
	// the editor, until end is called.
	Tasks func(show func(task string) (end func()))

	// Version of the program, for the client.
	Version string

	// Log gets what a user need not see; nil discards it. It must not write to
	// Out, nor to a standard error that an editor shows.
	Log *slog.Logger
}

// Notices are the messages about how an agent was made, in lines.
type Notices struct {
	Shown  []string // to the user, once, because they change what the user gets
	Logged []string // to the client's log
}

// Serve runs one session and returns when it is over: the client sent exit, its
// input ended, it stopped reading, the process that it named as its parent is
// gone, or ctx ended. code is the exit code that the protocol asks for: 0 if
// the client had asked for shutdown, else 1. err is what broke the session, nil
// if it ended by the client's wish or with its input.
func Serve(ctx context.Context, o Options) (code int, err error) {
	return serve(ctx, o, func(ctx context.Context, folders []string, options json.RawMessage) (agentAPI, Notices, error) {
		a, notices, err := o.NewAgent(ctx, folders, options)
		if err != nil {
			return nil, notices, err
		}
		return liveAgent{a}, notices, nil
	})
}

// serve is Serve with any agent.
func serve(ctx context.Context, o Options, newAgent agentMaker) (code int, err error) {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	out := newOutbox(o.Out, end)
	in := newStream(o.In, out, func() { end(errInputEnded) })
	conn := jsonrpc2.NewConn(in)
	s := &server{
		options: o, newAgent: newAgent, client: &client{conn: conn, out: out}, log: o.Log,
		ctx: ctx, end: end, offered: make(chan struct{}, 1),
		asks: newQueue(asksAtOnce, waitingAtMost), glances: newQueue(glancesAtOnce, waitingAtMost),
	}
	o.Consents.serve(s)
	d := &dispatcher{
		log: o.Log, report: s.client.logError, exit: func() { end(errExit) },
		unread: out.unread, work: newQueue(workedOn, unanswered),
	}
	d.routes = s.routes()

	conn.Go(ctx, d.handle)
	<-ctx.Done()

	out.close(partingPatience)
	go in.Close() //nolint:errcheck // on some systems it waits for a read that never ends
	_ = o.Out.Close()
	s.close(conn.Done())
	if !d.is(phaseShut) {
		code = 1
	}
	cause := context.Cause(ctx)
	for _, ordinary := range []error{errExit, errInputEnded, errParentGone, context.Canceled, io.ErrClosedPipe} {
		if errors.Is(cause, ordinary) {
			return code, nil
		}
	}
	return code, cause
}

// The ordinary reasons for the end of a session.
var (
	errExit       = errors.New("the client sent exit")
	errInputEnded = errors.New("the input ended")
	errParentGone = errors.New("the client's process is gone")
)
