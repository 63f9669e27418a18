package agent

import (
	"cmp"
	"context"

	"docuquest/core/agent/view"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/code/annotate"
	"docuquest/core/code/codemap"
	"docuquest/core/code/notebook"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/mentions"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// CodeBase is the code base of the workspace as it is now; see [codemap.Cache].
func (a *Agent) CodeBase(ctx context.Context) (*codemap.CodeBase, error) {
	return a.coding.CodeBase(ctx, a.Sync(ctx))
}

// codeBase is CodeBase for a room that does not always need one.
func (a *Agent) codeBase(ctx context.Context) func() (*codemap.CodeBase, error) {
	return func() (*codemap.CodeBase, error) { return a.CodeBase(ctx) }
}

// ReadCodeBase reads the programs of the workspace past the library, for a command that
// asks for nothing else. progress, which may be nil, is called with the number of files
// read so far, from several goroutines. The error is that of the workspace or of ctx.
func (a *Agent) ReadCodeBase(ctx context.Context, progress func(files int)) (*codemap.CodeBase, error) {
	a.state.begin()
	gathered := codemap.NewGathering(a.parser, a.log)
	report, err := a.options.Workspace.Scan(ctx, func(batch []file.Change) {
		for _, c := range batch {
			if c.Kind != file.Removed && file.IsCode(c.File.Language) {
				gathered.Take(c.File)
			}
		}
		if n := a.state.add(len(batch)); progress != nil {
			progress(n)
		}
	})
	a.state.end(report, err == nil)
	if err != nil {
		return nil, err
	}
	return gathered.CodeBase(ctx, a.view())
}

// Evidence checks every citation of a Markdown text; see [evidence.OfText].
func (a *Agent) Evidence(ctx context.Context, u file.URI, markdown string, e text.Encoding) ([]replies.Evidence, error) {
	return evidence.OfText(ctx, a.Sync(ctx), a.history.Citing, u, markdown, e)
}

// KeptEvidence checks the citations of all kept answers; see [evidence.OfKept].
func (a *Agent) KeptEvidence(ctx context.Context, e text.Encoding) ([]replies.Evidence, error) {
	return evidence.OfKept(ctx, a.Sync(ctx), a.history.Citing, e)
}

// AnswersOn are the kept answers that rest on a passage; see [evidence.AnswersOn].
func (a *Agent) AnswersOn(ctx context.Context, f file.File, at replies.Position, e text.Encoding) ([]evidence.Rest, error) {
	return evidence.AnswersOn(ctx, a.view(), a.history.Citing, f, at, e)
}

// Locate finds a citation in what its file contains now; see [evidence.Locate].
func (a *Agent) Locate(ctx context.Context, c replies.Citation, from, to text.Encoding) (evidence.Located, error) {
	return evidence.Locate(ctx, a.view(), c, from, to)
}

// Following are the changes that have Markdown files follow renamed files; see
// [evidence.Following].
func (a *Agent) Following(ctx context.Context, renames []evidence.Renaming, e text.Encoding) ([]evidence.FileChanges, error) {
	return evidence.Following(ctx, a.Sync(ctx), renames, e)
}

// Renamed has the kept answers follow files that have other names now; see
// [history.History.Renamed].
func (a *Agent) Renamed(renames []evidence.Renaming) error {
	for _, r := range renames {
		a.Touch(r.Old, r.New)
	}
	return a.history.Renamed(a.view(), renames)
}

// Keep remembers an answer with its account as a document that people can return to, in this
// session and, where there is a store, in later ones. The error is that of the
// store; this session has the answer all the same.
func (a *Agent) Keep(r *replies.Answer) error {
	if err := a.history.Keep(r); err != nil {
		return err
	}
	if err := a.accounts.Keep(r.ID); err != nil { // an answer is as good without its account
		a.log.Warn("how an answer came about could not be kept", "id", r.ID, "err", err)
	}
	return a.history.KeepTurn(r)
}

// Answer is one that was kept; see [history.History.Answer].
func (a *Agent) Answer(id string) (*replies.Answer, error) { return a.history.Answer(id) }

// AnswerFile is the file of a kept answer; see [history.History.AnswerFile].
func (a *Agent) AnswerFile(id string) file.URI { return a.history.AnswerFile(id) }

// ModelAnswer is the newest answer that a model gave to a question; see
// [history.History.ModelAnswer].
func (a *Agent) ModelAnswer(ctx context.Context, question string, e text.Encoding) (*replies.Answer, bool) {
	if CheckText("question", question) != nil {
		return nil, false
	}
	s, err := newScope(scopeRequest{what: "question", text: question})
	if err != nil {
		return nil, false
	}
	return a.history.ModelAnswer(ctx, a.view(), question, s.filter.Strings(), e)
}

// SimilarQuestions finds the earlier questions that are like one; see
// [history.History.SimilarQuestions].
func (a *Agent) SimilarQuestions(ctx context.Context, typed string, most int, e text.Encoding) ([]replies.Remembered, error) {
	if err := CheckText("question", typed); err != nil {
		return nil, err
	}
	return a.history.SimilarQuestions(ctx, a.Sync(ctx), question.Of(typed), most, e)
}

// Converse goes on with a conversation that was kept; see [history.History.Converse].
func (a *Agent) Converse(name string) (turns int, err error) { return a.history.Converse(name) }

// Turns are the turns of this session's conversation; see [history.History.Turns].
func (a *Agent) Turns() []history.Turn { return a.history.Turns() }

// Forget removes what is kept, from this session as well, and returns how many answers that
// were; see [history.History.Forget].
func (a *Agent) Forget(f history.Forgetting) (forgotten int, err error) {
	ids, err := a.history.Forget(f)
	a.accounts.Forget(ids...)
	if f.All && f.Check() == nil {
		a.accounts.ForgetAll() // also of questions whose answers were not kept
	}
	return len(ids), err
}

// History lists the questions whose answers are kept, the newest first, up to most of
// them: the questions that this workspace was asked, or all where it has no folder. What cannot
// be read is left out. The error is that of the store.
func (a *Agent) History(most int, all bool) ([]replies.PastQuestion, error) {
	if all {
		return history.List(a.options.Answers, most, nil)
	}
	return history.List(a.options.Answers, most, a.options.Workspace.Folders())
}

// Sent is what was sent for an answer or a search, by its id. The error is of the
// kind [fault.NotFound] where nothing was, or nothing is kept any more.
func (a *Agent) Sent(id string) (*sent.Record, error) {
	if a.options.Sent == nil {
		return nil, sent.NotKept(id)
	}
	return sent.Load(a.options.Sent, id)
}

// Lookup finds the files that contain a word; see [mentions.Lookup]. It sees every change made
// before in an editor, and may be called on the reader of the protocol.
func (a *Agent) Lookup(word string) *mentions.WordHits {
	a.Settle()
	if _, left := a.backlog.young(); left > 0 {
		return mentions.Lookup(a.view(), word, a.Sync)
	}
	return mentions.Lookup(a.view(), word, nil)
}

// MakeVectors makes the vectors that files of the workspace lack; see [passages.Vectors.Make].
func (a *Agent) MakeVectors(ctx context.Context, progress func(files, of int)) error {
	a.Sync(ctx)
	return a.vectors.Make(ctx, progress)
}

// chosenVectors compare a question with files, nil for none. writer is the one that it asks for
// by name, or "".
func (a *Agent) chosenVectors(writer string) retrieve.Vectors {
	return a.vectors.Chosen(cmp.Or(writer, a.preferences().Writer) == replies.Extractive)
}

// PathOf is the path of a folder or a file as answers call it, "" for that of the whole
// workspace. The error reports that it is in no folder of the workspace.
func (a *Agent) PathOf(u file.URI) (string, error) {
	return a.view().PathOf(u)
}

// notable is the workspace once its files are known. Errors are [notebook.ErrNoAnnotator] and
// that of ctx.
func (a *Agent) notable(ctx context.Context) (*view.View, error) {
	if !a.notebook.Annotates() {
		return nil, notebook.ErrNoAnnotator
	}
	select {
	case <-a.state.first:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return a.Sync(ctx), nil
}

// EstimateNotes returns what it would cost to have a model write notes; see
// [notebook.Notebook.Estimate].
func (a *Agent) EstimateNotes(ctx context.Context, folder string) (*notebook.AnnotateEstimate, error) {
	v, err := a.notable(ctx)
	if err != nil {
		return nil, err
	}
	return a.notebook.Estimate(ctx, v, folder)
}

// Annotate has a model write the notes that files in a folder lack; see
// [notebook.Notebook.Annotate].
func (a *Agent) Annotate(ctx context.Context, folder string, agreed *notebook.AnnotateEstimate, notify func(notebook.AnnotateState)) (notebook.AnnotateState, error) {
	v, err := a.notable(ctx)
	if err != nil {
		return a.AnnotateState(), err
	}
	return a.notebook.Annotate(ctx, v, folder, agreed, notify)
}

// AnnotateState is how far the notes of a model are.
func (a *Agent) AnnotateState() notebook.AnnotateState { return a.notebook.State() }

// PauseAnnotating has a run wait before its next request; see [notebook.Notebook.Pause].
func (a *Agent) PauseAnnotating() notebook.AnnotateState { return a.notebook.Pause() }

// ResumeAnnotating ends a pause.
func (a *Agent) ResumeAnnotating() notebook.AnnotateState { return a.notebook.Resume() }

// StopAnnotating ends a run, waits for that, and reports whether one was under way.
func (a *Agent) StopAnnotating() (s notebook.AnnotateState, ended bool) { return a.notebook.Stop() }

// CheckAnnotate is nil where notes can be written at this moment.
func (a *Agent) CheckAnnotate() error { return a.notebook.CheckFree() }

// Annotates reports whether a model can write notes.
func (a *Agent) Annotates() bool { return a.notebook.Annotates() }

// ListNotes returns the notes about all chunks of the files in a folder; see
// [notebook.Notebook.List].
func (a *Agent) ListNotes(ctx context.Context, folder string, each func(notebook.ChunkNotes) bool) error {
	return a.notebook.List(ctx, a.Sync(ctx), folder, each)
}

// CheckNotesOf is an error where a path names nothing that has notes; see
// [notebook.Notebook.CheckPath].
func (a *Agent) CheckNotesOf(path string) error { return a.notebook.CheckPath(a.view(), path) }

// KeptNotes are the notes that models wrote about texts in a folder; see
// [notebook.Notebook.Kept].
func (a *Agent) KeptNotes(folder string) ([]annotate.Kept, error) {
	return a.notebook.Kept(a.view(), folder)
}

// NotesChanged records that Options.ModelNotes gives other notes on some files than it did.
func (a *Agent) NotesChanged(uris ...file.URI) { a.notebook.Changed(uris...) }
