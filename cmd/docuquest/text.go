package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer/render"
	"docuquest/core/language/text"
)

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

// printableLine is a printable text on one line.
func printableLine(s string) string {
	return text.OneLine(printable(s))
}

// cut is a text of at most so many characters, the last a mark if some are
// missing.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:most-1]), " ") + "…"
}

// amount is a number of bytes as people write it.
func amount(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
}
