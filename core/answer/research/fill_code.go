package research

import (
	"strings"
	"unicode"

	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// showsCode reports whether a sentence of a program says where something is: it calls or
// defines a thing, or has a name that only programs have. What a comment alone says is
// no place.
func showsCode(s string) bool {
	var words []text.Span
	for w := range (text.Options{Underscores: true}).Words(s) {
		words = append(words, w.Span)
	}
	for i, w := range words {
		if word := w.Of(s); question.IsIdentifier(word) || hasHump(word) || strings.HasPrefix(s[w.End:], "(") {
			return true
		}
		if !defining[w.Of(s)] || i+1 == len(words) || s[w.End:words[i+1].Start] != " " {
			continue
		}
		// "class Reader:", "type Limit =", "type Reader struct"
		rest := strings.TrimLeft(s[words[i+1].End:], " ")
		next, _, _ := strings.Cut(rest, " ")
		if rest != "" && (strings.ContainsRune("{:=<[", rune(rest[0])) || defines[next]) {
			return true
		}
	}
	return false
}

// hasHump reports whether a word has a capital behind a small letter: "HeaderReader".
func hasHump(word string) bool {
	wasLower := false
	for _, r := range word {
		if wasLower && unicode.IsUpper(r) {
			return true
		}
		wasLower = unicode.IsLower(r)
	}
	return false
}

var (
	// defining are the words that names are defined by.
	defining = text.WordSet("class struct type interface enum trait module namespace const var let val def fn func function record object")
	// defines are those that say behind a name what it is.
	defines = text.WordSet("struct interface extends implements enum")
)
