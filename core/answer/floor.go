package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// floor is the coverage from which the question counts as answered, by those of
// its words that stand in no file. Such words that follow one another, as in
// "Harry Potter", are one matter; a name that makes up much of the question asks for
// an answer that knows it.
func (d *demand) floor(question string, missing []string) float64 {
	matter := 0.0  // the mass of the missing words up to here that follow one another
	named := false // one of them is written as a name
	end := 0       // of the word before
	for w := range text.Words(question) {
		word := w.Span.Of(question)
		if w.Bigram || !isBlank(text.Span{Start: end, End: w.Span.Start}.Of(question)) {
			matter, named = 0, false
		}
		inside := end > 0
		end = w.Span.End
		if !slices.Contains(missing, strings.ToLower(word)) {
			matter, named = 0, false
			continue
		}
		matter += d.missed(strings.ToLower(word), missing)
		named = named || inside && isName(word)
		if named && leastMatter*d.mass <= matter {
			return leastWithoutMatter
		}
	}
	return leastCoverage
}

// missed is the mass of a word that stands in no file; 0 if the question is as
// well answered by another word that does stand in one.
func (d *demand) missed(word string, missing []string) float64 {
	at := d.needOf(word)
	if at < 0 {
		return 0
	}
	for _, i := range d.needs[at] {
		if !slices.Contains(missing, d.terms[i].Text) {
			return 0
		}
	}
	return d.heaviest(d.needs[at], func(int) float64 { return 1 })
}

// isName reports whether a word is written as a name is: signs of units are not.
func isName(word string) bool {
	const leastLetters = 3
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && leastLetters <= utf8.RuneCountInString(word)
}
