package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/code/annotate"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/services/llm"
	"docuquest/core/services/outside"
)

// AnnotateOptions say which model writes notes about files, where a person asks for that.
// The zero value has none written.
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

// ErrNoAnnotator says that there is no model to write notes.
var ErrNoAnnotator = errors.New("no model is configured to write notes: set DOCUQUEST_BASE_URL or DOCUQUEST_MODEL, or name one in config.toml; the notes that rules make are there without one")

// EstimateNotes says what it would cost to have a model write the notes that files in a
// folder lack; the folder is a path as answers call it, "" for the whole workspace.
// Nothing is sent. Errors are ErrNoAnnotator, that no file lies there, and those of
// annotate.Writer.Estimate.
func (a *Agent) EstimateNotes(ctx context.Context, folder string) (*AnnotateEstimate, error) {
	w, err := a.annotator(ctx, folder)
	if err != nil {
		return nil, err
	}
	e, err := w.Estimate(ctx, a.annotateJob(ctx, folder))
	if err != nil {
		return nil, err
	}
	return &AnnotateEstimate{Model: w.Model.Name(), Host: a.options.Annotate.Host, Folder: folder, Estimate: e}, nil
}

// Annotate has a model write the notes that files in a folder lack, and returns when they
// are there or somebody has stopped it. It waits before each request as long as it is
// paused and while a question is being answered. agreed is what the user was told that it
// will cost, and agreed to, which bounds the run as annotate.Job.Agreed does; nil for no
// such bound. tell, which may be nil, is told how far it is, by one goroutine. What was
// written is kept, also where there is an error, and so is what was sent, from request to
// request.
//
// The files are read as they are on the disk: what is written in an editor and not saved
// yet is not sent.
//
// Errors are those of EstimateNotes and of annotate.Writer.Run, and that another run is
// under way.
func (a *Agent) Annotate(ctx context.Context, folder string, agreed *AnnotateEstimate, tell func(AnnotateState)) (last AnnotateState, err error) {
	w, err := a.annotator(ctx, folder)
	if err != nil {
		return a.AnnotateState(), err
	}
	inner, err := a.annotating.begin(ctx, w.Model.Name())
	if err != nil {
		return a.AnnotateState(), err
	}
	id, ledger, count, kept := NewID(), a.newLedger(), outside.NewLedger(1), 0
	keep := func() { kept = a.addSent(id, "Notes about "+folderName(folder), ledger, kept) }
	defer func() { // also after a fault of ours, which must not keep others from a run
		keep()
		if last = a.annotating.end(inner.Err() != nil && ctx.Err() == nil); last.Stopped {
			err = nil
		}
	}()
	job := a.annotateJob(inner, folder)
	job.Sent = func() int { return len(count.Entries()) + count.Dropped() }
	job.Await = a.awaitTurn
	job.Tell = func(p annotate.Progress) {
		keep() // a program that is killed can tell what it sent
		if s := a.annotating.note(p); tell != nil {
			tell(s)
		}
	}
	job.Noted = func(u file.URI) { a.NotesChanged(u) }
	if agreed != nil {
		job.Agreed = &agreed.Cost
	}
	p, err := w.Run(outside.WithLedger(outside.WithLedger(inner, ledger), count), job)
	a.annotating.note(p)
	return last, err
}

// AnnotateState is how far the notes of a model are.
func (a *Agent) AnnotateState() AnnotateState { return a.annotating.now() }

// PauseAnnotating has the run wait before its next request, and ResumeAnnotating has it go
// on; StopAnnotating ends it, and waits for that, and says whether there was one. Where
// nothing runs they do nothing. Each gives the state after it.
func (a *Agent) PauseAnnotating() AnnotateState { return a.annotating.pause() }

// ResumeAnnotating is told at PauseAnnotating.
func (a *Agent) ResumeAnnotating() AnnotateState { return a.annotating.resume() }

// StopAnnotating is told at PauseAnnotating.
func (a *Agent) StopAnnotating() (s AnnotateState, ended bool) { return a.annotating.stop() }

// annotator is the writer of notes, once the files of the workspace are known.
func (a *Agent) annotator(ctx context.Context, folder string) (*annotate.Writer, error) {
	o := a.options.Annotate
	if o.Model == nil {
		return nil, ErrNoAnnotator
	}
	select {
	case <-a.state.first:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	a.catchUp(ctx)
	if folder != "" && len(a.entriesIn(folder, annotate.IsWorth)) == 0 {
		return nil, fmt.Errorf("no file that is worth notes lies in %q: programs and documents are", folder)
	}
	return &annotate.Writer{
		Model: o.Model, Prompt: a.options.Prompts.Annotate, Store: o.Store,
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
func (a *Agent) awaitTurn(ctx context.Context) error {
	for {
		wait := a.annotating.awaited()
		if wait == nil {
			wait = a.asked.awaited()
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

// entriesIn are the entries in a folder, by their paths: those in languages that somebody
// wants, nil for all.
func (a *Agent) entriesIn(folder string, wants func(language string) bool) []*index.Entry {
	var all []*index.Entry
	for e := range a.library.Snapshot().All {
		if liesIn(e.Path, folder) && (wants == nil || wants(e.Language)) {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b *index.Entry) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// isIn tells by their URIs which files lie in a folder of the workspace, also of those that
// are gone.
func (a *Agent) isIn(folder string) func(file.URI) bool {
	inWorkspace := a.inWorkspace()
	return func(u file.URI) bool {
		return inWorkspace(u) && liesIn(strings.Trim(a.nameOf(u), "/"), folder)
	}
}

// inWorkspace tells what lies in one of the folders of the workspace, or is one.
func (a *Agent) inWorkspace() func(file.URI) bool {
	var tops []string
	for _, top := range a.options.Workspace.Folders() {
		tops = append(tops, strings.TrimSuffix(string(file.FromPath(top)), "/")+"/")
	}
	return func(u file.URI) bool {
		return slices.ContainsFunc(tops, func(top string) bool { return strings.HasPrefix(string(u)+"/", top) })
	}
}

// PathOf is the path of a folder or a file as answers call it, "" for that of the whole
// workspace. The error says that it lies in none of the folders of the workspace.
func (a *Agent) PathOf(u file.URI) (string, error) {
	if !a.inWorkspace()(u) {
		return "", fmt.Errorf("%s lies in no folder of the workspace", u.Path())
	}
	folders := a.options.Workspace.Folders()
	if len(folders) == 1 && file.FromPath(folders[0]) == u {
		return "", nil
	}
	return strings.Trim(a.nameOf(u), "/"), nil
}

// liesIn reports whether a path is a folder's or a file's own, or below it.
func liesIn(path, folder string) bool {
	return folder == "" || path == folder || strings.HasPrefix(path, folder+"/")
}

// folderName is a folder for people.
func folderName(folder string) string {
	if folder == "" {
		return "the workspace"
	}
	return folder
}
