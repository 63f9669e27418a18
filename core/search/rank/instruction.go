package rank

import (
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// withoutInstruction leaves out the word that tells to answer at the start of "List all
// sites" or "Please tell me who led the dig". It has to stand before a word that begins
// what is to be told, and something to look for has to be left: "list in", "name and
// default" and list_all are looked for as they are.
func withoutInstruction(question string) string {
	rest := -1 // where the instruction ends, -1 before it
	for w := range text.Words(question) {
		word := text.Fold(w.Span.Of(question))
		switch {
		case rest >= 0:
			if strings.TrimSpace(question[rest:w.Span.Start]) != "" || !beginsObject(word) || !hasSubject(question[rest:]) {
				return question
			}
			return question[rest:]
		case instructs(word):
			rest = w.Span.End
		case word != "please":
			return question
		}
	}
	return question
}

func instructs(word string) bool {
	switch word {
	case "list", "name", "show", "tell", "describe", "explain":
		return true
	}
	return false
}

// beginsObject reports whether what is to be told may begin with a word.
func beginsObject(word string) bool {
	switch word {
	case "all", "the", "every", "each", "any", "me", "us", "my", "our", "these", "those",
		"who", "what", "which", "where", "when", "why", "how", "whether":
		return true
	}
	return false
}

// hasSubject reports whether a text has a word to look for.
func hasSubject(s string) bool {
	for w := range text.Words(s) {
		if !analysis.IsStop(text.Fold(w.Span.Of(s))) {
			return true
		}
	}
	return false
}
