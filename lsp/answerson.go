package lsp

import (
	"context"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/answer/evidence"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// answersOn gives the places in the documents of kept answers that cite the passage at
// a position of a file as it is given, or, in a heading, its section: the source in each
// of them.
func (s *server) answersOn(ctx context.Context, f file.File, at protocol.Position) []protocol.Location {
	if _, ok := fileURI(string(f.URI)); !ok {
		return nil // what was taken out of a file is cited by another address
	}
	rests, err := s.agent.AnswersOn(ctx, f, agentPosition(at), s.encoding)
	if err != nil {
		return nil
	}
	var all []protocol.Location
	for _, r := range rests {
		if location, ok := s.sourceOf(r); ok {
			all = append(all, location)
		}
	}
	return all
}

// sourceOf is where the document of an answer lists a citation.
func (s *server) sourceOf(r evidence.Rest) (protocol.Location, bool) {
	a, err := s.agent.Answer(r.Answer)
	if err != nil {
		return protocol.Location{}, false
	}
	address := string(s.agent.AnswerFile(r.Answer))
	if s.abilities.ourDocuments {
		address = s.answerURI(r.Answer, a.Question)
	}
	if address == "" {
		return protocol.Location{}, false
	}
	var where text.Span
	if sources := strings.LastIndex(a.Document, "\n## Sources\n"); sources >= 0 {
		mark := "\n" + strconv.Itoa(r.Number) + ". "
		if at := strings.Index(a.Document[sources:], mark); at >= 0 {
			start := sources + at + 1
			where = text.Span{Start: start, End: start + len(mark) - len("\n. ")}
		}
	}
	lines := text.NewLines(a.Document)
	return protocol.Location{URI: uri.URI(address), Range: protocolRange(lines.Range(where, s.encoding))}, true
}
