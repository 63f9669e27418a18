// Package analysis defines the terms under which a word is indexed and searched: folded
// forms, stems, the parts of identifiers, and which words are stop words. Numbers,
// versions and dates, which are written in many ways, have terms of their own beside
// the words that they are made of.
//
// The same rules hold for a text and for a question, so that both meet. The room
// knows words alone: no document, no index.
package analysis

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"docuquest/core/language/text"
)

// A Field is the first byte of a key in the index: it keeps apart what a form is.
type Field byte

// The fields.
const (
	FieldExact   Field = 'x' // a whole word, folded
	FieldPart    Field = 'p' // a part of an identifier that is one word
	FieldFigure  Field = 'n' // a number, a version or a date in its one form
	FieldClassic Field = 'c' // a classic token of a text that is not in ASCII
)

// A Form is one way in which a word is indexed.
type Form struct {
	Text string // folded, as Exact returns it
	Kind Kind
	Stop bool // a stop word: searched literally, never ranked
}

// Kind is the origin of a form.
type Kind uint8

// The kinds of forms. Words and figures are in every text; the others in code alone.
const (
	Word   Kind = iota // the word itself
	Part               // "user" in getUserName
	Joined             // max_file_size, beside the three words that it is
	Figure             // 2024-01-05, beside the words of "January 5th, 2024"
)

// Field is where the form is indexed.
func (f Form) Field() Field {
	switch f.Kind {
	case Part:
		return FieldPart
	case Figure:
		return FieldFigure
	}
	return FieldExact
}

// An Analyzer takes words apart. It belongs to one goroutine; the zero value is
// ready.
type Analyzer struct {
	stemmer Stemmer
	forms   []Form
	parts   []string
}

// NewAnalyzer returns an analyzer for English stems.
func NewAnalyzer() *Analyzer { return &Analyzer{} }

// Stem returns the stem of a folded form.
func (a *Analyzer) Stem(form string) string { return a.stemmer.Stem(form) }

// Forms returns the forms of one word of a text. In prose that is the word. In
// code a word may contain underscores, and its forms are the words between them,
// the whole word if it has several, and the parts of each by case and digits. The
// slice is valid until the next call.
func (a *Analyzer) Forms(word string, code bool) []Form {
	a.forms = a.forms[:0]
	if !code {
		a.add(word, Word)
		return a.forms
	}
	pieces := 0
	for piece := range strings.SplitSeq(word, "_") {
		if piece == "" {
			continue
		}
		pieces++
		a.add(piece, Word)
		if a.parts = appendParts(a.parts[:0], piece); len(a.parts) > 1 {
			for _, p := range a.parts {
				a.add(p, Part)
			}
		}
	}
	if pieces > 1 {
		a.add(strings.Trim(word, "_"), Joined)
	}
	return a.forms
}

// add adds the form of a word, unless it is empty.
func (a *Analyzer) add(word string, kind Kind) {
	if form := Exact(word); form != "" {
		a.forms = append(a.forms, Form{Text: form, Kind: kind, Stop: IsStop(form)})
	}
}

// Each visits the forms of all words of a question, each with the word that it
// comes from. A question may be about prose and about code: the kind of a form
// shows where the two differ.
func (a *Analyzer) Each(s string, yield func(word string, f Form)) {
	for w := range (text.Options{Underscores: true}).Words(s) {
		word := w.Span.Of(s)
		for _, f := range a.Forms(word, true) {
			yield(word, f)
		}
	}
}

// Exact returns the form in which a word is found literally: folded, written in
// one way where Unicode has several, and without accents in the scripts of
// Europe, so that "Café" is found by "cafe". A word in lower-case ASCII is
// returned as it is, without an allocation.
func Exact(word string) string {
	folded := text.Fold(word)
	if isASCII(folded) {
		return folded
	}
	return Unaccent(text.Fold(norm.NFKC.String(folded)))
}

// IsExact reports whether form is Exact(word), without computing it for a word
// in ASCII: a search for one form compares every word of a text with it.
func IsExact(word, form string) bool {
	if !isASCII(word) {
		return Exact(word) == form
	}
	if len(word) != len(form) {
		return false
	}
	for i := range len(word) {
		b := word[i]
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		if b != form[i] {
			return false
		}
	}
	return true
}

// Phrase returns the words of a text in their exact forms with one space around each, so
// that a text contains another text as whole words if its phrase contains the other's.
func Phrase(s string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for w := range text.Words(s) {
		b.WriteString(Exact(w.Span.Of(s)))
		b.WriteByte(' ')
	}
	return b.String()
}
