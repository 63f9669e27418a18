package rank

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A Matcher counts the terms of one question in texts. It belongs to one
// goroutine.
type Matcher struct {
	question *Query
	changes  int // of the question, when the matcher was made
	forms    *analysis.Analyzer
	initials initials
	figures  bool // the question has a term that figures of a text may be
	counts   []int32

	prose, code reader
	stems       map[string]string // of the words of titles, see stem

	// what See works with
	found    []occurrence
	headings map[int]int  // by term: how often in headings
	seen     map[int]bool // verbatim words, by their numbers
	near     map[[2]int]int
	pairs    map[[2]int]int
}

// A reader goes through texts of one kind and knows the words that it has met.
type reader struct {
	memory *text.Memory[*word]
	code   bool
	words  map[string]*word // those that may be forms of terms
}

// A word is what a word of a text is to the question.
type word struct {
	stop     bool
	terms    []int // of the question that it is a form of
	verbatim int   // its number among the verbatim words, -1 for none
}

// NewMatcher makes a matcher for a question.
func NewMatcher(q *Query, a *analysis.Analyzer) *Matcher {
	m := &Matcher{
		question: q,
		changes:  q.changes,
		forms:    a,
		// A plain number is a figure of a text that groups its digits.
		figures:  slices.ContainsFunc(q.Terms, func(t Term) bool { return analysis.MayBeFigure(t.Stem) }),
		counts:   make([]int32, len(q.Terms)),
		prose:    newReader(false),
		code:     newReader(true),
		stems:    map[string]string{},
		headings: map[int]int{},
		seen:     map[int]bool{},
		near:     map[[2]int]int{},
		pairs:    map[[2]int]int{},
	}
	for stem := range q.byStem {
		m.initials.add(stem)
	}
	return m
}

func newReader(code bool) reader {
	return reader{memory: text.NewMemory[*word](text.Options{Underscores: code}), code: code, words: map[string]*word{}}
}

// Matcher lends a matcher for the question, which may know words already that others
// have met. Whoever is done with it gives it back by Done. Any number of goroutines may
// ask for one as long as nothing is added to the question.
func (q *Query) Matcher() *Matcher {
	if m, ok := q.idle.Get().(*Matcher); ok && m.changes == q.changes {
		return m
	}
	return NewMatcher(q, analysis.NewAnalyzer())
}

// Done gives a matcher back that a question has lent. What it gave is not valid any more.
func (m *Matcher) Done() { m.question.idle.Put(m) }

// Count says how often each term of the question occurs in s, and how many
// words s has that are no stop words. A figure counts for each of its words where the
// text has written it in another way. The slice is valid until the next call.
func (m *Matcher) Count(s string, code bool) (counts []int32, length int) {
	return m.CountBelow(nil, s, code)
}

// CountBelow is Count of a text together with the titles that it is below.
func (m *Matcher) CountBelow(titles []string, s string, code bool) (counts []int32, length int) {
	clear(m.counts)
	for _, title := range titles {
		length += m.count(title, code)
	}
	length += m.count(s, code)
	for figure, words := range m.question.figures { // no word of a figure counts less than the figure itself
		for _, w := range words {
			m.counts[w] = max(m.counts[w], m.counts[figure])
		}
	}
	return m.counts, length
}

// count adds the terms of a text to the counts and gives its length.
func (m *Matcher) count(s string, code bool) (length int) {
	m.each(s, code, func(_ int, w *word) {
		for _, term := range w.terms {
			m.counts[term]++
		}
		if !w.stop {
			length++
		}
	})
	m.eachFigure(s, func(term int) { m.counts[term]++ })
	return length
}

// each visits the words of a text in order, each with the byte that it starts at.
func (m *Matcher) each(s string, code bool, visit func(start int, w *word)) {
	r := &m.prose
	if code {
		r = &m.code
	}
	r.memory.Each(s, func(word string) *word { return m.word(r, word) }, visit)
}

// eachFigure visits the terms that are figures of a text.
func (m *Matcher) eachFigure(s string, visit func(term int)) {
	if !m.figures {
		return
	}
	for f := range analysis.Figures(s) {
		if term, ok := m.question.byStem[f.Text]; ok {
			visit(term)
		}
	}
}

// word is what a word of a text is to the question. Of those that cannot be a form of
// a term, which are nearly all, it is only asked whether they are stop words.
func (m *Matcher) word(r *reader, surface string) *word {
	if !m.initials.mayMatch(surface, r.code) {
		if holdsStop(surface) {
			return stopWord
		}
		return otherWord
	}
	w, known := r.words[surface]
	if !known {
		w = m.analyse(surface, r.code)
		r.words[surface] = w
	}
	return w
}

// What a word is that cannot be a form of a term. Both are never written.
var (
	stopWord  = &word{stop: true, verbatim: -1}
	otherWord = &word{verbatim: -1}
)

// analyse takes a word apart.
func (m *Matcher) analyse(surface string, code bool) *word {
	w := &word{verbatim: m.question.verbatimOf(surface)}
	for _, f := range m.forms.Forms(surface, code) {
		switch {
		case f.Stop:
			w.stop = w.stop || f.Kind == analysis.Word
		case m.initials.mayMatch(f.Text, false): // a stem takes a microsecond: it is made only of what begins as one
			if term, ok := m.question.byStem[m.forms.Stem(f.Text)]; ok {
				w.terms = append(w.terms, term)
			}
		}
	}
	w.stop = w.stop && w.terms == nil
	return w
}

// holdsStop reports whether a word is a stop word, or is made with one.
func holdsStop(word string) bool {
	for {
		piece, rest, more := strings.Cut(word, "_")
		if len(piece) <= longestStop {
			var folded [longestStop * utf8.UTFMax]byte
			if analysis.IsStop(string(text.AppendFold(folded[:0], piece))) {
				return true
			}
		}
		if !more {
			return false
		}
		word = rest
	}
}

// longestStop is the greatest length of a stop word, in bytes: all of them are in ASCII,
// and folding makes no word shorter but for signs that nobody puts into so short a one.
const longestStop = 16
