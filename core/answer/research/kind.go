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

var kinds = []Kind{Person, Date, Number, Place, List, Cause, Definition, CodePlace, Version, Free}

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
