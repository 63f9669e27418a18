// Package vector computes with vectors of float32: dot products, lengths, and the
// rows of a matrix that are nearest to a vector.
//
// It is plain Go without assembly. A search looks at every row: over a million rows
// of a few hundred dimensions that is exact, and needs no index that has to be kept.
// All functions may be called from any number of goroutines on values that nobody
// writes.
package vector

import (
	"cmp"
	"math"
	"slices"
)

// Dot is the dot product of a and b, which must be of one length; it panics if b is
// shorter.
func Dot(a, b []float32) float32 {
	// Four sums do not wait for one another.
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	for len(a) >= 8 && len(b) >= 8 {
		s0 += a[0]*b[0] + a[4]*b[4]
		s1 += a[1]*b[1] + a[5]*b[5]
		s2 += a[2]*b[2] + a[6]*b[6]
		s3 += a[3]*b[3] + a[7]*b[7]
		a, b = a[8:], b[8:]
	}
	for i, x := range a {
		s0 += x * b[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// Length is the Euclidean length of v.
func Length(v []float32) float32 {
	return float32(math.Sqrt(float64(Dot(v, v))))
}

// Unit scales v, in place, to length 1 and reports whether that was possible. A vector
// without a direction, all zeros or with a component that is no finite number, becomes
// all zeros: it is like nothing.
func Unit(v []float32) bool {
	greatest := float32(0)
	for _, x := range v {
		greatest = max(greatest, float32(math.Abs(float64(x))))
	}
	if greatest == 0 || !isFinite(greatest) {
		clear(v)
		return false
	}
	// The squares of the greatest and the smallest numbers have no float32.
	var squares float64
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	length := math.Sqrt(squares)
	for i, x := range v {
		v[i] = float32(float64(x) / length)
	}
	return true
}

func isFinite(x float32) bool {
	return x-x == 0
}

// A Match is a row and its dot product with what was looked for.
type Match struct {
	Row   int
	Score float32
}

// Best gives the k rows with the greatest dot products with v, best first and the
// first rows first among equals. Rows stand one behind the other, each as long as v;
// what is left at the end is no row. A row whose product is no number is left out. For
// unit vectors the score is the cosine. The result is the caller's.
func Best(v, rows []float32, k int) []Match {
	if k <= 0 || len(v) == 0 {
		return nil
	}
	var kept []Match
	floor := float32(math.Inf(-1))
	for row := 0; len(rows) >= len(v); row, rows = row+1, rows[len(v):] {
		score := Dot(v, rows[:len(v)])
		if score != score || score <= floor && len(kept) >= k {
			continue
		}
		// Twice as many are let in before all are sorted and half of them go.
		if kept = append(kept, Match{row, score}); len(kept) == 2*k {
			kept = first(kept, k)
			floor = kept[k-1].Score
		}
	}
	return first(kept, k)
}

func first(matches []Match, k int) []Match {
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Row, b.Row))
	})
	return matches[:min(k, len(matches))]
}
