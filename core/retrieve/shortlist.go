package retrieve

import (
	"slices"

	"docuquest/core/analysis"
	"docuquest/core/index"
	"docuquest/core/rank"
)

// weighed is how many entries are weighed by their titles, to find those that are
// worth a closer look: what a file is called often says more than how often it holds
// a word.
const weighed = 200

// shortlist keeps the entries that are the best by their postings and titles together,
// with the signals of both.
func (r *Retriever) shortlist(found []scored, q *rank.Question, most int) []scored {
	titles := r.titles(found, q)
	m := rank.NewMatcher(q, analysis.NewAnalyzer())
	signals := make([]rank.Candidate, len(found))
	for i, s := range found {
		signals[i] = m.TitleSignals(titleOf(s.entry), titles.average, titles.weight)
		signals[i].Body = s.score
	}
	for i, score := range rank.Combine(signals, rank.Weights{Title: r.weights().Title}) {
		found[i].signals, found[i].rank = signals[i], score
	}
	slices.SortStableFunc(found, byRank)
	return found[:min(most, len(found))]
}

// titleWeights are the weights of the words in the titles of candidates.
type titleWeights struct {
	average float64 // length of a title with its path, in words
	idf     map[string]float64
}

func (w titleWeights) weight(stem string) float64 { return w.idf[stem] }

func titleOf(e *index.Entry) string { return rank.TitleOf(e.Title, e.Path) }

// titles looks the words of all titles up at once.
func (r *Retriever) titles(found []scored, q *rank.Question) titleWeights {
	m := rank.NewMatcher(q, analysis.NewAnalyzer())
	w := titleWeights{idf: map[string]float64{}}
	words := 0
	for _, s := range found {
		_, n := m.Count(titleOf(s.entry), true)
		words += n
		m.Stems(titleOf(s.entry), func(stem string) { w.idf[stem] = 0 })
	}
	w.average = max(1, float64(words)/float64(max(1, len(found))))
	stems := make([]string, 0, len(w.idf))
	for stem := range w.idf {
		stems = append(stems, stem)
	}
	lists, snap := r.Library.Collect(stems)
	for i, stem := range stems {
		w.idf[stem] = rank.IDF(snap.Len(), lists[i].Holding())
	}
	return w
}
