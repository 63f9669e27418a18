package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"docuquest/core/language/text"
)

// A server holds what the handlers of one session share.
type server struct {
	options  Options
	newAgent agentMaker
	client   *client
	log      *slog.Logger

	// ctx ends with the session; end ends it, for a reason.
	ctx context.Context
	end context.CancelCauseFunc

	// Set by initialize, which runs before any other handler and alone; never
	// written after it.
	agent     agentAPI
	encoding  text.Encoding
	abilities abilities
	wishes    wishes

	// turn is closed when the last task that changes the workspace as a whole is
	// done; nil before the first. Used on the reader alone.
	turn chan struct{}

	asks    *turns // of docuquest.ask
	glances *turns // of searches, and of questions that are pointed at
	pending pending

	checks  checks       // of citations
	drafts  drafts       // documents of answers in the making
	reasons drafts       // documents that say why a file is not in an answer
	tokens  atomic.Int64 // the last progress token that was made here
	cancels sync.Map     // protocol.ProgressToken -> func() that stops its task

	offered chan struct{} // holds one: what is given by language may have changed

	modelFailure atomic.Value // a string: of the last answer, as the user was told

	mu      sync.Mutex // guards all below
	parting []func()   // what is done at the end of the session
	closed  bool
	tasks   sync.WaitGroup // background; Add is called under mu while not closed
}

// abilities are the things that not every client can do.
type abilities struct {
	progress   bool            // it shows progress that the server begins
	registers  map[string]bool // the methods that it lets the server register by language
	watchFiles bool            // it lets the server ask for file events
	symbolTree bool            // it shows the structure of a document as a tree

	plainHovers bool // it shows hovers as plain text rather than as Markdown

	applyEdit      bool // it makes edits that the server asks for
	versionedEdits bool // it makes them for one version of a text
	codeActions    bool // it takes actions with a kind, and not commands alone

	pullDiagnostics    bool // it asks for diagnostics
	refreshDiagnostics bool // and asks again when told to
	relatedPlaces      bool // it shows places beside a diagnostic

	showDocument bool // it opens a document when asked to
	textContent  bool // it asks for the text of documents of our scheme, and again when told to
	ourDocuments bool // it shows documents of our scheme, in that way or by glue of its own
}

// wishes are what a client with glue of its own asks for in its
// initializationOptions, beside settings.
type wishes struct {
	Documents bool `json:"documents"` // it shows documents of our scheme
	Answers   bool `json:"answers"`   // it wants to hear how far an answer is
	Status    bool `json:"status"`    // it wants to hear how far the index is

	Titles bool `json:"titles"` // it names documents in its tabs by the ends of their addresses

	Outlined []string `json:"outlined"` // the languages in whose files it gives symbols itself
}

func newServer(ctx context.Context, o Options, c *client, newAgent agentMaker) *server {
	return &server{
		options: o, newAgent: newAgent, client: c, log: o.Log, ctx: ctx, offered: make(chan struct{}, 1),
		asks: newTurns(asksAtOnce, waitingAtMost), glances: newTurns(glancesAtOnce, waitingAtMost),
	}
}

// background runs a task that belongs to the session and not to a request. A
// panic in it is reported like one in a handler. After the end of the session
// it does nothing.
func (s *server) background(name string, task func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.tasks.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				s.log.Error("a task panicked", "task", name, "value", fmt.Sprint(v), "stack", string(debug.Stack()))
				s.client.logError("DocuQuest: internal error in " + name + "; the session goes on")
			}
		}()
		task()
	})
}

// inTurn runs a task in the background, after those that were given to inTurn
// before. It is called on the reader.
func (s *server) inTurn(name string, task func()) {
	before, done := s.turn, make(chan struct{})
	s.turn = done
	s.background(name, func() {
		defer close(done)
		if before != nil {
			<-before
		}
		task()
	})
}

// atEnd has f called when the session is over and no handler runs any more.
func (s *server) atEnd(f func()) {
	s.mu.Lock()
	closed := s.closed
	s.parting = append(s.parting, f)
	s.mu.Unlock()
	if closed {
		f()
	}
}

// close waits for handlers and tasks, whose contexts have ended, and lets go of
// what the session held. handlers is closed when no handler runs any more. What
// does not end in time is left behind.
func (s *server) close(handlers <-chan struct{}) {
	s.mu.Lock()
	s.closed = true
	parting := s.parting
	s.mu.Unlock()

	over := make(chan struct{})
	go func() {
		<-handlers
		s.tasks.Wait()
		close(over)
	}()
	select {
	case <-over:
	case <-time.After(partingPatience):
		s.log.Warn("the session ended while something still ran")
	}
	for _, f := range parting {
		f()
	}
}

// problem logs an error of a background task, unless the session's end is all
// that it tells.
func (s *server) problem(message string, err error) {
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
	s.log.Warn(message, "error", err)
	s.client.logError("DocuQuest: " + message + ": " + err.Error())
}
