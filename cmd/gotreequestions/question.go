package main

import (
	"slices"
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
	// The words that name the package are left out, and the brackets, since one of two may go
	// with a word.
	var kept []string
	rest = strings.NewReplacer("(", "", ")", "", "[", "", "]", "").Replace(strings.TrimSuffix(rest, "."))
	contentWords := 0
	for field := range strings.FieldsSeq(rest) {
		words := slices.Collect(text.Words(field))
		if len(words) == 0 || p.isNamedBy(field) {
			continue
		}
		kept = append(kept, field)
		for _, w := range words {
			if !analysis.IsStop(analysis.Exact(w.Span.Of(field))) {
				contentWords++
			}
		}
	}
	if contentWords < leastWords {
		return question{}, false
	}
	said := strings.TrimRight(strings.Join(kept, " "), ",;:")
	return question{Question: "Which package " + said + "?", Want: []want{{Path: p.path + "/"}}}, true
}

// isNamedBy reports whether a word, or one of those that it is joined of, names the package.
func (p pack) isNamedBy(field string) bool {
	stems := analysis.NewAnalyzer()
	for w := range text.Words(field) {
		word := analysis.Exact(w.Span.Of(field))
		for part := range strings.SplitSeq(p.path, "/") {
			short, long := word, part
			if len(short) > len(long) {
				short, long = long, short
			}
			isPart := len(short) >= leastPart && (strings.HasPrefix(long, short) || strings.HasSuffix(long, short))
			if isPart || stems.Stem(word) == stems.Stem(part) {
				return true
			}
		}
	}
	return false
}
