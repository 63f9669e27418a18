package annotate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/services/llm"
)

// A Writer has a model write the notes about files, where a person wants that. It
// asks about the chunks that the rules note, those of one file together with the lines
// that enclose them, and keeps what comes back by the content of each chunk: what was paid
// for once is not asked for again, as long as a file contains the text.
//
// The fields are set once, before it is used. One run at a time uses it.
type Writer struct {
	Model  llm.Model
	Prompt string // the template prompts.Set.Annotate
	Store  Store

	// Objects reads the JSON objects in a reply, however it is written, with all scalar
	// values as strings and names in small letters; answer.Objects is one.
	Objects func(reply string) []map[string]any
	// Hopeless reports whether after an error of the model no other request will do better, and
	// Unpaid whether the service wrote nothing for it, which then counts no tokens; nil for
	// never.
	Hopeless, Unpaid func(error) bool

	Price  Price
	Limits Limits
	Now    func() time.Time // decides which day it is; nil is time.Now
}

// A Job is the files that notes are wanted of, and the functions that are called on the way.
type Job struct {
	// Files yields the documents as they are when it is called; it is called twice.
	Files iter.Seq[*document.Document]
	// In reports which files they are taken from: notes about others are not touched.
	In func(file.URI) bool
	// Gone reports whether a file does not exist any more; nil for never. What is merely left
	// out, or cannot be read, keeps what was paid for it.
	Gone func(file.URI) bool
	// Renamed finds a file with the text that one with that hash had, which is gone; nil for
	// none.
	Renamed func(file.Hash) (file.URI, bool)
	// Still reports whether a file is as it was read, and may be sent.
	// It is called right before each request; nil for always.
	Still func(file.Identity) bool
	// Agreed is the cost that the user agreed to; nil for no bound
	// but the limits. The run makes no request that is expected to take it further than
	// that, a tenth and one request more. One can cost more than is expected: at most
	// Estimate.Largest.
	Agreed *Cost
	// Sent is how many requests have gone out so far, with those that were tried again;
	// nil counts each once.
	Sent func() int
	// Await is called before each request and waits as long as none should be made; nil
	// for never. Its error ends the run.
	Await func(context.Context) error
	// Notify is called with the progress, before anything is removed or asked and after each
	// request; nil for never.
	Notify func(Progress)
	// Noted is called with each file that has got notes, or lost those that were made in a
	// file that is gone; nil for never.
	Noted func(file.URI)
}

// IsWorth reports whether a model writes notes about texts in a language: programs, and
// what people write for people. There is more of data and tables than anybody would pay
// for, and their rows describe themselves.
func IsWorth(language string) bool {
	switch language {
	case "asciidoc", "docx", "epub", "html", "latex", "markdown", "mdx", "odt", "org", "pdf", "plaintext", "restructuredtext":
		return true
	}
	return file.IsCode(language)
}

// Progress is how far a run is.
type Progress struct {
	Files  int `json:"files"`  // with anything to note
	Chunks int `json:"chunks"` // different ones
	Done   int `json:"done"`   // that have notes, those from before among them
	Left   int `json:"left"`
	Failed int `json:"failed"` // of those left, that no reply had notes about
	// Changed is of how many files something was left, since they changed between the time
	// that they were read and the request.
	Changed int `json:"changed,omitempty"`
	// Removed is of how many texts that are gone the notes were removed.
	Removed int `json:"removed"`
	// Reason is why the last request that failed did so, in the user's words; "" for none.
	Reason string `json:"reason,omitempty"`
	// Untold is how many requests there were whose cost the service did not report. They count at
	// the most that they can have cost.
	Untold int `json:"untold,omitempty"`
	Cost       // of this run
}

// An Estimate is what a run would cost.
type Estimate struct {
	Files  int  `json:"files"`
	Chunks int  `json:"chunks"`
	Left   int  `json:"left"`   // that have no notes yet
	Priced bool `json:"priced"` // Money is known
	// Limit is the limit of the day that will end it before all is written, in words; ""
	// for none.
	Limit string `json:"limit,omitempty"`
	Cost         // expected
	// Largest is what a single request can cost at most, where the model thinks before it
	// replies or writes more than is wanted.
	Largest Cost `json:"largest"`
}

