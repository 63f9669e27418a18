package rank

import (
	"strings"
	"unicode"

	"docuquest/core/language/analysis"
	"docuquest/core/language/quantity"
	"docuquest/core/search/question"
)

// A verbatim word is one of the question that a text should contain as it was written: no
// other form of it means the same.
type verbatim struct {
	question.Verbatim
	term int
}

// addVerbatim adds the verbatim words of a question, and its figures.
func (q *Query) addVerbatim(asked *question.Question, a *analysis.Analyzer) {
	for _, v := range asked.Verbatim {
		if term, known := q.byStem[a.Stem(v.Form)]; known {
			q.verbatims = append(q.verbatims, verbatim{v, term})
		}
	}
	for f := range quantity.Terms(asked.Sought) {
		if term := q.byStem[f.Form]; q.Terms[term].Figure && q.verbatimOf(f.Form) < 0 {
			q.verbatims = append(q.verbatims, verbatim{question.Verbatim{Kind: question.Number, Form: f.Form}, term})
		}
	}
}

// seeFigures notes the verbatim words that a text says by its figures: the figures
// themselves, and the words that they are made of in the question.
func (m *Matcher) seeFigures(s string) {
	said := map[int]bool{} // terms
	m.eachFigure(s, func(term int) {
		said[term] = true
		for _, word := range m.question.figures[term] {
			said[word] = true
		}
	})
	for i, v := range m.question.verbatims {
		if said[v.term] {
			m.seen[i] = true
		}
	}
}

// verbatimOf gives the number of a word among the verbatim ones, -1 for none.
func (q *Query) verbatimOf(word string) int {
	for i, v := range q.verbatims {
		if analysis.IsExact(word, v.Form) {
			return i
		}
	}
	return -1
}

// verbatimShare is the weight of the verbatim words that were seen among those of
// their kind, added up over the kinds.
func (q *Query) verbatimShare(seen map[int]bool) float64 {
	var held, all [question.VerbatimKinds]float64
	for i, v := range q.verbatims {
		w := q.Terms[v.term].IDF
		all[v.Kind] += w
		if seen[i] {
			held[v.Kind] += w
		}
	}
	var sum float64
	for kind := range all {
		sum += share(held[kind], all[kind])
	}
	return sum
}

// NamesIn returns which terms are names or codes of the question that some texts contain, written in one
// word or in several, and the share of all that these are, by weight; 1 where the question has none, and where
// no text is given.
func (m *Matcher) NamesIn(texts []string) (terms []bool, named float64) {
	if texts == nil {
		return nil, 1
	}
	clear(m.seen)
	joined := ""
	for _, s := range texts {
		m.each(s, false, func(_ int, w *word) {
			if w.verbatim >= 0 {
				m.seen[w.verbatim] = true
			}
		})
		joined += strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, s) + " "
	}
	isOfFigure := map[int]bool{} // a year names nothing
	for _, words := range m.question.figures {
		for _, w := range words {
			isOfFigure[w] = true
		}
	}
	terms = make([]bool, len(m.question.Terms))
	var held, all float64
	for i, v := range m.question.verbatims {
		if t := m.question.Terms[v.term]; v.Kind != question.Number && !isOfFigure[v.term] && !t.Figure {
			all += t.IDF
			if m.seen[i] || len(v.Form) >= leastJoined && strings.Contains(joined, v.Form) {
				held += t.IDF
				terms[v.term] = true
			}
		}
	}
	if all == 0 {
		return terms, 1
	}
	return terms, held / all
}

// leastJoined is the length of a name from which it is found within a longer word: "BESTBUY".
const leastJoined = 4

// Lacking returns the question's verbatim words that none of some texts contains as they were
// written, and their weight as a share of all: 0 where it has none. A word of a program counts in prose, too.
func (m *Matcher) Lacking(texts []string, code bool) (forms []string, weight float64) {
	if len(m.question.verbatims) == 0 {
		return nil, 0
	}
	clear(m.seen)
	see := func(_ int, w *word) {
		if w.verbatim >= 0 {
			m.seen[w.verbatim] = true
		}
	}
	for _, s := range texts {
		m.each(s, code, see)
		if !code {
			m.each(s, true, see)
		}
		m.seeFigures(s)
	}
	var lacking, all float64
	for i, v := range m.question.verbatims {
		w := m.question.Terms[v.term].IDF
		all += w
		if !m.seen[i] {
			lacking += w
			forms = append(forms, v.Form)
		}
	}
	return forms, share(lacking, all)
}
