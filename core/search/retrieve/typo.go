package retrieve

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/fuzzy"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
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

// A Correction is a word of a question that no file contains, and the one that was
// searched for in its place.
type Correction struct {
	Word string // as it was written
	As   string
}

// correct replaces words of a ranked question that no file contains and that are no words of
// the language by those of the workspace that were most likely meant. What is in
// quotes, and what looks like a piece of a program or of a path, is left as it is.
// Where more than half of the words are unknown in both ways, and more than two, the
// question is about something else, or in another language, and nothing is replaced.
func (r *Retriever) correct(q Query) (Query, []Correction) {
	if q.Mode != Ranked {
		return q, nil
	}
	typed := slices.DeleteFunc(slices.Clone(q.Question.Words), func(w question.Word) bool { return analysis.IsStop(w.Form) || w.Quoted })
	stems := make([]string, len(typed))
	a := analysis.NewAnalyzer()
	for i, w := range typed {
		stems[i] = a.Stem(w.Form)
	}
	lists, _ := r.Library.Collect(stems)
	var unknown []question.Word
	for i, w := range typed {
		if lists[i].Empty() && !r.isWord(w.Form) {
			unknown = append(unknown, w)
		}
	}
	if len(unknown) > max(fewUnknown, len(typed)/2) {
		return q, nil
	}
	var made []Correction
	corrected, grown := q.Question.Text, 0 // grown is how much longer the text is than it was
	for _, w := range unknown[:min(mostCorrected, len(unknown))] {
		if as := r.meantBy(w); as != "" {
			made = append(made, Correction{Word: w.Typed, As: as})
			at := w.Span.Shift(grown)
			corrected = corrected[:at.Start] + as + corrected[at.End:]
			grown += len(as) - at.Len()
		}
	}
	if len(made) > 0 {
		q.Question = question.Of(corrected)
	}
	return q, made
}

// meantBy returns the word of the workspace for which an unknown one is a slip, "" if it may
// be meant as it is written.
func (r *Retriever) meantBy(w question.Word) string {
	length := utf8.RuneCountInString(w.Form)
	if !w.Prose || length < leastCorrected || mostLetters < length || w.Name && length < oneSlipInName {
		return ""
	}
	slips := 1
	if length >= twoSlips && !w.Name {
		slips = 2
	}
	n := nearestForm{to: w.Form, letters: lettersOf(w.Form), within: slips, sameLetters: length < oneSlip}
	// Hardly anybody gets the first letter wrong, but it may have changed places with the second.
	runes := []rune(w.Form)
	beginnings := []string{string(runes[:1])}
	if runes[0] != runes[1] {
		beginnings = append(beginnings, string([]rune{runes[1], runes[0]}))
	}
	for _, beginning := range beginnings {
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
	apart := 0 // letters that one of the two has and the other has not, or less
	for i, k := range lettersOf(form) {
		apart += max(int(n.letters[i]-k), int(k-n.letters[i]))
	}
	if apart > most || !text.IsAlphabetic(form) {
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
