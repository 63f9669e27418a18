package lsp

import (
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A place is what a request points at: a position in a file, and the line
// around it.
type place struct {
	file   file.File
	lines  *text.Lines
	number int       // of the line, from 0
	line   text.Span // in the file, without its end
	at     int       // byte offset in the file
}

// placeAt finds a position in a file.
func placeAt(f file.File, p text.Position, e text.Encoding) place {
	lines := text.NewLines(f.Content)
	number := min(p.Line, lines.Count()-1)
	return place{f, lines, number, lines.Line(number), lines.Offset(p, e)}
}

// of gives the bytes of a span of the file.
func (p place) of(s text.Span) string { return s.Of(p.file.Content) }

// word gives the word under the position or, where none occurs there, the one
// that ends at it, as text cursors are behind what was typed. In code an
// identifier is one word. Of the overlapping pairs of a script that is written
// without spaces it is the pair that starts under the position.
func (p place) word() (text.Span, bool) {
	options := text.Options{Underscores: file.IsCode(p.file.Language)}
	var found text.Span
	for w := range options.Words(p.of(p.line)) {
		span := w.Span.Shift(p.line.Start)
		if p.at < span.Start {
			break
		}
		if span.Contains(p.at) || span.End == p.at {
			found = span
		}
	}
	return found, !found.Empty()
}

// is reports whether a range is the one that the request points at.
func (p place) is(u file.URI, r replies.Range, e text.Encoding) bool {
	if p.file.URI != u {
		return false
	}
	span := p.lines.Span(text.Range{Start: text.Position(r.Start), End: text.Position(r.End)}, e)
	return span.Contains(p.at) || span.End == p.at
}
