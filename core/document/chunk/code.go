package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// code makes chunks of a block of code among prose. Where a heading that is held is all
// that is too much, it becomes a chunk of its own.
func (s *splitter) code(b document.Block, span text.Span) {
	joined := text.Span{Start: s.held.Start, End: span.End}
	if s.bare && s.fits(span) && !s.fits(joined) {
		s.flush()
	}
	span = s.lead(span)
	// The code of a reading has lost its fences already.
	code := b.Span.Of(s.doc.Text)
	if first := strings.IndexByte(code, '\n'); s.doc.Reading == nil && first >= 0 && isFence(code[:first]) {
		s.inner = text.Span{Start: b.Span.Start + first + 1, End: b.Span.End}
		if last := strings.LastIndexByte(code, '\n'); isFence(code[last:]) {
			s.inner.End = b.Span.Start + max(last, first+1)
		}
	}
	s.codeWindows(span)
	s.inner = text.Span{}
}

func isFence(line string) bool {
	line = strings.TrimLeft(line, "\n >\t")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
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
		limit := s.advance(at, span.End, s.room)
		cut := at + cutCode(s.text[at:limit])
		s.emit(Code, s.trimmedRight(text.Span{Start: at, End: cut}))
		at = s.nextLine(cut, span.End)
	}
}

// cutCode returns where to end a piece of code that must end somewhere: behind
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
	if newline := strings.LastIndexByte(s.text[at:first], '\n'); newline >= 0 {
		return at + newline + 1
	}
	if at > 0 && s.text[at-1] == '\n' {
		return at
	}
	return first
}
