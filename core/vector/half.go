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
	size := float64(h & (1<<halfFraction - 1))
	exponent := int(h>>halfFraction) & 0x1f
	switch exponent {
	case 0:
		size = math.Ldexp(size, 1-halfBias-halfFraction)
	case 0x1f:
		if size != 0 {
			return float32(math.NaN())
		}
		size = math.Inf(1)
	default:
		size = math.Ldexp(size+1<<halfFraction, exponent-halfBias-halfFraction)
	}
	if h>>15 != 0 {
		size = -size
	}
	return float32(size)
}
