package notes

import (
	"slices"
	"strings"
	"sync"

	"docuquest/core/file"
)

// Vectors gives the vector of a note, of length 1, or nil for one that says nothing. The
// index keeps no reference to it. It may be called by several goroutines at once.
type Vectors func(n Note) []float32

// An Index is the notes of a workspace. All methods may be called from any number of
// goroutines.
type Index struct {
	dimensions int
	vectors    Vectors

	// mu guards all that follows. Vectors are made outside of it. A search holds it as a
	// reader for as long as it takes to compare vectors, some 20 ms for 100,000 notes on
	// one core.
	mu     sync.RWMutex
	tables [Kinds]table
	chunks []placed // by number
	free   []int32  // numbers that no chunk has any more
	files  map[file.URI]*source
	issued int32 // numbers of files so far
}

// A placed chunk is one with the number of its file; nil and 0 where there is none.
type placed struct {
	*Noted
	file int32
}

// A source is a file with the numbers of its chunks.
type source struct {
	number int32
	chunks []int32
}

// New makes an empty index for vectors of so many dimensions.
func New(dimensions int, vectors Vectors) *Index {
	x := &Index{dimensions: dimensions, vectors: vectors, files: map[file.URI]*source{}}
	for k := range x.tables {
		x.tables[k] = newTable(dimensions)
	}
	return x
}

// Put gives a file its noted chunks, in place of those that it has. They are the index's
// from then on, and never written. Two Puts of one file at once leave one of them in
// place: callers order the versions of a file.
func (x *Index) Put(u file.URI, noted []Noted) {
	detach(noted)
	made := x.make(noted)
	x.mu.Lock()
	defer x.mu.Unlock()
	before := x.files[u]
	delete(x.files, u)
	if len(noted) > 0 {
		x.files[u] = x.add(noted, made)
	}
	// The old ones go last, so that a note which stays keeps its vector.
	x.remove(before)
}

// add takes in the chunks of a file.
func (x *Index) add(noted []Noted, made map[Note][]float32) *source {
	x.issued++
	s := &source{number: x.issued}
	for i := range noted {
		number := x.place(placed{&noted[i], s.number})
		s.chunks = append(s.chunks, number)
		for k, n := range noted[i].Notes {
			noted[i].Notes[k].Text = x.tables[n.Kind].add(n.Text, number, func() []float32 {
				if v, ok := made[n]; ok {
					return v
				}
				return x.vectors(n) // another file had it until a moment ago
			})
		}
	}
	return s
}

// detach gives chunks titles of their own, which keep nothing alive that they were cut from.
func detach(noted []Noted) {
	own := map[string]string{}
	for i := range noted {
		titles := slices.Clone(noted[i].Titles)
		for k, title := range titles {
			if _, known := own[title]; !known {
				own[title] = strings.Clone(title)
			}
			titles[k] = own[title]
		}
		noted[i].Titles = titles
	}
}

// make makes the vectors that the index lacks.
func (x *Index) make(noted []Noted) map[Note][]float32 {
	made := map[Note][]float32{}
	x.mu.RLock()
	for i := range noted {
		for _, n := range noted[i].Notes {
			if _, known := x.tables[n.Kind].byText[n.Text]; !known {
				made[n] = nil
			}
		}
	}
	x.mu.RUnlock()
	for n := range made {
		made[n] = x.vectors(n)
	}
	return made
}

// Remove forgets files and all that is noted about them; those that are not known are
// ignored.
func (x *Index) Remove(uris ...file.URI) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, u := range uris {
		x.remove(x.files[u])
		delete(x.files, u)
	}
}

// remove forgets the chunks of a source; of nil there are none.
func (x *Index) remove(s *source) {
	if s == nil {
		return
	}
	for _, number := range s.chunks {
		for _, n := range x.chunks[number].Notes {
			x.tables[n.Kind].remove(n.Text, number)
		}
		x.chunks[number] = placed{}
		x.free = append(x.free, number)
	}
}

// place gives a chunk a number.
func (x *Index) place(p placed) int32 {
	if last := len(x.free) - 1; last >= 0 {
		number := x.free[last]
		x.free = x.free[:last]
		x.chunks[number] = p
		return number
	}
	x.chunks = append(x.chunks, p)
	return int32(len(x.chunks) - 1)
}

// count is how many chunks there are.
func (x *Index) count() int { return len(x.chunks) - len(x.free) }

// Of gives the noted chunks of a file, in the order in which they were put; none for a
// file that is not known. The slice is the caller's, what it points to is not.
func (x *Index) Of(u file.URI) []*Noted {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.files[u]
	if s == nil {
		return nil
	}
	var all []*Noted
	for _, number := range s.chunks {
		all = append(all, x.chunks[number].Noted)
	}
	return all
}

// Sizes counts what an index holds.
type Sizes struct {
	Files  int
	Chunks int
	Notes  [Kinds]int // distinct ones of each kind
}

// Distinct is how many distinct notes there are of all kinds.
func (s Sizes) Distinct() (n int) {
	for _, of := range s.Notes {
		n += of
	}
	return n
}

// Sizes of this moment.
func (x *Index) Sizes() Sizes {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := Sizes{Files: len(x.files), Chunks: x.count()}
	for k := range x.tables {
		s.Notes[k] = len(x.tables[k].byText)
	}
	return s
}
