package retrieve

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/fuzzy"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// Which words are taken for slips, and of what. Short words are near to each other
// without being meant for each other; a name may just be unknown.
const (
	leastCorrected = 3  // letters of a word, of which two neighbours may be swapped to give a stop word
	oneSwap        = 4  // letters from which on that may give any word, and from which on one may be missing
	oneSlip        = 5  // letters from which on one may be wrong
	oneSlipInName  = 6  // the same for a name, of which one letter less may be doubled or not
	oneSlipInCode  = 8  // the same for an identifier
	twoSlips       = 9  // letters from which on two may be wrong, but in a name
	mostLetters    = 50 // of a word that is corrected: comparing costs their square
	mostCorrected  = 12 // words of one question
	fewUnknown     = 2  // words of a short question that may be unknown

	// clearly is how many times as many files contain the word that was meant as contain any
	// other word that is as near.
	clearly = 3
	// rarely is how many times as many files contain the word that was meant as contain a slip
	// that their authors have made, too.
	rarely = 20
	// leastPiece is the number of letters of words that others may be made of: "timout" is not
	// made of "tim" and "out".
	leastPiece = 4
	// leastBehindShort is the same behind a prefix of two letters: "depoly" has not "de".
	leastBehindShort = 5
)

// A Correction is a word of a question that no file contains, or hardly any, and the one
// that was searched for in its place.
type Correction struct {
	Word string // as it was written
	As   string
}

// A slip is a word of a question that is probably no word.
type slip struct {
	question.Word
	as      string // what may be meant, "" where no word of the workspace is near
	isClear bool   // no other word is as near
}

// correct replaces words of a ranked question that no file contains and that are no words of
// the language by those of the workspace that were meant. It does so where each of them has
// one near neighbour, and else, where few are unknown, for those that have. Of a question
// that is about something else, or in another language, nothing is replaced. suggested is the
// question with all neighbours where some were not clear enough to be taken, "" for none.
//
// What is in quotes, and what looks like a piece of a program or of a path, is left as it is.
func (r *Retriever) correct(q Query) (corrected Query, made []Correction, suggested string) {
	if q.Mode != Ranked {
		return q, nil, ""
	}
	slips, unknown, of := r.slips(q.Question)
	near, clear, stops := 0, 0, 0 // slips with a neighbour, with a clear one, and with a stop word
	for _, s := range slips {
		if s.as != "" {
			near++
		}
		if s.isClear {
			clear++
		}
		if analysis.IsStop(text.Fold(s.as)) {
			stops++
		}
	}
	if near == 0 || stops == of { // or nothing would be left to search for
		return q, nil, ""
	}
	with := func(takes func(slip) bool) string {
		all, grown := q.Question.Text, 0 // grown is how much longer the text is than it was
		for _, s := range slips {
			if s.as == "" || !takes(s) {
				continue
			}
			at := s.Span.Shift(grown)
			all = all[:at.Start] + s.as + all[at.End:]
			grown += len(s.as) - at.Len()
		}
		return all
	}
	isFew := unknown <= max(fewUnknown, of/2) && unknown <= 2*clear
	if clear == len(slips) || isFew {
		for _, s := range slips {
			if s.isClear {
				made = append(made, Correction{Word: s.Typed, As: s.as})
			}
		}
	}
	if len(made) < near && unknown <= 2*near {
		suggested = with(func(slip) bool { return true })
	}
	if len(made) > 0 {
		q.Question = question.Of(with(func(s slip) bool { return s.isClear }))
	}
	return q, made, suggested
}

