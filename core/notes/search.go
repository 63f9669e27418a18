package notes

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"
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
}

// An Ask is what is looked for in one table.
type Ask struct {
	// Text is what Vector was made of, for people.
	Text string
	// Vector is of length 1. Where it is nil, the table is not asked.
	Vector []float32
	// MaxHits is how many notes are hits at most; 0 means DefaultMaxHits.
	MaxHits int
	// MinScore is the cosine above which a note is a hit, -1 to 1.
	MinScore float64
	// Weight is what the table counts in the sum beside the others; 0 means 1.
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
// One file could otherwise be written so that it fills everything that is found. So a
// file's own notes, those that no other file shares, are no more than a third of the
// hits of a table as long as there are others, and its chunks no more than a third of the
// best: what it says can push out 3 of 10 hits and 10 of 30 chunks, and no more.
func (x *Index) Search(q Query) Found {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var found Found
	sums := make([]float64, len(x.chunks))
	for k, ask := range q.Of {
		if ask.Vector == nil {
			continue
		}
		for _, row := range x.hits(Kind(k), ask) {
			found.Hits[k] = append(found.Hits[k], x.sum(Kind(k), row, ask, sums))
		}
	}
	found.Chunks = x.best(sums, cmp.Or(q.Best, DefaultBest))
	return found
}

// sum adds what a hit is worth to the chunks that it is noted about.
func (x *Index) sum(k Kind, hit candidate, ask Ask, sums []float64) Hit {
	r := x.tables[k].notes[hit.number]
	h := Hit{Text: r.text, Cosine: hit.score, Chunks: len(r.chunks), IDF: IDF(x.count(), len(r.chunks))}
	for _, chunk := range r.chunks {
		sums[chunk] += cmp.Or(ask.Weight, 1) * h.Cosine * h.IDF
	}
	return h
}

// hits are the rows of a table that are nearest to what is asked.
func (x *Index) hits(k Kind, ask Ask) []candidate {
	t := &x.tables[k]
	limit := cmp.Or(ask.MaxHits, DefaultMaxHits)
	chosen := newSelection(limit, func(a, b candidate) int {
		return strings.Compare(t.notes[a.number].text, t.notes[b.number].text)
	})
	for row, score := range t.compare(newProbe(ask.Vector, x.dimensions)) {
		if c := (candidate{number: int32(row), score: float64(score)}); ask.MinScore < c.score && chosen.wants(c) && len(t.notes[row].chunks) > 0 {
			c.file = x.fileOf(t.notes[row].chunks)
			chosen.add(c)
		}
	}
	return chosen.sorted()
}

// fileOf is the file that all of some chunks are of, 0 if they are of several.
func (x *Index) fileOf(chunks []int32) int32 {
	file := x.chunks[chunks[0]].file
	for _, c := range chunks[1:] {
		if x.chunks[c].file != file {
			return 0
		}
	}
	return file
}

// best are the chunks with the greatest sums.
func (x *Index) best(sums []float64, limit int) []Scored {
	chosen := newSelection(limit, func(a, b candidate) int {
		return inOrder(x.chunks[a.number].Noted, x.chunks[b.number].Noted)
	})
	for number, sum := range sums {
		if c := (candidate{number: int32(number), score: sum}); 0 < sum && chosen.wants(c) {
			c.file = x.chunks[number].file
			chosen.add(c)
		}
	}
	var best []Scored
	for _, c := range chosen.sorted() {
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

// together is how many rows one goroutine compares at a time.
const together = 4096

// compare gives the cosines of all rows with a probe.
func (t *table) compare(p probe) []float32 {
	scores := make([]float32, t.len())
	var group sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), (len(scores)+together-1)/together) {
		group.Go(func() {
			for from := range next {
				t.score(p, from, scores[from:min(from+together, len(scores))])
			}
		})
	}
	for from := 0; from < len(scores); from += together {
		next <- from
	}
	close(next)
	group.Wait()
	return scores
}
