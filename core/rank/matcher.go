package rank

import (
	"docuquest/core/analysis"
	"docuquest/core/text"
)

// A Matcher counts the terms of one question in texts. It belongs to one
// goroutine.
type Matcher struct {
	question *Question
	forms    *analysis.Analyzer
	prose    *text.Counter
	code     *text.Counter
	memo     map[surface][]int // terms by index
	counts   []int32

	// what See works with
	known map[surface]*known
	found []occurrence
	seen  map[int]bool // verbatim words, by their numbers
	near  map[[2]int]int
	pairs map[[2]int]int
}

type surface struct {
	text string
	code bool
}

// NewMatcher makes a matcher for a question.
func NewMatcher(q *Question, a *analysis.Analyzer) *Matcher {
	return &Matcher{
		question: q,
		forms:    a,
		prose:    text.NewCounter(text.Options{}),
		code:     text.NewCounter(text.Options{Underscores: true}),
		memo:     map[surface][]int{},
		counts:   make([]int32, len(q.Terms)),
		known:    map[surface]*known{},
		seen:     map[int]bool{},
		near:     map[[2]int]int{},
		pairs:    map[[2]int]int{},
	}
}

// Count says how often each term of the question stands in s, and how many
// words s has that are no stop words. The slice is valid until the next call.
func (m *Matcher) Count(s string, code bool) (counts []int32, length int) {
	clear(m.counts)
	counter := m.prose
	if code {
		counter = m.code
	}
	counter.Count(s)
	for t := range counter.All() {
		word := s[t.Span.Start:t.Span.End]
		for _, i := range m.terms(word, code) {
			if i == stopWord {
				length -= t.Count
				continue
			}
			m.counts[i] += int32(t.Count)
		}
		length += t.Count
	}
	return m.counts, length
}

const stopWord = -1

// terms are the indexes of the question's terms that a word is a form of.
func (m *Matcher) terms(word string, code bool) []int {
	key := surface{word, code}
	if found, ok := m.memo[key]; ok {
		return found
	}
	var found []int
	for _, f := range m.forms.Forms(word, code) {
		if f.Stop && f.Kind == analysis.Word {
			found = append(found, stopWord)
		} else if i, ok := m.question.byStem[m.forms.Stem(f.Text)]; ok && !f.Stop {
			found = append(found, i)
		}
	}
	m.memo[key] = found
	return found
}