// Estimate returns what a job would cost, and sends nothing. Errors are that a limit cannot
// be held, the store's, and that of ctx.
func (w *Writer) Estimate(ctx context.Context, j Job) (Estimate, error) {
	if err := w.Limits.check(w.Price); err != nil {
		return Estimate{}, err
	}
	s, err := w.survey(ctx, j)
	if err != nil {
		return s.Estimate, err
	}
	spent, err := w.Store.Spent(dayOf(w.now()))
	most := costOf(spent).plus(s.Cost)
	if s.Left > 0 { // the last request is made only where there is room for thought, too
		most = most.plus(w.priced(Cost{TokensOut: thoughtTokens}))
	}
	s.Limit = w.Limits.reached(most)
	return s.Estimate, err
}

// Run has the notes written that are missing. Each chunk without notes is in one request;
// one whose part of a reply is missing or broken is left, with the notes of the rules, for
// the next run. Everything that is there when Run returns is kept, and so it is when the
// program is killed, but for the request under way.
//
// Before the first request it removes the notes about texts that none of the
// files of the job contains any more: those that were edited and those whose file is gone, but not
// those of a file that was renamed, and none where there is no file at all, as on a disk
// that is not there. It also removes those that were made in a file that is gone, where
// another one that was known before still contains their text: what else the file contained may
// be in them. A new file inherits them, since it may be the old one under another name
// and edited, or a part of it. Files that could not be read as they are this time are left
// as they are.
//
// Errors are one line in the user's words: ErrBusy, ErrSpent, ErrMore, the model's where
// three requests in a row failed or none can succeed, or where something is left because
// one failed; that a limit cannot be held, the store's, or that of ctx. Nothing is sent
// where the store cannot be written.
func (w *Writer) Run(ctx context.Context, j Job) (Progress, error) {
	if err := w.Limits.check(w.Price); err != nil {
		return Progress{}, err
	}
	unlock, err := w.lock()
	if err != nil {
		return Progress{}, err
	}
	defer unlock()
	if err := w.tryWriting(); err != nil { // so that what will be paid for can be kept
		return Progress{}, err
	}
	s, err := w.survey(ctx, j)
	if err != nil {
		return Progress{}, err
	}
	r := &run{Writer: w, Job: j, written: w.modelNotes(), surveyed: s, seen: map[file.Hash]bool{}, noted: map[file.Hash]bool{}}
	r.progress = Progress{Files: s.Files, Chunks: s.Chunks, Done: s.Chunks - s.Left, Left: s.Left}
	r.notify()
	if r.progress.Removed, err = s.reconcile(ctx, w.Store); err != nil {
		return r.progress, err
	}
	return r.progress, r.write(ctx)
}

// CheckFree is nil where a run can begin at this moment. Its errors are ErrBusy, and that
// notes cannot be kept. Others find the store busy meanwhile, for a moment.
func (w *Writer) CheckFree() error {
	if err := w.tryWriting(); err != nil {
		return err
	}
	unlock, err := w.lock()
	if err == nil {
		unlock()
	}
	return err
}

// ErrBusy reports that another run writes notes at this moment, maybe in another program.
var ErrBusy = errors.New("notes are being written by another DocuQuest: let it end, or stop it")

// lock locks a store. The error is ErrBusy, or the store's.
func lock(s Store) (unlock func(), err error) {
	unlock, ok, err := s.Lock()
	if err == nil && !ok {
		err = ErrBusy
	}
	return unlock, err
}

// probe is the key of the record by which it is tried whether a store can be written. One
// that a killed program left is gone when the next tries it.
const probe = "probe"

func (w *Writer) lock() (unlock func(), err error) {
	unlock, err = lock(w.Store)
	if err != nil && !errors.Is(err, ErrBusy) {
		err = notKept(err)
	}
	return unlock, err
}

func (w *Writer) tryWriting() error {
	err := w.Store.Put(probe, nil)
	if err == nil {
		err = w.Store.Drop(probe)
	}
	if err != nil {
		err = notKept(err)
	}
	return err
}

func notKept(err error) error {
	return fmt.Errorf("nothing was sent, since notes cannot be kept: %w; make the folder writable, or set DOCUQUEST_HOME to one that is", err)
}

func (w *Writer) now() time.Time {
	if w.Now != nil {
		return w.Now()
	}
	return time.Now()
}

func (w *Writer) modelNotes() *ModelNotes { return NewModelNotes(w.Store, w.Model.Name(), w.Prompt) }
