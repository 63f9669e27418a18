package research

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// holdsDate finds a year of four digits, a month, a century or a date.
func (f *filling) holdsDate(s string) bool {
	for figure := range quantity.Terms(s) {
		if strings.Contains(figure.Form, "-") && f.isNews(figure.Span.Of(s)) {
			return true
		}
	}
	if holdsAny(analysis.Phrase(s), "ce", "bce", "bc", "ad") {
		return true
	}
	return f.anyWord(s, func(w text.Span, key string) bool {
		initial, _ := utf8.DecodeRuneInString(s[w.Start:])
		return isYear(s, w) || quantity.Month(key) > 0 && unicode.IsUpper(initial) || key == "century"
	})
}

// isYear reports whether a word of a text is the digits of a year and no piece of an
// address, a version or a telephone number: "host:1234", "v1.2023". Years from and to
// which something lasted are both one: "1914-1918".
func isYear(s string, w text.Span) bool {
	if !isYearly(w.Of(s)) {
		return false
	}
	before, behind := s[:w.Start], s[w.End:]
	const digits = 4
	if end := len(before) - 1; end >= 0 && strings.IndexByte(":./-", before[end]) >= 0 {
		return before[end] == '-' && isYearly(before[max(0, end-digits):end])
	}
	if len(behind) > 1 && strings.IndexByte(":./-", behind[0]) >= 0 && '0' <= behind[1] && behind[1] <= '9' {
		return behind[0] == '-' && isYearly(behind[1:min(len(behind), 1+digits)])
	}
	return true
}

// isYearly reports whether a word is four digits that may be a year from 1000 to 2999.
func isYearly(word string) bool {
	return len(word) == 4 && strings.Trim(word, "0123456789") == "" && ('1' <= word[0] && word[0] <= '2')
}

// holdsVersion finds a version: digits with a full stop between them that measure nothing, or
// a number behind "version" or "release".
func (f *filling) holdsVersion(s string) bool {
	for figure := range quantity.Terms(s) {
		behind, _, _ := strings.Cut(strings.TrimLeft(s[figure.Span.End:], " "), " ")
		isMeasured := strings.HasPrefix(behind, "%") || quantity.IsUnit(strings.Trim(behind, ".,;:)"))
		if strings.Contains(figure.Form, ".") && !isMeasured && f.isNews(figure.Span.Of(s)) {
			return true
		}
	}
	nouns, before := lexicon.Any("asked nouns"), ""
	for w := range text.Words(s) {
		key := analysis.Exact(w.Span.Of(s))
		if slices.Contains(nouns.Keys(before), "version") && strings.Trim(key, "0123456789") == "" && f.isNews(before+" "+key) {
			return true
		}
		before = key
	}
	return false
}

// holdsAmount finds a figure that may be how many or how much is asked for.
func (f *filling) holdsAmount(s string, slot *Slot) bool {
	r := f.newAmountReader(s, slot)
	return slices.ContainsFunc(r.figures(), r.isAmount)
}

// counts reports whether a figure stands before the very thing whose number is asked for.
func (f *filling) counts(s string, slot *Slot) bool {
	r := f.newAmountReader(s, slot)
	return slot.Kind == Number && r.counted != "" && slices.ContainsFunc(r.figures(), func(i int) bool {
		return slices.Contains(r.behind(i), r.counted)
	})
}

func (f *filling) newAmountReader(s string, slot *Slot) *amountReader {
	r := &amountReader{filling: f, text: s, slot: slot, counted: f.counted(slot.Asked)}
	for w := range text.Words(s) {
		r.words = append(r.words, w.Span)
	}
	return r
}

// counted is the stem of the thing whose number is asked for, "" where a measure is.
func (f *filling) counted(label string) string {
	words := plainWords(label)
	for i, w := range words[:max(0, len(words)-1)] {
		isCount := w == "many" || w == "of" && i > 0 && words[i-1] == "number"
		if next := words[i+1]; isCount && !analysis.IsStop(next) {
			return f.stem(next)
		}
	}
	return ""
}

// An amountReader tells amounts from the other figures of a sentence.
type amountReader struct {
	*filling
	text    string
	words   []text.Span
	slot    *Slot
	counted string // a stem, "" for none
}

// figures are the words that are numbers, and of several in a row the last, which stands
// before what they count: the 207 of "1,207 people", the million of "3 million".
func (r *amountReader) figures() []int {
	var all []int
	for i := range r.words {
		if r.isFigure(i) && (i+1 == len(r.words) || !r.isFigure(i+1)) {
			all = append(all, i)
		}
	}
	return all
}

// isFigure reports whether a word holds a digit or is a number in letters.
func (r *amountReader) isFigure(i int) bool {
	word := r.words[i].Of(r.text)
	_, spelled := quantity.Numeral(text.Fold(word))
	return spelled || strings.IndexFunc(word, unicode.IsDigit) >= 0
}

// isAmount reports whether a figure is none of the question, no year, and not the number of
// other things than those that are asked for. Where things are counted, one in digits may
// count them by another name, "1,207 people" for burials, but not by a measure; one in
// letters has to stand before their name or at the end: sentences are full of "one" and "two".
func (r *amountReader) isAmount(i int) bool {
	word := r.words[i].Of(r.text)
	if strings.Contains(r.asked, analysis.Phrase(word)) || isYearly(word) && !r.countsAsYear(i) {
		return false
	}
	if r.counted == "" || i+1 == len(r.words) || slices.Contains(r.behind(i), r.counted) {
		return true
	}
	_, spelled := quantity.Numeral(text.Fold(word))
	return !spelled && !r.isMeasure(i+1)
}

// behind are the stems of what a figure counts: of up to three words behind it, the first
// of which is no small one.
func (r *amountReader) behind(i int) []string {
	const most = 3
	var stems []string
	for _, w := range r.words[i+1 : min(len(r.words), i+1+most)] {
		if word := text.Fold(w.Of(r.text)); len(stems) > 0 || !analysis.IsStop(word) {
			stems = append(stems, r.stem(word))
			continue
		}
		break
	}
	return stems
}

// isMeasure reports whether a word is a unit, a month or a currency, which counts no things.
func (r *amountReader) isMeasure(i int) bool {
	word := text.Fold(r.words[i].Of(r.text))
	return quantity.IsUnit(word) || quantity.Month(word) > 0
}

// countsAsYear reports whether four digits that may be a year are an amount all the same:
// behind the sign of a currency, before a unit or a thing that is asked for, and before
// any other word unless a year may stand there: "In 2012 miners came".
func (r *amountReader) countsAsYear(i int) bool {
	sign, _ := utf8.DecodeLastRuneInString(r.text[:r.words[i].Start])
	if unicode.Is(unicode.Sc, sign) {
		return true
	}
	behind := r.behind(i)
	if len(behind) == 0 {
		return false
	}
	isAsked := slices.ContainsFunc(r.slot.own, func(w string) bool { return slices.Contains(behind, r.stem(w)) })
	return isAsked || r.isMeasure(i+1) || i > 0 && !analysis.IsStop(text.Fold(r.words[i-1].Of(r.text)))
}
