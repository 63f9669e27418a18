package research

import (
	"slices"
	"strings"
	"unicode"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// holdsDate reports whether a sentence has a date, a month, a year or a century that the
// question does not have.
func (f *filling) holdsDate(s string) bool {
	for _, q := range quantity.Find(s) {
		before, behind := s[:q.Span.Start], s[q.Span.End:]
		// "host:1234", "/data/2003/04"
		isPiece := before != "" && strings.IndexByte(":./-", before[len(before)-1]) >= 0 ||
			len(behind) > 1 && strings.IndexByte(":./-", behind[0]) >= 0 && '0' <= behind[1] && behind[1] <= '9'
		years := strings.FieldsFunc(q.Text, func(r rune) bool { return r == '-' || r == '–' }) // "1914-1918"
		isYear := !isPiece && len(years) > 0 && !slices.ContainsFunc(years, func(y string) bool { return !isYear(y) })
		if (isYear || q.Kind == quantity.Day || q.Kind == quantity.Era) && f.isNews(q.Text) {
			return true
		}
	}
	centuries := lexicon.Any("centuries")
	return slices.ContainsFunc(plainWords(s), func(w string) bool { return centuries.Has(w) && f.isNews(w) })
}

// isYear reports whether a word is four digits that may be a year from 1000 to 2999.
func isYear(word string) bool {
	return len(word) == 4 && strings.Trim(word, "0123456789") == "" && ('1' <= word[0] && word[0] <= '2')
}

// holdsVersion reports whether a sentence has a version that the question does not have:
// digits with a full stop between them that measure nothing, or a number behind "version" or
// "release".
func (f *filling) holdsVersion(s string) bool {
	nouns := lexicon.Any("asked nouns")
	return slices.ContainsFunc(quantity.Find(s), func(q quantity.Quantity) bool {
		if q.Kind == quantity.Version || q.Kind == quantity.Number && strings.Contains(q.Text, ".") {
			return f.isNews(q.Text)
		}
		before := plainWords(s[:q.Span.Start])
		if len(before) == 0 || strings.Trim(q.Text, "0123456789") != "" {
			return false
		}
		noun := before[len(before)-1]
		return slices.Contains(nouns.Keys(noun), "version") && f.isNews(noun+" "+q.Text)
	})
}

// isAmount reports whether a quantity of a sentence may be how many or how much a slot asks
// for: none of the question, no date, and not the number of other things. Where things are
// counted, one in digits may count them by another name, "1,207 people" for burials, but not
// by a measure; one in letters has to be right before their name or at the end: sentences are
// full of "one" and "two".
func (f *filling) isAmount(s string, q quantity.Quantity, slot *Slot) bool {
	_, isNumeral := quantity.Numeral(text.Fold(q.Text))
	isKnown := slices.ContainsFunc(f.figures, func(known quantity.Quantity) bool { return quantity.Equal(q.Bare(), known.Bare()) })
	if isKnown || q.Kind == quantity.Day || q.Kind == quantity.Era || !q.Sure && !isNumeral {
		return false
	}
	behind := f.behind(s, q)
	if isYear(q.Text) {
		// Four digits that may be a year count what is asked for, or any word unless a year may be
		// there: "In 2012 miners came".
		isAsked := slices.ContainsFunc(slot.own, func(w string) bool { return slices.Contains(behind, f.stem(w)) })
		before := plainWords(s[:q.Span.Start])
		isCount := len(before) > 0 && !analysis.IsStop(before[len(before)-1])
		if len(behind) == 0 || !isAsked && !isCount {
			return false
		}
	}
	counted := f.counted(slot)
	if counted == "" || slices.Contains(behind, counted) {
		return true
	}
	next := plainWords(s[q.Span.End:])
	isCount := len(next) == 0 || quantity.Month(next[0]) == 0 && strings.ContainsAny(q.Text, "0123456789") // no "12 May"
	return q.Kind == quantity.Number && isCount
}

// counted returns the stem of the thing whose number a slot asks for, "" where it asks for a
// measure or no number.
func (f *filling) counted(slot *Slot) string {
	words := plainWords(slot.Asked)
	for i, w := range words[:max(0, len(words)-1)] {
		isCount := w == "many" || w == "of" && i > 0 && words[i-1] == "number"
		if next := words[i+1]; slot.Kind == Number && isCount && !analysis.IsStop(next) {
			return f.stem(next)
		}
	}
	return ""
}

// behind returns the stems of what a quantity counts: of up to three words behind its
// figures, the first of which is no small one.
func (f *filling) behind(s string, q quantity.Quantity) []string {
	const most = 3
	var stems []string
	for w := range text.Words(s[q.Span.Start:]) {
		word := text.Fold(w.Span.Of(s[q.Span.Start:]))
		_, isNumeral := quantity.Numeral(word)
		switch isFigure := isNumeral || strings.IndexFunc(word, unicode.IsDigit) >= 0; {
		case len(stems) == 0 && isFigure:
		case len(stems) == most || len(stems) == 0 && analysis.IsStop(word):
			return stems
		default:
			stems = append(stems, f.stem(word))
		}
	}
	return stems
}
