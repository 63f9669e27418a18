package chunk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// isProgram reports whether a document has definitions, or is code and nothing
// else. The blocks of a program belong together as the paragraphs of a section
// do.
func isProgram(blocks []document.Block) bool {
	for _, b := range blocks {
		if b.Kind == document.Definition {
			return true
		}
	}
	other := func(b document.Block) bool { return b.Kind != document.Code }
	return len(blocks) > 0 && !slices.ContainsFunc(blocks, other)
}

// program reads what is defined in a span and the loose code around it.
func (s *splitter) program(blocks []document.Block, within text.Span) {
	at := within.Start
	for i := range blocks {
		span := s.readable(blocks[i].Span)
		if isBlank(span.Of(s.text)) {
			continue
		}
		s.loose(text.Span{Start: at, End: span.Start})
		s.piece(blocks[i], span)
		at = span.End
	}
	s.loose(text.Span{Start: at, End: within.End})
}

// loose reads code that no block holds. Where it is only what closes a
// definition and has no room, it is left out.
func (s *splitter) loose(span text.Span) {
	span = s.trimmed(span)
	if span.Empty() || s.grow(span) || !hasLetter(span.Of(s.text)) {
		return
	}
	s.piece(document.Block{Kind: document.Code}, span)
}

// piece joins a block to what is held as long as there is room. A definition
// that is too long for one chunk is cut at what is defined in it.
func (s *splitter) piece(b document.Block, span text.Span) {
	span = s.fromLineStart(span)
	if s.grow(span) {
		return
	}
	s.flush()
	switch {
	case s.fits(span):
		s.hold(span)
	case b.Kind == document.Definition:
		s.definition(b, span)
	default:
		s.codeWindows(span)
	}
}

// definition makes chunks of what a definition contains, below its first line.
func (s *splitter) definition(b document.Block, span text.Span) {
	titles, enclosing, room := s.titles, s.enclosing, s.room
	s.push(b.Title)
	// The lines of its signature. Of a body that begins on the same line nothing belongs to it.
	var opening text.Span
	if b.Code != nil && !b.Code.Signature.Empty() {
		opening = s.readable(b.Code.Signature)
		line, _, _ := strings.Cut(s.text[opening.End:], "\n")
		if rest := s.trimmedRight(text.Span{Start: opening.End, End: opening.End + len(line)}); rest.Len() <= longestOpener {
			opening.End = rest.End
		}
		opening = s.fromLineStart(opening)
	}
	s.enclose(opening)
	if len(b.Children) > 0 {
		s.program(b.Children, span)
	} else {
		s.codeWindows(span)
	}
	s.flush()
	s.titles, s.enclosing, s.room = titles, enclosing, room
}

// longestOpener in bytes is what may follow a signature on its line: " {", ":",
// " then".
const longestOpener = 5

// fromLineStart widens a span by the indentation in front of it.
func (s *splitter) fromLineStart(span text.Span) text.Span {
	before := s.text[:span.Start]
	indented := len(strings.TrimRight(before, " \t"))
	if indented == 0 || before[indented-1] == '\n' {
		span.Start = indented
	}
	return span
}

// enclose adds lines to those that begin each piece. The outer ones go where all
// of them would take more than half of a chunk.
func (s *splitter) enclose(lines text.Span) {
	if lines.Empty() {
		return
	}
	s.enclosing = append(s.enclosing[:len(s.enclosing):len(s.enclosing)], lines)
	for {
		length := 0
		for _, l := range s.enclosing {
			length += utf8.RuneCountInString(l.Of(s.text)) + len("\n")
		}
		s.room = s.Size - length
		if length <= s.Size/2 {
			return
		}
		s.enclosing = s.enclosing[1:]
	}
}
