// Package agent is the order of things: it follows the files, and takes a
// question through retrieval, writing and checking to a [replies.Answer].
//
// Every face of the product, the editor as well as the command line, talks to
// an [Agent] and to nothing below it. The agent knows no protocol and no
// outside service; it is given what it works with.
package agent

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"docuquest/core/agent/fault"
	"docuquest/core/agent/view"
	"docuquest/core/answer"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/research"
	"docuquest/core/answer/sent"
	"docuquest/core/answer/why"
	"docuquest/core/code/codemap"
	"docuquest/core/code/notebook"
	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/index"
	"docuquest/core/search/embed"
	"docuquest/core/search/passages"
	"docuquest/core/search/rerank"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// A Workspace is where files come from; *disk.Disk is one, and documents its
// methods.
type Workspace interface {
	file.Source
	Scan(ctx context.Context, emit func([]file.Change)) (disk.Report, error)
	Rescan(ctx context.Context, emit func([]file.Change)) (disk.Report, error)
	Left() (files int, all bool)
	Watch(ctx context.Context, changed func([]file.Change), problem func(error)) error
	Touch(uris ...file.URI)
	MaxBytes() int64
	Folders() []string
	Holds(u file.URI) (bool, error)
	AddFolder(abs string) error
	RemoveFolder(abs string)
	IgnoredBy(u file.URI) string
}

// Options are what an agent works with. Workspace and Parsers are needed.
type Options struct {
	Workspace Workspace
	Parsers   document.Parsers
	Chunks    chunk.Options
	Prompts   prompts.Set

	Model      llm.Model // writes answers; nil leaves that to the text itself
	TermsModel llm.Model // proposes search terms; nil leaves that to the question
	// ModelPatience is how long a question waits for the model before it shows what the
	// text answers (see Stage.Meanwhile); 0 is 10 s.
	ModelPatience time.Duration

	// Reranker reads the best passages once more to put them in order; LocalReranker
	// does where a person chose that nothing is sent. Nil leaves them as they are.
	Reranker, LocalReranker rerank.Reranker

	Research research.Limits // of what research costs; the zero value has the defaults

	Web   WebSearch // searches the web for research; nil for nothing
	WebOn bool      // research does so unless a question chooses otherwise
	// Release asks the user whether a query that is held, and why, may go to the web; nil holds
	// it. See [research.Researcher].
	Release func(ctx context.Context, query, why string) bool

	Vectors passages.Options // vectors of whole passages, by a service

	Lexicon func() embed.Lexicon // gives the built-in vectors, when they are needed; nil for none
	Nouns   retrieve.Nouns       // kinds of nouns; nil for none

	// ModelNotes are what a model noted about a chunk, nil for one that it has not noted;
	// they replace the notes that rules make of these kinds. A nil function has none. It may be
	// called by several goroutines at once.
	ModelNotes func(notes.Chunk) []notes.Note
	Annotate   notebook.AnnotateOptions // has a model write notes
	// NotesPatience is how long a question waits until all files are noted; 0 is 2 s.
	NotesPatience time.Duration
	// FloorPatience is how long the floor of a workspace is waited for: by a question, where
	// the files are not followed, and elsewhere by Load, which lets it be found in the
	// background from then on. 0 is until it is found. See [retrieve.Retriever.Calibrate].
	FloorPatience time.Duration

	Pages   PageDrawer          // draws pages; nil for none
	Answers history.AnswerStore // keeps answers between sessions; nil keeps them for this one
	Sent    sent.Store          // keeps what was sent for them; nil keeps nothing

	Conversations history.ConversationStore // keeps conversations between sessions; nil keeps them for this one
	HistoryTokens int                       // most tokens of earlier questions and answers in a request
	ContextTokens int                       // of the passages that a model is sent, 0 for the default of answer.Generative

	Preferences Preferences // at the beginning, see SetPreferences

	Version string
	Log     *slog.Logger // nil drops everything
}

// Preferences are what may change while an agent lives, and no file is read again for it:
// what is shown, and how a question is asked that does not choose that itself. The zero value is
// the default.
type Preferences struct {
	Retrieval string // "ranked" or "boolean"; "" is ranked
	Writer    string // as Request.Writer
	Rerank    string // "on" or "off"; "" is on
	Notes     string // as Request.Notes; "" is off
	Calls     int    // as Request.Calls, 0 for none

	History int // how many questions before it a question may go on with, 0 for none
	// HistoryMinutes and HistoryNearest are as in [history.Recall].
	HistoryMinutes int
	HistoryNearest int

	AnswerWords     int  // as Request.Words, 0 for no limit
	AnswerCitations int  // as Request.Citations, 0 for no limit
	DropUnsupported bool // leaves statements without support out of answers, where they are marked otherwise

	// ModelHovers has the configured writer answer a question that is only pointed at;
	// see [Agent.Glance].
	ModelHovers bool

	// CheckCitations is "on" or "off": whether an editor is shown what has become of the
	// citations in Markdown files and answers that are open; "" is on.
	CheckCitations string

	Offers Offers // to an editor
}

// preferences returns the present ones, which are never written again.
func (a *Agent) preferences() *Preferences { return a.preferred.Load() }

// SetPreferences has other preferences count from the next question on; one that is on its
// way keeps the preferences with which it began.
func (a *Agent) SetPreferences(p Preferences) { a.preferred.Store(&p) }

