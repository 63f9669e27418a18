package retrieve

import (
	"cmp"
	"context"
	"slices"
	"time"

	"docuquest/core/analysis"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/rank"
)

const (
	// considered is how many entries are looked at more closely than their
	// postings tell.
	considered = 50
	// looked is how much of a long text is, in bytes.
	looked = 256 << 10
)

// rerank reads the best entries and orders them by all that speaks for each. What
// cannot be read any more is left out.
func (r *Retriever) rerank(ctx context.Context, found []scored, q Query, result *Result) ([]scored, error) {
	start := time.Now()
	m := rank.NewMatcher(result.Question, analysis.NewAnalyzer())
	var kept []scored
	var signals []rank.Candidate
	average := result.Snapshot.AverageLength()
	titles := r.titles(found, m)
	for _, s := range found {
		f, err := r.Source.Read(ctx, s.entry.URI)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			result.step("read", start, "%s: %s", s.entry.Path, whyUnreadable(err))
			continue
		}
		c := m.See(r.said(s.entry, f), s.entry.Code, average)
		title := m.TitleSignals(titleOf(s.entry), titles.average, titles.weight)
		c.Body, c.Title, c.TitleShare = s.score, title.Title, title.TitleShare
		kept, signals = append(kept, s), append(signals, c)
	}
	for i, score := range rank.Combine(signals, r.weights()) {
		kept[i].signals, kept[i].rank = signals[i], score
	}
	slices.SortStableFunc(kept, byRank)
	result.step("rank", start, "%d files looked at", len(kept))
	return kept[:min(q.Limit, len(kept))], nil
}

// weights are the ones to rank by.
func (r *Retriever) weights() rank.Weights {
	if r.Weights != nil {
		return *r.Weights
	}
	return rank.Simple
}

func byRank(a, b scored) int {
	return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.entry.Path, b.entry.Path))
}

// said is what there is to read in a file, as far as it is looked at. A parser is
// asked only where the text is full of marks or no text at all.
func (r *Retriever) said(e *index.Entry, f file.File) string {
	var s string
	if e.Marked {
		s = r.Parsers.Parse(f).Readable()
	} else {
		s = document.New(f).Text
	}
	return s[:min(looked, len(s))]
}

// titleWeights are the weights of the words in the titles of candidates.
type titleWeights struct {
	average float64 // length of a title with its path, in words
	idf     map[string]float64
}

func (w titleWeights) weight(stem string) float64 { return w.idf[stem] }

func titleOf(e *index.Entry) string { return rank.TitleOf(e.Title, e.Path) }

// titles looks the words of all titles up at once.
func (r *Retriever) titles(found []scored, m *rank.Matcher) titleWeights {
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
