package pdf

import (
	"errors"
	"slices"
	"strings"

	"docuquest/core/document"
)

// places returns what marks mean on the page, in shares of it: of a quote the words that
// it holds, else the box of the mark.
func (p *openPage) places(marks []document.Mark, most int) ([]rect, error) {
	isQuote := func(m document.Mark) bool { return m.Quote != "" }
	var read reading
	if slices.ContainsFunc(marks, isQuote) {
		words, err := p.words(most)
		if err != nil && !errors.Is(err, errFull) {
			return nil, err
		}
		read = newReading(words, p.size)
	}
	var places []rect
	for _, m := range marks {
		v := m.Vertices
		box := span(point{v[0][0], v[0][1]}, point{v[2][0], v[2][1]}).
			union(span(point{v[1][0], v[1][1]}, point{v[3][0], v[3][1]}))
		quoted := read.find(m.Quote, box.scaled(p.size.w, p.size.h))
		for _, place := range quoted {
			places = append(places, place.scaled(1/p.size.w, 1/p.size.h))
		}
		if len(quoted) == 0 {
			places = append(places, box)
		}
	}
	return places, nil
}

// A reading is the words of a page in the order in which arrange has them.
type reading struct {
	text  string // of all words, without the space between them, which may be anything
	words []readWord
}

type readWord struct {
	start int  // in the text
	box   rect // on the page
	piece int  // the number of the piece that has it
}

func newReading(words []word, s size) reading {
	var r reading
	var text strings.Builder
	piece := 0
	for _, run := range runs(words, s) {
		for _, flow := range flows(pieces(run.words)) {
			for _, l := range lines(flow) {
				for _, p := range l.pieces {
					for _, w := range p.words {
						box := w.box.turn(4-run.back, s.turned(run.back))
						r.words = append(r.words, readWord{text.Len(), box, piece})
						text.WriteString(w.text)
					}
					piece++
				}
			}
		}
	}
	r.text = text.String()
	return r
}

// find returns the places of a quote: of its words on each line, where they are next to
// one another. Of a quote that the page has several times, the first that begins in a
// box is meant.
func (r reading) find(quote string, in rect) []rect {
	quote = strings.Join(strings.Fields(quote), "")
	if quote == "" {
		return nil
	}
	var found []rect
	for from := 0; ; {
		at := strings.Index(r.text[from:], quote)
		if at < 0 {
			return found
		}
		start := from + at
		first := r.wordAt(start)
		if here := r.words[first].box.middle(); found == nil || in.holds(here) {
			found = nil
			for i, w := range r.words[first : r.wordAt(start+len(quote)-1)+1] {
				if i > 0 && w.piece == r.words[first+i-1].piece {
					found[len(found)-1] = found[len(found)-1].union(w.box)
				} else {
					found = append(found, w.box)
				}
			}
			if in.holds(here) {
				return found
			}
		}
		from = start + 1
	}
}

// wordAt is the word that has a byte of the text.
func (r reading) wordAt(offset int) int {
	i, exact := slices.BinarySearchFunc(r.words, offset, func(w readWord, offset int) int { return w.start - offset })
	if exact {
		return i
	}
	return i - 1
}
