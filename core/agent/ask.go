package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"docuquest/core/answer"
	"docuquest/core/chunk"
	"docuquest/core/document"
	"docuquest/core/ground"
	"docuquest/core/outside"
	"docuquest/core/rerank"
	"docuquest/core/retrieve"
	"docuquest/core/text"
)

// How much is read for an answer when the question does not say.
const (
	defaultDocuments = 10
	defaultPassages  = 20

	// MaxDocuments is the greatest limit of a Question.
	MaxDocuments = 100
	// MaxQuestionWords is how long a question may be.
	MaxQuestionWords = 2000
)

// Ask answers a question. progress, which may be nil, is told of each stage.
//
// Errors are one line in the user's words: an empty question, a model that
// fails in the classic pipeline, classic retrieval without a match; or the
// error of ctx. A model that fails elsewhere is replaced by the text itself, and
// a step says so; a question that the files do not answer is a refusal, not an
// error.
func (a *Agent) Ask(ctx context.Context, q Question, progress func(Stage)) (*Answer, error) {
	scope, err := newScope(request{"question", q.Text, q.URI, q.In, q.Types})
	if err != nil {
		return nil, err
	}
	q.ID = cmp.Or(q.ID, NewID())
	ctx, done := a.asked.begin(ctx, q.ID)
	defer done()
	ledger := outside.NewLedger(ledgerLimit)
	ask := &asking{Agent: a, question: q, scope: scope, progress: progress, ledger: ledger}
	reply, err := ask.run(outside.WithLedger(ctx, ledger))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return reply, err
}

const ledgerLimit = 100

// checkText refuses what cannot be looked for; what is its name.
func checkText(what, typed string) error {
	words := 0
	for range text.Words(typed) {
		if words++; words > MaxQuestionWords {
			return fmt.Errorf("the %s is longer than %d words", what, MaxQuestionWords)
		}
	}
	if strings.TrimSpace(typed) == "" {
		return fmt.Errorf("the %s is empty", what)
	}
	return nil
}

// asking is one question on its way.
type asking struct {
	*Agent
	question Question
	reranker rerank.Reranker // nil for none
	scope    scope
	reach    retrieve.Reach // of the scope's filter, once files were found
	progress func(Stage)
	ledger   *outside.Ledger    // of what this question alone sends
	unquoted []answer.Statement // of a model that was replaced
	steps    []Step
}

func (a *asking) run(ctx context.Context) (*Answer, error) {
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
	if a.reranker, err = a.rerankerFor(a.question.Rerank, a.question.Writer); err != nil {
		return nil, err
	}
	found, err := a.find(ctx, query, writer)
	if err != nil {
		return nil, err
	}
	draft, err := a.write(ctx, writer, found)
	if err != nil {
		return nil, err
	}
	a.tell("check", "Checking %d statements", len(draft.Statements))
	start := time.Now()
	fresh := a.refresh(ctx, found)
	checked := ground.Check(draft, fresh)
	a.step("check", start, "%d citations, %d statements without support", len(checked.Citations), len(checked.Unsupported))
	answer := a.reply(draft, checked, fresh)
	answer.Sent = sent(a.ledger, found)
	if paged != nil {
		answer.Paged = onPages(paged, checked, fresh)
	}
	return answer, nil
}

// query is what retrieval is asked.
func (a *asking) query() (retrieve.Query, error) {
	mode, err := a.mode(a.question.Retrieval)
	if err != nil {
		return retrieve.Query{}, err
	}
	limit := cmp.Or(a.question.Limit, defaultDocuments)
	if limit < 1 || limit > MaxDocuments {
		return retrieve.Query{}, fmt.Errorf("limit is %d: it may be 1 to %d documents", limit, MaxDocuments)
	}
	passages := cmp.Or(a.question.Passages, defaultPassages)
	if passages < 1 || passages > MaxHits {
		return retrieve.Query{}, fmt.Errorf("k is %d: it may be 1 to %d passages", passages, MaxHits)
	}
	if err := checkThreshold(a.question.Threshold); err != nil {
		return retrieve.Query{}, err
	}
	return retrieve.Query{
		Text: a.scope.words, Mode: mode, Limit: limit, Passages: passages, Within: a.scope.within,
		Threshold: a.question.Threshold, Knee: a.question.Passages == 0,
	}, nil
}

