package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// hoversWords reports whether words of a file have hovers.
func (s *server) hoversWords(f file.File) bool {
	switch s.agent.Offers().HoverWords {
	case "off":
		return false
	case "all":
		return true
	}
	return s.serves(f) && file.IsProse(f.Language)
}

// longestCitingLine is the length in bytes of the longest line in which citations are searched for.
const longestCitingLine = 2000

// citedAt gives what has become of the citation that is written at a place, such as
// notes.md:12 or a link to a line; nil where none is.
func (s *server) citedAt(ctx context.Context, at place) (*replies.Evidence, error) {
	said := strings.TrimLeft(at.of(at.line), " \t") // as an indented line would be one of code
	if longestCitingLine < len(said) || !strings.ContainsAny(said, "123456789") {
		return nil, nil
	}
	all, err := s.agent.Evidence(ctx, at.file.URI, said, s.encoding)
	if err != nil {
		return nil, err
	}
	lines, offset := text.NewLines(said), at.at-(at.line.End-len(said))
	for _, e := range all {
		where := lines.Span(text.Range{Start: text.Position(e.Range.Start), End: text.Position(e.Range.End)}, s.encoding)
		if where.Contains(offset) || where.End == offset {
			return &e, nil
		}
	}
	return nil, nil
}

// cited gives the place of a citation; nil where there is nothing any more.
func (s *shower) cited(ctx context.Context, e *replies.Evidence) (*protocol.Location, error) {
	u, at := e.URI, replies.Range{}
	switch {
	case e.Now != nil:
		u, at = e.Now.URI, e.Now.Range
	case e.State == replies.StateGone:
		return nil, nil
	default:
		if isExtracted(u) {
			u = replies.TextURI(e.Path, e.Page)
		}
		at.Start.Line = max(0, e.First-1)
		at.End.Line = at.Start.Line
	}
	location, err := s.location(ctx, u, at)
	return &location, err
}