// slips returns the words of a question that are probably no words, at most mostCorrected
// of them, and how many words no file contains, of how many. Stop words and what is in quotes
// do not count. A short word without a neighbour is unknown, and no slip.
func (r *Retriever) slips(q *question.Question) (slips []slip, unknown, of int) {
	typed := slices.DeleteFunc(slices.Clone(q.Words), func(w question.Word) bool { return analysis.IsStop(w.Form) || w.Quoted || w.Filler })
	stems := make([]string, len(typed))
	a := analysis.NewAnalyzer()
	for i, w := range typed {
		stems[i] = a.Stem(w.Form)
	}
	lists, _ := r.Library.Collect(stems)
	for i, w := range typed {
		if len(slips) == mostCorrected {
			break
		}
		holding := lists[i].Holding()
		if holding == 0 && !r.inLanguage(w.Form) {
			unknown++
		}
		if holding > rareWord || !r.isOpen(w) || r.isWord(w.Form) {
			continue
		}
		s := slip{Word: w}
		if holding == 0 {
			s.as, s.isClear = r.meantBy(w)
		} else if s.as = r.swappedIn(w, rarely*holding); s.as == "" {
			continue
		} else {
			s.isClear = true
		}
		if s.as != "" && w.Prose && w.IsCapital() {
			first, size := utf8.DecodeRuneInString(s.as)
			s.as = string(unicode.ToUpper(first)) + s.as[size:]
		}
		if s.as != "" || utf8.RuneCountInString(w.Form) >= oneSlip {
			slips = append(slips, s)
		}
	}
	return slips, unknown, len(typed)
}

// isOpen reports whether a word may be a slip by its looks.
func (r *Retriever) isOpen(w question.Word) bool {
	length := utf8.RuneCountInString(w.Form)
	if length < leastCorrected || mostLetters < length {
		return false
	}
	if w.Prose {
		return !w.Name || length >= oneSlipInName-1
	}
	// An identifier, such as getUserName, one of whose parts is no word.
	behind := strings.TrimLeftFunc(w.Typed, unicode.IsUpper)
	if length < oneSlipInCode || w.Bigram || !text.IsAlphabetic(w.Form) || !strings.ContainsFunc(behind, unicode.IsUpper) {
		return false
	}
	return slices.ContainsFunc(analysis.NewAnalyzer().Forms(w.Typed, true), func(f analysis.Form) bool {
		return f.Kind == analysis.Part && !f.Stop && !r.isHeld(f.Text) && !r.inLanguage(f.Text)
	})
}

// meantBy returns the word of the workspace for which an unknown one is a slip, "" if it may
// be meant as it is written, and whether no other word is as near.
func (r *Retriever) meantBy(w question.Word) (as string, isClear bool) {
	length := utf8.RuneCountInString(w.Form)
	n := neighbours{to: w.Form, letters: lettersOf(w.Form), within: 1}
	if length >= twoSlips && w.Prose && !w.Name {
		n.within = 2
	}
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
	n.found = slices.DeleteFunc(n.found, func(f neighbour) bool {
		isStop, isLonger := analysis.IsStop(f.form), utf8.RuneCountInString(f.form) > length
		switch {
		case w.Name && length < oneSlipInName:
			return !f.isDoubled
		case length < oneSwap:
			return !f.isSwap || !isStop
		case length < oneSlip:
			return !f.isSwap && !(isLonger && (isStop || r.isWord(f.form)))
		}
		return false
	})
	if len(n.found) == 0 && length >= oneSlip && w.Prose && !w.Name {
		return r.inflected(w)
	}
	return n.nearest()
}

// inflected returns the word that a word becomes when two neighbouring letters change places,
// or one is dropped, and of which the files contain another form: "maintains" where they
// have "maintained". It is clear if there is one.
func (r *Retriever) inflected(w question.Word) (as string, isClear bool) {
	runes, a := []rune(w.Form), analysis.NewAnalyzer()
	var words, stems []string
	for i := 1; i < len(runes); i++ {
		swapped := slices.Clone(runes)
		swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
		words = append(words, string(swapped), string(slices.Delete(slices.Clone(runes), i, i+1)))
	}
	for _, word := range words {
		stems = append(stems, a.Stem(word))
	}
	lists, _ := r.Library.Collect(stems)
	for i, l := range lists {
		if l.Empty() || !r.inLanguage(words[i]) || words[i] == as {
			continue
		}
		if as != "" {
			return as, false
		}
		as = words[i]
	}
	return as, as != ""
}

// swappedIn returns the word that two neighbouring letters of a word make when they change
// places, if at least so many files contain it; "" for none.
func (r *Retriever) swappedIn(w question.Word, files int) string {
	runes := []rune(w.Form)
	if len(runes) < oneSlip {
		return ""
	}
	var swapped []string
	for i := 1; i < len(runes); i++ {
		other := slices.Clone(runes)
		other[i-1], other[i] = other[i], other[i-1]
		swapped = append(swapped, string(other))
	}
	lists, _ := r.Library.CollectExact(swapped)
	for i, l := range lists {
		if swapped[i] != w.Form && l.Holding() >= files {
			return swapped[i]
		}
	}
	return ""
}

