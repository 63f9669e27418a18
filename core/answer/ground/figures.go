package ground

import (
	"slices"
	"strings"

	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// A lack is a piece of a statement that its quotes do not contain.
type lack struct {
	what string
	// isWrong reports that the quotes contain something else in its place, or that without
	// them nobody may write it: a figure, another unit, a negation.
	isWrong bool
}

// lackingFigures returns the figures of a statement that its quotes do not contain, however
// they are written, and the figures that have another unit there.
func lackingFigures(statement string, e evidence) []lack {
	wanted := quantity.Find(statement)
	if len(wanted) == 0 {
		return nil
	}
	quotes, titles := holdFigures(e.quotes), holdFigures(e.titles)
	var all []lack
	for _, q := range wanted {
		figures := []quantity.Quantity{q}
		isSame := func(o heldFigure) bool { return quantity.Equal(q, o.Quantity) }
		if q.IsCompound() && !slices.ContainsFunc(quotes, isSame) {
			figures = q.Parts() // each end of a range is a figure by itself
		}
		for _, f := range figures {
			switch {
			case !f.Sure:
			case !quotes.hold(f, titles):
				all = append(all, lack{f.Text, true})
			default:
				all = append(all, quotes.lackingUnit(f, e)...)
			}
		}
	}
	return all
}

// heldFigures are the figures of some texts, and the parts of each.
type heldFigures []heldFigure

type heldFigure struct {
	quantity.Quantity
	ofDate bool // a part of a date
}

func holdFigures(texts []string) heldFigures {
	var held heldFigures
	for _, s := range texts {
		for _, q := range quantity.Find(s) {
			held = append(held, heldFigure{q, false})
			for _, part := range q.Parts() {
				part.Sure = part.Sure && q.Sure
				held = append(held, heldFigure{part, q.Kind == quantity.Day})
			}
		}
	}
	return held
}

// hold reports whether the quotes contain a figure, whatever its unit. A title may give the
// year or the month of all below it.
func (h heldFigures) hold(f quantity.Quantity, titles heldFigures) bool {
	isOfTime := f.IsYear() || f.Kind == quantity.Day && len(f.Parts()) < 2
	if h.contain(f) || isOfTime && titles.contain(f) {
		return true
	}
	// The year of a quarter may be in a title, and the quarter in the quote.
	return f.Kind == quantity.Day && f.Date.Quarter > 0 && len(f.Parts()) == 2 &&
		!slices.ContainsFunc(f.Parts(), func(part quantity.Quantity) bool { return !h.hold(part, titles) })
}

// contain reports whether a figure or its parts are among the held ones. The parts of a date
// may be apart, as in "March 12 to 15, 1950", but not each in another date.
func (h heldFigures) contain(f quantity.Quantity) bool {
	if slices.ContainsFunc(h, func(o heldFigure) bool { return isOne(f, o.Quantity) }) {
		return true
	}
	isLoose := f.Kind != quantity.Day || f.Date.IsFiscal && len(f.Parts()) == 1
	for i, part := range f.Parts() {
		isHeld := false
		for _, o := range h {
			if isOne(part, o.Quantity) {
				isDate := o.ofDate || o.Kind == quantity.Day && len(o.Parts()) > 0
				isHeld = true
				isLoose = isLoose || o.Sure && !isDate && (i > 0 || len(f.Parts()) == 2)
			}
		}
		if !isHeld {
			return false
		}
	}
	return len(f.Parts()) > 0 && isLoose
}

// isOne reports whether a figure is another one, in another unit, or a month or a year that
// the other one is in.
func isOne(f, held quantity.Quantity) bool {
	if quantity.Equal(f, held) || quantity.Equal(f.Bare(), held.Bare()) {
		return true
	}
	return f.Kind == quantity.Day && held.Kind == quantity.Day && f.Date.Covers(held.Date)
}

// lackingUnit is a figure whose unit the quotes do not have. Where they have no unit
// beside it, the head of a column may.
func (h heldFigures) lackingUnit(f quantity.Quantity, e evidence) []lack {
	if f.Unit.IsZero() {
		return nil
	}
	isKnown, isBare := false, false
	for _, o := range h {
		if !o.Sure || o.ofDate || !isOne(f, o.Quantity) {
			continue
		}
		if quantity.Equal(f, o.Quantity) || f.Unit.Same(o.Unit) {
			return nil
		}
		isKnown, isBare = true, isBare || o.Unit.IsZero()
	}
	if isKnown && !isBare {
		return []lack{{f.Text, true}}
	}
	for _, s := range slices.Concat(e.quotes, e.titles) {
		if slices.ContainsFunc(quantity.Mentions(s), f.Unit.Same) {
			return nil
		}
	}
	return []lack{{f.Text, false}}
}

// figureWords returns a function that reports whether a word of a text is part of a figure,
// which is compared as such: months, eras, numbers in words, units behind a number, "3rd" and
// "1990s".
func figureWords(s string) func(word text.Span) bool {
	all := quantity.Find(s)
	return func(word text.Span) bool {
		for _, q := range all {
			inside := q.Span.Start <= word.Start && word.End <= q.Span.End
			begun := word.Start < q.Span.End && q.Span.End < word.End && isDigit(s[word.Start])
			if inside || begun && numberEndings[s[q.Span.End:word.End]] {
				return true
			}
		}
		return strings.Trim(word.Of(s), "0123456789") == ""
	}
}

var numberEndings = text.WordSet("st nd rd th s k m bn x")

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
