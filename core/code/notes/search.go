package notes

import (
	"cmp"
	"encoding/binary"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"docuquest/core/file"
)

// The defaults of a Query.
const (
	DefaultMaxHits = 10 // of each table
	DefaultBest    = 30 // chunks
)

// A Query is what is searched.
type Query struct {
	// Of is what is searched in each table, by kind.
	Of [Kinds]Ask
	// Best is how many chunks are wanted at most; 0 means DefaultBest.
	Best int
	// Within decides of which files they may be; nil means of all. It is called once a file.
	Within func(file.URI) bool
}

// An Ask is what is searched in one table.
type Ask struct {
	// Text is what Vector was made of, for people.
	Text string
	// Vector is of length 1. Where it is nil, or has not as many finite numbers as the
	// index has dimensions, the table is not searched.
	Vector []float32
	// MaxHits is how many notes are hits at most; 0 means DefaultMaxHits.
	MaxHits int
	// MinScore is the cosine above which a note is a hit, -1 to 1.
	MinScore float64
	// Weight is what the table counts in the sum beside the others. Where it is not above
	// 0, the table is not searched.
	Weight float64
}

// Search finds the chunks whose notes are nearest to a query.
//
// One file could otherwise be written so that it fills everything that is found. So its
// notes are no more than a third of the hits of a table as long as there are others, and
// its chunks no more than a third of the best: it can push out 3 of 10 hits and
// 10 of 30 chunks, and no more. A note of two or three files counts for each of them, and
// is kept out when all of them have their third; one of more files counts for these
// together, as for one file. Copies of a file, also where each differs a little, have
// half as much as it has, all together. The share does not limit what a note is worth: a
// file with many chunks that all have it makes it common, see [IDF].
func (x *Index) Search(q Query) Found {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var within []bool // by chunk; nil admits all
	if q.Within != nil {
		within = make([]bool, len(x.chunks))
		for u, s := range x.files {
			if q.Within(u) {
				for _, number := range s.chunks {
					within[number] = true
				}
			}
		}
	}
	var found Found
	sums := make([]float64, len(x.chunks))
	for k, ask := range q.Of {
		if !(0 < ask.Weight) || !x.tables[k].fits(ask.Vector) {
			continue
		}
		for _, hit := range x.hits(&x.tables[k], ask, within) {
			r := x.tables[k].notes[hit.number]
			h := Hit{Text: r.text, Cosine: hit.score, Chunks: len(r.chunks), IDF: IDF(x.count(), len(r.chunks))}
			for _, chunk := range r.chunks {
				sums[chunk] += ask.Weight * h.Cosine * h.IDF
			}
			found.Hits[k] = append(found.Hits[k], h)
		}
	}
	var all []candidate
	for number, sum := range sums {
		if within != nil && !within[number] {
			sums[number] = 0
		} else if 0 < sum {
			all = append(all, candidate{int32(number), sum})
		}
	}
	limit := cmp.Or(q.Best, DefaultBest)
	chosen := selection{
		limit:  limit,
		admits: x.sharesOfChunks(limit, sums),
		inOrder: func(a, b candidate) int {
			return inOrder(x.chunks[a.number].Noted, x.chunks[b.number].Noted)
		},
	}
	for _, c := range chosen.best(all) {
		found.Chunks = append(found.Chunks, Scored{x.chunks[c.number].Noted, c.score})
	}
	return found
}

// IDF is the worth of a note that is noted about so many of all chunks: 1 + ln(all / (1 +
// those)). It is greatest for a note on one chunk, and a little less than 1 for one on all.
func IDF(chunks, noted int) float64 {
	return 1 + math.Log(float64(chunks)/float64(1+noted))
}

// inOrder compares chunks by file and place.
func inOrder(a, b *Noted) int {
	return cmp.Or(
		strings.Compare(a.Path, b.Path), strings.Compare(string(a.URI), string(b.URI)),
		cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End),
		slices.Compare(a.Titles, b.Titles),
	)
}

// hits are the rows of a table that are nearest to a query, of chunks that it admits.
func (x *Index) hits(t *table, ask Ask, within []bool) []candidate {
	scores := make([]float32, t.count)
	var group sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(t.blocks)) {
		group.Go(func() {
			for block := range next {
				t.score(block, ask.Vector, scores)
			}
		})
	}
	for block := range t.blocks {
		next <- block
	}
	close(next)
	group.Wait()
	var near []candidate
	for row, score := range scores {
		chunks := t.notes[row].chunks
		isAdmitted := within == nil && len(chunks) > 0 ||
			within != nil && slices.ContainsFunc(chunks, func(number int32) bool { return within[number] })
		if ask.MinScore < float64(score) && isAdmitted {
			near = append(near, candidate{int32(row), float64(score)})
		}
	}
	limit := cmp.Or(ask.MaxHits, DefaultMaxHits)
	chosen := selection{
		limit:  limit,
		admits: x.sharesOfHits(t, limit),
		inOrder: func(a, b candidate) int {
			return strings.Compare(t.notes[a.number].text, t.notes[b.number].text)
		},
	}
	return chosen.best(near)
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
	// are used up. It is called for each once, best first.
	admits func(number int32) bool

	waiting []candidate // a heap: none is better than the one above it
}

