package agent

import (
	"cmp"
	"context"

	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/answer/why"
	"docuquest/core/code/codemap"
	"docuquest/core/code/notebook"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/outside"
)

// defaultHits is how many passages a Search finds without a limit.
const defaultHits = 10

// Search finds passages, best first. Errors: an empty query, a limit or a threshold
// out of its range, another choice for reranking than on and off, a URI that names no
// file, or the error of ctx.
func (a *Agent) Search(ctx context.Context, s Search) (*SearchReply, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	scope, err := newScope(scopeRequest{"query", s.Query, s.URI, s.In, s.Types})
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(s.Limit, defaultHits)
	reranker := a.rerankerFor(s.Rerank, "")
	query := retrieve.Query{Question: scope.question, Limit: limit, Passages: limit, Within: scope.within, Threshold: s.Threshold, Around: s.Around, Explain: s.Explain, Cutoff: s.Limit == 0}
	if reranker != nil {
		query.Limit = max(limit, defaultDocuments) // the best passage may not be of the best document
	}
	choice, err := notebook.ParseChoice(cmp.Or(s.Notes, a.preferences().Notes))
	if err != nil {
		return nil, err
	}
	v := a.Sync(ctx)
	reading := a.backlog.size()
	finder := a.retriever()
	finder.Reranker = reranker
	explorer := &notebook.Explorer{Notebook: a.notebook, Choice: choice}
	query.Cutoff = query.Cutoff && !choice.On
	query.Notes = explorer.Explore(ctx, v, query)
	ledger := a.sent.NewLedger()
	found, err := finder.Find(outside.ForQuestion(outside.WithLedger(ctx, ledger)), query)
	id := ""
	if len(ledger.Entries()) > 0 {
		id = history.NewID()
	}
	a.sent.Keep(id, s.Query, ledger, found)
	if err != nil {
		return nil, err
	}
	explorer.Into(found)
	if err := codemap.AddNeighbours(ctx, a.codeBase(ctx), found, codemap.Neighbouring{Each: cmp.Or(s.Calls, a.preferences().Calls), Within: scope.within}); err != nil {
		return nil, err
	}
	return &SearchReply{
		ID:       id,
		Query:    s.Query,
		Groups:   replies.OrEmpty(found.Groups),
		Added:    replies.OrEmpty(found.Added),
		Missing:  replies.OrEmpty(found.Missing),
		Hits:     hits(found, s.Encoding),
		Rejected: found.Rejected,
		Reading:  reading,

		OutOfStep:      a.files.AllOutOfStep(),
		Sent:           sent.ByHost(ledger, found),
		Encoding:       s.Encoding.String(),
		Interpretation: scope.interpretation(found, scope.reach(a, found.Snapshot)),
		Explain:        why.NewExplanation(found, s.Encoding),
	}, nil
}

// excerptLength is how many bytes of a passage are shown where it is listed with others.
const excerptLength = 250

// mostCopies is how many of a passage's copies are named.
const mostCopies = 20

// hits converts passages.
func hits(found *retrieve.Result, e text.Encoding) []Hit {
	locator := replies.NewLocator(e)
	matcher := found.Question.Matcher()
	defer matcher.Done()
	out := make([]Hit, 0, len(found.Hits))
	for _, h := range found.Hits {
		at := locator.Locate(h.Document, h.Chunk.Span)
		match, _ := matcher.Window(at.Text, h.Chunk.Kind == chunk.Code, excerptLength)
		out = append(out, Hit{
			URI:        at.URI,
			Path:       h.Document.Path,
			Range:      at.Range,
			Titles:     replies.OrEmpty(h.Chunk.Titles),
			Page:       at.Page,
			Kind:       h.Chunk.Kind.String(),
			Text:       at.Text,
			Match:      match,
			Original:   h.Chunk.Content(),
			Chunk:      h.Chunk.WithTitles(),
			Score:      h.Score,
			Confidence: h.Confidence,
			Copies:     len(h.Copies),
			CopiesIn:   replies.OrEmpty(h.Copies[:min(mostCopies, len(h.Copies))]),
			Beside:     h.Beside,
			Around: Around{
				Above:  originals(h.Document, h.Around.Above),
				Before: originals(h.Document, h.Around.Before),
				After:  originals(h.Document, h.Around.After),
			},
		})
	}
	return out
}

// Remarks are sentences on how a query was taken, as plain text.
func (r *SearchReply) Remarks() []string {
	return replies.NonEmpty(append(r.Interpretation.Remarks(), replies.Rejections(r.Rejected), replies.BeingRead(r.Reading), replies.OutOfStep(r.OutOfStep))...)
}

// SentLines returns what was sent for the search, as for an answer.
func (r *SearchReply) SentLines() []string { return replies.SentTo(r.Sent, r.ID) }

// Around is the passages near a hit in its file, as many as the search wants: each text as it
// is there, in the order of the file.
type Around struct {
	Above  []string `json:"above,omitempty"`  // for each heading above the hit, the first passage below it
	Before []string `json:"before,omitempty"` // right in front of it
	After  []string `json:"after,omitempty"`  // right behind it
}

// originals returns chunks as they are in a file, or in the text that was taken out of
// it.
func originals(read *document.Document, chunks []chunk.Chunk) []string {
	var all []string
	for _, c := range chunks {
		d, span, _ := read.InFile(c.Span)
		all = append(all, span.Of(d.Text))
	}
	return all
}
