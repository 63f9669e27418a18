package retrieve

import (
	"cmp"
	"slices"

	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/fuzzy"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// A Sought is a term of a question that was asked, with what it counts.
type Sought struct {
	Text, Stem string
	Counts     float64 // as TracedTerm.Counts
	CodeOnly   bool
}

// A FileMatch is which terms of a question a file has, by the postings alone.
type FileMatch struct {
	Entry *index.Entry // nil for a file that is not in the library, and nothing else is known then
	Holds []Held       // the terms that it contains, in the order of asking
	Lacks []Sought     // the terms that only other files contain, the ones that count most first
	Place int          // among all admitted files that have a term, from 1; 0 where it has none
	Of    int          // these files
}

// A Held is a term that a file contains.
type Held struct {
	Sought
	Times int // at most 255
}

// MatchFile returns which terms of a question a file has, among the files that within
// admits, which may be nil for all. It costs about what ranking all files does.
func (r *Retriever) MatchFile(terms []Sought, within func(*index.Entry) bool, u file.URI) FileMatch {
	stems := make([]string, len(terms))
	for i, t := range terms {
		stems[i] = t.Stem
	}
	found, snap := r.Library.Collect(stems)
	var s FileMatch
	for e := range snap.All {
		if e.URI == u {
			s.Entry = e
			break
		}
	}
	if s.Entry == nil {
		return s
	}
	scores := map[*index.Entry]float64{}
	average := snap.AverageLength()
	for i, list := range found {
		t, term := terms[i], &rank.Term{CodeOnly: terms[i].CodeOnly}
		postings := list.Merged()
		switch p, holds := postingOf(s.Entry, postings); {
		case holds && mayHold(s.Entry, term):
			s.Holds = append(s.Holds, Held{t, int(p.Count())})
		case len(postings) > 0 && !t.CodeOnly:
			s.Lacks = append(s.Lacks, t)
		}
		for _, p := range postings {
			if e := snap.Entry(p.Entry()); mayHold(e, term) {
				scores[e] += t.Counts * saturated(p, e, average)
			}
		}
	}
	slices.SortStableFunc(s.Lacks, func(a, b Sought) int { return cmp.Compare(b.Counts, a.Counts) })
	if len(s.Holds) == 0 {
		return s
	}
	own := total{s.Entry, scores[s.Entry]}
	for e, score := range scores {
		if within != nil && !within(e) {
			continue
		}
		s.Of++
		if byScore(total{e, score}, own) <= 0 {
			s.Place++
		}
	}
	return s
}

// NearestWords returns, by words that a text does not contain, the words of the text that could
// be slips of them or they of these; a word without one is left out.
func NearestWords(words []string, in string) map[string]string {
	held := map[string]bool{}
	var all []string
	for w := range text.Words(in) {
		if word := text.Fold(w.Span.Of(in)); len(word) >= leastLetters && !held[word] {
			held[word] = true
			all = append(all, word)
		}
	}
	near := map[string]string{}
	for _, word := range words {
		if as, ok := fuzzy.Nearest(word, all); ok && len(word) >= oneSwap {
			near[word] = as
		}
	}
	return near
}
