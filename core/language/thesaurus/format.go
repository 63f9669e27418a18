package thesaurus

// # The format
//
// A thesaurus is one string that is read in place: nothing is unpacked, and only the
// places where its blocks start are kept besides.
//
//	magic       "thesaurus 1\n"
//	notice      its length, its bytes
//	lemmas      how many, then as many entries
//	exceptions  how many, then as many entries
//	synsets     how many, then as many synsets
//
// A number is an unsigned varint, seven bits a byte, the lowest first. A difference is a
// number in zigzag form: 0, -1, 1, -2 are 0, 1, 2, 3. A list of numbers is its length and
// then differences, the first from a given origin, each other from the number before it.
//
// Lemmas, exceptions and synsets are numbered from 0 and are in blocks of blockSize. A
// block can be read without the blocks before it; within it each item builds upon the item
// before.
//
// An entry is a key with a list. The keys ascend by their bytes, so that a binary search
// finds one. An entry is
//
//	1 byte   how much of the key before it in the block its key shares
//	1 byte   the length of the rest of its key
//	         the rest
//	list     of a lemma its senses, of an exception its lemmas; the origin is the first
//	         number of the list before it in the block, 0 at the block's start
//
// After "gem", whose list is [7, 900], the entry of "gemstone" with [900] is
//
//	03 05 s t o n e 01 fa 0d    900 is 7 + 893, and 893 in zigzag is 1786 = 7a + 0d<<7
//
// A synset is two lists: its words, with the origin as in an entry, and its kinds, with
// the synset's own number as the origin. The synsets are in the order of their first
// words, so that a lemma, its synset and that synset's words have small differences:
// that makes 1.9 MB of WordNet's nouns rather than the 2.1 MB of WordNet's own order. It
// would be 1.2 MB when compressed, and would have to be unpacked into 1.9 MB of memory.
const (
	magic     = "thesaurus 1\n"
	blockSize = 16
)

// startsBlock reports whether the item with a number is the first of its block.
func startsBlock(number int) bool { return number%blockSize == 0 }