// find retrieves. The classic pipeline fails where nothing matches; elsewhere
// that is for the writer to say.
func (a *asking) find(ctx context.Context, query retrieve.Query, writer answer.Writer) (*retrieve.Result, error) {
	a.Settle()
	if _, isClassic := writer.(answer.Classic); isClassic {
		if err := a.options.Prompts.Check(); err != nil {
			return nil, err
		}
	}
	a.tell("search", "Searching %d files", a.library.Snapshot().Len())
	finder := a.retrieverFor(writer)
	if query.Mode == retrieve.Ranked {
		finder.Floor = a.floor(ctx, finder)
	}
	finder.Reranker = a.reranker
	finder.Vectors = a.vectors.chosen(a.question.Writer)
	found, err := finder.Find(ctx, query)
	if err != nil {
		return nil, err
	}
	for _, s := range found.Steps {
		a.steps = append(a.steps, newStep(s.Name, s.Elapsed, s.Detail))
	}
	a.reach = a.scope.reach(a.Agent, found.Snapshot)
	if len(found.Documents) == 0 && query.Mode == retrieve.Boolean {
		return nil, noMatch(found, a.reach)
	}
	return found, nil
}

// ErrNoMatch is what boolean retrieval fails with where no document matches.
var ErrNoMatch = errors.New("no document matches")

func noMatch(found *retrieve.Result, reach retrieve.Reach) error {
	if reach.Nowhere != "" {
		return fmt.Errorf("%w: %s", ErrNoMatch, reach.Nowhere)
	}
	return fmt.Errorf("%w: no file holds all words of any of these groups: %s", ErrNoMatch, groupsText(found.Groups))
}

func groupsText(groups [][]string) string {
	lines := make([]string, len(groups))
	for i, g := range groups {
		lines[i] = strings.Join(g, " ")
	}
	return cmp.Or(strings.Join(lines, "; "), "none")
}

// write makes the draft. Where a model fails, the text itself answers; the
// classic pipeline fails with it.
func (a *asking) write(ctx context.Context, writer answer.Writer, found *retrieve.Result) (answer.Draft, error) {
	a.tell("write", "Reading %d of %d files", len(found.Documents), found.Snapshot.Len())
	start := time.Now()
	request := answer.Request{Question: a.scope.words, Found: found}
	draft, err := writer.Write(ctx, request)
	if _, quotes := writer.(answer.Generative); quotes && err == nil && isUnquoted(draft) {
		err = errUnquoted
		a.unquoted = draft.Statements
	}
	if err == nil {
		a.step("write", start, "%d statements by %s", len(draft.Statements), writer.Name())
		return draft, nil
	}
	a.step("write", start, "%s: %v", writer.Name(), err)
	if _, isClassic := writer.(answer.Classic); isClassic || ctx.Err() != nil {
		return answer.Draft{}, err
	}
	return answer.Extractive{}.Write(ctx, request)
}

// errUnquoted is what a model is replaced for that talks and proves nothing, as
// small ones do that miss the form they are asked for.
var errUnquoted = errors.New("the model's reply holds no quotes")

func isUnquoted(d answer.Draft) bool {
	return len(d.Statements) > 0 && !slices.ContainsFunc(d.Statements, func(s answer.Statement) bool { return len(s.Quotes) > 0 })
}

// refresh reads the documents again whose text has moved on since they were
// found, so that quotes are looked for in what the files say now. Their hits are
// whole documents then, since the old passages are no places in the new text.
func (a *asking) refresh(ctx context.Context, found *retrieve.Result) *retrieve.Result {
	moved := map[*document.Document]*document.Document{}
	for _, d := range found.Documents {
		switch f, err := a.files.Read(ctx, d.URI); {
		case err == nil && f.Hash != d.Hash:
			moved[d.Document] = a.reader.Parse(f).AsRead()
		case isGone(err):
			moved[d.Document] = &document.Document{Identity: d.Identity, Path: d.Path} // says nothing any more
		}
	}
	if len(moved) == 0 {
		return found
	}
	fresh := *found
	fresh.Documents = slices.Clone(found.Documents)
	for i := range fresh.Documents {
		if now := moved[fresh.Documents[i].Document]; now != nil {
			fresh.Documents[i].Document = now
		}
	}
	fresh.Hits = slices.Clone(found.Hits)
	for i := range fresh.Hits {
		if now := moved[fresh.Hits[i].Document]; now != nil {
			fresh.Hits[i].Document = now
			fresh.Hits[i].Chunk = whole(now)
		}
	}
	return &fresh
}

// whole is a document as one passage.
func whole(d *document.Document) chunk.Chunk {
	all := text.Span{End: len(d.Text)}
	return chunk.Chunk{Kind: chunk.Prose, Span: all, Text: d.Text, Parts: []chunk.Part{{Chunk: all, Source: all}}}
}

func (a *asking) tell(name, format string, args ...any) {
	if a.progress != nil {
		a.progress(Stage{Name: name, Message: fmt.Sprintf(format, args...)})
	}
}

func (a *asking) step(name string, start time.Time, format string, args ...any) {
	a.steps = append(a.steps, newStep(name, time.Since(start), fmt.Sprintf(format, args...)))
}

func newStep(name string, elapsed time.Duration, detail string) Step {
	return Step{Name: name, Ms: float64(elapsed.Microseconds()) / 1000, Detail: detail}
}
