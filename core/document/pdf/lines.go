package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A line is pieces that are next to one another, in the order of reading.
type line struct {
	pieces []piece
	box    rect
	// height is that of its highest piece, and so of its font where it has notes
	// and signs beside its text.
	height float64
}

// lines puts the pieces of a flow on lines, from top to bottom. The pieces of a line are
// in order from left to right, or from right to left if most of them are read so.
func lines(pieces []piece) []line {
	pieces = slices.Clone(pieces)
	slices.SortStableFunc(pieces, func(a, b piece) int {
		return cmp.Compare(a.box.middle().y, b.box.middle().y)
	})
	// isBeside reports whether the middle of the lower of two rectangles is beside the other.
	isBeside := func(r, o rect) bool {
		if r.height() < o.height() {
			r, o = o, r
		}
		return r.y0 <= o.middle().y && o.middle().y <= r.y1
	}
	var all []line
	var highest rect // of the last line
	for _, p := range pieces {
		if n := len(all); n > 0 && highest.level(p.box) && isBeside(highest, p.box) {
			l := &all[n-1]
			l.pieces, l.box, l.height = append(l.pieces, p), l.box.union(p.box), max(l.height, p.box.height())
			if p.box.height() > highest.height() {
				highest = p.box
			}
			continue
		}
		all = append(all, line{pieces: []piece{p}, box: p.box, height: p.box.height()})
		highest = p.box
	}
	for _, l := range all {
		leftward := 0
		for _, p := range l.pieces {
			if p.leftward {
				leftward++
			}
		}
		slices.SortStableFunc(l.pieces, func(a, b piece) int {
			if 2*leftward > len(l.pieces) {
				a, b = b, a
			}
			return cmp.Compare(a.box.x0, b.box.x0)
		})
	}
	return all
}

// A paragraph is lines that belong together.
type paragraph struct {
	text string // its lines, each with a line end
	box  rect
}

// paragraphs cuts the lines of a flow where one of the signs of a new paragraph is seen.
// In the text of a line, two spaces are where a gap is wider than a space.
func paragraphs(all []line) []paragraph {
	flow := measures{box: all[0].box}
	var gaps []float64
	for i, l := range all {
		flow.box = flow.box.union(l.box)
		if i > 0 {
			gaps = append(gaps, spaceAbove(all[i-1], l))
		}
	}
	if len(gaps) > 0 {
		// In a flow of many short paragraphs most spaces are between these, so that the
		// space between lines is one that most spaces are not less than.
		const loosest = 1.2 // more than that parts paragraphs, however the rest is set
		slices.Sort(gaps)
		flow.gap = min(gaps[len(gaps)/4], loosest)
	}
	var found []paragraph
	var text strings.Builder
	start := 0
	for i, l := range all {
		for j, p := range l.pieces {
			if j > 0 {
				before := l.pieces[j-1]
				if before.box.gap(p.box) > wide*min(before.box.height(), p.box.height()) {
					text.WriteByte(' ')
				}
				text.WriteByte(' ')
			}
			text.WriteString(p.text)
		}
		text.WriteByte('\n')
		if i+1 < len(all) && !flow.parts(all[start:i+1], all[i+1]) {
			continue
		}
		p := paragraph{text: text.String(), box: all[start].box}
		for _, l := range all[start : i+1] {
			p.box = p.box.union(l.box)
		}
		found = append(found, p)
		text.Reset()
		start = i + 1
	}
	return found
}

// measures describe a flow as a whole.
type measures struct {
	box rect
	// gap is the space between two lines of a paragraph, as a share of the
	// height of a line. It is negative where lines are set tightly.
	gap float64
}

// spaceAbove is the empty space between two lines, as a share of the lower height.
func spaceAbove(above, l line) float64 {
	return (l.box.y0 - above.box.y1) / max(min(above.height, l.height), tiny)
}

// tiny keeps from dividing by nothing.
const tiny = 1e-3

// parts reports whether next begins a new paragraph after the lines of another: more
// space is above it than between lines, its type has another size, it begins with the
// sign of an item, a sentence ends well before the right edge above it, or it is indented
// and the two lines above it are not.
func (m measures) parts(lines []line, next line) bool {
	const (
		looser = 0.3  // more space than between lines, as a share of a line's height
		larger = 1.18 // times the height of a line: another size of type
		short  = 0.15 // of the width
	)
	last := lines[len(lines)-1]
	high, low := max(last.height, next.height), min(last.height, next.height)
	if spaceAbove(last, next) > m.gap+looser || high > larger*low {
		return true
	}
	begin := next.pieces[0].text
	sign, size := utf8.DecodeRuneInString(begin)
	if isAlone := len(begin) == size || begin[size] == ' '; isAlone && strings.ContainsRune("•‣◦▪▫■□●○◆◇➢➤✓✔⁃∙·\uF0B7\uF0A7", sign) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(begin, `"'“‘«([`))
	if unicode.IsLower(first) || len(last.pieces) > 1 { // no sentence begins
		return false
	}
	end, _ := utf8.DecodeLastRuneInString(strings.TrimRight(last.pieces[0].text, `"'”’»)]`))
	if m.box.x1-last.box.x1 >= short*m.box.width() && strings.ContainsRune(".:!?;。！？", end) {
		return true
	}
	if len(lines) < 2 || len(next.pieces) > 1 {
		return false
	}
	edge := last.box.x0
	indent := next.box.x0 - edge
	return 0.8*next.height < indent && indent < 5*next.height && lines[len(lines)-2].box.x0 > edge-0.3*next.height
}
