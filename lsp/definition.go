package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
)

// definitionPlaces is among how many of the best places a definition is sought.
const definitionPlaces = 100

// definition gives the place that a citation of an answer names, and elsewhere
// the place that tells most about the word at a position, and
// that is not the word itself: a heading that holds it, else the best passage.
func (s *server) definition(ctx context.Context, p *protocol.DefinitionParams) (*protocol.Location, error) {
	if c, isAnswer := s.citationAt(p.TextDocumentPositionParams); isAnswer {
		release(ctx)
		if c == nil {
			return nil, nil
		}
		return s.location(ctx, c)
	}
	at, m, err := s.mentionsAt(ctx, p.TextDocumentPositionParams, definitionPlaces)
	if err != nil || m == nil {
		return nil, err
	}
	var best *protocol.Location
	for _, place := range m.Best {
		if at.is(place.URI, place.Range, s.encoding) {
			continue
		}
		location := locationOf(place.URI, place.Range)
		if isHeading(place) {
			return &location, nil
		}
		if best == nil {
			best = &location
		}
	}
	return best, nil
}

// isHeading reports whether a place lies in the heading of its own section.
func isHeading(p agent.Place) bool {
	return p.Title != "" && strings.Trim(p.Line, "#=* \t") == p.Title
}
