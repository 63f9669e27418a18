package agent

import (
	"cmp"
	"context"
	"fmt"

	"docuquest/core/agent/fault"
	"docuquest/core/agent/view"
	"docuquest/core/answer"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/research"
	"docuquest/core/answer/why"
	"docuquest/core/code/codemap"
	"docuquest/core/code/notebook"
	"docuquest/core/code/notes"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
	"docuquest/core/search/retrieve"
	"docuquest/core/search/stage"
	"docuquest/core/services/outside"
)

// How much is read for an answer unless the question chooses it.
const (
	defaultDocuments = 10
	defaultPassages  = 20
)

// Ask answers a question. progress, which may be nil, is called with each stage.
//
// Errors are one line in the user's words: an empty question, a conversation that does not
// exist, a model that fails in the classic pipeline, classic retrieval without a match; or the
// error of ctx, which comes together with a stopped answer where something was proven before
// it. A model that fails elsewhere is replaced by the text itself, which a step reports; a
// question that the files do not answer is a refusal, not an error.
func (a *Agent) Ask(ctx context.Context, q Request, progress func(Stage)) (*replies.Answer, error) {
	q.Rounds = 0
	return a.answer(ctx, q, progress)
}

// answer is Ask, or Research where the question has rounds.
func (a *Agent) answer(ctx context.Context, q Request, progress func(Stage)) (*replies.Answer, error) {
	reply, asked, err := a.ask(ctx, q, progress)
	if reply != nil {
		a.accounts.Add(asked.account(reply))
	}
	return reply, err
}

// ask is Ask with all that is known of the question then; nil for one that makes no sense.
func (a *Agent) ask(ctx context.Context, q Request, progress func(Stage)) (*replies.Answer, *asking, error) {
	if err := q.Check(); err != nil {
		return nil, nil, err
	}
	scope, err := newScope(scopeRequest{"question", q.Text, q.URI, q.In, q.Types})
	if err != nil {
		return nil, nil, err
	}
	prefer := *a.preferences()
	q.ID = cmp.Or(q.ID, history.NewID())
	q.Retrieval, q.Writer, q.Rerank = cmp.Or(q.Retrieval, prefer.Retrieval), cmp.Or(q.Writer, prefer.Writer), cmp.Or(q.Rerank, prefer.Rerank)
	ctx, done := a.inFlight.begin(ctx, q.ID)
	defer done()
	ledger := a.sent.NewLedger()
	ask := &asking{Agent: a, question: q, prefer: prefer, scope: scope, progress: progress, ledger: ledger}
	defer func() { a.sent.Keep(q.ID, q.Text, ledger, ask.found) }()
	if err := ask.converse(); err != nil {
		return nil, nil, err
	}
	ctx = outside.ForQuestion(outside.WithLedger(ctx, ledger))
	defer ask.meanwhile(ctx)()
	reply, err := ask.run(ctx)
	if reply != nil && ask.talk != "" { // also one that was stopped: a person has read it
		reply.Conversation = ask.talk
		a.history.AddTurn(ask.talk, reply)
	}
	return reply, ask, err
}

// asking is one question on its way.
type asking struct {
	*Agent
	question Request
	prefer   Preferences  // when it was asked
	way      question.Way // the one that is tried, "" while the texts answer
	// unoutlined is why an overview has no outline, "" for any other question.
	unoutlined string
	talk       string         // the id of its conversation, "" for none
	before     []history.Turn // its turns that may count, the oldest first
	near       int            // how many of these count because they are near, and not as the last
	carried    []string       // words that were inherited from them
	previous   string         // what a prompt contains of them, "" for nothing
	notes      notebook.Choice
	scope      scope
	found      *retrieve.Result // what was read, once it was found
	reach      question.Reach   // of the scope's filter, likewise
	reading    int              // as in IndexState, when it was searched
	partial    bool             // the files were being read when they were searched
	progress   func(Stage)
	ledger     *outside.Ledger    // of what this question alone sends
	replaced   []answer.Statement // of a model, where the text answers in its place
	stopped    bool               // before the answer was written to its end
	steps      stage.Tree
	trail      why.Trail
	report     *research.Report // nil but for research
	onWeb      bool             // research searches the web, too
}

