package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// arrange puts the words of a page into paragraphs in the order of reading. Words
// that run in another direction than most, as in a margin, come after the others;
// if all of them run down, the page is read as if it had been turned.
func arrange(words []word, s size) []paragraph {
	var found []paragraph
	for _, run := range runs(words, s) {
		for _, flow := range flows(pieces(run.words)) {
			for _, p := range paragraphs(lines(flow)) {
				p.box = p.box.turn(4-run.back, s.turned(run.back))
				found = append(found, p)
			}
		}
	}
	return found
}

// A run is the words of one direction, on the page turned by so many quarters that
// they run to the right.
type run struct {
	words []word
	back  int
}

// runs gives the words of each direction, the direction with most words first.
func runs(words []word, s size) []run {
	var byDirection [aslant + 1]run
	for _, w := range words {
		r := &byDirection[w.quarters]
		r.back = (4 - w.quarters) % 4
		w.box = w.box.turn(r.back, s)
		r.words = append(r.words, w)
	}
	found := slices.DeleteFunc(byDirection[:], func(r run) bool { return len(r.words) == 0 })
	slices.SortStableFunc(found, func(a, b run) int { return cmp.Compare(len(b.words), len(a.words)) })
	return found
}

// grid writes the words of a page as text in which a character stands for a place
// on the page, as far as words do not push one another away. What runs in
// another direction than most words follows behind an empty line.
func grid(words []word, s size) string {
	var text strings.Builder
	for i, run := range runs(words, s) {
		if i > 0 {
			text.WriteByte('\n')
		}
		writeGrid(&text, lines(pieces(run.words)))
	}
	return text.String()
}

func writeGrid(text *strings.Builder, all []line) {
	left, width := all[0].box.x0, characterWidth(all)
	for _, l := range all {
		left = min(left, l.box.x0)
	}
	for i, l := range all {
		if i > 0 {
			text.WriteString(strings.Repeat("\n", emptyLines(all[i-1], l)))
		}
		writeGridLine(text, l, left, width)
	}
}

// writeGridLine writes pieces from left to right, whatever direction they are read in.
func writeGridLine(text *strings.Builder, l line, left, width float64) {
	const most = 400 // characters a line, of which the page may be wider
	pieces := slices.Clone(l.pieces)
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.box.x0, b.box.x0) })
	at := 0
	for i, p := range pieces {
		column := int(min((p.box.x0-left)/width+0.5, most))
		if i > 0 {
			column = max(column, at+1)
		}
		text.WriteString(strings.Repeat(" ", column-at))
		text.WriteString(p.text)
		at = column + utf8.RuneCountInString(p.text)
	}
	text.WriteByte('\n')
}

// characterWidth is the width of a character of the page's text: of the piece in
// the middle, were all of them sorted by it.
func characterWidth(all []line) float64 {
	var widths []float64
	for _, l := range all {
		for _, p := range l.pieces {
			widths = append(widths, p.box.width()/float64(utf8.RuneCountInString(p.text)))
		}
	}
	slices.Sort(widths)
	return max(widths[len(widths)/2], tiny)
}

// emptyLines gives how many lines would fit between two.
func emptyLines(above, l line) int {
	const most = 3
	return int(min(max(spaceAbove(above, l)+0.4, 0), most))
}
