// Package text is what every other room builds on: places in a text, and the
// words of a text.
//
// A text is a Go string in UTF-8. A place in it is a byte offset, a stretch of it
// is a Span, and both mean the same to every room of the line. Editors count
// differently (lines and UTF-16 units, mostly): Lines converts, and nothing but the
// doors to the outside needs it.
//
// There are two tokenizers. Classic knows ASCII letters and digits alone and never
// changes, because the boolean rule is defined by it. Words returns the same on ASCII
// text and knows the other scripts too. Both use one scanner that reads 64 bytes
// at a time, and Counter uses it for the index: the distinct words of a
// text with their counts, without an allocation for each of them. WordPiece is the odd
// one out: it cuts words into the pieces for which there are vectors.
//
// Everything here is pure: nothing reads a file, starts a goroutine or fails.
package text

import (
	"strings"
	"unicode"
)

// A Span is the half-open stretch [Start, End) of a text, in bytes.
type Span struct {
	Start, End int
}

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Empty reports whether the span has no byte.
func (s Span) Empty() bool { return s.End <= s.Start }

// Contains reports whether the byte at offset lies in the span. The end does not.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Shift returns the span moved by n bytes, which may be negative.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

// Trim returns the span without white space at its ends. A span of white space
// becomes empty, at its start.
func (s Span) Trim(text string) Span {
	content := s.Of(text)
	trimmed := strings.TrimLeftFunc(content, unicode.IsSpace)
	if trimmed == "" {
		return Span{s.Start, s.Start}
	}
	s.Start += len(content) - len(trimmed)
	s.End = s.Start + len(strings.TrimRightFunc(trimmed, unicode.IsSpace))
	return s
}

// Of returns the bytes of text that the span covers, without copying them. Whatever
// of the span lies outside of the text is left out, so that a span from an older
// version of a file returns the wrong words at worst.
func (s Span) Of(text string) string {
	start := min(max(s.Start, 0), len(text))
	end := min(max(s.End, start), len(text))
	return text[start:end]
}
