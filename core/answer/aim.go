package answer

import (
	"slices"
	"strings"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// hasKind reports whether a sentence contains a thing of the kind that a question asks for. It
// is a hint: it moves a sentence up and never rules one out.
func hasKind(aim question.Aim, sentence string) bool {
	words := question.WordsIn(sentence)
	if aim.Chooses && len(words) > 0 && words[0].Folded == aim.Noun && aim.Kind != question.Date {
		return true
	}
	switch aim.Kind {
	case question.Value, question.Count, question.Cells:
		return hasNumber(words)
	case question.Date: // a year of three or four digits, a century or a month
		eras, centuries := lexicon.Any("eras"), lexicon.Any("centuries")
		return slices.ContainsFunc(words, func(w question.Word) bool {
			isYear := strings.Trim(w.Folded, "0123456789") == "" && (len(w.Folded) == 3 || len(w.Folded) == 4)
			return isYear || quantity.Month(w.Folded) > 0 || eras.Has(w.Folded) || centuries.Has(w.Folded)
		})
	case question.Person: // two words with capitals, one space apart
		for i := 1; i < len(words); i++ {
			// Two pairs of a script without spaces overlap, and Of is empty between them.
			between := text.Span{Start: words[i-1].Span.End, End: words[i].Span.Start}.Of(sentence)
			if words[i-1].IsCapital() && words[i].IsCapital() && between == " " {
				return true
			}
		}
	}
	return false
}

// counts reports whether a number precedes the thing that is counted in a sentence by a few
// words: "8,412 gold coins".
func counts(aim question.Aim, sentence string) bool {
	const near = 4 // words; the groups of a number are one each
	if aim.Kind != question.Count || aim.Noun == "" {
		return false
	}
	words, one := question.WordsIn(sentence), strings.TrimSuffix(aim.Noun, "s")
	for i, w := range words {
		if strings.TrimSuffix(w.Folded, "s") == one && hasNumber(words[max(0, i-near):i]) {
			return true
		}
	}
	return false
}

// hasNumber reports whether one of the words has a digit or is a numeral.
func hasNumber(words []question.Word) bool {
	counting := lexicon.Any("counting words")
	return slices.ContainsFunc(words, func(w question.Word) bool {
		n, ok := quantity.Numeral(w.Folded)
		return strings.ContainsAny(w.Folded, "0123456789") || ok && n > 1 || counting.Has(w.Folded)
	})
}
