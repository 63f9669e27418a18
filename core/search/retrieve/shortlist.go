package retrieve

import (
	"context"
	"slices"

	"docuquest/core/index"
	"docuquest/core/search/parallel"
	"docuquest/core/search/rank"
)

// weighed is how many entries are weighed by their titles, to find the ones that are worth a
// closer look: what a file is called often says more than how often it contains a word.
const weighed = 200

// shortlist puts entries in the order of their postings and titles together, with the
// signals of both, and keeps the best.
func (r *Retriever) shortlist(ctx context.Context, found []scored, q *rank.Query, most int) []scored {
	titles := make([]rank.Title, len(found))
	eachWithMatcher(ctx, len(found), q, func(i int, m *rank.Matcher) {
		titles[i] = m.Title(titleOf(found[i].entry))
	})
	weights := r.titleWeights(ctx, titles)
	signals := make([]rank.Candidate, len(found))
	for i, s := range found {
		signals[i] = q.TitleSignals(titles[i], weights.average, func(stem string) float64 { return weights.idf[stem] })
		signals[i].Body = s.score
	}
	for i, score := range rank.Combine(signals, rank.Weights{Title: r.weights().Title}) {
		found[i].signals, found[i].rank = signals[i], score+found[i].source.Part().Adds()
	}
	slices.SortStableFunc(found, byRank)
	return found[:min(most, len(found))]
}

// leastTexts is how many of the entries that are read are no programs, where a question asks what a
// thing is: programs use its name more often than the text that says what it is.
const leastTexts = 10

// withTexts returns the first of the sorted entries, with leastTexts that are no programs if so many
// were found, in their order.
func withTexts(found []scored, most int) []scored {
	var kept []scored
	texts, programs := 0, 0
	for _, s := range found {
		if !s.entry.Code {
			texts++
		}
	}
	mostPrograms := max(0, most-min(texts, leastTexts))
	for _, s := range found {
		switch {
		case len(kept) == most:
			return kept
		case s.entry.Code && programs == mostPrograms:
			continue
		case s.entry.Code:
			programs++
		}
		kept = append(kept, s)
	}
	return kept
}

// titleWeights are the weights of the words in the titles of candidates.
type titleWeights struct {
	average float64 // length of a title with its path, in words
	idf     map[string]float64
}

func titleOf(e *index.Entry) string { return rank.TitleOf(e.Title, e.Path) }

// titleWeights looks the words of all titles up at once.
func (r *Retriever) titleWeights(ctx context.Context, titles []rank.Title) titleWeights {
	w := titleWeights{idf: map[string]float64{}}
	words := 0
	var stems []string
	for _, t := range titles {
		words += t.Length
		for _, stem := range t.Stems {
			if _, known := w.idf[stem]; !known {
				w.idf[stem] = 0
				stems = append(stems, stem)
			}
		}
	}
	w.average = max(1, float64(words)/float64(max(1, len(titles))))
	n := r.Library.Snapshot().Len()
	const together = 64 // stems that one goroutine looks up
	frequencies := make([]int, len(stems))
	parallel.For(ctx, (len(stems)+together-1)/together, func() func(int) {
		return func(part int) {
			first := part * together
			lists, _ := r.Library.Collect(stems[first:min(first+together, len(stems))])
			for i, l := range lists {
				frequencies[first+i] = l.Holding()
			}
		}
	})
	for i, stem := range stems {
		w.idf[stem] = rank.IDF(n, frequencies[i])
	}
	return w
}