// run takes a question through its stages.
func (a *asking) run(ctx context.Context) (*replies.Answer, error) {
	paged := a.paged(ctx)
	if paged != nil && a.question.Passages == 0 {
		a.question.Passages = defaultPagedPassages
	}
	query, err := a.query()
	if err != nil {
		return nil, err
	}
	writer, err := a.writer(a.question, query.Mode)
	if err != nil {
		return nil, err
	}

	// The classic pipeline has an order of its own.
	_, isClassic := writer.(answer.Classic)
	counts := paged == nil && query.Mode == retrieve.Ranked && !isClassic
	if counts {
		if reply, err := a.directly(ctx, query, writer); reply != nil || err != nil {
			return reply, err
		}
	}
	found, err := a.find(ctx, query, writer)
	if err != nil {
		return nil, err
	}
	if counts && a.takes(question.ByTables) {
		if reply := a.tabled(ctx, found); reply != nil {
			return reply, nil
		}
	}

	a.way = ""
	draft, err := a.write(ctx, writer, found)
	draft = a.withSlots(draft, found)
	if err != nil && len(draft.Statements) == 0 {
		return nil, err
	}
	draft = a.revise(ctx, writer, draft, found)
	err = ctx.Err()
	a.stopped = err != nil
	checked, fresh := a.check(context.WithoutCancel(ctx), draft, found)
	isRefuted := draft.Form == answer.Report && len(draft.Statements) > 0 && checked.Text == ""
	if isRefuted && err == nil {
		draft, checked = a.instead(ctx, draft, checked, fresh)
	}

	reply := a.reply(draft, checked, fresh)
	if paged != nil {
		var read []text.Span
		for _, h := range fresh.Hits {
			read = append(read, h.Chunk.Span)
		}
		reply.Paged = replies.OnPages(paged, checked, read)
	}
	if err != nil && reply.Refused {
		return nil, err // nothing was proven
	}
	return reply, err
}

// sync is the agent's, and remembers what is not searched as it is now.
func (a *asking) sync(ctx context.Context) *view.View {
	v := a.Sync(ctx)
	a.reading, a.partial = v.Reading, !v.Complete
	return v
}

// query is what retrieval is asked. Where notes count, as many passages go on as pieces that
// they lead to, and a writer reads as many as it has room for. The error is that of a
// question that wants notes where they do not count.
func (a *asking) query() (retrieve.Query, error) {
	q := a.question
	query := retrieve.Query{
		Question: a.scope.question, Mode: a.mode(q.Retrieval), Within: a.scope.within,
		Limit: cmp.Or(q.Limit, defaultDocuments), Passages: cmp.Or(q.Passages, defaultPassages),
		Threshold: q.Threshold, Cutoff: q.Passages == 0, Explain: true,
	}
	if query.Mode == retrieve.Ranked { // the classic rule knows of no conversation
		query.Context = a.follow()
	}
	var err error
	if a.notes, err = notebook.ParseChoice(cmp.Or(q.Notes, a.prefer.Notes)); err != nil {
		return query, err
	}
	if query.Mode != retrieve.Ranked || q.Rounds > 0 {
		if chosen, _ := notebook.ParseChoice(q.Notes); chosen.On {
			return query, fault.New(fault.Refused, "notes have a say in questions with ranked retrieval alone, and none in research")
		}
		a.notes.On = false
	}
	if a.notes.On {
		query.Cutoff = false
		if q.Passages == 0 {
			query.Passages = cmp.Or(a.notes.Chunks, notes.DefaultBest)
		}
	}
	a.trail.Query = query
	return query, nil
}

// ErrNoMatch is what boolean retrieval fails with where no document matches.
var ErrNoMatch = fault.New(fault.NotFound, "no document matches")

