package notes

import (
	"slices"

	"docuquest/core/search/vector"
)

// blockRows is how many rows stand behind one another. One slice for all of them would be
// copied whole each time that it grows, while searches wait.
const blockRows = 1024

// rows are vectors of one length, by their numbers.
type rows struct {
	dimensions int
	count      int
	blocks     [][]float32 // each of blockRows rows, the last one of as many as are left
}

// set writes a vector as a row: one that is there, or the next one. What does not fit is
// like nothing: all zeros.
func (r *rows) set(row int, v []float32) {
	if row == r.count {
		r.grow()
	}
	numbers := r.blocks[row/blockRows][row%blockRows*r.dimensions:][:r.dimensions]
	clear(numbers)
	if r.fits(v) {
		copy(numbers, v)
	}
}

// grow adds a row. The first block grows as it fills, for small workspaces; the others
// have their size at once.
func (r *rows) grow() {
	if r.count%blockRows == 0 {
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
