package text

import "math/bits"

// A pieceTable finds the longest piece at a place. Pieces of up to 16 bytes, nearly
// all, are found by their keys: a few operations on two machine words each.
type pieceTable struct {
	slots []pieceSlot // a hash table; half of them at most are taken
	taken int

	// lengths has a bit for each length that occurs among the pieces with the same
	// two first bytes, so that few lengths are tried in vain.
	lengths [1 << lengthBits]uint32
	long    map[key][]longPiece // those of more bytes than a key, by their first ones
}

// A pieceSlot is free if its key is all zeros, which no piece has.
type pieceSlot struct {
	key    key
	number int32
}

type longPiece struct {
	text   string
	number int
}

const lengthBits = 12

// newPieceTable makes a table for about so many pieces.
func newPieceTable(expected int) *pieceTable {
	return &pieceTable{
		slots: make([]pieceSlot, 1<<bits.Len(uint(2*expected+1))),
		long:  map[key][]longPiece{},
	}
}

// add takes a piece in under a number. Of two that are the same the first stays.
func (t *pieceTable) add(piece string, number int) {
	if piece == "" {
		return
	}
	k := keyOf(piece, 0, len(piece))
	if len(piece) > keySize {
		t.long[k] = append(t.long[k], longPiece{piece, number})
		return
	}
	if _, found := t.find(k); found {
		return
	}
	t.lengths[lengthSlot(k)] |= 1 << len(piece)
	if len(piece) == 1 {
		t.addLetter(k)
	}
	t.insert(pieceSlot{k, int32(number)})
	if t.taken++; 2*t.taken > len(t.slots) {
		t.grow()
	}
}

func (t *pieceTable) grow() {
	before := t.slots
	t.slots = make([]pieceSlot, 2*len(before))
	for _, s := range before {
		if s.key != (key{}) {
			t.insert(s)
		}
	}
}

// addLetter notes a piece of one byte under all bytes that may follow it.
func (t *pieceTable) addLetter(k key) {
	for second := range uint64(256) {
		t.lengths[lengthSlot(key{head: k.head | second<<8})] |= 1 << 1
	}
}

func (t *pieceTable) insert(s pieceSlot) {
	mask := uint64(len(t.slots) - 1)
	at := s.key.hash() & mask
	for t.slots[at].key != (key{}) {
		at = (at + 1) & mask
	}
	t.slots[at] = s
}

func (t *pieceTable) find(k key) (number int, found bool) {
	mask := uint64(len(t.slots) - 1)
	for at := k.hash() & mask; ; at = (at + 1) & mask {
		switch s := &t.slots[at]; s.key {
		case key{}:
			return 0, false
		case k:
			return int(s.number), true
		}
	}
}

// longestAt returns the longest piece that s[start:end] starts with, and its length, 0
// without one. The bits in lower are set in each byte of s before it is compared.
func (t *pieceTable) longestAt(s string, start, end int, lower uint64) (number, length int) {
	k := keyOf(s, start, keySize)
	k.head |= lower
	k.tail |= lower
	size := end - start
	if size > keySize && len(t.long) > 0 {
		if number, length = t.longestOver(s[start:end], k, byte(lower)); length > 0 {
			return number, length
		}
	}
	size = min(size, keySize)
	for lengths := t.lengths[lengthSlot(k.first(size))] & (2<<size - 1); lengths != 0; {
		length = bits.Len32(lengths) - 1
		if number, found := t.find(k.first(length)); found {
			return number, length
		}
		lengths &^= 1 << length
	}
	return 0, 0
}

// longestOver is longestAt among the pieces that are longer than a key.
func (t *pieceTable) longestOver(s string, k key, lower byte) (number, length int) {
	for _, p := range t.long[k] {
		if len(p.text) > length && len(p.text) <= len(s) && isLowered(s[:len(p.text)], p.text, lower) {
			number, length = p.number, len(p.text)
		}
	}
	return number, length
}

// isLowered reports whether s is text once the bits in lower are set in its bytes.
func isLowered(s, text string, lower byte) bool {
	for i := range len(text) {
		if s[i]|lower != text[i] {
			return false
		}
	}
	return true
}

// first is the key of the first n bytes.
func (k key) first(n int) key {
	mask := &keyMasks[n]
	return key{k.head & mask.head, k.tail & mask.tail}
}

func (k key) hash() uint64 { return mix(k.head^seed[0], k.tail^seed[1]) }

func lengthSlot(k key) uint64 {
	const spread = 0x9E3779B1 // the golden ratio in 32 bits
	return uint64(uint32(k.head&0xffff) * spread >> (32 - lengthBits))
}
