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

// decimal is a number to three places, where most of them differ.
func decimal(x float64) string { return fmt.Sprintf("%.3f", x) }

// shortPath is the end of a path in at most so many characters, which says more than its
// beginning; it has at least ten.
func shortPath(path string, most int) string {
	const least = 10
	path, most = printableLine(path), max(least, most)
	runes := []rune(path)
	if len(runes) <= most {
		return path
	}
	return "…" + string(runes[len(runes)-most+1:])
}

// A grid is rows of cells in columns. Numbers are on the right of
// their columns; the first columns and the last one, which may be long, on the left.
type grid struct {
	left int // columns in front that are words
	rows [][]string
}

// columnGap separates two columns.
const columnGap = "  "

func (g *grid) row(cells ...string) { g.rows = append(g.rows, cells) }

// text is the rows as lines of at most width characters.
func (g *grid) text(width int) string {
	widths := g.widths()
	var b strings.Builder
	for _, row := range g.rows {
		var line strings.Builder
		for i, cell := range row {
			cell = printable(cell)
			gap := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
			switch {
			case i < g.left, i == len(widths)-1:
				line.WriteString(cell + gap + columnGap)
			default:
				line.WriteString(gap + cell + columnGap)
			}
		}
		b.WriteString(cut(strings.TrimRight(line.String(), " "), width) + "\n")
	}
	return b.String()
}

// widths are those of the columns, in characters.
func (g *grid) widths() []int {
	var widths []int
	for _, row := range g.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}
