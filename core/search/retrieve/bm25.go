package retrieve

import (
	"cmp"
	"sync"

	"docuquest/core/index"
	"docuquest/core/search/rank"
)

// A scored is an entry on its way to becoming a Document.
type scored struct {
	entry   *index.Entry
	score   float64 // BM25 of its postings
	rank    float64 // of all signals
	signals rank.Candidate
	matched bool // by the classic rule, which knows no better and worse
	meant   bool // it was compared by meaning
	source  rank.Source
	defines float64 // how surely its text says what the question asks the meaning of
}

// confidence is that the entry answers the question at all, see rank.Confidence.
func (s scored) confidence(q *rank.Query) float64 {
	if s.matched {
		return 1
	}
	best := bestScore(q)
	if best <= 0 {
		return 0
	}
	return rank.Confidence(min(1, s.score/best), s.signals)
}

// bestScore is what an entry would get that held every term very often.
func bestScore(q *rank.Query) float64 { return rank.Best * q.Mass() }

// rankEntries scores all entries that have a term and returns the best, those of
// equal scores by their paths.
func rankEntries(q *rank.Query, lists [][]index.Posting, snap *index.Snapshot, query Query) []scored {
	s := sumsPool.Get().(*sums)
	if len(s.scores) < snap.Bound() {
		s.scores = make([]float64, snap.Bound())
	}
	average := snap.AverageLength()
	for i := range q.Terms {
		t := &q.Terms[i]
		mass := orderMass(*t)
		for _, p := range lists[i] {
			e := snap.Entry(p.Entry())
			if !mayHold(e, t) {
				continue
			}
			if s.scores[p.Entry()] == 0 {
				s.touched = append(s.touched, p.Entry())
			}
			s.scores[p.Entry()] += mass * saturated(p, e, average)
		}
	}
	top := rank.NewTop(query.Limit, byScore)
	for _, n := range s.touched {
		if e := snap.Entry(n); query.Within == nil || query.Within(e) {
			top.Add(total{e, s.scores[n]})
		}
		s.scores[n] = 0
	}
	s.touched = s.touched[:0]
	sumsPool.Put(s)
	found := make([]scored, 0, query.Limit)
	for _, t := range top.Sorted() {
		found = append(found, scored{entry: t.entry, score: t.score})
	}
	return found
}

// sums are scores by the numbers of entries, all 0 in the pool.
type sums struct {
	scores  []float64
	touched []uint32 // the numbers whose score is not 0
}

var sumsPool = sync.Pool{New: func() any { return new(sums) }}

// mayHold reports whether a posting of a term counts for its entry, which is nil if it
// came after the snapshot, and may have no words of the kind.
func mayHold(e *index.Entry, t *rank.Term) bool { return e != nil && (e.Code || !t.CodeOnly) }

// saturated is the BM25 of a posting for each unit of its term's mass.
func saturated(p index.Posting, e *index.Entry, average float64) float64 {
	return rank.BM25(float64(p.Count()), float64(e.Length), average)
}

// A total is the score of an entry: nearly all of them go no further.
type total struct {
	entry *index.Entry
	score float64
}

func byScore(a, b total) int {
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return cmp.Compare(a.entry.Path, b.entry.Path)
}
