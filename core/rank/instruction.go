package rank

import (
	"docuquest/core/analysis"
	"docuquest/core/text"
)

// withoutInstruction leaves out the word that tells to answer at the start of "List all
// sites" or "Please tell me who led the dig". It has to stand before a word that no name
// of a thing begins with: "list sort" looks for lists.
func withoutInstruction(question string) string {
	rest := -1 // where the instruction ends, -1 before it
	for w := range text.Words(question) {
		word := text.Fold(w.Span.Of(question))
		switch {
		case rest >= 0 && isObject(word):
			return question[rest:]
		case rest >= 0:
			return question
		case instructs(word):
			rest = w.Span.End
		case word != "please":
			return question
		}
	}
	return question
}

// isObject reports whether a word begins what somebody is told to name. "List of sites"
// tells nobody anything.
func isObject(word string) bool {
	return word != "of" && (analysis.IsStop(word) || word == "every" || word == "us")
}

func instructs(word string) bool {
	switch word {
	case "list", "name", "show", "tell", "describe", "explain":
		return true
	}
	return false
}
