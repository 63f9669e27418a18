package main

import (
	"encoding/binary"
	"math"
	"runtime"
	"sync"

	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
)

// cosineSteps is how many steps a cosine of .5 to 1 is kept in.
const cosineSteps = 255

// encodeNeighbours writes, for each piece, those whose vectors have a cosine of at
// least .5 with its own, as core/search/embed/static reads them. The vectors are those of the
// table, rounding and all: what is compared is what is used.
func encodeNeighbours(l *static.Lexicon) []byte {
	whole := newMatrix(l.Len(), l.Dimensions())
	for id := range whole.rows {
		copy(whole.row(id), l.Vector(id))
		makeWhole(whole.row(id))
	}
	file := []byte("SVN1")
	file = binary.LittleEndian.AppendUint32(file, uint32(whole.rows))
	for _, near := range allNear(whole) {
		var list []byte
		before := -1
		for _, n := range near {
			list = binary.AppendUvarint(list, uint64(n.ID-before))
			list = append(list, byte(math.Round(float64(min(n.Cosine, 1)-0.5)*2*cosineSteps)))
			before = n.ID
		}
		file = binary.AppendUvarint(file, uint64(len(list)))
		file = append(file, list...)
	}
	return file
}

// makeWhole gives the numbers that a vector of the table was packed as. Their products
// are whole and small, so that sums of them are exact.
func makeWhole(v []float32) {
	scale := scaleOf(v)
	if scale == 0 {
		return
	}
	for i, x := range v {
		v[i] = float32(math.Round(float64(x / scale)))
	}
}

// allNear finds the neighbours of all rows, by rising number.
func allNear(whole matrix) [][]embed.Neighbour {
	const together = 64 // rows whose products are in memory at a time
	squares := make([]float64, whole.rows)
	for i := range squares {
		squares[i] = float64(dot(whole.row(i), whole.row(i)))
	}
	all := make([][]embed.Neighbour, whole.rows)
	firsts := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for first := range firsts {
				last := min(first+together, whole.rows)
				some := matrix{last - first, whole.columns, whole.data[first*whole.columns : last*whole.columns]}
				found := products(some, whole)
				for i := range some.rows {
					id := first + i
					for other, p := range found.row(i) {
						if p <= 0 || other == id {
							continue
						}
						// The cosine is at least .5, in whole numbers.
						if both := squares[id] * squares[other]; both <= 4*float64(p)*float64(p) {
							all[id] = append(all[id], embed.Neighbour{ID: other, Cosine: float32(float64(p) / math.Sqrt(both))})
						}
					}
				}
			}
		})
	}
	for first := 0; first < whole.rows; first += together {
		firsts <- first
	}
	close(firsts)
	group.Wait()
	return all
}