// best are those that are chosen, best first. It owns the slice. It inspects one after another
// from the best on, which mostly ends after a few; sorting all would cost
// more than comparing their vectors.
func (s *selection) best(all []candidate) []candidate {
	s.waiting = all
	for i := len(all)/2 - 1; i >= 0; i-- {
		s.sink(i)
	}
	var kept, rest []candidate
	for len(kept) < s.limit && len(s.waiting) > 0 {
		c, last := s.waiting[0], len(s.waiting)-1
		s.waiting[0] = s.waiting[last]
		s.waiting = s.waiting[:last]
		s.sink(0)
		if s.admits(c.number) {
			kept = append(kept, c)
		} else if len(rest) < s.limit {
			rest = append(rest, c)
		}
	}
	// Where the shares leave places free, the best of the rest fill them, which excludes
	// no other.
	if free := s.limit - len(kept); free > 0 {
		kept = append(kept, rest[:min(len(rest), free)]...)
		slices.SortFunc(kept, s.compare)
	}
	return kept
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

// share is how much of so many places one file may take: a third, and one at least.
func share(places int) int { return max(1, places/3) }

// fewFiles is of how many files a note may be that counts for each of them. What is noted
// about more would use up the shares of all of them. It counts for these files together,
// as if they were one: notes of the very same files come from copies of one text.
const fewFiles = 3

// sharesOfHits admits the rows of a table to so many places. One counts for the files that
// its note is of, see [fewFiles], and is kept out when all of these have their share.
func (x *Index) sharesOfHits(t *table, places int) (admits func(row int32) bool) {
	taken := map[string]int{} // by the numbers of the files that count together
	return func(row int32) bool {
		var files []int32 // each once
		for _, c := range t.notes[row].chunks {
			// Mostly the chunks of a file are neighbours.
			if f := x.chunks[c].file; len(files) == 0 || files[len(files)-1] != f {
				files = append(files, f)
			}
		}
		slices.Sort(files)
		files = slices.Compact(files)
		size := 1
		if len(files) > fewFiles {
			size = len(files)
		}
		var owners []string
		isFree := false
		for together := range slices.Chunk(files, size) {
			var owner []byte
			for _, f := range together {
				owner = binary.LittleEndian.AppendUint32(owner, uint32(f))
			}
			owners = append(owners, string(owner))
			isFree = isFree || taken[string(owner)] < share(places)
		}
		if isFree {
			for _, o := range owners {
				taken[o]++
			}
		}
		return isFree
	}
}

// sharesOfChunks admits chunks to so many places. A file has its share of them. Those with the
// text of a chunk of another file count for that file besides: together they
// have half a share of it. So copies do not multiply what a file takes, and a file that repeats
// another one cannot take its place.
//
// sums are those of all chunks: a chunk without one has nothing to do with the query.
func (x *Index) sharesOfChunks(places int, sums []float64) (admits func(number int32) bool) {
	most, echoes := share(places), (share(places)+1)/2
	taken, echoed := map[int32]int{}, map[int32]int{}
	twins := twins{x, sums, make([]int32, len(x.chunks))}
	return func(number int32) bool {
		own := x.chunks[number].file
		if taken[own] == most {
			return false
		}
		if origin := twins.origin(number); origin != own {
			if echoed[origin] == echoes {
				return false
			}
			echoed[origin]++
		}
		taken[own]++
		return true
	}
}

// twins finds chunks with nearly the same text: a file that is copied has a twin for each of
// its chunks, also where the copy is changed here and there. It is for one search.
type twins struct {
	index  *Index
	sums   []float64 // of the chunks by number; those without one are nobody's twins
	shared []int32   // how many notes each chunk shares with the one at hand, mostly 0
}

// mostCompared is how many chunks with a note may be twins, the first ones: all
// copies of a text find the same ones.
const mostCompared = 64

// origin is the file of the first by its path among a chunk and its twins, which no edit
// and no other start makes another one. A twin has more than half of those of the chunk's
// telling notes.
func (t *twins) origin(number int32) int32 {
	telling := t.telling(number)
	most := int32(len(telling)/2 + 1)
	first := number
	for _, chunks := range telling {
		for _, c := range chunks {
			if t.shared[c]++; t.shared[c] == most && t.sums[c] > 0 && inOrder(t.index.chunks[c].Noted, t.index.chunks[first].Noted) < 0 {
				first = c
			}
		}
	}
	for _, chunks := range telling {
		for _, c := range chunks {
			t.shared[c] = 0
		}
	}
	return t.index.chunks[first].file
}

// telling are the rarer half of those of a chunk's notes that other files have, too, each
// as the first chunks that have it. What a whole folder has makes nobody a twin; a note
// of its own on each chunk of a copy, or on several, does not make it another text.
func (t *twins) telling(number int32) [][]int32 {
	own := t.index.chunks[number].file
	isOther := func(c int32) bool { return t.index.chunks[c].file != own }
	var all [][]int32
	for _, n := range t.index.chunks[number].Notes {
		table := &t.index.tables[n.Kind]
		chunks := table.notes[table.byText[n.Text]].chunks
		// Most often the first or the last one is of another file.
		if isOther(chunks[len(chunks)-1]) || slices.ContainsFunc(chunks[:min(len(chunks), mostCompared)], isOther) {
			all = append(all, chunks)
		}
	}
	slices.SortStableFunc(all, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	all = all[:(len(all)+1)/2]
	for i := range all {
		all[i] = all[i][:min(len(all[i]), mostCompared)]
	}
	return all
}
