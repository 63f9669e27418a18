package static

import "docuquest/core/search/embed"

// A block is the dimensions that are summed at a time: 16 nibbles of one machine word,
// spread over four words with four lanes of 16 bits each. A lane that is multiplied by
// a whole number multiplies four dimensions at once.
//
// Lanes have no sign, so nibbles are counted from -8, and no lane may run over: the
// factors of a batch add up to fullBatch at most. A factor is a weight in steps of the
// greatest weight / finest, so that it is off by half a step at most, and a sum of many
// by far less in proportion.
const (
	block     = 16
	fullBatch = 0xffff / 15
	finest    = 511

	fourthNibbles = 0x000f_000f_000f_000f
	signsOfAll    = 0x8888_8888_8888_8888
)

// A batch is pieces that are summed together.
type batch struct {
	lexicon *Lexicon
	sum     []float32
	step    float32 // the weight of a factor of 1
	terms   [64]packed
	len     int
	factors uint64 // their sum
}

// A packed term is a factor and where the row of its piece starts.
type packed struct {
	factor uint64
	at     int
}

// Add adds the vectors of pieces times their weights to sum.
func (l *Lexicon) Add(sum []float32, terms []embed.Term) {
	var greatest float32
	for _, t := range terms {
		greatest = max(greatest, t.Weight*l.scales[t.ID])
	}
	b := batch{lexicon: l, sum: sum[:l.dimensions], step: greatest / finest}
	if b.step == 0 {
		return
	}
	for _, t := range terms {
		b.add(uint64(t.Weight*l.scales[t.ID]/b.step+.5), t.ID*l.dimensions/2)
	}
	b.flush()
}

func (b *batch) add(factor uint64, at int) {
	if b.len == len(b.terms) || b.factors+factor > fullBatch {
		b.flush()
	}
	b.terms[b.len] = packed{factor, at}
	b.len++
	b.factors += factor
}

// flush adds the batch to the sum, block by block.
func (b *batch) flush() {
	zero := int32(8 * b.factors)
	for at := 0; at < len(b.sum); at += block {
		lanes := sumLanes(b.lexicon.nibbles[at/2:], b.terms[:b.len])
		sum := (*[block]float32)(b.sum[at:])
		for i := range sum {
			// Dimension i is nibble i%4 of the fourths that lane i/4 has.
			lane := lanes[i%4] >> (i / 4 * 16) & 0xffff
			sum[i] += float32(int32(lane)-zero) * b.step
		}
	}
	b.len, b.factors = 0, 0
}

// sumLanes adds up the words at the start of each row. It is a function of its own so
// that all of its loop stays in registers.
//
//go:noinline
func sumLanes(rows string, terms []packed) [4]uint64 {
	var w0, w1, w2, w3 uint64
	for i := range terms {
		t := &terms[i]
		// Turning the sign over counts a two's complement nibble from -8.
		w := load8(rows[t.at:t.at+8]) ^ signsOfAll
		w0 += w & fourthNibbles * t.factor
		w1 += w >> 4 & fourthNibbles * t.factor
		w2 += w >> 8 & fourthNibbles * t.factor
		w3 += w >> 12 & fourthNibbles * t.factor
	}
	return [4]uint64{w0, w1, w2, w3}
}

// load8 reads eight bytes, the first one lowest. The compiler makes one load of it.
func load8(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
