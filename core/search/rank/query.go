// Package rank says how well a text fits a question: the terms of a question
// with their weights, the BM25 formula, and the coverage of a passage.
//
// It is pure: it knows texts and numbers, no index, no model, no clock.
package rank

import (
	"iter"
	"maps"
	"math"
	"strings"
	"sync"

	"docuquest/core/language/analysis"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// A Term is one stem, or one figure, that is searched for.
type Term struct {
	Text     string // as it was asked first
	Stem     string
	Weight   float64 // how much a match counts, 1 for a word asked once
	IDF      float64 // set by whoever knows the collection
	CodeOnly bool    // a part of an identifier: searched for in code alone
	Added    bool    // replaces a word that was asked for, see Expand
	Figure   bool    // a number, a version or a date in its one form, beside the words that it is made of

	atMost float64 // of an added term: the weight of the word that it replaces
}

// Mass is what a term adds to coverage. An added term weighs no more than the one
// that it replaces, however rare it is.
func (t Term) Mass() float64 {
	if t.Added {
		return t.Weight * math.Min(t.IDF, t.atMost)
	}
	return t.Weight * t.IDF
}

// A Query is what is searched for, in the order of asking, without stop words.
type Query struct {
	Terms  []Term
	byStem map[string]int

	neighbours map[[2]int]bool // terms that follow each other in it
	figures    map[int][]int   // by the term of a figure: those of the words that it is made of
	verbatims  []verbatim

	changes int       // how often terms came or went
	idle    sync.Pool // of *Matcher, some of them made before the last change
}

// Analyse returns the terms of a question.
func Analyse(asked *question.Question, a *analysis.Analyzer) *Query {
	q := &Query{}
	q.Ask(asked, 1, a)
	return q
}

// Ask adds the terms of the question itself: as Add does, with which of them follow each
// other, and which words count as they were written.
func (q *Query) Ask(asked *question.Question, weight float64, a *analysis.Analyzer) {
	q.Add(asked.Sought, weight, a)
	q.neighbours = map[[2]int]bool{}
	lastWord, last := -1, -1 // the last form may be a part of the last word
	for _, t := range asked.Terms {
		if t.Kind == analysis.Joined {
			continue
		}
		term := q.byStem[t.Stem]
		q.follow(last, term)
		if t.Kind == analysis.Word {
			q.follow(lastWord, term)
			lastWord = term
		}
		last = term
	}
	q.addVerbatim(asked, a)
}

func (q *Query) follow(earlier, later int) {
	if earlier >= 0 && earlier != later {
		q.neighbours[[2]int{earlier, later}] = true
	}
}

// Add takes the terms of more text in at a weight. A stem that is there already
// keeps the greater of the two weights, where a word asked twice counts double.
func (q *Query) Add(s string, weight float64, a *analysis.Analyzer) {
	q.changes++
	if q.byStem == nil {
		q.byStem = map[string]int{}
	}
	counts := map[string]float64{}
	a.Each(s, func(surface string, f analysis.Form) {
		if f.Stop {
			return
		}
		stem := a.Stem(f.Text)
		counts[stem] += weight
		q.term(surface, stem, f.Kind != analysis.Word)
	})
	for stem, w := range counts {
		t := &q.Terms[q.byStem[stem]]
		t.Weight = math.Max(t.Weight, w)
	}
	q.addFigures(s, weight, a)
}

// addFigures takes in the numbers, versions and dates of a text whose words are
// terms already.
func (q *Query) addFigures(s string, weight float64, a *analysis.Analyzer) {
	for f := range quantity.Terms(s) {
		if _, known := q.byStem[f.Form]; known {
			continue
		}
		surface := f.Span.Of(s)
		q.term(text.OneLine(surface), f.Form, false)
		last := len(q.Terms) - 1
		q.Terms[last].Weight, q.Terms[last].Figure = weight, true
		if q.figures == nil {
			q.figures = map[int][]int{}
		}
		a.Each(surface, func(_ string, form analysis.Form) {
			word, known := q.byStem[a.Stem(form.Text)]
			if known && form.Kind == analysis.Word && !q.Terms[word].CodeOnly {
				q.figures[last] = append(q.figures[last], word)
			}
		})
	}
}

// Figures visits the terms that are figures, each with the terms of the words that it
// is made of: a text that has the figure says these, however it is written there.
func (q *Query) Figures() iter.Seq2[int, []int] { return maps.All(q.figures) }

func (q *Query) term(surface, stem string, codeOnly bool) {
	if i, ok := q.byStem[stem]; ok {
		q.Terms[i].CodeOnly = q.Terms[i].CodeOnly && codeOnly
		return
	}
	q.byStem[stem] = len(q.Terms)
	q.Terms = append(q.Terms, Term{Text: strings.ToLower(surface), Stem: stem, CodeOnly: codeOnly})
}

// Expand adds the words of a text that may replace a term, at a share of its
// weight. Words that are there already stay as they are.
func (q *Query) Expand(term int, s string, value float64, a *analysis.Analyzer) {
	q.changes++
	weight := q.Terms[term].Weight * value
	a.Each(s, func(surface string, f analysis.Form) {
		stem := a.Stem(f.Text)
		if _, known := q.byStem[stem]; known || f.Stop || f.Kind != analysis.Word {
			return
		}
		q.term(surface, stem, false)
		added := &q.Terms[len(q.Terms)-1]
		added.Weight, added.Added = weight, true
		added.atMost = q.Terms[term].IDF
	})
}

// Keep reduces the question to some of its terms, in their order.
func (q *Query) Keep(terms []Term) {
	q.changes++
	q.Terms = terms
	clear(q.byStem)
	for i, t := range terms {
		q.byStem[t.Stem] = i
	}
}

// Stems of the terms, in their order.
func (q *Query) Stems() []string {
	stems := make([]string, len(q.Terms))
	for i, t := range q.Terms {
		stems[i] = t.Stem
	}
	return stems
}

// Mass of all terms that were asked for and that text other than code can hold. A
// figure adds none: its words do.
func (q *Query) Mass() float64 {
	var sum float64
	for _, t := range q.Terms {
		if !t.CodeOnly && !t.Added && !t.Figure {
			sum += t.Mass()
		}
	}
	return sum
}

// Coverage is the share of the question's mass whose terms have a count, 0 to 1.
func (q *Query) Coverage(counts []int32) float64 {
	var held float64
	for i, n := range counts {
		if n > 0 && !q.Terms[i].CodeOnly && !q.Terms[i].Figure {
			held += q.Terms[i].Mass()
		}
	}
	if mass := q.Mass(); mass > 0 {
		return math.Min(1, held/mass)
	}
	return 0
}
