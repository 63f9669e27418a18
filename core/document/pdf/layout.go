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

// runs returns the words of each direction, the direction with most words first.
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

// grid writes the words of a page as text in which a character has about the place that
// it has on the page, as far as words do not push one another away. What runs in
// another direction than most words follows behind an empty line.
func grid(words []word, s size) string {
	const (
		mostColumns = 400 // characters a line, of which the page may be wider
		mostEmpty   = 3   // lines in a row
	)
	var text strings.Builder
	for i, run := range runs(words, s) {
		if i > 0 {
			text.WriteByte('\n')
		}
		all := lines(pieces(run.words))
		left := all[0].box.x0
		var widths []float64 // of a character of each piece; the middle one is the page's
		for _, l := range all {
			left = min(left, l.box.x0)
			for _, p := range l.pieces {
				widths = append(widths, p.box.width()/float64(utf8.RuneCountInString(p.text)))
			}
		}
		slices.Sort(widths)
		width := max(widths[len(widths)/2], tiny)
		for i, l := range all {
			if i > 0 {
				empty := int(min(max(spaceAbove(all[i-1], l)+0.4, 0), mostEmpty))
				text.WriteString(strings.Repeat("\n", empty))
			}
			pieces := slices.Clone(l.pieces) // from left to right, whatever direction they are read in
			slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(a.box.x0, b.box.x0) })
			at := 0
			for j, p := range pieces {
				column := int(min((p.box.x0-left)/width+0.5, mostColumns))
				if j > 0 {
					column = max(column, at+1)
				}
				text.WriteString(strings.Repeat(" ", column-at))
				text.WriteString(p.text)
				at = column + utf8.RuneCountInString(p.text)
			}
			text.WriteByte('\n')
		}
	}
	return text.String()
}
