package agent

import (
	"cmp"
	"context"
	"fmt"

	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/outside"
)

const (
	defaultHits = 10

	// MaxHits is the greatest limit of a Search.
	MaxHits = 1000
)

// Search finds passages, best first. Errors: an empty query, a limit or a threshold
// out of its range, another choice for reranking than on and off, a URI that names no
// file, or the error of ctx.
func (a *Agent) Search(ctx context.Context, s Search) (*SearchReply, error) {
	scope, err := newScope(request{"query", s.Query, s.URI, s.In, s.Types})
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(s.Limit, defaultHits)
	if limit < 1 || limit > MaxHits {
		return nil, fmt.Errorf("limit is %d: it may be 1 to %d passages", limit, MaxHits)
	}
	if err := checkThreshold(s.Threshold); err != nil {
		return nil, err
	}
	if err := cmp.Or(checkAround(s.Around), checkCalls(s.Calls)); err != nil {
		return nil, err
	}
	reranker, err := a.rerankerFor(s.Rerank, "")
	if err != nil {
		return nil, err
	}
	query := retrieve.Query{Text: scope.words, Limit: limit, Passages: limit, Within: scope.within, Threshold: s.Threshold, Around: s.Around, Explain: s.Explain, Knee: s.Limit == 0}
	if reranker != nil {
		query.Limit = max(limit, defaultDocuments) // the best passage may not be of the best document
	}
	choice, err := parseNotes(cmp.Or(s.Notes, a.preferences().Notes))
	if err != nil {
		return nil, err
	}
	a.catchUp(ctx)
	reading := a.backlog.size()
	finder := a.retriever()
	finder.Reranker = reranker
	explorer := &explorer{Agent: a, choice: choice}
	query.Knee = query.Knee && !choice.on
	query.Notes = explorer.explore(ctx, query)
	ledger := a.newLedger()
	found, err := finder.Find(outside.ForQuestion(outside.WithLedger(ctx, ledger)), query)
	id := ""
	if len(ledger.Entries()) > 0 {
		id = NewID()
	}
	a.keepSent(id, s.Query, ledger, found)
	if err != nil {
		return nil, err
	}
	explorer.into(found)
	if err := a.addNeighbours(ctx, found, neighbouring{cmp.Or(s.Calls, a.preferences().Calls), scope.within}); err != nil {
		return nil, err
	}
	return &SearchReply{
		ID:       id,
		Query:    s.Query,
		Groups:   orEmpty(found.Groups),
		Added:    orEmpty(found.Added),
		Missing:  orEmpty(found.Missing),
		Hits:     hits(found, s.Encoding),
		Rejected: found.Rejected,
		Reading:  reading,

		OutOfStep: a.files.AllOutOfStep(),
		Sent:      sent(ledger, found),
		Encoding:  s.Encoding.String(),
		Taken:     scope.taken(found, scope.reach(a, found.Snapshot)),
		Explain:   newExplanation(found, s.Encoding),
	}, nil
}

// excerptLength is how many bytes of a passage are shown where it is listed with others.
const excerptLength = 250

// mostCopies is how many of a passage's copies are named.
const mostCopies = 20

// hits converts passages.
func hits(found *retrieve.Result, e text.Encoding) []Hit {
	spots := newSpots(e)
	matcher := found.Question.Matcher()
	defer matcher.Done()
	out := make([]Hit, 0, len(found.Hits))
	for _, h := range found.Hits {
		at := spots.of(h.Document, h.Chunk.Span)
		match, _ := matcher.Window(at.Text, h.Chunk.Kind == chunk.Code, excerptLength)
		out = append(out, Hit{
			URI:        at.URI,
			Path:       h.Document.Path,
			Range:      at.Range,
			Titles:     orEmpty(h.Chunk.Titles),
			Page:       at.Page,
			Kind:       h.Chunk.Kind.String(),
			Text:       at.Text,
			Match:      match,
			Original:   h.Chunk.Content(),
			Chunk:      h.Chunk.Titled(),
			Score:      h.Score,
			Confidence: h.Confidence,
			Copies:     len(h.Copies),
			CopiesIn:   orEmpty(h.Copies[:min(mostCopies, len(h.Copies))]),
			Beside:     h.Beside,
			Around:     newAround(h),
		})
	}
	return out
}
