package pdf

import (
	"errors"
	"math"
	"unicode"
)

// A word is what is between two spaces. Its box reaches from the foot to the
// head of its font, so that words of one line have boxes of one height.
type word struct {
	text     string
	box      rect
	quarters int // how its text runs, as in wordReader.direction
}

// words reads the words of a page in the order in which the file draws them, and
// no more than about so many bytes of them, with errFull if there are more. What lies outside of
// the page as it is shown is left out: a reader of the page does not see it.
func (p *openPage) words(most int) ([]word, error) {
	text := p.call("FPDFText_LoadPage", p.handle)
	if p.err == nil && text == 0 {
		return nil, errNoPage
	}
	r := wordReader{openPage: p, text: text, most: most}
	for i, c := range r.characters() {
		const byteOrderMark = '\uFEFF'
		switch {
		case c == hyphenInText || c == hyphenAlone:
			r.append(i, '-')
			r.end()
		case unicode.IsSpace(c):
			r.end()
		case unicode.IsPrint(c) || unicode.In(c, unicode.Cf, unicode.Co) && c != byteOrderMark:
			r.append(i, c)
		}
		if p.err != nil || r.most <= 0 {
			break
		}
	}
	r.end()
	p.call("FPDFText_ClosePage", text)
	if p.err == nil && r.most <= 0 {
		return r.words, errFull
	}
	return r.words, p.err
}

// errFull comes with the words that could still be read.
var errFull = errors.New("has more text than is read")

// A wordReader makes words of the characters of a page.
type wordReader struct {
	*openPage
	text  uint64 // PDFium's handle
	most  int    // bytes that may still be read
	words []word

	letters     []rune // of the word that is being read
	first, last int    // where it began, and its last character
	before      rect   // the box of the last character of the word before
	ended       int    // the place of that character
}

// characters returns all characters of the page, each at its place in PDFium's
// order, by which it is asked about.
func (r *wordReader) characters() []rune {
	count := r.number("FPDFText_CountChars", r.text)
	if count <= 0 {
		return nil
	}
	units := 2*count + 1 // were all of them outside of the first plane
	buffer := r.allocate(2 * units)
	got := r.number("FPDFText_GetText", r.text, 0, uint64(count), uint64(buffer))
	all := r.runes(buffer, min(max(got-1, 0), units))
	r.call("free", uint64(buffer))
	if len(all) == count {
		return all
	}
	// The text leaves out what has no meaning as a character.
	all = make([]rune, count)
	for i := range all {
		all[i] = rune(r.number("FPDFText_GetUnicode", r.text, uint64(i)))
		if r.err != nil {
			return nil
		}
	}
	return all
}

// What PDFium gives for a hyphen at the end of a line, where it leaves out the line
// end: the one in a text, the other for a single character.
const (
	hyphenInText = '\uFFFE'
	hyphenAlone  = '\x02'
)

func (r *wordReader) append(i int, c rune) {
	if len(r.letters) == 0 {
		r.first = i
	}
	r.letters, r.last = append(r.letters, c), i
}

// end closes the word that is being read.
func (r *wordReader) end() {
	if len(r.letters) == 0 {
		return
	}
	text := string(r.letters)
	r.letters = r.letters[:0]
	first, ok1 := r.box(r.first)
	last, ok2 := first, ok1
	if r.last != r.first {
		last, ok2 = r.box(r.last)
	}
	w := word{text: text, box: first.union(last)}
	if !ok1 || !ok2 || !(rect{0, 0, r.size.w, r.size.h}).holds(w.box.middle()) {
		return
	}
	w.quarters = r.direction(first, last)
	r.most -= len(text) + 1
	if r.torn(first) {
		before := &r.words[len(r.words)-1]
		before.text += w.text
		before.box = before.box.union(w.box)
	} else {
		r.words = append(r.words, w)
	}
	r.before, r.ended = last, r.last
}

// aslant is the direction that is far from quarters of a circle, as that of a stamp
// across a page.
const aslant = 4

// direction returns how a word runs on the page whose first and last character have
// these boxes: 0 to the right, 1 down, 2 to the left, 3 up, or aslant. Nearly all words run
// to the right, which their boxes show; PDFium is asked about others. A word of one
// character runs as the one before it.
func (r *wordReader) direction(first, last rect) int {
	one, before := r.first == r.last, 0
	if n := len(r.words); n > 0 {
		before = r.words[n-1].quarters
	}
	if runsRight := first.x0 < last.x0 && first.level(last); runsRight || one && before == 0 {
		return 0
	}
	r.call("FPDFText_GetMatrix", r.text, uint64(r.first), uint64(r.results))
	const near = 0.2
	m := r.floats(6)
	d := r.frame.x.times(m[0]).plus(r.frame.y.times(m[1]))
	switch wide, high := math.Abs(d.x), math.Abs(d.y); {
	case high <= near*wide && 0 <= d.x:
		return 0
	case high <= near*wide:
		return 2
	case wide <= near*high && 0 < d.y:
		return 1
	case wide <= near*high:
		return 3
	}
	return aslant
}

// torn reports whether the word that begins with a box belongs to the word before:
// PDFium takes some kerning for a space.
func (r *wordReader) torn(first rect) bool {
	const (
		hair    = 0.05 // of the height of a line; a space is 0.2 of it or more
		longest = 200  // bytes of what may still be one word
	)
	return len(r.words) > 0 && r.first == r.ended+2 && len(r.words[len(r.words)-1].text) < longest &&
		first.level(r.before) && first.x0 > r.before.x0 && first.x0-r.before.x1 < hair*first.height() &&
		r.number("FPDFText_IsGenerated", r.text, uint64(r.ended+1)) == 1
}

// box returns the place of one character. It is false if that is no place at all.
func (r *wordReader) box(i int) (rect, bool) {
	r.call("FPDFText_GetLooseCharBox", r.text, uint64(i), uint64(r.results))
	edges := r.floats(4) // left, top, right, bottom
	for _, edge := range edges {
		if math.IsNaN(edge) || math.IsInf(edge, 0) {
			return rect{}, false
		}
	}
	return span(r.frame.at(edges[0], edges[1]), r.frame.at(edges[2], edges[3])), r.err == nil
}
