// Package values finds in a sentence the values that a question asks for: its numbers, dates,
// versions, persons, commands and settings, as spans of the sentence.
//
// It is pure, and knows no document.
package values

import (
	"regexp"
	"slices"
	"strings"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/question"
)

// Money is the dimension of amounts that are recognized by their unit alone.
const Money = "money"

// In returns the values of the kind that a question asks for in a sentence, or in a line of a
// program, without those that the question has itself. The slice is the caller's.
func In(asked *question.Question, said string, isLine bool) []text.Span {
	var all []text.Span
	asksSetting := asked.AsksSetting()
	if at := assignment.FindStringSubmatchIndex(said); isLine && at != nil && (asksSetting || asked.Kind.IsRecognized()) && strings.ContainsAny(said[at[2]:at[3]], "0123456789") {
		return []text.Span{{Start: at[2], End: at[3]}}
	}
	if asksSetting {
		if all = Settings(said); len(all) > 0 {
			return withoutAsked(asked, said, all)
		}
	}
	isAmount := func(q quantity.Quantity) bool {
		return q.Sure && (q.Kind == quantity.Number || q.Kind == quantity.Measure) && (asked.Dimension != Money || q.Unit.Dimension == Money)
	}
	isWanted := func(quantity.Quantity) bool { return false }
	switch asked.Kind {
	case question.Value:
		isWanted = isAmount
	case question.Count: // of things, or of a unit: "how many minutes"
		isWanted = func(q quantity.Quantity) bool {
			return isAmount(q) && (q.Kind == quantity.Number || strings.Contains(text.Fold(q.Text), strings.TrimSuffix(asked.Noun, "s")))
		}
	case question.Date:
		isWanted = func(q quantity.Quantity) bool {
			return q.Kind == quantity.Day || q.IsYear() || asked.AsksSince() && q.Kind == quantity.Version
		}
	case question.Version:
		isWanted = func(q quantity.Quantity) bool { return q.Kind == quantity.Version }
	case question.Person:
		all = peopleIn(said)
	case question.Steps:
		all = commandsIn(said)
	case question.Anything:
		if asksSetting {
			isWanted = isAmount
		}
	}
	for _, q := range quantity.Find(said) {
		if isWanted(q) {
			all = append(all, q.Span)
		}
	}
	return withoutAsked(asked, said, all)
}

// WithUnit widens a value by the unit behind it, which may be on the next line.
func WithUnit(value text.Span, said string) text.Span {
	for w := range text.Words(said[value.End:]) {
		between := said[value.End : value.End+w.Span.Start]
		if strings.TrimSpace(between) != "" {
			break
		}
		if q, ok := quantity.Parse(value.Of(said) + " " + w.Span.Of(said[value.End:])); ok && q.Unit.Dimension != "" {
			value.End += w.Span.End
		}
		break
	}
	return value
}

// withoutAsked leaves out the values that the question has itself.
func withoutAsked(asked *question.Question, said string, values []text.Span) []text.Span {
	typed := text.Fold(asked.Text)
	return slices.DeleteFunc(values, func(v text.Span) bool { return strings.Contains(typed, text.Fold(v.Of(said))) })
}

// assignment matches a line of a program that sets a variable.
var assignment = regexp.MustCompile(`^[\w\s.:<>\[\]*]+?[\w\])]\s*:?=\s*([^=\s].*?)[;,]?\s*(?:(?://|#).*)?$`)

// person matches two to four words with capitals, such as "Ann de Wit".
var person = regexp.MustCompile(`\p{Lu}[\p{L}'’.-]+(?: (?:(?:de|van|von|der|den|la|al|bin) ){0,2}\p{Lu}[\p{L}'’-]+){1,3}`)

// peopleIn returns what may be the names of persons: not all of their words are nouns, as in "Open Graph".
func peopleIn(said string) (all []text.Span) {
	for _, at := range person.FindAllStringIndex(said, -1) {
		name := text.Span{Start: at[0], End: at[1]}
		isNoun := func(word string) bool { return thesaurus.Noun(strings.ToLower(word)) }
		if words := strings.Fields(name.Of(said)); slices.ContainsFunc(words, func(w string) bool { return !isNoun(w) && !lexicon.Any("function words").Has(text.Fold(w)) }) {
			all = append(all, name)
		}
	}
	return all
}

// literal matches what is set as a program, and command what a shell is given on a line of its own.
var (
	literal = regexp.MustCompile("``?([^`\n]+)``?")
	command = regexp.MustCompile(`(?m)^[ \t]*[$] (.+)$`)
)

// commandsIn returns the commands of a text: literals of more than one word, and lines behind a "$".
func commandsIn(said string) (all []text.Span) {
	for _, at := range slices.Concat(literal.FindAllStringSubmatchIndex(said, -1), command.FindAllStringSubmatchIndex(said, -1)) {
		if one := (text.Span{Start: at[2], End: at[3]}); strings.Contains(one.Of(said), " ") {
			all = append(all, one)
		}
	}
	return all
}

// setting matches what something is by default: a number, what is quoted, or what switches are set to.
var setting = regexp.MustCompile("(?i)\\bdefaults?\\b(?: value)?(?: is| to| of|:| =|=)* ?(?:an? |the )?" +
	"(?:[(]*(-?\\d[\\w.:]*\\b)|[`'\"]+([^`'\"\\s][^`'\"\\n]*)[`'\"]|(true|false|yes|no|on|off|none|null)\\b)")

// Settings returns what a text states as the default of something.
func Settings(said string) (all []text.Span) {
	for _, at := range setting.FindAllStringSubmatchIndex(said, -1) {
		for group := 2; group < len(at); group += 2 {
			if at[group] >= 0 {
				all = append(all, text.Span{Start: at[group], End: at[group+1]})
			}
		}
	}
	return all
}
