package lsp

import (
	"cmp"
	"context"

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
	// Samples are Mentions without known places and without repetitions.
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
	if err := q.Check(); err != nil {
		return nil, invalid("%s: %v", call.name, err)
	}
	if err := canonicalURI(call.name, &q.URI); err != nil {
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
