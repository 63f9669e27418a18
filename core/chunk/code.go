package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/text"
)

// code takes in a block of code, which is a chunk of its own. In a program, the
// blocks between blank lines are joined as long as there is room.
func (s *splitter) code(span text.Span) {
	if s.heldKind == Code {
		if !s.grow(span) {
			s.flush()
			s.holdCode(span)
		}
		return
	}
	s.codeWindows(s.leadWhole(span))
}

// holdCode holds a block of a program, or makes chunks of it if it is too long.
func (s *splitter) holdCode(span text.Span) {
	if s.fits(span) {
		s.hold(span)
		return
	}
	s.codeWindows(span)
}

// codeWindows makes chunks of code that do not overlap and that end between two
// blank lines if they can, else between two lines, words or characters.
func (s *splitter) codeWindows(span text.Span) {
	for at := span.Start; at < span.End; {
		rest := text.Span{Start: at, End: span.End}
		if s.fits(rest) {
			s.emit(Code, rest)
			return
		}
		limit := s.advance(at, span.End, s.size)
		cut := at + cutCode(s.doc.Text[at:limit])
		s.emit(Code, s.trimmedRight(text.Span{Start: at, End: cut}))
		at = s.nextLine(cut, span.End)
	}
}

// cutCode gives where to end a piece of code that must end somewhere: behind
// the last blank line of its second half, else behind its last line, else
// behind its last word. It is never 0.
func cutCode(piece string) int {
	lastLine := strings.LastIndexByte(piece, '\n')
	for end := lastLine; len(piece)/2 < end; {
		start := strings.LastIndexByte(piece[:end], '\n')
		if start >= 0 && strings.TrimSpace(piece[start:end]) == "" {
			return end + 1
		}
		end = start
	}
	if lastLine > 0 {
		return lastLine + 1
	}
	if space := strings.LastIndexFunc(piece, unicode.IsSpace); space > 0 {
		_, size := utf8.DecodeRuneInString(piece[space:])
		return space + size
	}
	return len(piece)
}

// nextLine skips blank lines, but not the indentation of the line below them.
func (s *splitter) nextLine(at, end int) int {
	first := s.firstText(at, end)
	if newline := strings.LastIndexByte(s.doc.Text[at:first], '\n'); newline >= 0 {
		return at + newline + 1
	}
	if at > 0 && s.doc.Text[at-1] == '\n' {
		return at
	}
	return first
}
