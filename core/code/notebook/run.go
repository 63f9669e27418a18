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
	checks sync.Mutex // held while one checks whether a run can begin

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

// ErrRunning is the error where a run is under way.
var ErrRunning = errors.New("notes are being written already: stop that first, or let it end")

// ErrClosed is the error where no run begins any more.
var ErrClosed = errors.New("no notes are written any more, since DocuQuest is ending: start it again")

// CheckFree is nil where notes can be written at this moment, so that nobody is asked about
// the price of a run that cannot begin. The error reports that no model is configured, that a
// run is under way, here or in another program, or that notes cannot be kept.
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
	return n.now()
}

func (n *annotating) note(p annotate.Progress) AnnotateState {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.state.Progress = p
	return n.now()
}

// now returns the present state. The caller holds mu.
func (n *annotating) now() AnnotateState {
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

// State is how far the notes of a model are.
func (n *Notebook) State() AnnotateState {
	n.runs.mu.Lock()
	defer n.runs.mu.Unlock()
	return n.runs.now()
}

// Pause has the run wait before its next request, and Resume has it go on; Stop ends it, waits
// for that, and reports whether there was one. Where nothing runs they do nothing. Each gives
// the state after it.
func (n *Notebook) Pause() AnnotateState {
	r := &n.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel != nil && r.resumed == nil {
		r.resumed = make(chan struct{})
	}
	return r.now()
}

// Resume ends a pause; see [Notebook.Pause].
func (n *Notebook) Resume() AnnotateState {
	r := &n.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.resumed != nil {
		close(r.resumed)
		r.resumed = nil
	}
	return r.now()
}

// Stop ends the run; see [Notebook.Pause].
func (n *Notebook) Stop() (s AnnotateState, ended bool) {
	n.runs.mu.Lock()
	cancel, over := n.runs.cancel, n.runs.ended
	n.runs.mu.Unlock()
	if cancel != nil {
		cancel()
		<-over
	}
	return n.State(), cancel != nil
}
