package lexical

import (
	"math"
	"regexp"
	"slices"

	"docuquest/core/language/analysis"
	"docuquest/core/search/rerank"
)

// A question is its words that say something, each once. It belongs to one goroutine.
type question struct {
	analyzer *analysis.Analyzer
	words    []word
	byStem   map[string]int
	initials [256]bool // the bytes that its words begin with, as do all words of their stems
	pairs    [][2]int  // words that follow each other in it
	kinds    []rerank.Kind

	known map[surface][]form // what words of passages are to it
}

// A word of the question.
type word struct {
	exact  string      // folded, as it was asked first
	kind   rerank.Kind // that it names, "" for none
	weight float64     // set by weigh
}

func newQuestion(s string, a *analysis.Analyzer) *question {
	q := &question{analyzer: a, byStem: map[string]int{}, known: map[surface][]form{}}
	last := -1
	a.Each(s, func(_ string, f analysis.Form) {
		if f.Stop || f.Kind == analysis.Joined {
			return
		}
		at := q.add(f.Text)
		if last >= 0 && last != at {
			q.pairs = append(q.pairs, [2]int{last, at})
		}
		last = at
	})
	if asksForWay.MatchString(s) {
		q.kinds = append(q.kinds, rerank.Code)
	}
	return q
}

// asksForWay matches what a question for a way to do something begins with, which a
// piece of code shows.
var asksForWay = regexp.MustCompile(`(?i)\bhow (?:do|does|can|could|should|would|to)\b`)

// add takes a word in and gives its place.
func (q *question) add(exact string) int {
	stem := q.analyzer.Stem(exact)
	at, known := q.byStem[stem]
	if known {
		return at
	}
	at = len(q.words)
	q.byStem[stem] = at
	q.initials[exact[0]] = true
	kind := kindNamed(stem)
	q.words = append(q.words, word{exact: exact, kind: kind})
	if kind != "" {
		q.kinds = append(q.kinds, kind)
	}
	return at
}

// kindNamed is the kind of passage that a stem names, "" for none.
func kindNamed(stem string) rerank.Kind {
	switch stem {
	case "tabl", "row", "column":
		return rerank.Table
	case "code", "exampl", "snippet", "script", "command":
		return rerank.Code
	}
	return ""
}

// asksFor reports whether passages of a kind are asked for.
func (q *question) asksFor(k rerank.Kind) bool { return slices.Contains(q.kinds, k) }

// weigh gives each word its weight among the passages: the fewer of them hold it, the
// more it says.
func (q *question) weigh(readings []reading) {
	n := float64(len(readings))
	for i := range q.words {
		holding := 0.0
		for _, r := range readings {
			if r.held[i] {
				holding++
			}
		}
		q.words[i].weight = math.Log(1 + (n-holding+0.5)/(holding+0.5))
	}
}

// share is the part of the question, by weight, whose words are marked: 0 to 1.
func (q *question) share(marked []bool) float64 {
	var part, whole float64
	for i, w := range q.words {
		whole += w.weight
		if marked[i] {
			part += w.weight
		}
	}
	return part / max(whole, leastWeight)
}

// nearShare is the part of the pairs, by weight, that are marked: 0 to 1.
func (q *question) nearShare(marked []bool) float64 {
	var part, whole float64
	for i, pair := range q.pairs {
		weight := min(q.words[pair[0]].weight, q.words[pair[1]].weight)
		whole += weight
		if marked[i] {
			part += weight
		}
	}
	return part / max(whole, leastWeight)
}

// leastWeight is less than any word weighs: a question without words has shares of 0.
const leastWeight = 1e-9
