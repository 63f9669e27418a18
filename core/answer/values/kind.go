package values

import (
	"slices"
	"strings"

	"docuquest/core/document/entry"
	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// Has reports whether a text contains a thing of the kind that a question asks for, which
// the question does not contain itself. It is a hint: it moves a sentence up and never rules
// one out.
func Has(asked *question.Question, sentence string) bool {
	aim, all := asked.Aim, question.WordsIn(sentence)
	isAsked := func(w question.Word) bool {
		return slices.ContainsFunc(asked.Words, func(q question.Word) bool { return q.Folded == w.Folded })
	}
	words := slices.DeleteFunc(slices.Clone(all), isAsked)
	if aim.Chooses && len(all) > 0 && all[0].Folded == aim.Noun && aim.Kind != question.Date {
		return true
	}
	switch aim.Kind {
	case question.Value, question.Count, question.Cells:
		if aim.Dimension == Money {
			isMoney := func(q quantity.Quantity) bool { return q.Unit.Dimension == Money }
			return slices.ContainsFunc(quantity.Find(sentence), isMoney)
		}
		return question.HasNumber(words)
	case question.Date: // a year of three or four digits, a century or a month; "since when" asks for a version as well
		eras, centuries := lexicon.Any("eras"), lexicon.Any("centuries")
		isTime := func(q quantity.Quantity) bool {
			return q.Kind == quantity.Time || q.Kind == quantity.Measure && q.Unit.Dimension == "time" || asked.AsksSince() && q.Kind == quantity.Version
		}
		if slices.ContainsFunc(quantity.Find(sentence), isTime) {
			return true
		}
		return slices.ContainsFunc(words, func(w question.Word) bool {
			isYear := strings.Trim(w.Folded, "0123456789") == "" && (len(w.Folded) == 3 || len(w.Folded) == 4)
			return isYear || quantity.Month(w.Folded) > 0 || eras.Has(w.Folded) || centuries.Has(w.Folded)
		})
	case question.Person: // two words with capitals, one space apart
		for i := 1; i < len(all); i++ {
			// Two pairs of a script without spaces overlap, and Of is empty between them.
			between := text.Span{Start: all[i-1].Span.End, End: all[i].Span.Start}.Of(sentence)
			if all[i-1].IsCapital() && all[i].IsCapital() && between == " " && !(isAsked(all[i-1]) && isAsked(all[i])) {
				return true
			}
		}
	case question.Reason:
		said := analysis.Phrase(sentence)
		return slices.ContainsFunc(lexicon.Any("saying").Words("cause"), func(w string) bool { return strings.Contains(said, " "+w+" ") })
	case question.List:
		return leastItems <= items(sentence)
	}
	return false
}

// leastItems is the number of items from which lines are a list.
const leastItems = 3

// items counts the lines of a text that begin with the mark of an item, or with a literal.
func items(s string) int {
	n := 0
	for line := range strings.Lines(s) {
		if entry.IsItem(line) || strings.HasPrefix(strings.TrimLeft(line, " \t"), "`") {
			n++
		}
	}
	return n
}

// Enumerates reports whether a sentence names several things in a row: "A, B and C", or literals.
func Enumerates(sentence string) bool {
	const longest = 3 // words of a thing
	things := 1       // in a row, at the comma
	_, rest, _ := strings.Cut(sentence, ",")
	for part := range strings.SplitSeq(rest, ",") {
		words := question.WordsIn(part)
		isLiteral := strings.HasPrefix(strings.TrimSpace(part), "`")
		switch join := slices.IndexFunc(words, JoinsThings); {
		case join == 0 && leastItems <= things+1, 0 < join && join <= longest && leastItems <= things+2:
			return true
		case isLiteral || 0 < len(words) && len(words) <= longest:
			things++
		default:
			things = 1
		}
		if isLiteral && leastItems <= things {
			return true
		}
	}
	return false
}

// JoinsThings reports whether a word is "and" or "or".
func JoinsThings(w question.Word) bool {
	return slices.ContainsFunc(lexicon.Any("joins").Keys(w.Folded), func(key string) bool { return key == "and" || key == "or" })
}

// Wanted is what a question of a recognized kind asks for, for people: "a date".
func Wanted(asked *question.Question) string {
	switch {
	case asked.Dimension == Money:
		return "an amount of money"
	case asked.Kind == question.Date:
		return "a date"
	case asked.Kind == question.Person:
		return "a name"
	}
	return "a number"
}
