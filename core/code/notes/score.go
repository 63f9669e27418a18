package notes

import (
	"cmp"
	"math"
	"slices"
)

// IDF is what a note is worth that is noted about so many of all chunks: 1 + ln(all / (1 +
// those)). It is greatest for a note on one chunk, and a little less than 1 for one on all.
func IDF(chunks, noted int) float64 {
	return 1 + math.Log(float64(chunks)/float64(1+noted))
}

// A candidate is a row or a chunk by its number, with its score.
type candidate struct {
	number int32
	score  float64
}

// A selection chooses the best of many candidates, of one file no more than its share as
// long as there are others. It is for one choice.
type selection struct {
	limit   int
	inOrder func(a, b candidate) int // decides between equal scores
	// admits charges a candidate to the shares that it counts for, or reports that these
	// are used up. It is asked about each once, best first.
	admits func(number int32) bool

	waiting []candidate // a heap: none is better than the one above it
}

// best are those that are chosen, best first. It takes over the slice. One after another
// is looked at, from the best on, which mostly ends after a few; sorting all would cost
// more than comparing their vectors.
func (s *selection) best(all []candidate) []candidate {
	s.waiting = all
	for i := len(all)/2 - 1; i >= 0; i-- {
		s.sink(i)
	}
	var kept, rest []candidate
	for len(kept) < s.limit && len(s.waiting) > 0 {
		if c := s.next(); s.admits(c.number) {
			kept = append(kept, c)
		} else if len(rest) < s.limit {
			rest = append(rest, c)
		}
	}
	// Where the shares leave places free, the best of the rest fill them: they keep
	// nobody out.
	if free := s.limit - len(kept); free > 0 {
		kept = append(kept, rest[:min(len(rest), free)]...)
		slices.SortFunc(kept, s.compare)
	}
	return kept
}

// next takes the best one that is waiting.
func (s *selection) next() candidate {
	best, last := s.waiting[0], len(s.waiting)-1
	s.waiting[0] = s.waiting[last]
	s.waiting = s.waiting[:last]
	s.sink(0)
	return best
}

// sink moves the candidate at a place of the heap down until none below it is better.
func (s *selection) sink(at int) {
	for below := 2*at + 1; below < len(s.waiting); below = 2*at + 1 {
		if other := below + 1; other < len(s.waiting) && s.compare(s.waiting[other], s.waiting[below]) < 0 {
			below = other
		}
		if s.compare(s.waiting[at], s.waiting[below]) <= 0 {
			return
		}
		s.waiting[at], s.waiting[below] = s.waiting[below], s.waiting[at]
		at = below
	}
}

func (s *selection) compare(a, b candidate) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	return s.inOrder(a, b)
}
