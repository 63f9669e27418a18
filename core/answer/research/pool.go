package research

import (
	"cmp"
	"maps"
	"slices"
)

// What speaks for a document. A name's match with its title counts up to 1, and what a
// search gives for the question less, by its rank. Of 100 questions that need two files
// each, these numbers bring both among the first five for 84; one search does for 59.
const (
	askedName  = 0.8  // times the match with a name of the question
	leadRanked = 0.3  // for the best file that names lead to, by the question; less for the next ones
	rankedFade = 40   // at which rank that is nothing
	mostCommon = 0.05 // of the files have a name that leads to nothing
	spokenOf   = 0.4  // times the weight of a lead, for a file that only speaks of it
	ofQuestion = 0.3  // for the best by the question itself
	ofQuery    = 0.7  // for the best by another query
	// leastNew is what a document needs that the question itself does not find among the
	// first ten: with less, names that say little put others out of their places.
	leastNew = 0.6
	// keptFirst of the single search always stay in front.
	keptFirst = 3
)

// A pool is all documents of the workspace that were found, by their paths.
type pool struct {
	scores map[string]float64
	single []string        // by the question itself, best first
	copies map[string]bool // of these, the ones that only repeat others
}

// pinned is the score of a document that fills a slot: more than all else together.
const pinned = 10

// add adds a reason for a document. The strongest counts.
func (p *pool) add(path string, score float64) { p.scores[path] = max(p.scores[path], score) }

// falling is 1 for the first of so many, and less for each that follows.
func falling(i, of int) float64 { return max(0, 1-float64(i)/max(1, float64(of))) }

// order returns the paths, best first: the evidence, and then the rest of what the question
// itself finds.
func (p *pool) order() []string {
	scores := maps.Clone(p.scores)
	for path, score := range scores {
		if score < leastNew && !slices.Contains(p.single, path) {
			delete(scores, path)
		}
	}
	var first []string
	for i, path := range p.single {
		if p.copies[path] {
			continue
		}
		scores[path] += ofQuestion * falling(i, len(p.single))
		if len(first) < keptFirst {
			first = append(first, path)
		}
	}
	byScore := slices.SortedFunc(maps.Keys(scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	for _, path := range byScore {
		if len(first) < Evidence && !slices.Contains(first, path) {
			first = append(first, path)
		}
	}
	for _, path := range p.single {
		if !slices.Contains(first, path) {
			first = append(first, path)
		}
	}
	return first
}
