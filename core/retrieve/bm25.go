package retrieve

import (
	"cmp"
	"sync"

	"docuquest/core/index"
	"docuquest/core/rank"
)

// A scored is an entry on its way to becoming a Document.
type scored struct {
	entry   *index.Entry
	score   float64 // BM25 of its postings
	rank    float64 // of all signals
	signals rank.Candidate
}

// bestScore is what an entry would get that held every term very often.
func bestScore(q *rank.Question) float64 { return rank.Best * q.Mass() }

// rankEntries scores all entries that hold a term and gives the best, those of
// equal scores by their paths.
func rankEntries(q *rank.Question, lists [][]index.Posting, snap *index.Snapshot, query Query) []scored {
	sums := borrowSums(snap.Bound())
	defer sums.giveBack()
	average := snap.AverageLength()
	for i, t := range q.Terms {
		for _, p := range lists[i] {
			e := snap.Entry(p.Entry())
			if e == nil || t.CodeOnly && !e.Code { // it came after the snapshot, or has no such words
				continue
			}
			sums.add(p.Entry(), share(t)*t.Mass()*rank.BM25(float64(p.Count()), float64(e.Length), average))
		}
	}
	return sums.best(snap, query)
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
			top.Add(scored{entry: e, score: s.scores[n]})
		}
	}
	return top.Sorted()
}

func byScore(a, b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.entry.Path, b.entry.Path))
}
