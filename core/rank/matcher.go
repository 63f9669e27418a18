package rank

import (
	"strings"

	"docuquest/core/analysis"
	"docuquest/core/text"
)

// A Matcher counts the terms of one question in texts. It belongs to one
// goroutine.
type Matcher struct {
	question *Question
	forms    *analysis.Analyzer
	initials initials
	figures  bool // the question has a term that figures of a text may be
	counts   []int32

	prose, code reader

	// what See works with
	found    []occurrence
	headings map[int]int  // by term: how often in headings
	seen     map[int]bool // verbatim words, by their numbers
	near     map[[2]int]int
	pairs    map[[2]int]int
}

// A reader counts the words of one kind of text and knows those that it has met.
type reader struct {
	counter *text.Counter
	code    bool
	words   map[uint64]*word // by the hash of what stands in the text
	text    []*word          // the distinct words of the text at hand
}

// A word is what a word of a text is to the question.
type word struct {
	surface  string
	stop     bool
	terms    []int // of the question that it is a form of
	verbatim int   // its number among the verbatim words, -1 for none
}

// NewMatcher makes a matcher for a question.
func NewMatcher(q *Question, a *analysis.Analyzer) *Matcher {
	m := &Matcher{
		question: q,
		forms:    a,
		figures:  q.mayHoldFigures(),
		counts:   make([]int32, len(q.Terms)),
		prose:    reader{counter: text.NewCounter(text.Options{}), words: map[uint64]*word{}},
		code:     reader{counter: text.NewCounter(text.Options{Underscores: true}), code: true, words: map[uint64]*word{}},
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

// Count says how often each term of the question stands in s, and how many
// words s has that are no stop words. A figure counts for each of its words where the
// text has written it in another way. The slice is valid until the next call.
func (m *Matcher) Count(s string, code bool) (counts []int32, length int) {
	clear(m.counts)
	r := m.reader(code)
	r.counter.Count(s)
	for t := range r.counter.All() {
		w := m.word(r, t.Span.Of(s), t.Hash)
		for _, term := range w.terms {
			m.counts[term] += int32(t.Count)
		}
		if !w.stop {
			length += t.Count
		}
	}
	m.countFigures(s)
	return m.counts, length
}

func (m *Matcher) reader(code bool) *reader {
	if code {
		return &m.code
	}
	return &m.prose
}

// countFigures adds the figures of a text to the counts, and sees to it that no word
// of a figure counts less than the figure itself.
func (m *Matcher) countFigures(s string) {
	m.eachFigure(s, func(term int) { m.counts[term]++ })
	for figure, words := range m.question.figures {
		for _, w := range words {
			m.counts[w] = max(m.counts[w], m.counts[figure])
		}
	}
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
func (m *Matcher) word(r *reader, surface string, hash uint64) *word {
	if !m.initials.mayMatch(surface, r.code) {
		if holdsStop(surface) {
			return stopWord
		}
		return otherWord
	}
	w := r.words[hash]
	if w == nil || w.surface != surface {
		w = m.analyse(surface, r.code)
		r.words[hash] = w
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
	w := &word{surface: surface, verbatim: m.question.verbatimOf(surface)}
	for _, f := range m.forms.Forms(surface, code) {
		if f.Stop {
			w.stop = w.stop || f.Kind == analysis.Word
		} else if term, ok := m.question.byStem[m.forms.Stem(f.Text)]; ok {
			w.terms = append(w.terms, term)
		}
	}
	w.stop = w.stop && w.terms == nil
	return w
}

// holdsStop reports whether a word is a stop word, or is made with one.
func holdsStop(word string) bool {
	folded := text.Fold(word)
	if !strings.Contains(folded, "_") {
		return analysis.IsStop(folded)
	}
	for piece := range strings.SplitSeq(folded, "_") {
		if analysis.IsStop(piece) {
			return true
		}
	}
	return false
}
