package agent

import (
	"cmp"
	"context"
	"fmt"

	"docuquest/core/retrieve"
	"docuquest/core/text"
)

const (
	defaultHits = 10

	// MaxHits is the greatest limit of a Search.
	MaxHits = 1000
)

// Search finds passages, best first. Errors: an empty query, a limit out of its
// range, a URI that names no file, or the error of ctx.
func (a *Agent) Search(ctx context.Context, s Search) (*SearchReply, error) {
	if err := checkText("query", s.Query); err != nil {
		return nil, err
	}
	limit := cmp.Or(s.Limit, defaultHits)
	if limit < 1 || limit > MaxHits {
		return nil, fmt.Errorf("limit is %d: it may be 1 to %d passages", limit, MaxHits)
	}
	within, err := within(s.URI)
	if err != nil {
		return nil, err
	}
	a.Settle()
	found, err := a.retriever().Find(ctx, retrieve.Query{Text: s.Query, Limit: limit, Passages: limit, Within: within})
	if err != nil {
		return nil, err
	}
	return &SearchReply{
		Query:    s.Query,
		Groups:   orEmpty(found.Groups),
		Added:    orEmpty(found.Added),
		Missing:  orEmpty(found.Missing),
		Hits:     hits(found.Hits, s.Encoding),
		Encoding: s.Encoding.String(),
	}, nil
}

// hits converts passages; the same passage in several files is one hit. It is the
// same where its chunk reads alike: rows of two tables may look alike in the
// files, and say different things below their headers.
func hits(found []retrieve.Hit, e text.Encoding) []Hit {
	spots := newSpots(e)
	out := make([]Hit, 0, len(found))
	byText := map[string]int{}
	for _, h := range found {
		at := spots.of(h.Document, h.Chunk.Span)
		if i, copied := byText[h.Chunk.Text]; copied {
			out[i].Copies++
			continue
		}
		byText[h.Chunk.Text] = len(out)
		out = append(out, Hit{
			URI:        at.URI,
			Path:       h.Document.Path,
			Range:      at.Range,
			Titles:     orEmpty(h.Chunk.Titles),
			Page:       at.Page,
			Kind:       h.Chunk.Kind.String(),
			Text:       at.Text,
			Original:   h.Chunk.Content(),
			Chunk:      h.Chunk.Titled(),
			Score:      h.Score,
			Confidence: h.Confidence,
		})
	}
	return out
}
