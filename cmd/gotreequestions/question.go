package main

import (
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

const (
	// leastWords is how many words that say something a question must be left with.
	leastWords = 5
	// leastPart is how long the beginning or end of a name is, in bytes, that counts as a
	// part of it: "http" of httptest.
	leastPart = 3
)

// question asks for a package by what it does; ok is false where its sentence is of
// another form than "Package name does this", or where little is left of it.
func (p pack) question() (question, bool) {
	rest, ok := strings.CutPrefix(p.sentence, "Package ")
	if !ok {
		return question{}, false
	}
	_, rest, _ = strings.Cut(rest, " ")
	said := p.withoutName(strings.TrimSuffix(rest, "."))
	if content(said) < leastWords {
		return question{}, false
	}
	return question{Question: "Which package " + said + "?", Want: []want{{Path: p.path + "/"}}}, true
}

// withoutName leaves out the words that name the package, and the brackets, since one of
// two may go with a word.
func (p pack) withoutName(sentence string) string {
	var kept []string
	for field := range strings.FieldsSeq(strings.NewReplacer("(", "", ")", "", "[", "", "]", "").Replace(sentence)) {
		if !p.isNamedBy(field) && hasWord(field) {
			kept = append(kept, field)
		}
	}
	return strings.TrimRight(strings.Join(kept, " "), ",;:")
}

func hasWord(field string) bool {
	for range text.Words(field) {
		return true
	}
	return false
}

// isNamedBy reports whether a word, or one of those that it is joined of, names the package.
func (p pack) isNamedBy(field string) bool {
	stems := analysis.NewAnalyzer()
	for w := range text.Words(field) {
		word := analysis.Exact(w.Span.Of(field))
		for part := range strings.SplitSeq(p.path, "/") {
			if stems.Stem(word) == stems.Stem(part) || isPart(word, part) {
				return true
			}
		}
	}
	return false
}

// isPart reports whether a word begins or ends a name, or a name the word.
func isPart(word, name string) bool {
	if len(word) > len(name) {
		word, name = name, word
	}
	return len(word) >= leastPart && (strings.HasPrefix(name, word) || strings.HasSuffix(name, word))
}

// content counts the words that say something.
func content(s string) int {
	n := 0
	for w := range text.Words(s) {
		if !analysis.IsStop(analysis.Exact(w.Span.Of(s))) {
			n++
		}
	}
	return n
}
