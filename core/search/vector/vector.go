// Package vector computes with vectors of float32: dot products and lengths.
//
// It is plain Go without assembly. All functions may be called from any number of
// goroutines on values that nobody writes.
package vector

import "math"

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
	if isFinite := greatest-greatest == 0; greatest == 0 || !isFinite {
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
