package rank

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A verbatim word is one of the question that a text should hold as it was
// written: no other form of it means the same.
type verbatim struct {
	kind verbatimKind
	form string // folded
	term int
}

type verbatimKind uint8

const (
	number verbatimKind = iota
	code                // with a digit, in capitals, or made of several words: RFC, utf8, getUserName
	name                // with a capital, where no sentence begins
	verbatimKinds
)

// mostlyCapitals is the share of words with a capital from which capitals say
// nothing, as in a heading.
const mostlyCapitals = 0.7

// addVerbatim finds the verbatim words of a question that was added.
func (q *Question) addVerbatim(s string, a *analysis.Analyzer) {
	titled := isTitled(s)
	first := true
	for w := range (text.Options{Underscores: true}).Words(s) {
		word := w.Span.Of(s)
		form := analysis.Exact(word)
		kind, ok := kindOf(word, first, titled)
		first = false
		term, known := q.byStem[a.Stem(form)]
		if ok && known && !analysis.IsStop(form) && q.verbatimOf(word) < 0 {
			q.verbatims = append(q.verbatims, verbatim{kind, form, term})
		}
	}
	for f := range text.Figures(s) {
		if term := q.byStem[f.Form]; q.Terms[term].Figure && q.verbatimOf(f.Form) < 0 {
			q.verbatims = append(q.verbatims, verbatim{number, f.Form, term})
		}
	}
}

// seeFigures notes the verbatim words that a text says by its figures: the figures
// themselves, and the words that they are made of in the question.
func (m *Matcher) seeFigures(s string) {
	said := map[int]bool{} // terms
	m.eachFigure(s, func(term int) {
		said[term] = true
		for _, word := range m.question.figures[term] {
			said[word] = true
		}
	})
	for i, v := range m.question.verbatims {
		if said[v.term] {
			m.seen[i] = true
		}
	}
}

// mayHoldFigures reports whether a figure of a text may be one of the terms: a plain
// number is a figure of the text that groups its digits.
func (q *Question) mayHoldFigures() bool {
	return slices.ContainsFunc(q.Terms, func(t Term) bool { return analysis.MayBeFigure(t.Stem) })
}

func kindOf(word string, first, titled bool) (verbatimKind, bool) {
	var digits, capitals, others int
	inner := false // a capital behind a small letter
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			inner = inner || others > 0
			capitals++
		default:
			others++
		}
	}
	switch {
	case capitals+others == 0:
		return number, true
	case digits > 0, inner, strings.Contains(strings.Trim(word, "_"), "_"):
		return code, true
	case titled:
		return 0, false
	case others == 0 && capitals > 1:
		return code, true
	}
	return name, capitals > 0 && !first
}

// isTitled reports whether nearly all words have a capital.
func isTitled(s string) bool {
	words, capitals := 0, 0
	for w := range text.Words(s) {
		words++
		if first, _ := utf8.DecodeRuneInString(w.Span.Of(s)); unicode.IsUpper(first) {
			capitals++
		}
	}
	return float64(capitals) >= mostlyCapitals*float64(words)
}

// verbatimOf gives the number of a word among the verbatim ones, -1 for none.
func (q *Question) verbatimOf(word string) int {
	for i, v := range q.verbatims {
		if analysis.IsExact(word, v.form) {
			return i
		}
	}
	return -1
}

// verbatimShare is the weight of the verbatim words that were seen among those of
// their kind, added up over the kinds.
func (q *Question) verbatimShare(seen map[int]bool) float64 {
	var held, all [verbatimKinds]float64
	for i, v := range q.verbatims {
		w := q.Terms[v.term].IDF
		all[v.kind] += w
		if seen[i] {
			held[v.kind] += w
		}
	}
	var sum float64
	for kind := range all {
		sum += share(held[kind], all[kind])
	}
	return sum
}
