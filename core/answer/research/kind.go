package research

import (
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
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

// kindOf reads the kind off the words of a question that asks for one thing. Questions in
// other languages than English are free.
func kindOf(question string) Kind {
	words := plainWords(question)
	for i, w := range words {
		if k := kindAt(question, words, i, w); k != "" {
			return k
		}
	}
	return Free
}

// kindAt is the kind that the word at a place asks for, "" if it does not ask.
func kindAt(question string, words []string, i int, w string) Kind {
	next := ""
	if i+1 < len(words) {
		next = words[i+1]
	}
	switch {
	case w == "when":
		return Date
	case w == "where":
		return placeOf(question, words)
	case w == "why":
		return Cause
	case w == "who" || w == "whom" || w == "whose":
		return Person
	case w == "how" && next == "come":
		return Cause
	case w == "how" && amounts[next]:
		return Number
	case w == "how":
		return Free
	case w == "what" && (next == "is" || next == "are" || next == "does") && isDefined(words[i+1:]):
		return Definition
	case w == "which" || w == "what" || w == "list" || w == "name":
		return kindOfNoun(question, words[i+1:])
	case w == "define":
		return Definition
	}
	return ""
}

// isDefined reports whether a question asks what something is: behind the verb there is
// no more than a name of a few words.
func isDefined(words []string) bool {
	const longestName = 4
	if last := len(words) - 1; words[0] == "does" {
		return words[last] == "mean"
	}
	said := 0
	for _, w := range words[1:] {
		if w == "of" || w == "in" || w == "for" || w == "at" || w == "the" {
			return false
		}
		if !analysis.IsStop(w) {
			said++
		}
	}
	return 0 < said && said <= longestName
}

// kindOfNoun is what the first noun behind "which" or "what" says: "which year".
func kindOfNoun(question string, words []string) Kind {
	for i, w := range words {
		switch {
		case isVerb(w), w == "the", w == "name", w == "s", w == "all", w == "exact":
			continue
		case moments[w]:
			return Date
		case places[w]:
			return Place
		case amounts[w]:
			return Number
		case persons[w]:
			return Person
		case w == "reason" || w == "cause" || w == "caused":
			return Cause
		case codePlaces[w]:
			return CodePlace
		case versions[w] && (i+1 == len(words) || !ofVersions[words[i+1]]):
			return Version
		case isPlural(w) && !isBeforeObject(words[i+1:]):
			return List
		case i > 1:
			return Free
		}
	}
	return Free
}

// isAskedFor reports whether a noun says what is asked for rather than of what: "the
// author", "the height", "the difference".
func isAskedFor(w string) bool {
	return moments[w] || places[w] || amounts[w] || persons[w] || codePlaces[w] || comparing[w]
}

// isVerb reports whether a word may stand between "what" and the noun.
func isVerb(w string) bool {
	switch w {
	case "is", "are", "was", "were", "did", "does", "do", "has", "had":
		return true
	}
	return false
}

// isPlural reports whether an English word looks like one for several things.
func isPlural(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is")
}

// isBeforeObject reports whether a word is a verb by those behind it rather than a noun of
// several things: "what checks the header".
func isBeforeObject(behind []string) bool {
	if len(behind) == 0 {
		return false
	}
	switch behind[0] {
	case "the", "a", "an", "this", "that", "these", "those", "each", "every", "it", "its", "them", "their", "whether", "if":
		return true
	}
	return false
}

// placeOf tells a place on earth from one in a program.
func placeOf(question string, words []string) Kind {
	for w := range (text.Options{Underscores: true}).Words(question) {
		if isIdentifier(w.Span.Of(question)) {
			return CodePlace
		}
	}
	for _, w := range words {
		if codeWords[w] {
			return CodePlace
		}
	}
	return Place
}

// plainWords are all words of a text as they are compared.
func plainWords(s string) []string { return strings.Fields(folded(s)) }

// The nouns and adjectives that say what is asked for.
var (
	moments = setOf("year date day month century decade time era weekday deadline")
	places  = setOf(`city country town state place village region river county continent island street
		capital location province district birthplace hometown nationality room site venue`)
	amounts = setOf(`many much long far tall old large deep high often big fast wide heavy number price
		cost percentage population height length size age amount total share rate weight speed distance`)
	persons = setOf(`person man woman author director actor actress king queen president singer writer
		scientist engineer founder owner leader captain architect composer inventor manager mayor player`)
	codePlaces = setOf("function method file package module class struct line variable constant")
	versions   = setOf("version versions release releases")
	// ofVersions are what versions are only a word before: "which release manager".
	ofVersions = setOf("date year month day time manager managers notes note schedule control number process branch system")
	codeWords  = setOf("function method implemented defined declared class struct package code parsed called")
)

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
