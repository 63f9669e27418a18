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

// share is how much of so many places one file may take: a third, and one at least.
func share(places int) int { return max(1, places/3) }

// A candidate is a row or a chunk by its number, with the file that it is of, 0 for none,
// and its score.
type candidate struct {
	number, file int32
	score        float64
}

// A selection keeps the best of many candidates, of one file no more than its share as
// long as there are others.
type selection struct {
	limit       int
	shared, all []candidate // best first: within the shares, and whatever their files
	inOrder     func(a, b candidate) int
}

// newSelection keeps as many as limit says; inOrder decides between equal scores.
func newSelection(limit int, inOrder func(a, b candidate) int) *selection {
	return &selection{limit: max(0, limit), inOrder: inOrder}
}

// wants says whether a candidate may be one of the best; its file does not matter. It is
// for leaving most of them out before anything else is looked up.
func (s *selection) wants(c candidate) bool {
	return len(s.shared) < s.limit || len(s.shared) > 0 && s.shared[len(s.shared)-1].score <= c.score
}

// add takes a candidate in. What is kept is what taking all in order would give, since
// one that was left out for its file's share is worse than all that its file has there,
// and those only go when there is no place for them either.
func (s *selection) add(c candidate) {
	s.all = s.inserted(s.all, c)
	if c.file != 0 {
		last, n := s.lastOf(c.file)
		if n >= share(s.limit) {
			if s.compare(c, s.shared[last]) > 0 {
				return
			}
			s.shared = slices.Delete(s.shared, last, last+1)
		}
	}
	s.shared = s.inserted(s.shared, c)
}

// lastOf gives the place of the worst of a file among the shared, and how many it has.
func (s *selection) lastOf(file int32) (last, n int) {
	for i, c := range s.shared {
		if c.file == file {
			last, n = i, n+1
		}
	}
	return last, n
}

// inserted puts a candidate into its place, if it is among the best.
func (s *selection) inserted(kept []candidate, c candidate) []candidate {
	at, _ := slices.BinarySearchFunc(kept, c, s.compare)
	if at == s.limit {
		return kept
	}
	return slices.Insert(kept[:min(len(kept), s.limit-1)], at, c)
}

// sorted are those that were kept, best first. Where the shares leave places free, the
// best of the rest fill them: they keep nobody out.
func (s *selection) sorted() []candidate {
	kept := s.shared
	for _, c := range s.all {
		if len(kept) == s.limit {
			break
		}
		if !slices.ContainsFunc(s.shared, func(k candidate) bool { return k.number == c.number }) {
			kept = append(kept[:len(kept):len(kept)], c)
		}
	}
	slices.SortFunc(kept, s.compare)
	return kept
}

func (s *selection) compare(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), s.inOrder(a, b))
}
