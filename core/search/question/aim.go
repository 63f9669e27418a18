package question

import (
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// A Kind is the sort of thing that a question asks for.
type Kind string

// The kinds.
const (
	Anything   Kind = "anything"
	Value      Kind = "value" // of a dimension: a height, a price
	Count      Kind = "count"
	Date       Kind = "date"
	Person     Kind = "person"
	Place      Kind = "place"
	Definition Kind = "definition"
	Reason     Kind = "reason"
	Steps      Kind = "steps"
	List       Kind = "list"
	YesNo      Kind = "yes or no"
	Version    Kind = "version"
	Caller     Kind = "caller"     // who calls a symbol, or where
	Symbol     Kind = "symbol"     // its definition, or another place in a program
	Cells      Kind = "cells"      // a number computed of the cells of a table
	Overview   Kind = "overview"   // all there is on one thing, see [Question.Subjects]
	Collection Kind = "collection" // the files themselves, see [Question.Collection]
	Earlier    Kind = "earlier"    // the questions that were asked before, see [Question.History]
)

// An Aim is what a question or a part of it asks for.
type Aim struct {
	Kind Kind
	// Noun is the folded noun behind "how many", or behind "which", which names the thing to
	// choose; "" for none.
	Noun    string
	Chooses bool   // asks for one of the things that Noun names: "which part"
	Measure string // the folded word behind "how": "heavy"; "" for none
	// Dimension is what is asked for of a value, as in the lexicon: "mass" for "how heavy"
	// and for "what weight"; "" where that has no dimension.
	Dimension string
	Several   bool // asks for all things of a kind
	// Listed is the folded noun of what a list is asked of: "backends", and "mills" for "what kinds
	// of mills"; "" where none names it.
	Listed string
}

// aimOf reads what some folded words ask for: by the first of them that asks.
func (q *Question) aimOf(words []string) Aim {
	aim := Aim{Kind: Anything}
	if q.Language == "ja" || q.Language == "zh" { // no spaces: the first of the words that ask in the text
		kinds := map[string]Kind{"person": Person, "date": Date, "place": Place, "reason": Reason, "count": Count, "way": Steps, "define": Definition}
		folded := text.Fold(q.Text)
		first, length := len(folded), 0
		for key, asking := range q.words.Section("asks").All() {
			for _, w := range asking {
				at := strings.Index(folded, w)
				if at >= 0 && (at < first || at == first && len(w) > length) && kinds[key] != "" {
					aim.Kind, first, length = kinds[key], at, len(w)
				}
			}
		}
		return aim
	}
	for i := range words {
		if found, ok := q.aimAt(words, i); ok {
			aim = found
			break
		}
	}
	// "When" and "where" in the midst of a question that a verb begins mostly are no questions.
	isClause := aim.Kind == Date || aim.Kind == Place
	if (aim.Kind == Anything || isClause && !slices.ContainsFunc(words, q.words.Section("askers").Has)) &&
		len(words) > 0 && q.words.Has("helpers", "verb", words[0]) {
		aim.Kind = YesNo
	}
	aim.Several = q.asksForSeveral(words) && !q.Denies
	if aim.Kind == Value && aim.Dimension == "" && slices.ContainsFunc(words, q.IsOfMoney) {
		aim.Dimension = "money"
	}
	return aim
}

// IsOfMoney reports whether a folded word says that something is paid for.
func (q *Question) IsOfMoney(word string) bool {
	dimension, _ := q.words.Section("dimensions").Key(word)
	return dimension == "money" || q.words.Has("measure verbs", "money", word)
}

// aimAt reads what the word at a place asks for; ok is false if it does not ask.
func (q *Question) aimAt(words []string, i int) (aim Aim, ok bool) {
	asks := q.words.Section("asks")
	next := ""
	if i+1 < len(words) {
		next = words[i+1]
	}
	key, ok := asks.Key(words[i] + " " + next)
	if !ok {
		key, ok = asks.Key(words[i])
	}
	behind := words[i+1:]
	switch key {
	case "person":
		aim.Kind = Person
		if q.asksForCaller(words) {
			aim.Kind = Caller
		}
	case "date":
		aim.Kind = Date
	case "place":
		aim.Kind = q.kindOfPlace(words)
	case "reason":
		aim.Kind = Reason
	case "count":
		aim.Kind = Count
	case "define":
		aim.Kind = Definition
	case "way":
		aim.Kind = Steps
		if measure, ok := q.words.Section("measures").Key(next); ok {
			aim = Aim{Kind: Value, Measure: next}
			aim.Dimension, _ = q.words.Section("dimensions").Key(next)
			if measure == "count" {
				aim.Kind = Count
				if len(behind) > 1 {
					aim.Noun = behind[1]
				}
			}
		}
	case "choice", "list":
		if key == "choice" && q.isDefined(behind) {
			return Aim{Kind: Definition}, true
		}
		if key == "choice" && slices.ContainsFunc(behind, func(w string) bool { return q.words.Has("definitions", "parts", w) }) {
			return Aim{Kind: List}, true
		}
		if last := len(behind) - 1; last > 0 && q.words.Has("measure verbs", "money", behind[last]) {
			return Aim{Kind: Value, Dimension: "money"}, true
		}
		aim = q.aimOfNoun(behind)
		if aim.Kind != Caller && q.asksForCaller(words) {
			aim.Kind = Caller
		}
		if q.words.Has("chooses", "one", words[i]) && next != "" && !analysis.IsStop(next) {
			aim.Chooses, aim.Noun = true, next
		}
	}
	return aim, ok
}

// MeasureNouns returns the folded words by which a text names what the question measures:
// those for a weight where it asks how heavy something is.
func (q *Question) MeasureNouns() []string {
	measure, _ := q.words.Section("measures").Key(q.Measure)
	return q.words.Section("measure nouns").Words(measure)
}

// AsksSince reports whether the question asks when something began: "since when".
func (q *Question) AsksSince() bool {
	return q.Kind == Date && slices.ContainsFunc(q.Words, func(w Word) bool { return q.words.Has("beginnings", "since", w.Folded) })
}

// AsksSetting reports whether the question asks for the value of a setting: "the default of".
func (q *Question) AsksSetting() bool {
	return slices.ContainsFunc(q.Words, func(w Word) bool { return q.words.Has("settings", "value", w.Folded) })
}

// LastVerb returns the folded verb at the end of a question that is asked with "do": "sink" of
// "When did it sink?"; "" where there is none.
func (q *Question) LastVerb() string {
	if len(q.Words) == 0 || !slices.ContainsFunc(q.Words, func(w Word) bool { return q.words.Has("asking verbs", "do", w.Folded) }) {
		return ""
	}
	return q.Words[len(q.Words)-1].Folded
}

// AsksHowTo reports whether the question asks for a way to do something: "how do", "how to".
func (q *Question) AsksHowTo() bool {
	before := ""
	for _, w := range q.Words {
		if q.words.Has("asks", "way", before) && q.words.Has("ways", "do", w.Folded) {
			return true
		}
		before = w.Folded
	}
	return false
}

// PieceNamed returns the kind of the pieces of documents that a folded word of the question
// names, "table" or "code"; "" for any other word.
func (q *Question) PieceNamed(word string) string {
	key, _ := q.words.Section("pieces").Key(word)
	return key
}

// aimOfNoun reads what is asked for with "which" or "what" by the first noun behind it.
func (q *Question) aimOfNoun(behind []string) Aim {
	v := q.words
	for i, w := range behind {
		if v.Section("asking verbs").Has(w) || v.Section("asking skipped").Has(w) {
			continue
		}
		isPartOfNoun := i+1 < len(behind) && v.Has("version parts", "part", behind[i+1])
		key, _ := v.Section("asked nouns").Key(w)
		if isPartOfNoun { // of "release date" the date is asked for
			if key, _ = v.Section("asked nouns").Key(behind[i+1]); key == "value" {
				key = ""
			}
		}
		switch {
		case key == "value":
			dimension, _ := v.Section("dimensions").Key(w)
			return Aim{Kind: Value, Dimension: dimension}
		case key == "date":
			return Aim{Kind: Date}
		case key == "place":
			return Aim{Kind: Place}
		case key == "person":
			return Aim{Kind: Person}
		case key == "reason":
			return Aim{Kind: Reason}
		case key == "symbol":
			return Aim{Kind: Symbol}
		case key == "aggregate":
			return Aim{Kind: Cells}
		case key == "version" && !isPartOfNoun:
			return Aim{Kind: Version}
		case IsPlural(w) && !(i+1 < len(behind) && v.Has("object openers", "opens", behind[i+1])):
			return Aim{Kind: List, Listed: q.thingsOf(behind[i:])}
		case i > 1:
			return Aim{Kind: Anything}
		}
	}
	return Aim{Kind: Anything}
}

// thingsOf returns the noun that words with a plural in front name: the last one behind "kinds of".
func (q *Question) thingsOf(words []string) string {
	if len(words) < 3 || !q.words.Has("kinds", "kind", words[0]) || !q.words.Has("kinds", "of", words[1]) {
		return words[0]
	}
	things := words[2]
	for _, w := range words[3:] {
		if analysis.IsStop(w) || q.words.Section("asking verbs").Has(w) {
			break
		}
		things = w
	}
	return things
}

// isDefined reports whether the words behind "what" ask for a definition: "is" and a name
// of a few words, or "does" and at last "mean".
func (q *Question) isDefined(behind []string) bool {
	const longestName = 4
	if len(behind) == 0 {
		return false
	}
	v, last := q.words, behind[len(behind)-1]
	if v.Has("definitions", "do", behind[0]) {
		return v.Has("definitions", "mean", last) || len(behind) > 1 && v.Has("definitions", "mean", behind[len(behind)-2]) // "stand for"
	}
	if !v.Has("definitions", "be", behind[0]) {
		return false
	}
	said := 0
	for _, w := range behind[1:] {
		if v.Has("definitions", "limits", w) {
			return false
		}
		if !analysis.IsStop(w) {
			said++
		}
	}
	return 0 < said && said <= longestName
}

// Subject returns the words of a question for the meaning of something that name it: "fold attribute"
// of "What is the fold attribute of a date?"; none of any other question, or in a script without spaces.
func (q *Question) Subject() []Word {
	asksWhat := q.Kind == Anything && len(q.Words) > 1 && q.words.Has("asks", "choice", q.Words[0].Folded) && q.words.Has("definitions", "be", q.Words[1].Folded)
	if q.Kind != Definition && !asksWhat || q.Language == "ja" || q.Language == "zh" {
		return nil
	}
	isSmall := func(w string) bool {
		isAsking := slices.ContainsFunc(q.words.Section("definitions").Keys(w), func(key string) bool { return key != "parts" })
		return isAsking || q.words.Section("asks").Has(w) || q.words.Section("articles").Has(w)
	}
	var subject []Word
	for _, w := range q.Words {
		switch {
		case len(subject) > 0 && q.words.Has("definitions", "limits", w.Folded):
			return subject
		case w.Stop, isSmall(w.Folded):
		default:
			subject = append(subject, w)
		}
	}
	return subject
}

// kindOfPlace distinguishes a place in the world from one in a program.
func (q *Question) kindOfPlace(words []string) Kind {
	isCode, calls := false, false
	for w := range (text.Options{Underscores: true}).Words(q.Text) {
		isCode = isCode || IsIdentifier(w.Span.Of(q.Text))
	}
	for _, w := range words {
		for _, key := range q.words.Section("code words").Keys(w) {
			isCode = true
			calls = calls || key == "calls"
		}
	}
	switch {
	case isCode && calls:
		return Caller
	case isCode:
		return Symbol
	}
	return Place
}

// asksForCaller reports whether the words ask who calls a symbol that the question names.
func (q *Question) asksForCaller(words []string) bool {
	return slices.ContainsFunc(words, q.words.Section("callers").Has) && len(q.Identifiers()) > 0
}

// asksForSeveral reports whether folded words ask for all things of a kind: "in what
// sites", "which settings", "list all settings".
func (q *Question) asksForSeveral(words []string) bool {
	asks := q.words.Section("asks")
	for i := range words[:max(0, len(words)-1)] {
		switch key, _ := asks.Key(words[i]); {
		case key == "choice" && IsPlural(words[i+1]) && !q.words.Section("asking verbs").Has(words[i+1]): // not "does"
			return true
		case key == "list" && i == 0 && len(words) > 2 && q.words.Has("instructions", "whole", words[1]) && IsPlural(words[2]):
			return true
		}
	}
	return false
}

// IsDenial reports whether a folded word of a text denies, in the language of the question
// or in English.
func (q *Question) IsDenial(word string) bool {
	return q.words.Section("denials").Has(word) || lexicon.Of("en").Section("denials").Has(word)
}

// IsPlural reports whether a folded word has the form of the plural of an English noun.
func IsPlural(word string) bool {
	const least = 4
	before, ok := strings.CutSuffix(word, "s")
	return ok && len(word) >= least && !strings.HasSuffix(before, "s") && !strings.HasSuffix(before, "u") && !strings.HasSuffix(before, "i")
}

// Counts reports whether a number precedes the thing that is counted in a sentence by a few
// words: "8,412 gold coins".
func (aim Aim) Counts(sentence string) bool {
	const near = 4 // words; the groups of a number are one each
	if aim.Kind != Count || aim.Noun == "" {
		return false
	}
	words, one := WordsIn(sentence), strings.TrimSuffix(aim.Noun, "s")
	for i, w := range words {
		if strings.TrimSuffix(w.Folded, "s") == one && HasNumber(words[max(0, i-near):i]) {
			return true
		}
	}
	return false
}

// IsRecognized reports whether a thing of a kind is recognized wherever a text has one.
func (kind Kind) IsRecognized() bool {
	switch kind {
	case Value, Count, Cells, Date, Person:
		return true
	}
	return false
}
