package retrieve

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/fuzzy"
	"docuquest/core/language/text"
)

// Which words are taken for slips, and of what. Short words are near to each other
// without being meant for each other; a name may just be unknown.
const (
	leastCorrected = 4  // letters of a word, of which two neighbours may be swapped
	oneSlip        = 5  // letters from which on one may be wrong
	oneSlipInName  = 6  // the same for a name
	twoSlips       = 8  // letters from which on two may be wrong, but in a name
	mostLetters    = 50 // of a word that is corrected: comparing costs their square
	mostCorrected  = 5  // words of one question
	fewUnknown     = 2  // words of a short question that may be unknown
)

// A Correction is a word of a question that stands nowhere, and the one that was
// looked for in its place.
type Correction struct {
	Word string // as it was written
	As   string
}

// correct replaces words of a ranked question that stand nowhere and are no words of
// the language by those of the workspace that were most likely meant. What stands in
// quotes, and what looks like a piece of a program or of a path, is left as it is.
// Where more than half of the words are unknown in both ways, and more than two, the
// question is about something else, or in another language, and nothing is replaced.
func (r *Retriever) correct(q Query) (Query, []Correction) {
	if q.Mode != Ranked {
		return q, nil
	}
	typed := typedWords(q.Text)
	unknown := slices.DeleteFunc(r.absent(typed), func(w typedWord) bool { return r.isWord(w.form) })
	if len(unknown) > max(fewUnknown, len(typed)/2) {
		return q, nil
	}
	var made []Correction
	grown := 0 // how much longer the text is than it was
	for _, w := range unknown[:min(mostCorrected, len(unknown))] {
		as := r.meantBy(w)
		if as == "" {
			continue
		}
		at := w.Span.Shift(grown)
		made = append(made, Correction{Word: at.Of(q.Text), As: as})
		q.Text = q.Text[:at.Start] + as + q.Text[at.End:]
		grown += len(as) - at.Len()
	}
	return q, made
}

// A typedWord is a word of a question that is no stop word.
type typedWord struct {
	text.Word
	form  string // folded
	plain bool   // nothing but letters, as prose has them
	name  bool   // with a capital where no sentence begins
}

// typedWords are the words of a question but for its stop words and what stands in
// quotes.
func typedWords(question string) []typedWord {
	var all []typedWord
	for w := range (text.Options{Underscores: true}).Words(withoutQuoted(question)) {
		word := w.Span.Of(question)
		if form := analysis.Exact(word); !analysis.IsStop(form) {
			first, size := utf8.DecodeRuneInString(word)
			plain := !w.Bigram && isAlphabetic(form) && !hasUpper(word[size:]) && !touchesCode(question, w.Span)
			name := unicode.IsUpper(first) && !beginsSentence(question, w.Span.Start)
			all = append(all, typedWord{w, form, plain, name})
		}
	}
	return all
}

// withoutQuoted blanks what stands in quotes, so that all else keeps its place.
func withoutQuoted(question string) string {
	var kept strings.Builder
	for at := 0; at < len(question); {
		length := quoted(question[at:])
		if length > 0 {
			kept.WriteString(strings.Repeat(" ", length))
			at += length
			continue
		}
		kept.WriteByte(question[at])
		at++
	}
	return kept.String()
}

// isAlphabetic reports whether a folded word is written in letters that stand for
// sounds.
func isAlphabetic(form string) bool {
	for _, r := range form {
		if !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
			return false
		}
	}
	return form != ""
}

func hasUpper(s string) bool { return strings.IndexFunc(s, unicode.IsUpper) >= 0 }

// touchesCode reports whether a word is a part of an address, a path or a piece of a
// program: a mark ties it to another word.
func touchesCode(question string, word text.Span) bool {
	const ties = `./\@:#$=<>(){}[]_`
	before, _ := utf8.DecodeLastRuneInString(question[:word.Start])
	after, size := utf8.DecodeRuneInString(question[word.End:])
	beyond, _ := utf8.DecodeRuneInString(question[word.End+size:])
	return strings.ContainsRune(ties, before) && before != '(' ||
		after == '(' || strings.ContainsRune(ties, after) && (unicode.IsLetter(beyond) || unicode.IsDigit(beyond))
}

func beginsSentence(question string, at int) bool {
	before := strings.TrimRightFunc(question[:at], unicode.IsSpace)
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".?!:")
}

// absent are the words that no entry holds in any form.
func (r *Retriever) absent(words []typedWord) []typedWord {
	stems := make([]string, len(words))
	a := analysis.NewAnalyzer()
	for i, w := range words {
		stems[i] = a.Stem(w.form)
	}
	lists, _ := r.Library.Collect(stems)
	var none []typedWord
	for i, w := range words {
		if lists[i].Empty() {
			none = append(none, w)
		}
	}
	return none
}

// meantBy is the word of the workspace that an unknown one is a slip for; "" if it may
// well be meant as it is written.
func (r *Retriever) meantBy(w typedWord) string {
	length := utf8.RuneCountInString(w.form)
	if !w.plain || length < leastCorrected || mostLetters < length || w.name && length < oneSlipInName {
		return ""
	}
	slips := 1
	if length >= twoSlips && !w.name {
		slips = 2
	}
	n := nearestForm{to: w.form, letters: lettersOf(w.form), within: slips, sameLetters: length < oneSlip}
	for _, beginning := range beginnings(w.form) {
		for form, holding := range r.Library.FormsFrom(beginning) {
			n.consider(form, holding)
		}
	}
	if analysis.IsStop(n.form) {
		return ""
	}
	return n.form
}

// isWord reports whether the language has a word, or its stem.
func (r *Retriever) isWord(form string) bool {
	for _, s := range []string{form, analysis.NewAnalyzer().Stem(form)} {
		if _, whole := wholePiece(r.Lexicon, s); whole || r.Nouns != nil && len(r.Nouns(s)) > 0 {
			return true
		}
	}
	return false
}

// beginnings are what the word that was meant may begin with: hardly anybody gets the
// first letter wrong, but it may have changed places with the second.
func beginnings(form string) []string {
	runes := []rune(form)
	first, swapped := string(runes[:1]), string([]rune{runes[1], runes[0]})
	if runes[0] == runes[1] {
		return []string{first}
	}
	return []string{first, swapped}
}

// A nearestForm is the form that is nearest to a word, of equals the most frequent
// one.
type nearestForm struct {
	to          string
	letters     letters
	within      int  // slips at most
	sameLetters bool // in another order

	form     string // "" as long as there is none
	distance int
	holding  int
}

// consider takes a form if it is better than the one there is.
func (n *nearestForm) consider(form string, holding int) {
	if gap := len(form) - len(n.to); max(gap, -gap) > n.within*utf8.UTFMax {
		return
	}
	most := 2 * n.within // letters that slips put in place of others
	if n.sameLetters {
		most = 0
	}
	if n.letters.apart(lettersOf(form)) > most || !isAlphabetic(form) {
		return
	}
	d := fuzzy.Distance(n.to, form)
	if d > n.within || n.form != "" && cmp.Or(cmp.Compare(d, n.distance), cmp.Compare(n.holding, holding)) >= 0 {
		return
	}
	n.form, n.distance, n.holding = form, d, holding
}

// letters count the letters of a word, some of them together.
type letters [64]int8

func lettersOf(word string) letters {
	var l letters
	for _, r := range word {
		l[r%64]++
	}
	return l
}

// apart is how many letters one of two words has and the other has not, or less.
func (l letters) apart(from letters) int {
	sum := 0
	for i, n := range l {
		sum += max(int(n-from[i]), int(from[i]-n))
	}
	return sum
}
