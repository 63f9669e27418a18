package research

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// namesIn gives the names of a text in their order: runs of words in capitals, with the
// small words between them, and single words written as programs have them ("readFile",
// "max_size"). Small words at the ends of a run are no part of it.
func namesIn(s string) []string {
	r := nameReader{text: s}
	for w := range (text.Options{Underscores: true}).Words(s) {
		r.next(w.Span)
	}
	r.flush()
	return r.names
}

// A nameReader puts the words of a text together to names.
type nameReader struct {
	text  string
	run   []text.Span // of the name at hand
	end   int         // of the word before
	names []string
}

func (r *nameReader) next(w text.Span) {
	word := w.Of(r.text)
	if 0 < r.end && r.end < w.Start && strings.ContainsAny(r.text[r.end:w.Start], ".;:()\"!?,\n") {
		r.flush()
	}
	r.end = w.End
	switch first, _ := utf8.DecodeRuneInString(word); {
	case isIdentifier(word):
		r.flush()
		r.names = append(r.names, word)
	case unicode.IsUpper(first), len(r.run) > 0 && (joinsNames(word) || unicode.IsDigit(first) && !joinsNames(r.last())):
		r.run = append(r.run, w)
	default:
		r.flush()
	}
}

// last is the last word of the name at hand, which has one.
func (r *nameReader) last() string { return r.run[len(r.run)-1].Of(r.text) }

// joinsNames reports whether a small word may stand inside of a name: "Duchess of Kent".
func joinsNames(word string) bool {
	switch word {
	case "of", "the", "and", "de", "in", "for", "s", "von", "van", "du", "la":
		return true
	}
	return false
}

// isIdentifier reports whether a word is written as only programs write one.
func isIdentifier(word string) bool {
	if strings.Contains(strings.Trim(word, "_"), "_") {
		return true
	}
	first, size := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first) && strings.IndexFunc(word[size:], unicode.IsUpper) >= 0
}

// flush ends the name at hand.
func (r *nameReader) flush() {
	small := func(at int) bool { return analysis.IsStop(text.Fold(r.run[at].Of(r.text))) }
	isNumber := func(at int) bool { return r.text[r.run[at].Start] >= '0' && r.text[r.run[at].Start] <= '9' }
	for len(r.run) > 0 && (small(0) || isNumber(0)) {
		r.run = r.run[1:]
	}
	for len(r.run) > 0 && small(len(r.run)-1) {
		r.run = r.run[:len(r.run)-1]
	}
	if len(r.run) > 0 {
		r.names = append(r.names, r.text[r.run[0].Start:r.run[len(r.run)-1].End])
	}
	r.run = r.run[:0]
}

// folded is a text as its words are compared, with one space around each.
func folded(s string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for w := range text.Words(s) {
		b.WriteString(analysis.Exact(w.Span.Of(s)))
		b.WriteByte(' ')
	}
	return b.String()
}
