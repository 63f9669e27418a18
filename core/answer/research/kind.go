package research

import (
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
)

// Kind is what sort of thing fills a slot.
type Kind string

// The kinds.
const (
	Person     Kind = "person"
	Date       Kind = "date"
	Number     Kind = "number"
	Place      Kind = "place"
	List       Kind = "list"
	Cause      Kind = "cause"
	Definition Kind = "definition"
	CodePlace  Kind = "code place"
	Version    Kind = "version"
	Free       Kind = "free" // whatever says something about it
)

// tellingWords are those that often stand where a thing of a kind is told. isTelling says
// that they bring up such places; those for other kinds are in any file, where they have
// nothing to do with the question.
func tellingWords(k Kind) (words string, isTelling bool) {
	switch k {
	case Cause:
		return "reason cause", true
	case Definition:
		return "definition meaning", true
	case Person:
		return "name", false
	case Date:
		return "date year", false
	case Number:
		return "number total", false
	case Place:
		return "place location", false
	case List:
		return "list", false
	case CodePlace:
		return "source code", false
	case Version:
		return "version release", false
	}
	return "overview", false
}

// noun is a kind in a sentence: "what tells a fact".
func (k Kind) noun() string {
	if k == Free {
		return "fact"
	}
	return string(k)
}

// kindNamed is the kind of a name that a model wrote; Free for one that there is not.
func kindNamed(name string) Kind {
	name = strings.ToLower(strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), " "))
	switch k := Kind(name); k {
	case Person, Date, Number, Place, List, Cause, Definition, CodePlace, Version:
		return k
	}
	return Free
}

// kindOf returns the kind of what fills a slot for what a question asks for.
func kindOf(asked question.Kind) Kind {
	switch asked {
	case question.Person:
		return Person
	case question.Date:
		return Date
	case question.Value, question.Count, question.Cells:
		return Number
	case question.Place:
		return Place
	case question.List:
		return List
	case question.Reason:
		return Cause
	case question.Definition:
		return Definition
	case question.Caller, question.Symbol:
		return CodePlace
	case question.Version:
		return Version
	}
	return Free
}

// plainWords returns all words of a text as they are compared.
func plainWords(s string) []string { return strings.Fields(analysis.Phrase(s)) }
