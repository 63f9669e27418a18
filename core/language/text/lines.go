package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Lines converts between byte offsets and positions in one text.
//
// A line ends with "\n", "\r\n" or "\r", as the protocol has it; U+2028 and its like
// end no line. The last line has no terminator and may be empty, so every text has
// at least one line. Bytes that are not valid UTF-8 count as one character each.
//
// A conversion costs the search for the line, and in a text that is not all ASCII
// one look at the line up to the place. Lines is immutable: any number of goroutines
// may use it.
type Lines struct {
	text   string
	starts []int // the offset of each line's first byte
	ascii  bool  // the whole text is ASCII, so all encodings agree
}

// NewLines finds the lines of text.
func NewLines(text string) *Lines {
	starts := make([]int, 1, 2+strings.Count(text, "\n"))
	for l := newLineWalker(text); l.next(); {
		starts = append(starts, l.at)
	}
	return &Lines{text: text, starts: starts, ascii: isASCII(text)}
}

// Count returns the number of lines, which is one at least.
func (l *Lines) Count() int { return len(l.starts) }

// Line returns the span of line n, counted from 0, without its terminator. In front
// of the first line and after the last the span is empty, at the nearer end of the
// text.
func (l *Lines) Line(n int) Span {
	switch {
	case n < 0:
		return Span{}
	case n >= len(l.starts):
		return Span{len(l.text), len(l.text)}
	case n+1 == len(l.starts):
		return Span{l.starts[n], len(l.text)}
	}
	return Span{l.starts[n], contentEnd(l.text, l.starts[n], l.starts[n+1])}
}

// Position returns the position of the byte at offset. An offset outside of the text
// is taken for the nearer end of it, one inside of a character for the character's
// start, and one inside of a line's terminator for the end of that line.
func (l *Lines) Position(offset int, e Encoding) Position {
	offset = min(max(offset, 0), len(l.text))
	n, found := slices.BinarySearch(l.starts, offset)
	if !found {
		n--
	}
	line := l.Line(n)
	offset = runeStart(l.text, min(offset, line.End))
	if l.ascii {
		return Position{n, offset - line.Start}
	}
	return Position{n, UnitsIn(l.text[line.Start:offset], e)}
}

// Offset returns the byte offset of a position. A character past the end of its line
// is taken for that end, in front of the terminator; a line past the last for the end
// of the text; a place inside of a character, or of a surrogate pair, for the
// character's start; anything negative for 0.
func (l *Lines) Offset(p Position, e Encoding) int {
	if p.Line < 0 {
		return 0
	}
	line := l.Line(p.Line)
	if l.ascii {
		return min(line.Start+max(p.Character, 0), line.End)
	}
	return line.Start + bytesOf(line.Of(l.text), p.Character, e)
}

// Range returns the range of a span.
func (l *Lines) Range(s Span, e Encoding) Range {
	return Range{l.Position(s.Start, e), l.Position(s.End, e)}
}

// Span returns the span of a range. A reversed range is turned around.
func (l *Lines) Span(r Range, e Encoding) Span {
	r = r.ordered()
	return Span{l.Offset(r.Start, e), l.Offset(r.End, e)}
}

// A lineWalker goes from line to line.
type lineWalker struct {
	text string
	at   int // where the present line starts
	// newline is the first "\n" at or after at, -1 without one. It is
	// searched once, however many lines a "\r" ends before it.
	newline int
}

func newLineWalker(text string) lineWalker {
	return lineWalker{text: text, newline: strings.IndexByte(text, '\n')}
}

// end returns the end of the present line with its terminator, and false if nothing
// terminates it.
func (l *lineWalker) end() (int, bool) {
	limit := l.newline
	if limit < 0 {
		limit = len(l.text)
	}
	if cr := strings.IndexByte(l.text[l.at:limit], '\r'); cr >= 0 && l.at+cr+1 != l.newline {
		return l.at + cr + 1, true
	}
	return limit + 1, l.newline >= 0
}

// next moves to the next line, and returns false if there is none.
func (l *lineWalker) next() bool {
	end, ok := l.end()
	if !ok {
		return false
	}
	l.at = end
	if l.newline >= 0 && l.newline < end {
		if l.newline = strings.IndexByte(l.text[end:], '\n'); l.newline >= 0 {
			l.newline += end
		}
	}
	return true
}

// contentEnd returns the end of the line [start, next) without its terminator.
func contentEnd(text string, start, next int) int {
	end := next
	if end > start && text[end-1] == '\n' {
		end--
	}
	if end > start && text[end-1] == '\r' {
		end--
	}
	return end
}

// runeStart returns the start of the character that the byte at offset belongs to.
func runeStart(text string, offset int) int {
	if offset >= len(text) || utf8.RuneStart(text[offset]) {
		return offset
	}
	for at := offset - 1; at >= 0 && offset-at < utf8.UTFMax; at-- {
		if !utf8.RuneStart(text[at]) {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[at:]); at+size > offset {
			return at
		}
		break
	}
	return offset // a stray byte, a character of its own
}

// UnitsIn returns how many units of the encoding s takes.
func UnitsIn(s string, e Encoding) int {
	if e == UTF8 || isASCII(s) {
		return len(s)
	}
	n := utf8.RuneCountInString(s)
	if e == UTF16 {
		for _, r := range s {
			if r > 0xFFFF {
				n++
			}
		}
	}
	return n
}

// bytesOf returns the length in bytes of the first units of line, whole characters
// only, and the length of line if it has fewer.
func bytesOf(line string, units int, e Encoding) int {
	if units <= 0 {
		return 0
	}
	if e == UTF8 {
		return runeStart(line, min(units, len(line)))
	}
	for at, r := range line {
		units -= width(r, e)
		if units < 0 {
			return at
		}
	}
	return len(line)
}

// width returns the units that a character takes in UTF16 or UTF32.
func width(r rune, e Encoding) int {
	if e == UTF16 && r > 0xFFFF {
		return 2
	}
	return 1
}
