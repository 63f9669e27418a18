package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// referenceLimit is the greatest number of places that are listed.
const referenceLimit = 1000

// references gives the places of the word at a position, those in the best
// passages first, and then the kept answers that rest on the passage or the section; on
// a citation of an answer all that the answer rests on. In a program there are none unless the
// user wants them.
func (s *server) references(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	if c, isAnswer := s.citationAt(p.TextDocumentPositionParams); isAnswer {
		release(ctx)
		if c == nil {
			return nil, nil
		}
		return s.evidence(ctx, c)
	}
	at, ok, err := s.placeOf(ctx, p.TextDocumentPositionParams)
	if err != nil || !ok || !s.serves(at.file) {
		return nil, err
	}
	hits := s.lookup(at)
	release(ctx)
	answers := s.answersOn(ctx, at.file, p.Position)
	if hits == nil || !hits.Found(ctx) {
		return answers, ctx.Err()
	}
	m, err := hits.Mentions(ctx, referenceLimit, s.encoding)
	if err != nil {
		return nil, err
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

// lookup looks up the word at a place, on the reader, so that it is found as it was then; nil
// where there is no word, and where words are not served.
func (s *server) lookup(at place) wordHits {
	where, ok := at.word()
	if !ok || !s.serves(at.file) {
		return nil
	}
	return s.agent.Lookup(at.of(where))
}
