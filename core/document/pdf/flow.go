package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// A piece is some words that are next to one another on one line without more
// than a space between them: a line of a column, or what is in a cell. Its
// text is in the order of the file, which is that of reading from right to left
// where the script asks for it.
type piece struct {
	words    []word
	text     string
	box      rect
	letters  int // of all characters but spaces
	others   int // digits, signs and the rest
	leftward bool
}

// wide is the width of a gap, as a share of the height of a line, that is more than
// a space: justified lines are stretched to about two thirds of it.
const wide = 0.9

// pieces joins words that follow one another in the file and on the page. The
// words run all to the right, or were turned so that they do.
func pieces(words []word) []piece {
	var all []piece
	for i := 0; i < len(words); {
		j := i + 1
		for j < len(words) && words[j-1].box.level(words[j].box) &&
			math.Abs(words[j-1].box.gap(words[j].box)) <= wide*words[j-1].box.height() {
			j++
		}
		p := piece{words: words[i:j], box: words[i].box}
		parts := make([]string, j-i)
		for k, w := range p.words {
			parts[k] = w.text
			p.box = p.box.union(w.box)
		}
		p.text = strings.Join(parts, " ")
		leftward := 0
		for _, c := range p.text {
			switch {
			case unicode.In(c, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana):
				leftward++
				p.letters++
			case unicode.IsLetter(c):
				p.letters++
			case c != ' ':
				p.others++
			}
		}
		p.leftward = leftward > p.letters/2
		all = append(all, p)
		i = j
	}
	return all
}

// flows puts pieces into the order of reading. Each flow is pieces that are read
// from top to bottom: a column, or whatever is between columns that end and
// columns that begin. Tables are one flow, for they are read line by line.
//
// From top to bottom, bands of the page that share an empty strip from top to
// bottom are taken together. If there is running text on both sides of the
// strip, it is the space between two columns, and the sides are read one after
// the other, each as a page of its own.
func flows(all []piece) [][]piece {
	return flowsWithin(all, 0)
}

// deepest is how often columns may be found within columns.
const deepest = 4

func flowsWithin(all []piece, depth int) [][]piece {
	if len(all) == 0 {
		return nil
	}
	var found [][]piece
	var plain []piece
	flush := func() {
		if len(plain) > 0 {
			found, plain = append(found, plain), nil
		}
	}
	for _, group := range grouped(bands(all)) {
		columns := group.columns()
		if columns == nil || depth == deepest {
			plain = append(plain, group.pieces()...)
			continue
		}
		plain = append(plain, columns.above...)
		flush()
		for _, column := range columns.texts {
			found = append(found, flowsWithin(column, depth+1)...)
		}
		plain = append(plain, columns.below...)
	}
	flush()
	return found
}

// A band is pieces that no horizontal line separates.
type band struct {
	pieces      []piece
	top, bottom float64 // of their cores
	free        []strip // what none of its pieces touches
}

// A strip is a range of x.
type strip struct{ x0, x1 float64 }

// bands cuts a page from top to bottom wherever there is nothing.
func bands(all []piece) []band {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b piece) int { return cmp.Compare(a.core().y0, b.core().y0) })
	var found []band
	for _, p := range all {
		core := p.core()
		if n := len(found); n > 0 && core.y0 <= found[n-1].bottom {
			found[n-1].pieces = append(found[n-1].pieces, p)
			found[n-1].bottom = max(found[n-1].bottom, core.y1)
			continue
		}
		found = append(found, band{pieces: []piece{p}, top: core.y0, bottom: core.y1})
	}
	for i := range found {
		found[i].free = free(found[i].pieces)
	}
	return found
}

// core is the middle half of a piece's height: whole boxes overlap with those of
// the next line where lines are set tightly.
func (p piece) core() rect {
	quarter := p.box.height() / 4
	return rect{p.box.x0, p.box.y0 + quarter, p.box.x1, p.box.y1 - quarter}
}

// free returns the strips that no piece touches and that are wide enough to part
// columns, from left to right. The first and the last have no end.
func free(pieces []piece) []strip {
	boxes := make([]rect, len(pieces))
	narrow := math.Inf(1)
	for i, p := range pieces {
		boxes[i] = p.box
		narrow = min(narrow, wide*p.box.height())
	}
	slices.SortFunc(boxes, func(a, b rect) int { return cmp.Compare(a.x0, b.x0) })
	var found []strip
	end := math.Inf(-1)
	for _, b := range boxes {
		if b.x0-end >= narrow {
			found = append(found, strip{end, b.x0})
		}
		end = max(end, b.x1)
	}
	return widest(append(found, strip{end, math.Inf(1)}))
}

// widest keeps a few strips, which bounds the work on a page of a million specks.
func widest(strips []strip) []strip {
	const few = 16
	if len(strips) <= few {
		return strips
	}
	compareWidth := func(a, b strip) int { return cmp.Compare(b.x1-b.x0, a.x1-a.x0) }
	strips = slices.Clone(strips)
	slices.SortStableFunc(strips, compareWidth)
	strips = strips[:few]
	slices.SortFunc(strips, func(a, b strip) int { return cmp.Compare(a.x0, b.x0) })
	return strips
}

