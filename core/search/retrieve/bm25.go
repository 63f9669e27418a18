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

// rankEntries scores all entries that hold a term and gives the best, those of
// equal scores by their paths.
func rankEntries(q *rank.Query, lists [][]index.Posting, snap *index.Snapshot, query Query) []scored {
	sums := borrowSums(snap.Bound())
	defer sums.giveBack()
	average := snap.AverageLength()
	for i := range q.Terms {
		t := &q.Terms[i]
		mass := orderMass(*t)
		for _, p := range lists[i] {
			if e := snap.Entry(p.Entry()); mayHold(e, t) {
				sums.add(p.Entry(), mass*saturated(p, e, average))
			}
		}
	}
	return sums.best(snap, query)
}

// mayHold reports whether a posting of a term counts for its entry, which is nil if it
// came after the snapshot, and may have no words of the kind.
func mayHold(e *index.Entry, t *rank.Term) bool { return e != nil && (e.Code || !t.CodeOnly) }

// saturated is the BM25 of a posting for each unit of its term's mass.
func saturated(p index.Posting, e *index.Entry, average float64) float64 {
	return rank.BM25(float64(p.Count()), float64(e.Length), average)
}

// sums adds scores up by the numbers of entries.
type sums struct {
	scores  []float64
	touched []uint32
}

var sumsPool = sync.Pool{New: func() any { return new(sums) }}

func borrowSums(bound int) *sums {
	s := sumsPool.Get().(*sums)
	if len(s.scores) < bound {
		s.scores = make([]float64, bound)
	}
	return s
}

func (s *sums) giveBack() {
	for _, n := range s.touched {
		s.scores[n] = 0
	}
	s.touched = s.touched[:0]
	sumsPool.Put(s)
}

func (s *sums) add(number uint32, score float64) {
	if s.scores[number] == 0 {
		s.touched = append(s.touched, number)
	}
	s.scores[number] += score
}

// best gives the entries with the greatest scores.
func (s *sums) best(snap *index.Snapshot, q Query) []scored {
	top := rank.NewTop(q.Limit, byScore)
	for _, n := range s.touched {
		if e := snap.Entry(n); q.Within == nil || q.Within(e) {
			top.Add(total{e, s.scores[n]})
		}
	}
	found := make([]scored, 0, q.Limit)
	for _, t := range top.Sorted() {
		found = append(found, scored{entry: t.entry, score: t.score})
	}
	return found
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
