package text

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// passages returns the stretches of s that end at intended line breaks, in order. Each
// consists of whole sentences. Blank lines belong to no passage.
func passages(s string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for paragraph := range paragraphs(s) {
			if !splitParagraph(s, paragraph, yield) {
				return
			}
		}
	}
}

// paragraphs returns the lines between blank ones, as the spans of their contents. The
// slice is used again for the next paragraph.
func paragraphs(s string) iter.Seq[[]Span] {
	return func(yield func([]Span) bool) {
		var lines []Span
		for l := newLineWalker(s); l.at < len(s); {
			next, ended := l.end()
			line := Span{l.at, contentEnd(s, l.at, min(next, len(s)))}
			if !ended || !l.next() {
				l.at = len(s)
			}
			if strings.TrimSpace(line.Of(s)) != "" {
				lines = append(lines, line)
				continue
			}
			if len(lines) > 0 && !yield(lines) {
				return
			}
			lines = lines[:0]
		}
		if len(lines) > 0 {
			yield(lines)
		}
	}
}

// splitParagraph yields the passages of a paragraph.
func splitParagraph(s string, lines []Span, yield func(Span) bool) bool {
	full := 0
	for _, line := range lines {
		full = max(full, utf8.RuneCountInString(line.Of(s)))
	}
	start := lines[0].Start
	for i := 1; i < len(lines); i++ {
		if !endsLine(lines[i-1].Of(s), lines[i].Of(s), full) {
			continue
		}
		if !yield(Span{start, lines[i-1].End}) {
			return false
		}
		start = lines[i].Start
	}
	return yield(Span{start, lines[len(lines)-1].End})
}

// leastWrap is the width in characters under which lines are not wrapped: a paragraph
// with only shorter lines is a list.
const leastWrap = 40

// endsLine reports whether the break between two lines of a paragraph was meant, where
// full is the length of the paragraph's longest line. It was if something starts anew
// in the next line, or if that line starts like a sentence though its first word had
// plenty of room in this line.
func endsLine(line, next string, full int) bool {
	next = strings.TrimLeft(next, " \t")
	if one, mark := withoutHash(strings.TrimLeft(line, " \t")); mark > 0 {
		if other, same := withoutHash(next); same == mark { // a comment of several lines, and no headings
			if one == "" || other == "" {
				return true
			}
			return endsLine(one, other, full-mark)
		}
	}
	if isHeading(strings.TrimLeft(line, " \t")) || isHeading(next) || isItem(next) {
		return true
	}
	// A sentence starts with a capital letter or a digit, after opening signs.
	if first := strings.TrimLeft(next, openers); !startsWithDigit(first) && !startsWithUpper(first) {
		return false
	}
	word, _, _ := strings.Cut(next, " ")
	needed := utf8.RuneCountInString(line) + 1 + utf8.RuneCountInString(word)
	return full < leastWrap || 4*needed <= 3*full // prose that is wrapped by hand is ragged
}

// withoutHash returns a line without the # marks at its start and the white space behind these, and the number of the
// marks; 0 where other signs are next to them.
func withoutHash(line string) (rest string, marks int) {
	rest = strings.TrimLeft(line, "#")
	if marks = len(line) - len(rest); rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return line, 0
	}
	return strings.TrimSpace(rest), marks
}

// isHeading reports whether a line is a heading of Markdown or a row of a table.
func isHeading(line string) bool {
	after := strings.TrimLeft(line, "#")
	level := len(line) - len(after)
	return 0 < level && level <= 6 && strings.HasPrefix(after, " ") || strings.HasPrefix(line, "|")
}

// isItem reports whether a line starts with the marker of a list item: a bullet, or a
// short number or letter with a full stop or bracket.
func isItem(line string) bool {
	marker, rest, found := strings.Cut(line, " ")
	if !found || rest == "" {
		return false
	}
	switch marker {
	case "-", "*", "+", "•", "–", "·":
		return true
	}
	name := strings.TrimPrefix(strings.TrimRight(marker, ".)"), "(")
	if name == marker || name == "" || len(name) > 3 {
		return false
	}
	return strings.Trim(name, "0123456789") == "" || len(name) == 1 && strings.HasSuffix(marker, ")")
}
