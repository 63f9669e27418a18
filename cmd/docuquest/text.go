package main

import (
	"strings"
	"unicode/utf8"

	"docuquest/core/answer/render"
)

// wrap breaks the lines of a text at spaces so that they are at most width
// characters wide, with an indent before each. What would suffer is left as it
// is: fenced and indented code, and tables. The items of a list hang.
func wrap(text string, width int, indent string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		isFence := strings.HasPrefix(strings.TrimSpace(line), "```")
		if fenced || isFence || isLaidOut(line) {
			b.WriteString(strings.TrimRight(indent+line, " ") + "\n")
		} else {
			wrapLine(&b, line, width, indent)
		}
		fenced = fenced != isFence
	}
	return strings.TrimRight(b.String(), "\n")
}

// isLaidOut reports whether the spaces of a line matter: code that is indented,
// or a row of a table.
func isLaidOut(line string) bool {
	return strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "|")
}

func wrapLine(b *strings.Builder, line string, width int, indent string) {
	start := b.Len()
	column := 0
	hanging := indent + strings.Repeat(" ", listMark(line))
	b.WriteString(indent + line[:len(line)-len(strings.TrimLeft(line, " "))])
	column = b.Len() - start
	for i, word := range strings.Fields(line) {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteString("\n" + hanging)
			column = len(hanging)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	b.WriteByte('\n')
}

// listMark is the width of what stands before the text of a list item: spaces
// and a mark such as "- ", "3. " or "> ".
func listMark(line string) int {
	rest := strings.TrimLeft(line, " ")
	spaces := len(line) - len(rest)
	mark, _, found := strings.Cut(rest, " ")
	digits := strings.TrimRight(mark, ".)")
	isNumber := len(digits) > 0 && len(digits) < len(mark) && strings.Trim(digits, "0123456789") == ""
	if found && (isNumber || mark == "-" || mark == "*" || mark == "+" || mark == ">") {
		return spaces + len(mark) + 1
	}
	return spaces
}

// unescaped is Markdown in which nothing is escaped any more: each character that
// a backslash makes stand for itself stands there without it. Code has no
// escapes, and stays as it is.
func unescaped(markdown string) string {
	var b strings.Builder
	for at := 0; at < len(markdown); {
		rest := markdown[at:]
		n := max(1, codeLength(rest))
		if rest[0] == '\\' && len(rest) > 1 && isMark(rest[1]) {
			b.WriteByte(rest[1])
			n = 2
		} else {
			b.WriteString(rest[:n])
		}
		at += n
	}
	return b.String()
}

// codeLength is the length of the span of code that a text starts with: from some
// backticks through the next run of as many. It is 0 if there is none.
func codeLength(text string) int {
	opened := backticks(text)
	for at := opened; opened > 0; {
		next := strings.IndexByte(text[at:], '`')
		if next < 0 {
			break
		}
		at += next
		n := backticks(text[at:])
		at += n
		if n == opened {
			return at
		}
	}
	return 0
}

func backticks(text string) int { return len(text) - len(strings.TrimLeft(text, "`")) }

// isMark reports whether a character is one of those that Markdown can escape.
func isMark(c byte) bool {
	return strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", c) >= 0
}

// printable is a text from outside without what a terminal would obey, what nobody
// would see, and what would show it in another order than that of the text: control
// characters other than line breaks and tabs, tags, marks of direction but the two that
// have no reach. Spaces without a width and soft hyphens are dropped.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\u200e' || r == '\u200f':
			return r
		case r == '\r' || r == '\u200b' || r == '\u2060' || r == '\ufeff' || r == '\u00ad':
			return -1
		case render.Hides(r):
			return utf8.RuneError
		}
		return r
	}, text)
}

// oneLine is a printable text on one line.
func oneLine(text string) string {
	return strings.Join(strings.Fields(printable(text)), " ")
}

// cut is a text of at most so many characters, the last a mark if some are
// missing.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:most-1]), " ") + "…"
}