// A group is bands below one another that share an empty strip.
type group struct {
	bands []band
	free  []strip
}

// grouped takes together bands as long as they share a strip that some of them
// have text on both sides of, or may still come to have.
func grouped(all []band) []group {
	left, right := math.Inf(1), math.Inf(-1)
	for _, b := range all {
		for _, p := range b.pieces {
			left, right = min(left, p.box.x0), max(right, p.box.x1)
		}
	}
	inside := func(s strip) bool { return s.x1 > left && s.x0 < right }
	var found []group
	for _, b := range all {
		if n := len(found); n > 0 {
			g := &found[n-1]
			var shared []strip // no narrower than a gap
			for i, j, least := 0, 0, wide*b.height(); i < len(g.free) && j < len(b.free); {
				s := strip{max(g.free[i].x0, b.free[j].x0), min(g.free[i].x1, b.free[j].x1)}
				if s.x1-s.x0 >= least {
					shared = append(shared, s)
				}
				if g.free[i].x1 < b.free[j].x1 {
					i++
				} else {
					j++
				}
			}
			shared = widest(shared)
			if slices.ContainsFunc(shared, inside) {
				g.bands, g.free = append(g.bands, b), shared
				continue
			}
		}
		found = append(found, group{bands: []band{b}, free: b.free})
	}
	return found
}

// height is that of the lowest piece.
func (b band) height() float64 {
	lowest := math.Inf(1)
	for _, p := range b.pieces {
		lowest = min(lowest, p.box.height())
	}
	return lowest
}

func (g group) pieces() []piece {
	var all []piece
	for _, b := range g.bands {
		all = append(all, b.pieces...)
	}
	return all
}

// columned is a group cut into columns of running text, and what is above and
// below them on one side only.
type columned struct {
	above, below []piece
	texts        [][]piece
}

// columns cuts a group at the strips that have pieces on both sides if that gives running
// text everywhere, else at the widest strip alone, and returns nil if that is no better.
func (g group) columns() *columned {
	left, right := math.Inf(1), math.Inf(-1)
	for _, b := range g.bands {
		for _, p := range b.pieces {
			left, right = min(left, p.box.x1), max(right, p.box.x0)
		}
	}
	var inner []strip
	for _, s := range g.free {
		if left <= s.x0 && s.x1 <= right {
			inner = append(inner, s)
		}
	}
	if len(inner) == 0 {
		return nil
	}
	// The bands at the top and the bottom that are on one side only and away from the rest
	// are headers, footers and page numbers.
	c := &columned{}
	apart := func(a, b band) bool { return b.top-a.bottom > 1.5*a.height() }
	isOneSided := func(b band) bool {
		first := column(b.pieces[0], inner)
		return !slices.ContainsFunc(b.pieces, func(p piece) bool { return column(p, inner) != first })
	}
	for len(g.bands) > 1 && isOneSided(g.bands[0]) && apart(g.bands[0], g.bands[1]) {
		c.above = append(c.above, g.bands[0].pieces...)
		g.bands = g.bands[1:]
	}
	for n := len(g.bands); n > 1 && isOneSided(g.bands[n-1]) && apart(g.bands[n-2], g.bands[n-1]); n-- {
		c.below = append(slices.Clone(g.bands[n-1].pieces), c.below...)
		g.bands = g.bands[:n-1]
	}
	if c.texts = cut(g.pieces(), inner); slices.IndexFunc(c.texts, notRunning) < 0 {
		return c
	}
	best := slices.MaxFunc(inner, func(a, b strip) int { return cmp.Compare(a.x1-a.x0, b.x1-b.x0) })
	if c.texts = cut(g.pieces(), []strip{best}); slices.IndexFunc(c.texts, notRunning) < 0 {
		return c
	}
	return nil
}

// column counts the strips to the left of a piece.
func column(p piece, inner []strip) int {
	middle, at := p.box.middle().x, 0
	for at < len(inner) && inner[at].x1 <= middle {
		at++
	}
	return at
}

// cut puts each piece into its column.
func cut(pieces []piece, inner []strip) [][]piece {
	columns := make([][]piece, len(inner)+1)
	for _, p := range pieces {
		at := column(p, inner)
		columns[at] = append(columns[at], p)
	}
	return columns
}

// notRunning reports whether pieces are anything but a column of running text, such
// as a column of a table: running text has some lines, which are made of words
// and mostly fill the width.
func notRunning(pieces []piece) bool {
	const (
		leastLines   = 3
		leastLetters = 15  // a line, at least
		leastFilled  = 0.5 // of the width, by a line in the middle
	)
	all := lines(pieces)
	if len(all) < leastLines {
		return true
	}
	box, letters, others := all[0].box, 0, 0
	widths := make([]float64, len(all))
	for i, l := range all {
		box = box.union(l.box)
		widths[i] = l.box.width()
		for _, p := range l.pieces {
			letters, others = letters+p.letters, others+p.others
		}
	}
	slices.Sort(widths)
	return letters < leastLetters*len(all) || letters < others || len(pieces) > 2*len(all) ||
		widths[len(widths)/2] < leastFilled*box.width()
}
