package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A line is pieces that stand beside one another, in the order of reading.
type line struct {
	pieces []piece
	box    rect
	// height is that of its highest piece, and so of its font where it has notes
	// and signs beside its text.
	height float64
}

// lines puts the pieces of a flow on lines, from top to bottom.
func lines(pieces []piece) []line {
	pieces = slices.Clone(pieces)
	slices.SortStableFunc(pieces, func(a, b piece) int {
		return cmp.Compare(a.box.middle().y, b.box.middle().y)
	})
	var all []line
	var highest rect // of the last line
	for _, p := range pieces {
		if n := len(all); n > 0 && highest.level(p.box) && highest.between(p.box) {
			all[n-1].add(p)
			if p.box.height() > highest.height() {
				highest = p.box
			}
			continue
		}
		all = append(all, line{pieces: []piece{p}, box: p.box, height: p.box.height()})
		highest = p.box
	}
	for i := range all {
		all[i].order()
	}
	return all
}

// between says whether the middle of the lower of two rectangles lies beside the
// other.
func (r rect) between(o rect) bool {
	if r.height() < o.height() {
		r, o = o, r
	}
	return r.y0 <= o.middle().y && o.middle().y <= r.y1
}

func (l *line) add(p piece) {
	l.pieces = append(l.pieces, p)
	l.box = l.box.union(p.box)
	l.height = max(l.height, p.box.height())
}

// order sorts the pieces from left to right, or from right to left if most of
// them are read so.
func (l *line) order() {
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

// text gives the line as it is read, with two spaces where there is more than one
// space between two pieces.
func (l line) text() string {
	var text strings.Builder
	for i, p := range l.pieces {
		if i > 0 {
			before := l.pieces[i-1]
			if before.box.gap(p.box) > wide*min(before.box.height(), p.box.height()) {
				text.WriteByte(' ')
			}
			text.WriteByte(' ')
		}
		text.WriteString(p.text)
	}
	return text.String()
}

// A paragraph is lines that belong together.
type paragraph struct {
	text string // its lines, each with a line end
	box  rect
}

// paragraphs cuts the lines of a flow where one of the signs of a new paragraph
// is seen.
func paragraphs(all []line) []paragraph {
	var found []paragraph
	flow := measureFlow(all)
	start := 0
	for i := range all {
		if i+1 < len(all) && !flow.parts(all[start:i+1], all[i+1]) {
			continue
		}
		found = append(found, newParagraph(all[start:i+1]))
		start = i + 1
	}
	return found
}

func newParagraph(all []line) paragraph {
	p := paragraph{box: all[0].box}
	var text strings.Builder
	for _, l := range all {
		text.WriteString(l.text())
		text.WriteByte('\n')
		p.box = p.box.union(l.box)
	}
	p.text = text.String()
	return p
}

// measures say what a flow is like as a whole.
type measures struct {
	box rect
	// gap is the space between two lines of a paragraph, as a share of the
	// height of a line. It is negative where lines are set tightly.
	gap float64
}

// measureFlow takes for the space between lines one that most spaces are not less
// than: in a flow of many short paragraphs, most are between these.
func measureFlow(all []line) measures {
	m := measures{box: all[0].box}
	var gaps []float64
	for i, l := range all {
		m.box = m.box.union(l.box)
		if i > 0 {
			gaps = append(gaps, spaceAbove(all[i-1], l))
		}
	}
	if len(gaps) > 0 {
		slices.Sort(gaps)
		const loosest = 1.2 // more than that parts paragraphs, however the rest is set
		m.gap = min(gaps[len(gaps)/4], loosest)
	}
	return m
}

// spaceAbove is the empty space between two lines, as a share of the lower height.
func spaceAbove(above, l line) float64 {
	return (l.box.y0 - above.box.y1) / max(min(above.height, l.height), tiny)
}

// tiny keeps from dividing by nothing.
const tiny = 1e-3

// parts says whether next begins a new paragraph after the lines of another.
func (m measures) parts(lines []line, next line) bool {
	const (
		looser = 0.3  // more space than between lines, as a share of a line's height
		larger = 1.18 // times the height of a line: another size of type
	)
	last := lines[len(lines)-1]
	high, low := max(last.height, next.height), min(last.height, next.height)
	return spaceAbove(last, next) > m.gap+looser || high > larger*low ||
		beginsItem(next) || m.ended(last) && beginsSentence(next) || m.indented(lines, next)
}

// ended says whether a line looks like the last of a paragraph: a sentence ends in
// it, well before the right edge.
func (m measures) ended(l line) bool {
	const short = 0.15 // of the width
	if len(l.pieces) > 1 || m.box.x1-l.box.x1 < short*m.box.width() {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(l.pieces[0].text, `"'”’»)]`))
	return strings.ContainsRune(".:!?;。！？", last)
}

func beginsSentence(l line) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(l.pieces[0].text, `"'“‘«([`))
	return !unicode.IsLower(first)
}

// indented says whether next is set in, as the first line of a paragraph is, and
// the two lines before it, which one paragraph has, are not.
func (m measures) indented(lines []line, next line) bool {
	if len(lines) < 2 || len(next.pieces) > 1 {
		return false
	}
	last, before := lines[len(lines)-1], lines[len(lines)-2]
	edge := last.box.x0
	in := next.box.x0 - edge
	return len(last.pieces) == 1 && 0.8*next.height < in && in < 5*next.height &&
		before.box.x0 > edge-0.3*next.height && beginsSentence(next)
}

// beginsItem says whether a line begins with a sign that begins items of lists.
func beginsItem(l line) bool {
	first, size := utf8.DecodeRuneInString(l.pieces[0].text)
	alone := len(l.pieces[0].text) == size || l.pieces[0].text[size] == ' '
	return alone && strings.ContainsRune("•‣◦▪▫■□●○◆◇➢➤✓✔⁃∙·\uF0B7\uF0A7", first)
}
