package answer

import (
	"regexp"
	"strings"
	"unicode"

	"docuquest/core/language/text"
)

// Display returns the visible text of a piece of a file on one line: without the marks of
// comments, quotations and lists at the starts of lines, without the bars around
// a row of a table, and with single spaces.
func Display(raw string) string {
	line := text.OneLine(withoutMarks(raw))
	if strings.HasPrefix(line, "|") {
		line = strings.Trim(line, "| ")
	}
	return line
}

// commentSign matches what a line of comment begins with in most languages.
var commentSign = regexp.MustCompile(`^[ \t]*(?://+|/\*+|\*|#+|;+|--)(?:[ \t]+|$)`)

// WithoutComment removes the signs of a comment from the lines of a piece of a program,
// where all of it is comment. The first line may begin behind its sign.
func WithoutComment(lines []string) []string {
	for _, line := range lines[min(1, len(lines)):] {
		if !isBlank(line) && !commentSign.MatchString(line) {
			return lines
		}
	}
	bare := make([]string, len(lines))
	for i, line := range lines {
		bare[i] = line[len(commentSign.FindString(line)):]
	}
	return bare
}

// withoutMarks returns raw with a space in place of each byte of [text.LineMarks], so that
// every other byte keeps its offset. A comment's closing mark is blanked too.
func withoutMarks(raw string) string {
	blanked := []byte(raw)
	for start := 0; start < len(raw); {
		end := start + lineEnd(raw[start:])
		n := text.LineMarks(raw[start:end])
		blank(blanked[start : start+n])
		if at := strings.LastIndex(raw[start+n:end], "*/"); at >= 0 && isBlank(raw[start+n+at+2:end]) {
			blank(blanked[start+n+at : start+n+at+2])
		}
		start = end + 1
	}
	return string(blanked)
}

func lineEnd(s string) int {
	if at := strings.IndexByte(s, '\n'); at >= 0 {
		return at
	}
	return len(s)
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\r' {
			b[i] = ' '
		}
	}
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// hasLetter reports whether s has a letter.
func hasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }
