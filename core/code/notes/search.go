package notes

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"docuquest/core/file"
)

// What a Query means where it says nothing.
const (
	DefaultMaxHits = 10 // of each table
	DefaultBest    = 30 // chunks
)

// A Query is what is looked for.
type Query struct {
	// Of says what is looked for in each table, by kind.
	Of [Kinds]Ask
	// Best is how many chunks are wanted at most; 0 means DefaultBest.
	Best int
	// Within says of which files they may be; nil means of all. It is asked once a file.
	Within func(file.URI) bool
}

// An Ask is what is looked for in one table.
type Ask struct {
	// Text is what Vector was made of, for people.
	Text string
	// Vector is of length 1. Where it is nil, or has not as many finite numbers as the
	// index has dimensions, the table is not asked.
	Vector []float32
	// MaxHits is how many notes are hits at most; 0 means DefaultMaxHits.
	MaxHits int
	// MinScore is the cosine above which a note is a hit, -1 to 1.
	MinScore float64
	// Weight is what the table counts in the sum beside the others. Where it is not above
	// 0, the table is not asked.
	Weight float64
}

// Found is what a query found.
type Found struct {
	Chunks []Scored     // best first; of equal ones that with the first path and place
	Hits   [Kinds][]Hit // by table, best first
}

// A Scored chunk is one with the sum that ranked it, which is comparable within one Found.
type Scored struct {
	*Noted
	Score float64
}

// A Hit is a note that is near to what was asked.
type Hit struct {
	Text   string
	Cosine float64 // with the query
	Chunks int     // that it is noted about
	IDF    float64
}

// Search finds the chunks about which is noted what comes nearest to a query.
//
// One file could otherwise be written so that it fills everything that is found. So its
// notes are no more than a third of the hits of a table as long as there are others, and
// its chunks no more than a third of the best: what it says can push out 3 of 10 hits and
// 10 of 30 chunks, and no more. A note of two or three files counts for each of them, and
// is kept out when all of them have their third; one of more files counts for these
// together, as for one file. Copies of a file, also where each differs a little, have
// half as much as it has, all together. The share does not cover what a note is worth: a
// file with many chunks that all have it makes it common, see [IDF].
func (x *Index) Search(q Query) Found {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var found Found
	within := x.within(q.Within)
	sums := make([]float64, len(x.chunks))
	for k, ask := range q.Of {
		if !(0 < ask.Weight) || !x.tables[k].fits(ask.Vector) {
			continue
		}
		for _, row := range x.hits(Kind(k), ask, within) {
			found.Hits[k] = append(found.Hits[k], x.sum(Kind(k), row, ask, sums))
		}
	}
	within.clear(sums)
	found.Chunks = x.best(sums, cmp.Or(q.Best, DefaultBest))
	return found
}

// sum adds what a hit is worth to the chunks that it is noted about.
func (x *Index) sum(k Kind, hit candidate, ask Ask, sums []float64) Hit {
	r := x.tables[k].notes[hit.number]
	h := Hit{Text: r.text, Cosine: hit.score, Chunks: len(r.chunks), IDF: IDF(x.count(), len(r.chunks))}
	for _, chunk := range r.chunks {
		sums[chunk] += ask.Weight * h.Cosine * h.IDF
	}
	return h
}

// hits are the rows of a table that are nearest to what is asked.
func (x *Index) hits(k Kind, ask Ask, within admitted) []candidate {
	t := &x.tables[k]
	var near []candidate
	for row, score := range t.compare(ask.Vector) {
		if ask.MinScore < float64(score) && within.any(t.notes[row].chunks) {
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

// Those that are admitted are chunks by their numbers; nil admits all.
type admitted []bool

// within looks which chunks are of files that a query admits.
func (x *Index) within(admits func(file.URI) bool) admitted {
	if admits == nil {
		return nil
	}
	within := make(admitted, len(x.chunks))
	for u, s := range x.files {
		if admits(u) {
			for _, number := range s.chunks {
				within[number] = true
			}
		}
	}
	return within
}

// any reports whether one of some chunks is admitted; of none, none is.
func (a admitted) any(chunks []int32) bool {
	if a == nil {
		return len(chunks) > 0
	}
	return slices.ContainsFunc(chunks, func(number int32) bool { return a[number] })
}

// clear leaves the sums of admitted chunks alone.
func (a admitted) clear(sums []float64) {
	for number := range a {
		if !a[number] {
			sums[number] = 0
		}
	}
}

// filesOf are the numbers of the files that some chunks are of, each once.
func (x *Index) filesOf(chunks []int32) []int32 {
	var files []int32
	for _, c := range chunks {
		// Mostly the chunks of a file stand together.
		if f := x.chunks[c].file; len(files) == 0 || files[len(files)-1] != f {
			files = append(files, f)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// best are the chunks with the greatest sums.
func (x *Index) best(sums []float64, limit int) []Scored {
	var all []candidate
	for number, sum := range sums {
		if 0 < sum {
			all = append(all, candidate{int32(number), sum})
		}
	}
	chosen := selection{
		limit:  limit,
		admits: x.sharesOfChunks(limit, sums),
		inOrder: func(a, b candidate) int {
			return inOrder(x.chunks[a.number].Noted, x.chunks[b.number].Noted)
		},
	}
	var best []Scored
	for _, c := range chosen.best(all) {
		best = append(best, Scored{x.chunks[c.number].Noted, c.score})
	}
	return best
}

// inOrder compares chunks by file and place.
func inOrder(a, b *Noted) int {
	return cmp.Or(
		strings.Compare(a.Path, b.Path), strings.Compare(string(a.URI), string(b.URI)),
		cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End),
		slices.Compare(a.Titles, b.Titles),
	)
}

// compare gives the cosines of all rows with a vector that fits.
func (t *table) compare(v []float32) []float32 {
	scores := make([]float32, t.count)
	var group sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(t.blocks)) {
		group.Go(func() {
			for block := range next {
				t.score(block, v, scores)
			}
		})
	}
	for block := range t.blocks {
		next <- block
	}
	close(next)
	group.Wait()
	return scores
}
