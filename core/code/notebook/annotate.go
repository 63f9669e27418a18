package notebook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"docuquest/core/agent/view"
	"docuquest/core/answer"
	"docuquest/core/answer/history"
	"docuquest/core/code/annotate"
	"docuquest/core/file"
	"docuquest/core/services/llm"
	"docuquest/core/services/outside"
)

// AnnotateOptions choose the model that writes notes about files, where a person asks for that.
// The zero value has no notes written.
type AnnotateOptions struct {
	Model  llm.Model
	Host   string         // where it runs, for people
	Store  annotate.Store // keeps what it wrote; needed with a Model
	Price  annotate.Price
	Limits annotate.Limits
}

// An AnnotateState is how far the notes of a model are.
type AnnotateState struct {
	State             string `json:"state"`   // "idle", "running" or "paused"
	Model             string `json:"model"`   // that writes them
	Stopped           bool   `json:"stopped"` // somebody stopped the last run
	annotate.Progress        // of the run, or the last one
}

// An AnnotateEstimate is what notes would cost.
type AnnotateEstimate struct {
	Model  string `json:"model"`
	Host   string `json:"host"`
	Folder string `json:"folder"` // "" for the whole workspace
	annotate.Estimate
}

// ErrNoAnnotator is the error where no model can write notes.
var ErrNoAnnotator = errors.New("no model is configured to write notes: set DOCUQUEST_BASE_URL or DOCUQUEST_MODEL, or name one in config.toml; the notes that rules make are there without one")

// Estimate returns what it would cost to have a model write the notes that files in a
// folder lack; the folder is a path as answers call it, "" for the whole workspace.
// Nothing is sent. Errors are [ErrNoAnnotator], a folder without files, and the errors of
// annotate.Writer.Estimate.
func (n *Notebook) Estimate(ctx context.Context, v *view.View, folder string) (*AnnotateEstimate, error) {
	w, err := n.annotator(v, folder)
	if err != nil {
		return nil, err
	}
	e, err := w.Estimate(ctx, n.annotateJob(ctx, v, folder))
	if err != nil {
		return nil, err
	}
	return &AnnotateEstimate{Model: w.Model.Name(), Host: n.Options.Annotate.Host, Folder: folder, Estimate: e}, nil
}

// Annotate has a model write the notes that files in a folder lack, and returns when they
// are there or somebody has stopped it. It waits before each request as long as it is
// paused and while a question is being answered. agreed is the price that the user was
// shown and agreed to, which bounds the run as annotate.Job.Agreed does; nil for no
// such bound. notify, which may be nil, is called with how far it is, by one goroutine. What was
// written is kept, also where there is an error, and so is what was sent, from request to
// request.
//
// The files are read as they are on the disk: what is written in an editor and not saved
// yet is not sent.
//
// Errors are those of [Notebook.Estimate] and of annotate.Writer.Run, and that another run is
// under way.
func (n *Notebook) Annotate(ctx context.Context, v *view.View, folder string, agreed *AnnotateEstimate, notify func(AnnotateState)) (last AnnotateState, err error) {
	w, err := n.annotator(v, folder)
	if err != nil {
		return n.State(), err
	}
	inner, err := n.runs.begin(ctx, w.Model.Name())
	if err != nil {
		return n.State(), err
	}
	id, ledger, count, kept := history.NewID(), n.Sent.NewLedger(), outside.NewLedger(1), 0
	keep := func() { kept = n.Sent.Add(id, "Notes about "+cmp.Or(folder, "the workspace"), ledger, kept) }
	defer func() { // also after a fault of ours, which must not keep others from a run
		keep()
		if last = n.runs.end(inner.Err() != nil && ctx.Err() == nil); last.Stopped {
			err = nil
		}
	}()
	job := n.annotateJob(inner, v, folder)
	job.Sent = func() int { return len(count.Entries()) + count.Dropped() }
	job.Await = n.awaitTurn
	job.Notify = func(p annotate.Progress) {
		keep() // also a program that is killed leaves a record of what it sent
		if s := n.runs.note(p); notify != nil {
			notify(s)
		}
	}
	job.Noted = func(u file.URI) { n.Changed(u) }
	if agreed != nil {
		job.Agreed = &agreed.Cost
	}
	p, err := w.Run(outside.WithLedger(outside.WithLedger(inner, ledger), count), job)
	n.runs.note(p)
	return last, err
}

// annotator is the writer of notes, once the files of the workspace are known.
func (n *Notebook) annotator(v *view.View, folder string) (*annotate.Writer, error) {
	o := n.Options.Annotate
	if o.Model == nil {
		return nil, ErrNoAnnotator
	}
	if folder != "" && len(v.Entries(folder, annotate.IsWorth)) == 0 {
		return nil, fmt.Errorf("no file that is worth notes lies in %q: programs and documents are", folder)
	}
	return &annotate.Writer{
		Model: o.Model, Prompt: n.AnnotatePrompt, Store: o.Store,
		Objects: answer.Objects, Hopeless: isHopeless, Unpaid: isUnpaid, Price: o.Price, Limits: o.Limits,
	}, nil
}

// isHopeless reports whether no request can do better than the one that failed so.
func isHopeless(err error) bool {
	var fault *outside.Error
	if !errors.As(err, &fault) {
		return false
	}
	switch fault.Kind {
	case outside.Refused, outside.Unreachable, outside.Unauthorized, outside.Redirected:
		return true
	}
	return false
}

// isUnpaid reports whether a service surely did nothing for a request: it never got it, or
// turned it away before it replied. One that broke down may have worked before.
func isUnpaid(err error) bool {
	var fault *outside.Error
	if !errors.As(err, &fault) || fault.InReply {
		return false
	}
	return isHopeless(err) || fault.Kind == outside.Rejected || fault.TurnedAway()
}

// awaitTurn waits while the run is paused, and while a question is being answered: both
// would wait for the same service.
func (n *Notebook) awaitTurn(ctx context.Context) error {
	for {
		n.runs.mu.Lock()
		wait := (<-chan struct{})(n.runs.resumed)
		n.runs.mu.Unlock()
		if wait == nil {
			wait = n.Answering()
		}
		if wait == nil {
			return ctx.Err()
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// isIn reports by their URIs which files are in a folder of the workspace, also of files that
// are gone.
func isIn(v *view.View, folder string) func(file.URI) bool {
	return func(u file.URI) bool {
		return v.Contains(u) && view.InFolder(strings.Trim(v.Name(u), "/"), folder)
	}
}
