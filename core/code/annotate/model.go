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

// A Writer has a model write the notes about files, where a person has asked for it. It
// asks about the chunks that the rules note, those of one file together with the lines
// that enclose them, and keeps what comes back by the content of each chunk: what was paid
// for once is never asked for again, as long as the text stands somewhere.
//
// The fields are set once, before it is used. One run at a time uses it.
type Writer struct {
	Model  llm.Model
	Prompt string // the template prompts.Set.Annotate
	Store  Store

	// Objects reads the JSON objects in a reply, however it is written, with all scalar
	// values as strings and names in small letters; answer.Objects is one.
	Objects func(reply string) []map[string]any
	// Hopeless says of an error of the model that no other request will do better, and
	// Unpaid that the service wrote nothing for it, which then counts no tokens; nil for
	// none.
	Hopeless, Unpaid func(error) bool

	Price  Price
	Limits Limits
	Now    func() time.Time // says which day it is; nil is time.Now
}

// A Job is the files that notes are wanted of, and who is told.
type Job struct {
	// Files gives the documents, as they are when it is called; it is called twice.
	Files iter.Seq[*document.Document]
	// In says which files they are taken from: notes about others are not touched.
	In func(file.URI) bool
	// Gone says of a file that it is not there any more; nil for none. What is merely left
	// out, or cannot be read, keeps what was paid for it.
	Gone func(file.URI) bool
	// Renamed finds a file that says what one with that hash said, which is gone; nil for
	// none.
	Renamed func(file.Hash) (file.URI, bool)
	// Still says of what was read of a file that it stands there still, and may be sent.
	// It is asked right before each request; nil for always.
	Still func(file.Identity) bool
	// Agreed is what somebody was told that it will cost, and agreed to; nil for no bound
	// but the limits. The run makes no request that is expected to take it further than
	// that, a tenth and one request more. One can cost more than is expected: at most
	// Estimate.Largest.
	Agreed *Cost
	// Sent says how many requests have gone out so far, with those that were tried again;
	// nil counts each once.
	Sent func() int
	// Await is called before each request and waits as long as none should be made; nil
	// for never. Its error ends the run.
	Await func(context.Context) error
	// Tell is told how far it is, before anything is removed or asked and after each
	// request; nil for nobody.
	Tell func(Progress)
	// Noted is told of each file that has got notes, or lost those that were made in a
	// file that is gone; nil for nobody.
	Noted func(file.URI)
}

// IsWorth reports whether a model writes notes about texts in a language: programs, and
// what people write for people. Of data and tables there is more than anybody would pay
// for, and their rows say what they are.
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
	Failed int `json:"failed"` // of those left, that the model was asked about in vain
	// Changed is of how many files something was left, since they changed between the time
	// that they were read and the request.
	Changed int `json:"changed,omitempty"`
	// Removed is of how many texts that are gone the notes were removed.
	Removed int `json:"removed"`
	// Reason is why the last request that failed did so, in the user's words; "" for none.
	Reason string `json:"reason,omitempty"`
	// Untold is how many requests there were of which the service did not say what they
	// cost. They count at the most that they can have cost.
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
	// replies or says more than it is asked for.
	Largest Cost `json:"largest"`
}

// Estimate says what a job would cost, and sends nothing. Errors are that a limit cannot
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

// Run has the notes written that are missing. Each chunk without notes is asked about once;
// one whose part of a reply is missing or broken is left, with the notes of the rules, for
// the next run. Everything that is there when Run returns is kept, and so it is when the
// program is killed, but for the request under way.
//
// Before the first request it removes the notes about texts that stand in none of the
// files of the job any more: those that were edited and those whose file is gone, but not
// those of a file that was renamed, and none where there is no file at all, as on a disk
// that is not there. It also removes those that were made in a file that is gone, where
// their text still stands in another one that was known before: what stood beside it may
// be in them. A new file takes them over, since it may be the old one under another name
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
	unlock, err := w.open()
	if err != nil {
		return Progress{}, err
	}
	defer unlock()
	s, err := w.survey(ctx, j)
	if err != nil {
		return Progress{}, err
	}
	r := &run{Writer: w, Job: j, shelf: w.shelf(), surveyed: s, seen: map[file.Hash]bool{}, noted: map[file.Hash]bool{}}
	r.progress = Progress{Files: s.Files, Chunks: s.Chunks, Done: s.Chunks - s.Left, Left: s.Left}
	r.tell()
	if r.progress.Removed, err = s.settle(ctx, w.Store); err != nil {
		return r.progress, err
	}
	return r.progress, r.write(ctx)
}

// CheckFree is nil where a run can begin at this moment. Its errors are ErrBusy, and that
// notes cannot be kept. Others find the store busy while it looks, which takes a moment.
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

// ErrBusy says that another run writes notes at this moment, maybe in another program.
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

// open locks the store, and makes sure that what will be paid for can be kept there.
func (w *Writer) open() (unlock func(), err error) {
	if unlock, err = w.lock(); err != nil {
		return nil, err
	}
	if err = w.tryWriting(); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

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

func (w *Writer) shelf() *Shelf { return NewShelf(w.Store, w.Model.Name(), w.Prompt) }

// add adds a request to what is expected.
func (e *Estimate) add(b batch, r llm.Request) {
	e.Cost = e.Cost.plus(b.expected(r))
	e.Largest = Cost{Calls: 1, TokensIn: max(e.Largest.TokensIn, requestTokens(r)), TokensOut: max(e.Largest.TokensOut, int64(r.MaxTokens))}
}

// missing are the nodes of a file that have no notes, without those that say what one did
// that was seen before. Notes that are lost, nil for none, count for nothing.
func (s *Shelf) missing(o *outline, seen map[file.Hash]bool, isLost func(record) bool) []int {
	var missing []int
	for i, c := range o.chunks {
		if seen[c.Content] {
			continue
		}
		seen[c.Content] = true
		if r, ok := s.get(c.Content); !ok || isLost != nil && isLost(r) {
			missing = append(missing, i)
		}
	}
	return missing
}
