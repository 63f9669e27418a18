package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/search/mentions"
)

// definitionPlaces is among how many of the best places a definition is sought.
const definitionPlaces = 100

// definition gives the place that a citation names, in an answer or in any text, and elsewhere
// the place that says most about the word at a position, and that is not the word itself: a
// heading that has it, else the best passage. Words of programs have one only where the user
// wants that.
func (s *server) definition(ctx context.Context, p *protocol.DefinitionParams) (*protocol.Location, error) {
	if c, isAnswer := s.citationAt(p.TextDocumentPositionParams); isAnswer {
		release(ctx)
		if c == nil {
			return nil, nil
		}
		return c.location(ctx, s.newShower())
	}
	at, ok, err := s.placeOf(ctx, p.TextDocumentPositionParams)
	if err != nil || !ok {
		return nil, err
	}
	hits := s.lookup(at)
	release(ctx)
	cited, err := s.citedAt(ctx, at)
	switch {
	case err != nil:
		return nil, err
	case cited != nil:
		return s.newShower().cited(ctx, cited)
	case hits == nil || !hits.Found(ctx):
		return nil, nil
	}
	m, err := hits.Mentions(ctx, definitionPlaces, s.encoding)
	if err != nil {
		return nil, err
	}
	best := bestPlace(m.Best, func(place mentions.Place) bool { return at.is(place.URI, place.Range, s.encoding) })
	if best == nil {
		return nil, nil
	}
	location, err := s.newShower().location(ctx, best.URI, best.Range)
	return &location, err
}

// bestPlace gives the first place in a heading, else the first; nil for none.
func bestPlace(places []mentions.Place, isHere func(mentions.Place) bool) *mentions.Place {
	var best *mentions.Place
	for i := range places {
		place := &places[i]
		switch {
		case isHere(*place):
		case place.Title != "" && strings.Trim(place.Line, "#=* \t") == place.Title: // the heading of its own section
			return place
		case best == nil:
			best = place
		}
	}
	return best
}
