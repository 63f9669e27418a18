package main

import (
	"cmp"
	"math"
	"slices"
)

// A selection says what of the encoder's vectors goes into the table.
type selection struct {
	// ordinary is the first piece that is a letter, a sign or a word; those in front of
	// it were kept free by the vocabulary's makers. The mean and the components are
	// those of the pieces from here on.
	ordinary int
	// dropped is how many of the greatest components are left out, and kept how many of
	// the next go into the table: a multiple of 16.
	dropped, kept int
}

// shipped is the selection for the table in the repository.
var shipped = selection{ordinary: 999, dropped: 8, kept: 256}

// turned has a bit for each component that is kept, the first one lowest in the first
// byte: whether it is turned round after principal. Both directions are as good; these
// are those of the table that all measurements were made with, so that one that is
// made again can be compared with it byte by byte.
const turned = "\xb0\xc4\xe6\x53\xd4\x92\xb0\x9d\xbc\x64\x37\x7c\xde\xd2\x7e\x13" +
	"\x6f\xae\x97\xa2\x58\xc8\xaa\xb2\x04\x80\x30\x91\xa2\x90\xa5\x29"

// project takes the mean away and turns the rows to the components that are kept.
func (s selection) project(x matrix) matrix {
	mean := make([]float64, x.columns)
	for i := s.ordinary; i < x.rows; i++ {
		for k, v := range x.row(i) {
			mean[k] += float64(v)
		}
	}
	for k := range mean {
		mean[k] /= float64(x.rows - s.ordinary)
	}

	covariance := square(x.columns) // of the ordinary rows, symmetric
	centred := make([]float64, x.columns)
	for i := s.ordinary; i < x.rows; i++ {
		for k, v := range x.row(i) {
			centred[k] = float64(v) - mean[k]
		}
		for k, v := range centred {
			row := covariance[k][k:]
			for j, w := range centred[k:] {
				row[j] += float64(v * w)
			}
		}
	}
	for k := range covariance {
		for j := k; j < len(covariance); j++ {
			covariance[k][j] /= float64(x.rows - s.ordinary - 1)
			covariance[j][k] = covariance[k][j]
		}
	}

	basis := principal(covariance)[s.dropped : s.dropped+s.kept]
	for c, direction := range basis {
		if turned[c/8]>>(c%8)&1 == 1 {
			negate(direction)
		}
	}
	out := newMatrix(x.rows, s.kept)
	for i := range x.rows {
		for k, v := range x.row(i) {
			centred[k] = float64(v) - mean[k]
		}
		for c, direction := range basis {
			out.row(i)[c] = float32(dot64(centred, direction))
		}
	}
	return out
}

// principal gives the eigenvectors of a symmetric matrix, which it overwrites, by
// falling eigenvalue. An eigenvector is one only up to its sign: here its greatest
// component is positive.
func principal(a [][]float64) [][]float64 {
	vectors := diagonalise(a)
	order := make([]int, len(a))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a[j][j], a[i][i]) })
	sorted := make([][]float64, len(a))
	for to, from := range order {
		v := vectors[from]
		if slices.MaxFunc(v, func(x, y float64) int { return cmp.Compare(math.Abs(x), math.Abs(y)) }) < 0 {
			negate(v)
		}
		sorted[to] = v
	}
	return sorted
}

// diagonalise leaves the eigenvalues of a symmetric matrix on its diagonal and
// gives the eigenvectors as rows, by the method of Jacobi: each rotation makes one
// pair of elements zero, and after a few rounds over all pairs they stay so.
func diagonalise(a [][]float64) [][]float64 {
	const (
		enoughRounds = 50 // far more than it takes
		rounding     = 1e-15
	)
	vectors := square(len(a))
	for i := range vectors {
		vectors[i][i] = 1
	}
	for range enoughRounds {
		var off, all float64 // off the diagonal there is nothing but rounding in the end
		for i, row := range a {
			for j, v := range row {
				all += float64(v * v)
				if i != j {
					off += float64(v * v)
				}
			}
		}
		if off <= all*rounding*rounding*float64(len(a)) {
			break
		}
		for p := range a {
			for q := p + 1; q < len(a); q++ {
				rotate(a, vectors, p, q)
			}
		}
	}
	return vectors
}

// rotate makes a[p][q] zero.
func rotate(a, vectors [][]float64, p, q int) {
	if a[p][q] == 0 {
		return
	}
	theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1))
	c := 1 / math.Sqrt(float64(t*t)+1)
	s := t * c
	turn(a[p], a[q], c, s)
	for _, row := range a {
		row[p], row[q] = float64(c*row[p])-float64(s*row[q]), float64(s*row[p])+float64(c*row[q])
	}
	turn(vectors[p], vectors[q], c, s)
}

func turn(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, v := range x {
		w := y[i]
		x[i], y[i] = float64(c*v)-float64(s*w), float64(s*v)+float64(c*w)
	}
}

func negate(v []float64) {
	for i := range v {
		v[i] = -v[i]
	}
}

func square(n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
	}
	return rows
}

func dot64(x, y []float64) (sum float64) {
	y = y[:len(x)]
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}