// isHeld reports whether any file contains a word.
func (r *Retriever) isHeld(form string) bool {
	lists, _ := r.Library.Collect([]string{analysis.NewAnalyzer().Stem(form)})
	return !lists[0].Empty()
}

// inLanguage reports whether the language has a word, or its stem.
func (r *Retriever) inLanguage(form string) bool {
	for _, s := range []string{form, analysis.NewAnalyzer().Stem(form)} {
		if _, whole := wholePiece(r.Lexicon, s); whole || r.Nouns != nil && len(r.Nouns(s)) > 0 {
			return true
		}
	}
	return false
}

// isWord reports whether a word that no file contains is right all the same: a language has
// it, or it is made of words of the files, as "autosave" is, or of a prefix and one of these.
func (r *Retriever) isWord(form string) bool {
	if r.inLanguage(form) || lexicon.Any("function words").Has(form) {
		return true
	}
	for at := range form {
		head, tail := form[:at], form[at:]
		letters := utf8.RuneCountInString(tail)
		if letters < leastPiece {
			break
		}
		if utf8.RuneCountInString(head) >= leastPiece && r.isHeld(head) && r.isHeld(tail) {
			return true
		}
		isPrefix := lexicon.Any("word prefixes").Has(head) && (at > len("re") || letters >= leastBehindShort)
		if isPrefix && r.isHeld(tail) {
			return true
		}
	}
	return false
}

// neighbours are the forms of the workspace that are near to a word.
type neighbours struct {
	to      string
	letters letters
	within  int // slips at most
	found   []neighbour
}

// A neighbour is a form that is near to a word.
type neighbour struct {
	form     string
	distance int
	holding  int // how many files contain it

	// The slips that are most frequent, and nothing else: two neighbouring letters have changed
	// places, or a letter is written twice in one of the two.
	isSwap, isDoubled bool
}

// consider takes a form if it is near enough.
func (n *neighbours) consider(form string, holding int) {
	if gap := len(form) - len(n.to); max(gap, -gap) > n.within*utf8.UTFMax {
		return
	}
	apart := 0 // letters that one of the two has and the other has not, or less
	for i, k := range lettersOf(form) {
		apart += max(int(n.letters[i]-k), int(k-n.letters[i]))
	}
	// A slip puts one letter in place of another at most.
	if apart > 2*n.within || !text.IsAlphabetic(form) {
		return
	}
	if d := fuzzy.Distance(n.to, form); d <= n.within {
		n.found = append(n.found, neighbour{
			form: form, distance: d, holding: holding,
			isSwap: d == 1 && apart == 0, isDoubled: d == 1 && undoubled(form) == undoubled(n.to),
		})
	}
}

// undoubled returns a word with each letter once where it is written several times in a row.
func undoubled(word string) string { return string(slices.Compact([]rune(word))) }

// nearest returns the form with the fewest slips: of equals one with swapped or doubled letters,
// and else the most frequent one. Whether it is clear depends on how frequent the next one is: a
// further form of the same word is no other word.
func (n *neighbours) nearest() (form string, isClear bool) {
	if len(n.found) == 0 {
		return "", false
	}
	kind := func(f neighbour) int {
		if f.isSwap || f.isDoubled {
			return 0
		}
		return 1
	}
	slices.SortFunc(n.found, func(a, b neighbour) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(kind(a), kind(b)), cmp.Compare(b.holding, a.holding), cmp.Compare(a.form, b.form))
	})
	best, a := n.found[0], analysis.NewAnalyzer()
	for _, other := range n.found[1:] {
		if analysis.IsStop(best.form) && analysis.IsStop(other.form) {
			continue // for the search they are the same
		}
		if other.distance == best.distance && kind(other) == kind(best) && a.Stem(other.form) != a.Stem(best.form) {
			return best.form, best.holding >= clearly*other.holding
		}
	}
	return best.form, true
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
