package text

import (
	"iter"
	"math/bits"
	"math/rand/v2"
)

// A Counter finds the distinct words of one text after another, with their counts. It
// keeps its memory between texts and grows with the largest of them; a text whose
// distinct words fit costs no allocation.
//
// The zero value counts the words of prose. A Counter belongs to one goroutine at a
// time.
type Counter struct {
	options Options
	entries []entry  // the distinct words, in the order of their first occurrence
	slots   []uint32 // a hash table: the number of an entry plus one, 0 if it is free
}

// NewCounter returns a Counter of the words that the options give.
func NewCounter(o Options) *Counter { return &Counter{options: o} }

// A Surface is a distinct word of a text. Words are the same if their bytes are:
// "Go" and "go" are two.
type Surface struct {
	Span  Span   // the first occurrence
	Count int    // all occurrences, one at least
	Hash  uint64 // of the bytes; the same in all Counters of this process, and in no other
}

// An entry is a Surface and what it takes to recognise it. A word of up to 16 bytes is
// equal if its key is, so that most words are never read a second time.
type entry struct {
	key    key
	hash   uint64
	start  int
	length uint32
	count  uint32
}

// A key is the first 16 bytes of a word, the first one lowest, and zeros after its end.
// No word has a zero byte.
type key struct {
	head, tail uint64
}

const keySize = 16

// Count forgets the text before and counts the words of s, which must be shorter than
// 4 GiB. It returns how many there are; each time that a word occurs it counts. The
// Counter does not hold on to s.
func (c *Counter) Count(s string) (total int) {
	c.reset()
	c.options.each(s, func(start, end int) {
		c.add(s, start, end)
		total++
	})
	return total
}

// Len returns the number of distinct words of the text counted last.
func (c *Counter) Len() int { return len(c.entries) }

// At returns the distinct word i, from 0 to Len()-1, in the order of their first
// occurrence.
func (c *Counter) At(i int) Surface {
	e := &c.entries[i]
	return Surface{Span{e.start, e.start + int(e.length)}, int(e.count), e.hash}
}

// All returns the distinct words in the order of their first occurrence. Counting
// another text ends it.
func (c *Counter) All() iter.Seq[Surface] {
	return func(yield func(Surface) bool) {
		for i := range c.entries {
			if !yield(c.At(i)) {
				return
			}
		}
	}
}

// leastSlots is what the table of an empty Counter starts with. The number of slots is
// a power of two, and half of them at most are taken.
const leastSlots = 1 << 10

// reset empties the Counter. After a small text it visits only the used slots,
// not all slots that a large text once needed.
func (c *Counter) reset() {
	switch {
	case len(c.slots) == 0:
		c.slots = make([]uint32, leastSlots)
	case len(c.entries) > len(c.slots)/16:
		clear(c.slots)
	default:
		for i := range c.entries {
			c.slots[c.find(c.entries[i].hash, uint32(i+1))] = 0
		}
	}
	c.entries = c.entries[:0]
}

// find returns the slot of the entry with the given number plus one. It may pass slots
// that were freed before, since every other entry in use still has its own
// slot.
func (c *Counter) find(hash uint64, number uint32) uint64 {
	mask := uint64(len(c.slots) - 1)
	at := hash & mask
	for c.slots[at] != number {
		at = (at + 1) & mask
	}
	return at
}

// add counts the word [start, end) of s and returns the number of its entry.
func (c *Counter) add(s string, start, end int) uint32 {
	length := end - start
	k := keyOf(s, start, length)
	hash := mix(k.head^seed[0], k.tail^seed[1])
	if length > keySize {
		hash = hashRest(hash, s[start+keySize:end])
	}
	mask := uint64(len(c.slots) - 1)
	at := hash & mask
	for ; c.slots[at] != 0; at = (at + 1) & mask {
		e := &c.entries[c.slots[at]-1]
		if e.hash == hash && e.key == k && e.length == uint32(length) &&
			(length <= keySize || s[e.start:e.start+int(e.length)] == s[start:end]) {
			e.count++
			return c.slots[at] - 1
		}
	}
	c.insert(entry{k, hash, start, uint32(length), 1}, at)
	return uint32(len(c.entries) - 1)
}

// insert puts a new entry into the free slot at.
func (c *Counter) insert(e entry, at uint64) {
	c.entries = append(c.entries, e)
	c.slots[at] = uint32(len(c.entries))
	if 2*len(c.entries) <= len(c.slots) {
		return
	}
	c.slots = make([]uint32, 2*len(c.slots))
	for i := range c.entries {
		c.slots[c.find(c.entries[i].hash, 0)] = uint32(i + 1)
	}
}

// keyOf returns the key of the word of the given length at start. Masks take the place
// of branches on the length, which no processor can foresee.
func keyOf(s string, start, length int) key {
	var k key
	if start+keySize <= len(s) {
		k = key{load8(s, start), load8(s, start+wordSize)}
	} else {
		k = key{loadUpTo8(s, start), loadUpTo8(s, start+wordSize)}
	}
	mask := &keyMasks[min(length, keySize)]
	return key{k.head & mask.head, k.tail & mask.tail}
}

// keyMasks[n] leaves the first n bytes of a key.
var keyMasks = func() (masks [keySize + 1]key) {
	for n := range wordSize + 1 {
		masks[n].head = 1<<(8*n) - 1
		masks[wordSize+n] = key{1<<64 - 1, 1<<(8*n) - 1}
	}
	return masks
}()

// seed makes the hashes of this process its own, so that no file can be written whose
// words all fall into one slot.
var seed = [2]uint64{rand.Uint64() | 1, rand.Uint64() | 1}

// hashRest multiplies what follows the key of a long word into its hash.
func hashRest(hash uint64, rest string) uint64 {
	for ; len(rest) > wordSize; rest = rest[wordSize:] {
		hash = mix(hash^load8(rest, 0), seed[1])
	}
	return mix(hash^loadUpTo8(rest, 0), seed[1])
}

// mix folds the 128 bits of a product into 64.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}
