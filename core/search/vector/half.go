package vector

import "math"

// Half is a number in 16 bits: 1 for the sign, 5 for the exponent, 10 for the
// fraction, as IEEE 754 has it. It is a form to keep numbers in, not one to compute
// with.
type Half uint16

const (
	halfFraction = 10       // bits
	halfBias     = 15       // of the exponent
	halfInfinity = 31 << 10 // as bits
	halfQuiet    = 1 << 9   // the bit that makes a number none
	leastNormal  = 1.0 / (1 << 14)
)

// NewHalf is the nearest Half of a number; of two as near, the even one.
func NewHalf(x float32) Half {
	sign := Half(math.Float32bits(x) >> 16 & 0x8000)
	size := math.Abs(float64(x))
	switch {
	case x != x:
		return sign | halfInfinity | halfQuiet
	case size >= 65520: // half a step above the greatest
		return sign | halfInfinity
	case size < leastNormal:
		return sign | Half(math.RoundToEven(size/leastNormal*(1<<halfFraction)))
	}
	fraction, exponent := math.Frexp(size) // in [0.5, 1)
	steps := math.RoundToEven(fraction * (2 << halfFraction))
	// Rounding up to the next power of two carries into the exponent, as it should.
	return sign | Half((exponent-1+halfBias-1)<<halfFraction+int(steps))
}

// Float32 is the same number, exactly.
func (h Half) Float32() float32 {
	const fractions, exponents = 23, 127 // of a float32: bits, and the bias
	bits := uint32(h&0x7fff) << (fractions - halfFraction)
	size := math.Float32frombits(bits) * (1 << (exponents - halfBias))
	if h&halfInfinity == halfInfinity {
		// Infinity, or no number: its exponent is all ones there, too.
		size = math.Float32frombits(bits | 0xff<<fractions)
	}
	return math.Float32frombits(math.Float32bits(size) | uint32(h>>15)<<31)
}
