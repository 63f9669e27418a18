package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// Paragraphs cuts a whole text at its blank lines into blocks of one kind. A
// line of white space alone is blank. A block of [Code] starts at the head of
// its first line, since indentation means something there; all others start at
// their first character. No block ends with white space.
//
// Lines end with \n, before which a \r is white space. A text without any \n
// has lines that end with \r.
func Paragraphs(s string, kind Kind) []Block {
	newline := byte('\n')
	if strings.IndexByte(s, '\n') < 0 && strings.IndexByte(s, '\r') >= 0 {
		newline = '\r'
	}
	var blocks []Block
	start := -1 // of the paragraph being read, -1 between two
	for at := 0; at < len(s); {
		end := len(s)
		if n := strings.IndexByte(s[at:], newline); n >= 0 {
			end = at + n + 1
		}
		if !isBlank(s[at:end]) {
			if start < 0 {
				start = at
			}
		} else if start >= 0 {
			blocks = appendParagraph(blocks, s, start, at, kind)
			start = -1
		}
		at = end
	}
	if start >= 0 {
		blocks = appendParagraph(blocks, s, start, len(s), kind)
	}
	return blocks
}

// appendParagraph adds s[start:end] without the white space around it. The
// first time it makes room for all: a block takes as much memory as a small
// paragraph, so a slice that grows costs more than counting.
func appendParagraph(blocks []Block, s string, start, end int, kind Kind) []Block {
	if blocks == nil {
		blocks = make([]Block, 0, 2+strings.Count(s[end:], "\n\n")+strings.Count(s[end:], "\n\r\n"))
	}
	end = start + len(strings.TrimRightFunc(s[start:end], unicode.IsSpace))
	if kind != Code {
		start = end - len(strings.TrimLeftFunc(s[start:end], unicode.IsSpace))
	}
	return append(blocks, Block{Kind: kind, Span: text.Span{Start: start, End: end}})
}

// isBlank looks at the first byte that is no ASCII space: it decides for nearly
// every line.
func isBlank(line string) bool {
	for i := range len(line) {
		switch c := line[i]; {
		case c == ' ' || '\t' <= c && c <= '\r':
		case c < utf8.RuneSelf:
			return false
		default:
			return strings.TrimSpace(line[i:]) == ""
		}
	}
	return true
}
