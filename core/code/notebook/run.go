package notebook

import (
	"context"
	"errors"
	"sync"

	"docuquest/core/code/annotate"
)

// annotating has a model write notes, one run at a time. Nothing of it runs before a
// person has asked for it.
type annotating struct {
	checks sync.Mutex // held while it is looked whether a run can begin

	mu      sync.Mutex // guards all below
	state   AnnotateState
	cancel  context.CancelFunc // nil where nothing runs
	ended   chan struct{}      // closed when the run is over
	resumed chan struct{}      // closed when it goes on; nil unless it is paused
	closed  bool
}

// The states of making notes.
const (
	annotateIdle    = "idle"
	annotateRunning = "running"
	annotatePaused  = "paused"
)

// ErrRunning says that there is a run already.
var ErrRunning = errors.New("notes are being written already: stop that first, or let it end")

// ErrClosed says that no run begins any more.
var ErrClosed = errors.New("no notes are written any more, since DocuQuest is ending: start it again")

// CheckFree is nil where notes can be written at this moment, so that nobody is asked
// about the price of a run that cannot begin. The error says that there is no model, that
// a run is under way, here or in another program, or that notes cannot be kept.
func (n *Notebook) CheckFree() error {
	o := n.Options.Annotate
	switch {
	case o.Model == nil:
		return ErrNoAnnotator
	case n.State().State != annotateIdle:
		return ErrRunning
	}
	w := annotate.Writer{Model: o.Model, Prompt: n.AnnotatePrompt, Store: o.Store}
	n.runs.checks.Lock() // who looks has the store for a moment
	defer n.runs.checks.Unlock()
	return w.CheckFree()
}

// begin begins a run under a context that ends with it.
func (n *annotating) begin(ctx context.Context, model string) (context.Context, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case n.closed:
		return nil, ErrClosed
	case n.cancel != nil:
		return nil, ErrRunning
	}
	ctx, n.cancel = context.WithCancel(ctx)
	n.ended = make(chan struct{})
	n.state = AnnotateState{Model: model}
	return ctx, nil
}

// end ends the run, and gives what came of it.
func (n *annotating) end(stopped bool) AnnotateState {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cancel()
	n.cancel, n.resumed = nil, nil
	n.state.Stopped = stopped
	close(n.ended)
	return n.said()
}

func (n *annotating) note(p annotate.Progress) AnnotateState {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.state.Progress = p
	return n.said()
}

func (n *annotating) now() AnnotateState {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.said()
}

// said is the state of this moment. It is called with the lock held.
func (n *annotating) said() AnnotateState {
	s := n.state
	switch {
	case n.cancel == nil:
		s.State = annotateIdle
	case n.resumed != nil:
		s.State = annotatePaused
	default:
		s.State = annotateRunning
	}
	return s
}

// awaited is closed when a run that is paused goes on; nil where it does not wait.
func (n *annotating) awaited() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.resumed
}

func (n *annotating) pause() AnnotateState {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cancel != nil && n.resumed == nil {
		n.resumed = make(chan struct{})
	}
	return n.said()
}

func (n *annotating) resume() AnnotateState {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.resumed != nil {
		close(n.resumed)
		n.resumed = nil
	}
	return n.said()
}

// stop ends the run, if there is one, and waits for that.
func (n *annotating) stop() (s AnnotateState, ended bool) {
	n.mu.Lock()
	cancel, over := n.cancel, n.ended
	n.mu.Unlock()
	if cancel != nil {
		cancel()
		<-over
	}
	return n.now(), cancel != nil
}

// close ends the run for good.
func (n *annotating) close() {
	n.mu.Lock()
	n.closed = true
	n.mu.Unlock()
	n.stop()
}
