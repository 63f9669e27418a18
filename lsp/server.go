package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"docuquest/core/agent/fault"
	"docuquest/core/language/text"
)

// A server has what the handlers of one session share.
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
	noAgent   error // why the agent could not be made; agent is nil then
	encoding  text.Encoding
	abilities abilities
	wishes    wishes

	// turn is closed when the last task that changes the whole workspace is done; nil before
	// the first. It is used on the reader only.
	turn chan struct{}

	asks    *queue // of docuquest.ask
	glances *queue // of searches, and of questions that are pointed at
	pending pending

	checks  checks       // of citations
	drafts  drafts       // documents of unfinished answers
	reasons drafts       // documents that explain why a file is not in an answer
	tokens  atomic.Int64 // the last progress token that was made here
	cancels sync.Map     // protocol.ProgressToken -> func() that stops its task

	offered chan struct{} // has one: the registrations by language may have changed

	modelFailure atomic.Value // a string: of the last answer, as shown to the user

	mu      sync.Mutex // guards all below
	parting func()     // closes the agent at the end of the session; nil before it is made
	closed  bool
	tasks   sync.WaitGroup // background; Add is called under mu while not closed
}

// abilities are what not every client can do.
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
	refreshDiagnostics bool // and asks again when requested
	relatedPlaces      bool // it shows places with a diagnostic

	showDocument bool // it opens a document on request
	textContent  bool // it asks for the text of documents of our scheme, and again on request
	ourDocuments bool // it shows documents of our scheme, in that way or by code of its own
}

// wishes are what a client with code of its own for DocuQuest requests in its
// initializationOptions, besides settings.
type wishes struct {
	Documents bool `json:"documents"` // it shows documents of our scheme
	Answers   bool `json:"answers"`   // it wants the progress of answers
	Status    bool `json:"status"`    // it wants the progress of the index

	Titles bool `json:"titles"` // it names documents in its tabs by the ends of their addresses

	Outlined []string `json:"outlined"` // the languages in whose files it shows symbols itself
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

// inTurn runs a task in the background, after the earlier tasks of inTurn. It is called on the
// reader.
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

// close waits for handlers and tasks, whose contexts have ended, and closes the agent. handlers
// is closed when no handler runs any more. What does not end in time is abandoned.
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
	if parting != nil {
		parting()
	}
}

// problem logs an error of a background task, unless it is only the end of the session.
func (s *server) problem(message string, err error) {
	if err == nil || fault.KindOf(err) == fault.Stopped {
		return
	}
	s.log.Warn(message, "error", err)
	s.client.logError("DocuQuest: " + message + ": " + err.Error())
}