// Offers are what an editor is given without a question, and where: other servers may
// give the same. The zero value is the default.
type Offers struct {
	// Languages are the languages of the files that have definitions, references, symbols
	// and a call hierarchy.
	Languages file.Languages
	// Symbols are the languages that have symbols; "" means Languages without the languages that
	// the editor outlines itself.
	Symbols file.Languages
	// HoverWords is where words have hovers: "prose" of Languages, which is the
	// meaning of "" too, "all" languages, or "off".
	HoverWords string
	// CallHierarchy is "on" or "off": whether it is offered; "" is on.
	CallHierarchy string
}

// Offers are what an editor is given without a question.
func (a *Agent) Offers() Offers { return a.preferences().Offers }

// ShowsCalls reports whether a call hierarchy is offered.
func (o Offers) ShowsCalls() bool { return o.CallHierarchy != "off" }

// An Agent answers questions of one workspace. All methods may be called from
// any number of goroutines; Open, Edit, Save and CloseBuffer take effect in the
// order of their calls.
type Agent struct {
	options   Options
	preferred atomic.Pointer[Preferences]

	log      *slog.Logger
	files    *file.Overlay
	library  *index.Library
	parser   *view.Parser
	dirty    dirty
	backlog  *backlog
	hidden   hidden
	state    state
	inFlight inFlight
	meant    meant

	accounts *why.Accounts

	history *history.History
	sent    sent.Recorder
	changes changes

	calibrated calibrated
	vectors    *passages.Vectors
	notebook   *notebook.Notebook
	coding     codemap.Cache

	// settling is held by Settle and shared by all that bring changes of the disk,
	// so that two versions of one file are never written in the wrong order.
	settling sync.RWMutex
}

// New makes an agent that knows no file yet: Load reads them.
func New(o Options) *Agent {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	a := &Agent{
		options: o,
		log:     log,
		files:   file.NewOverlay(o.Workspace),
		library: index.New(),
	}
	a.SetPreferences(o.Preferences)
	a.calibrated.ctx, a.calibrated.cancel = context.WithCancel(context.Background())
	a.calibrated.done = make(chan struct{})
	close(a.calibrated.done) // nothing calibrates yet
	a.sent = sent.Recorder{Store: o.Sent, Log: log}
	a.history = &history.History{Answers: o.Answers, Conversations: o.Conversations, Lexicon: a.lexicon, Log: log}
	a.accounts = why.NewAccounts(nil)
	if o.Answers != nil {
		a.accounts = why.NewAccounts(o.Answers)
	}
	a.parser = view.NewParser(o.Parsers, log)
	a.dirty.settle = a.Settle
	a.backlog = newBacklog(a.readAgain)
	a.state.first, a.state.ended = make(chan struct{}), make(chan struct{})
	a.inFlight.running = map[string]context.CancelFunc{}
	a.vectors = passages.New(o.Vectors, o.Chunks, a.view, a.present, log)
	a.notebook = notebook.New(notebook.Options{
		View: a.view, Present: a.present, Disk: o.Workspace, Log: log,
		ModelNotes: o.ModelNotes, Patience: o.NotesPatience, Prompt: o.Prompts.Explore,
		Annotate: o.Annotate, AnnotatePrompt: o.Prompts.Annotate, Sent: a.sent, Answering: a.inFlight.awaited,
	})
	return a
}

// Close ends all questions in flight, and what is made in the background.
func (a *Agent) Close() {
	a.dirty.close()
	a.backlog.close()
	a.Stop("")
	a.calibrated.cancel()
	a.vectors.Close()
	a.notebook.Close()
}

// retriever works with the words of the question alone.
func (a *Agent) retriever() *retrieve.Retriever {
	return &retrieve.Retriever{
		Library: a.library,
		Source:  view.Quick{View: a.view()},
		Parsers: a.parser.Parsers(),
		Chunks:  a.options.Chunks,
		Memo:    a.parser,
		Meaning: a.meaning(),
		Lexicon: a.lexicon(),
		Nouns:   a.options.Nouns,
		Vectors: a.chosenVectors(""),
	}
}

// The writers by their names in settings.
const (
	generative = "generative"
	classic    = "classic"
)

// writer chooses who writes the answer.
func (a *Agent) writer(q Request, mode retrieve.Mode) (answer.Writer, error) {
	name := q.Writer
	if name == "" {
		name = a.preferences().Writer
	}
	if name == "" {
		name = a.defaultWriter(mode)
	}
	switch {
	case name == replies.Extractive:
		return answer.Extractive{}, nil
	case a.options.Model == nil:
		return nil, fault.New(fault.Refused, "the %s writer needs a model, and none is configured", name)
	case name == classic:
		return answer.Classic{Model: a.options.Model, Prompt: a.options.Prompts.Summarize}, nil
	}
	return answer.Generative{
		Model:        a.options.Model,
		Prompt:       a.options.Prompts.Statements,
		RevisePrompt: a.options.Prompts.Revise,
		Budget:       a.options.ContextTokens,
	}, nil
}

func (a *Agent) defaultWriter(mode retrieve.Mode) string {
	switch {
	case a.options.Model == nil:
		return replies.Extractive
	case mode == retrieve.Boolean:
		return classic
	}
	return generative
}

// mode is how documents are found; name is the question's own choice, or "".
func (a *Agent) mode(name string) retrieve.Mode {
	if cmp.Or(name, a.preferences().Retrieval) == "boolean" {
		return retrieve.Boolean
	}
	return retrieve.Ranked
}