// find retrieves. The classic pipeline fails where nothing matches; elsewhere
// the writer decides.
func (a *asking) find(ctx context.Context, query retrieve.Query, writer answer.Writer) (*retrieve.Result, error) {
	v := a.sync(ctx)
	if _, isClassic := writer.(answer.Classic); isClassic {
		if err := a.options.Prompts.Check(); err != nil {
			return nil, err
		}
	}
	a.stage("search", "Searching %d files", a.library.Snapshot().Len())
	finder := a.retriever()
	if query.Mode == retrieve.Ranked {
		finder.Floor = a.floor(ctx)
	}
	finder.Reranker = a.rerankerFor(a.question.Rerank, a.question.Writer)
	finder.Vectors = a.chosenVectors(a.question.Writer)
	explorer := &notebook.Explorer{
		Notebook: a.notebook, Choice: a.notes, History: a.previous,
		Notify: func(format string, args ...any) { a.stage("search", format, args...) },
	}
	// Who chose the text itself to answer chose that nothing is sent.
	if _, isExtractive := writer.(answer.Extractive); !isExtractive {
		finder.Terms, finder.Prompt = a.options.TermsModel, a.options.Prompts.Terms
		explorer.Model = a.options.TermsModel
	}
	query.Notes = explorer.Explore(ctx, v, query)
	var found *retrieve.Result
	var err error
	if a.question.Rounds == 0 {
		found, err = research.FindParts(ctx, finder, query, func(part *question.Question, found *retrieve.Result) []retrieve.Hit {
			return a.known(ctx, part, found)
		})
	} else {
		found, err = a.research(ctx, finder, query, writer)
	}
	if err != nil {
		return nil, err
	}
	explorer.Into(found)
	if a.outlines(writer) {
		finder.AddCalled(ctx, query, found)
	}
	if a.question.Rounds == 0 { // the slots of research know passages by their numbers
		if err := codemap.AddNeighbours(ctx, a.codeBase(ctx), found, codemap.Neighbouring{Each: cmp.Or(a.question.Calls, a.prefer.Calls), Within: a.scope.within}); err != nil {
			return nil, err
		}
	}
	a.steps = append(a.steps, found.Steps...)
	a.found, a.reach = found, a.scope.reach(a.Agent, found.Snapshot)
	switch {
	case len(found.Documents) > 0 || query.Mode != retrieve.Boolean:
		return found, nil
	case a.reach.Nowhere != "":
		return nil, fmt.Errorf("%w: %s", ErrNoMatch, a.reach.Nowhere)
	}
	return nil, fmt.Errorf("%w: no file holds all words of any of these groups: %s", ErrNoMatch, replies.GroupsText(found.Groups))
}

// stage reports what is being done.
func (a *asking) stage(name, format string, args ...any) {
	if a.progress != nil {
		a.progress(Stage{Name: name, Message: fmt.Sprintf(format, args...)})
	}
}

// rerankerFor returns what reads the best passages of a question once more, nil for nothing.
// choice is the question's own, and writer the one that it asks for by name; both may
// be "". Who chose the text itself to answer chose that nothing is sent.
func (a *Agent) rerankerFor(choice, writer string) rerank.Reranker {
	if cmp.Or(choice, a.preferences().Rerank) == "off" {
		return nil
	}
	if cmp.Or(writer, a.preferences().Writer) == replies.Extractive {
		return a.options.LocalReranker
	}
	return a.options.Reranker
}

// Glance answers a question that somebody only points at, with positions in e. That
// should cost nothing and send nothing: it is what a model has answered before, if
// [Agent.ModelAnswer] has it, else an answer that is taken from the text. With
// Preferences.ModelHovers the configured writer answers in its place, and its answer is kept
// for the next time. Errors are those of Ask.
func (a *Agent) Glance(ctx context.Context, question string, e text.Encoding) (*replies.Answer, error) {
	if r, ok := a.ModelAnswer(ctx, question, e); ok {
		return r, nil
	}
	if !a.preferences().ModelHovers {
		return a.Ask(ctx, Request{Text: question, Encoding: e, Writer: replies.Extractive, Notes: "off", Conversation: history.NoConversation}, nil)
	}
	r, err := a.Ask(ctx, Request{Text: question, Encoding: e, Notes: "off", Conversation: history.NoConversation}, nil)
	if err == nil && history.ByModel(r) {
		if err := a.Keep(r); err != nil {
			a.log.Warn("an answer could not be kept", "err", err)
		}
	}
	return r, err
}
