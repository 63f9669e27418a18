package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
)

// referenceLimit is the greatest number of places that are listed.
const referenceLimit = 1000

// references gives the places of the word at a position, those in the best
// passages first, and then the kept answers that rest on the passage or the section; on
// a citation of an answer all that the answer rests on.
func (s *server) references(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	if c, isAnswer := s.citationAt(p.TextDocumentPositionParams); isAnswer {
		release(ctx)
		if c == nil {
			return nil, nil
		}
		return s.evidence(ctx, c)
	}
	at, m, err := s.mentionsAt(ctx, p.TextDocumentPositionParams, referenceLimit)
	if err != nil {
		return nil, err
	}
	release(ctx)
	answers := s.answersOn(ctx, at.file, p.Position)
	if m == nil {
		return answers, ctx.Err()
	}
	locations := make([]protocol.Location, 0, len(m.Best)+len(answers))
	show := s.newShower()
	for _, place := range m.Best {
		location, err := show.location(ctx, place.URI, place.Range)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			locations = append(locations, location)
		}
	}
	return append(locations, answers...), nil
}

// mentionsAt finds the best places of the word at a position; nil if there is
// no word, or none of it anywhere.
func (s *server) mentionsAt(ctx context.Context, p protocol.TextDocumentPositionParams, limit int) (place, *agent.Mentions, error) {
	at, ok, err := s.placeOf(ctx, p)
	if err != nil || !ok {
		return at, nil, err
	}
	where, ok := at.word()
	if !ok {
		return at, nil, nil
	}
	hits := s.agent.Lookup(at.of(where))
	release(ctx)
	if !hits.Found() {
		return at, nil, nil
	}
	m, err := hits.Mentions(ctx, limit, s.encoding)
	return at, m, err
}
