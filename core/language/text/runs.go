package text

import "math/bits"

// Runs calls yield with the start and the end of each run of ASCII letters and digits
// in s, in order, and reports whether all of s is ASCII: then the runs are all the
// words there are. It allocates nothing, which makes it the loop to build on where
// every token counts.
func Runs(s string, yield func(start, end int)) (ascii bool) {
	return eachRun(s, class{}, func(start, end int, _ bool) bool {
		yield(start, end)
		return true
	})
}

// A class is the set of bytes of a run: ASCII letters and digits always, and the bytes
// whose mask is set. A mask has the highest bit of each of its eight bytes set, or none.
type class struct {
	underscore uint64 // "_" belongs to a run
	wide       uint64 // all bytes that are not ASCII belong to a run
}

// eachRun calls yield for each longest run of the class's bytes. wide is set if a byte
// that is not ASCII is in the run or within 64 bytes before or after it, so
// that pure ASCII text never needs a second look. It stops when yield returns false,
// and reports whether all that it saw was ASCII.
func eachRun(s string, c class, yield func(start, end int, wide bool) bool) (ascii bool) {
	var (
		start   int
		open    bool   // a run started at start and has not ended
		carried uint64 // the high bytes of the earlier blocks that the open run touches
		seen    uint64
	)
	for base := 0; base < len(s); base += blockSize {
		in, high := c.block(s, base)
		seen |= high
		carried |= high
		before := uint64(0)
		if open {
			before = 1
		}
		// Each set bit is a place where a run starts or the open one ends.
		for edges := in ^ (in<<1 | before); edges != 0; edges &= edges - 1 {
			at := base + bits.TrailingZeros64(edges)
			if !open {
				start, open = at, true
				continue
			}
			open = false
			if !yield(start, at, carried != 0) {
				return seen == 0
			}
			carried = high
		}
		if !open {
			carried = 0
		}
	}
	if open {
		yield(start, len(s), carried != 0)
	}
	return seen == 0
}

// Eight bytes are looked at in one machine word, and a block is what fits the 64 bits
// of a mask with one bit for each byte.
const (
	wordSize  = 8
	blockSize = 64

	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// block returns one bit for each of the 64 bytes of s from base: in for bytes of the
// class, high for bytes that are not ASCII. Bits past the end of s are 0.
func (c class) block(s string, base int) (in, high uint64) {
	if base+blockSize > len(s) {
		return c.lastBlock(s[base:])
	}
	b := s[base : base+blockSize]
	for k := 0; k < blockSize; k += wordSize {
		w := load8(b, k)
		in |= gather(c.members(w)) << k
		high |= w & highBits
	}
	return in, high
}

// lastBlock does what block does for the less than 64 bytes of s. The bytes that are
// missing are taken for zeros, which belong to no class.
func (c class) lastBlock(s string) (in, high uint64) {
	for k := 0; k < len(s); k += wordSize {
		w := loadUpTo8(s, k)
		in |= gather(c.members(w)) << k
		high |= w & highBits
	}
	return in, high
}

// members returns w with the highest bit of each byte set if that byte belongs to the
// class, and all other bits cleared.
//
// Adding a constant to seven bits carries into the eighth from a certain value on, in
// all eight bytes at once: that is how each range is tested at both its ends. Letters
// are lower-cased first by setting one bit.
func (c class) members(w uint64) uint64 {
	low := w &^ highBits
	lower := low | 0x20*eachByte
	digit := (low + (0x80-'0')*eachByte) &^ (low + (0x7f-'9')*eachByte)
	letter := (lower + (0x80-'a')*eachByte) &^ (lower + (0x7f-'z')*eachByte)
	other := (low ^ '_'*eachByte) + 0x7f*eachByte
	return (digit|letter|c.underscore&^other)&^w&highBits | w&c.wide
}

// gather moves the highest bit of byte i to bit i.
func gather(w uint64) uint64 {
	return (w >> 7) * 0x0102040810204080 >> 56
}

// isASCII reports whether no byte of s is above 0x7f.
func isASCII(s string) bool {
	var seen uint64
	i := 0
	for ; i+wordSize <= len(s); i += wordSize {
		if seen |= load8(s, i); seen&highBits != 0 {
			return false
		}
	}
	return (seen|loadUpTo8(s, i))&highBits == 0
}

// load8 returns the eight bytes of s from i, the first one lowest. The compiler makes
// one load of it.
func load8(s string, i int) uint64 {
	b := s[i : i+wordSize]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// loadUpTo8 does the same with what there is of the eight bytes, and zeros for the rest.
func loadUpTo8(s string, i int) (w uint64) {
	if i+wordSize <= len(s) {
		return load8(s, i)
	}
	for k := len(s) - 1; k >= i; k-- {
		w = w<<8 | uint64(s[k])
	}
	return w
}
