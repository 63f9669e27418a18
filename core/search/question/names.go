package question

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// NamesIn returns the names of a text in their order: runs of words with capitals, with the
// small words between them, and single words that are spelled as in programs ("readFile",
// "max_size"). A small word at either end of a run is no part of the name.
func NamesIn(s string) []string {
	var names []string
	var run []text.Span // the words of the current name
	end := 0            // of the word before
	flush := func() {
		isSmall := func(at int) bool { return analysis.IsStop(text.Fold(run[at].Of(s))) }
		for len(run) > 0 && (isSmall(0) || '0' <= s[run[0].Start] && s[run[0].Start] <= '9') {
			run = run[1:]
		}
		for len(run) > 0 && isSmall(len(run)-1) {
			run = run[:len(run)-1]
		}
		if len(run) > 0 {
			names = append(names, s[run[0].Start:run[len(run)-1].End])
		}
		run = run[:0]
	}
	for w := range (text.Options{Underscores: true}).Words(s) {
		word := w.Span.Of(s)
		if 0 < end && end < w.Span.Start && strings.ContainsAny(s[end:w.Span.Start], ".;:()\"!?,\n") {
			flush()
		}
		end = w.Span.End
		switch first, _ := utf8.DecodeRuneInString(word); {
		case IsIdentifier(word):
			flush()
			names = append(names, word)
		case unicode.IsUpper(first), len(run) > 0 && (JoinsNames(word) || unicode.IsDigit(first) && !JoinsNames(run[len(run)-1].Of(s))):
			run = append(run, w.Span)
		default:
			flush()
		}
	}
	flush()
	return names
}

// JoinsNames reports whether a small word may be inside of a name: "Duchess of Kent".
func JoinsNames(word string) bool {
	return slices.Contains(lexicon.Any("name joints").Words("joint"), word)
}

// IsIdentifier reports whether a word is spelled as only programs spell one: with an
// underscore inside, or with a small letter first and a capital later.
func IsIdentifier(word string) bool {
	if strings.Contains(strings.Trim(word, "_"), "_") {
		return true
	}
	first, size := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first) && strings.IndexFunc(word[size:], unicode.IsUpper) >= 0
}

// Identifiers returns the words of the question that are spelled as names in programs are,
// each once: with a capital or an underscore inside, or with a bracket behind them.
func (q *Question) Identifiers() []string {
	var all []string
	seen := map[string]bool{}
	for w := range (text.Options{Underscores: true}).Words(q.Text) {
		word := w.Span.Of(q.Text)
		isName := IsIdentifier(word) || strings.HasPrefix(q.Text[w.Span.End:], "(") ||
			strings.ContainsFunc(strings.TrimLeftFunc(word, unicode.IsUpper), unicode.IsUpper)
		if isName && !seen[word] {
			seen[word] = true
			all = append(all, word)
		}
	}
	return all
}

// AskedNames returns the names that the question is about. A single word that begins the
// question may be any word, and names that are compared are names of their own.
func (q *Question) AskedNames() []string {
	var names []string
	for _, name := range q.Names {
		if len(wordsOf(name)) == 1 && strings.HasPrefix(strings.TrimLeft(q.Text, " \"'"), name) {
			continue
		}
		if one, other, ok := strings.Cut(name, " and "); ok && q.IsComparison {
			names = append(names, one, other)
			continue
		}
		names = append(names, name)
	}
	return names
}
