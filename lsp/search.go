package lsp

import (
	"cmp"
	"context"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/language/text"
	"docuquest/core/search/mentions"
)

// A searcher finds passages and words.
type searcher interface {
	Search(ctx context.Context, q agent.Search) (*agent.SearchReply, error)
	// Lookup finds the files of a word as they are now.
	Lookup(word string) wordHits
}

// wordHits are the places of a word as they were when it was looked up.
type wordHits interface {
	// Found reports whether the word occurs anywhere. It may wait for the disk.
	Found(ctx context.Context) bool
	// Frequent reports whether it occurs in so many files that no place is informative.
	Frequent() bool
	// Mentions reads the best places, at most limit of them.
	Mentions(ctx context.Context, limit int, e text.Encoding) (*mentions.Mentions, error)
	// Samples are Mentions without known places, and without those that repeat others.
	Samples(ctx context.Context, limit int, e text.Encoding, known func(mentions.Place) bool) (*mentions.Mentions, error)
}

// search finds passages and, with "explain", reports how.
func (s *server) search(ctx context.Context, call commandCall) (any, error) {
	var wanted struct {
		agent.Search
		K int `json:"k"` // another name of limit
	}
	if err := call.read(&wanted, &wanted.Query); err != nil {
		return nil, err
	}
	q := wanted.Search
	q.Limit = cmp.Or(q.Limit, wanted.K)
	switch {
	case strings.TrimSpace(q.Query) == "":
		return nil, invalid("%s needs a query", call.name)
	case tooLong(q.Query):
		return nil, invalid("%s: a query has at most %d words", call.name, agent.MaxQuestionWords)
	case q.Limit < 0 || agent.MaxHits < q.Limit:
		return nil, invalid("%s: limit is a number of passages from 1 to %d", call.name, agent.MaxHits)
	}
	if err := checkChoice(call.name, q.Notes, q.Rerank, q.Threshold, &q.URI); err != nil {
		return nil, err
	}
	q.Encoding = s.encoding
	s.agent.Settle()
	release(ctx)
	leave, err := s.glances.enter(ctx, patiently)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.agent.Search(ctx, q)
}
