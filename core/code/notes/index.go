package notes

import (
	"slices"
	"strings"
	"sync"

	"docuquest/core/file"
	"docuquest/core/search/vector"
)

// Vectors returns the vector of a note, of length 1, or nil for one without any. The
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

// A placed chunk is one with the number of its file; nil and 0 for a free number.
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
		x.tables[k] = table{rows: rows{dimensions: dimensions}, byText: map[string]int32{}}
	}
	return x
}

// Put gives a file its noted chunks, in place of those that it has. They are the index's
// from then on, and never written. Two Puts of one file at once leave one of them in
// place: callers order the versions of a file.
func (x *Index) Put(u file.URI, noted []Noted) {
	own := map[string]string{} // titles, which keep nothing alive that they were cut from
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
	x.mu.Lock()
	defer x.mu.Unlock()
	before := x.files[u]
	delete(x.files, u)
	if len(noted) > 0 {
		x.issued++
		s := &source{number: x.issued}
		for i := range noted {
			s.chunks = append(s.chunks, x.add(placed{&noted[i], s.number}, made))
		}
		x.files[u] = s
	}
	// The old ones go last, so that a note that stays keeps its vector.
	x.remove(before)
}

// add adds a chunk, and returns its number.
func (x *Index) add(p placed, made map[Note][]float32) int32 {
	number := int32(len(x.chunks))
	if last := len(x.free) - 1; last >= 0 {
		number = x.free[last]
		x.free = x.free[:last]
		x.chunks[number] = p
	} else {
		x.chunks = append(x.chunks, p)
	}
	for k, n := range p.Notes {
		p.Notes[k].Text = x.tables[n.Kind].add(n.Text, number, func() []float32 {
			if v, ok := made[n]; ok {
				return v
			}
			return x.vectors(n) // another file had it until a moment ago
		})
	}
	return number
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

// remove forgets the chunks of a source; nil has none.
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

// count is how many chunks there are.
func (x *Index) count() int { return len(x.chunks) - len(x.free) }

// Of returns the noted chunks of a file, in the order in which they were put; none for a
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

// A table has the distinct notes of one kind: a row each, with its vector and the
// chunks that it was made for.
type table struct {
	rows
	byText map[string]int32
	notes  []row
	free   []int32 // rows that no note has any more
}

// A row is a distinct note. Its chunks are numbers in rising order, none where the row is
// free.
type row struct {
	text   string
	chunks []int32
}

// add notes a text about a chunk, and returns the text as the table has it: one copy for all
// chunks, which keeps nothing alive that it was cut from. It asks for the vector where the
// text is new.
func (t *table) add(text string, chunk int32, vector func() []float32) string {
	at, known := t.byText[text]
	if !known {
		text = strings.Clone(text)
		if last := len(t.free) - 1; last >= 0 {
			at = t.free[last]
			t.free = t.free[:last]
		} else {
			at = int32(len(t.notes))
			t.notes = append(t.notes, row{})
		}
		t.byText[text] = at
		t.notes[at].text = text
		t.set(int(at), vector())
	}
	r := &t.notes[at]
	if i, there := slices.BinarySearch(r.chunks, chunk); !there {
		r.chunks = slices.Insert(r.chunks, i, chunk)
	}
	return r.text
}

// remove takes a text from a chunk. A note that no chunk has any more is gone, and its
// vector with it.
func (t *table) remove(text string, chunk int32) {
	at, known := t.byText[text]
	if !known {
		return
	}
	r := &t.notes[at]
	if i, there := slices.BinarySearch(r.chunks, chunk); there {
		r.chunks = slices.Delete(r.chunks, i, i+1)
	}
	if len(r.chunks) == 0 {
		delete(t.byText, text)
		*r = row{}
		t.set(int(at), nil)
		t.free = append(t.free, at)
	}
}

// blockRows is how many rows are in one slice. One slice for all of them would be
// copied whole each time that it grows, while searches wait.
const blockRows = 1024

// rows are vectors of one length, by their numbers.
type rows struct {
	dimensions int
	count      int
	blocks     [][]float32 // each of blockRows rows, the last one of as many as are left
}

// set writes a vector as a row: an existing one, or the next one. What does not fit is
// like nothing: all zeros.
func (r *rows) set(row int, v []float32) {
	if row == r.count {
		if r.count%blockRows == 0 {
			// The first block grows as it fills, for small workspaces; the others have their size
			// at once.
			var block []float32
			if r.count > 0 {
				block = make([]float32, 0, blockRows*r.dimensions)
			}
			r.blocks = append(r.blocks, block)
		}
		last := &r.blocks[len(r.blocks)-1]
		*last = append(*last, make([]float32, r.dimensions)...)
		r.count++
	}
	numbers := r.blocks[row/blockRows][row%blockRows*r.dimensions:][:r.dimensions]
	clear(numbers)
	if r.fits(v) {
		copy(numbers, v)
	}
}

// fits reports whether rows can be compared with a vector: it has their length, and each
// component is a finite number.
func (r *rows) fits(v []float32) bool {
	return len(v) == r.dimensions && !slices.ContainsFunc(v, func(x float32) bool { return x-x != 0 })
}

// score writes the products of a vector that fits with the rows of a block into scores,
// which has a place for each of all rows.
func (r *rows) score(block int, v, scores []float32) {
	scores = scores[block*blockRows : min((block+1)*blockRows, r.count)]
	for i := range scores {
		scores[i] = vector.Dot(v, r.blocks[block][i*r.dimensions:][:r.dimensions])
	}
}
