package thesaurus

import "sort"

// A dictionary is keys in ascending order, each with a list of numbers. It reads them
// in place and knows where every block starts.
type dictionary struct {
	data    string
	starts  []int // where in data each block begins
	count   int
	longest int // the length of the longest key, in bytes
	above   int // the greatest number of all lists, -1 without any
}

// find returns the number of a key.
func (d *dictionary) find(key string) (number int, ok bool) {
	block := sort.Search(len(d.starts), func(i int) bool {
		c := cursor{data: d.data, at: d.starts[i] + 1} // the first key of a block is whole
		return c.take(c.octet()) > key
	}) - 1
	if block < 0 {
		return 0, false
	}
	e := d.open(block)
	for n := block * blockSize; n < min(d.count, (block+1)*blockSize); n++ {
		if e.next(); string(e.key) >= key {
			return n, string(e.key) == key
		}
	}
	return 0, false
}

// key returns the key with a number.
func (d *dictionary) key(number int) string { return string(d.at(number).key) }

// numbers returns the list of the key with a number. The caller owns the slice.
func (d *dictionary) numbers(number int) []int { return d.at(number).list }

// at returns the entry with a number.
func (d *dictionary) at(number int) *entry {
	e := d.open(number / blockSize)
	for range number%blockSize + 1 {
		e.next()
	}
	return e
}

// open returns the entry before the first of a block.
func (d *dictionary) open(block int) *entry {
	return &entry{
		cursor: cursor{data: d.data, at: d.starts[block]},
		key:    make([]byte, 0, d.longest),
	}
}

// readDictionary reads the number of entries, and checks all of them: keys ascend, no key
// is empty, and keys share a beginning only within a block.
func readDictionary(c *cursor) dictionary {
	d := dictionary{data: c.data, count: c.count(), above: -1}
	d.starts = make([]int, 0, (d.count+blockSize-1)/blockSize)
	var before []byte
	e := &entry{cursor: *c}
	for n := 0; n < d.count && !e.bad; n++ {
		if startsBlock(n) {
			d.starts = append(d.starts, e.at)
			e.key, e.origin = e.key[:0], 0 // no entry builds on another block
		}
		e.next()
		e.bad = e.bad || string(e.key) <= string(before)
		before = append(before[:0], e.key...)
		d.longest = max(d.longest, len(e.key))
		for _, number := range e.list {
			d.above = max(d.above, number)
		}
	}
	*c = e.cursor
	return d
}

// An entry reads the entries of a dictionary, one after the other.
type entry struct {
	cursor
	key    []byte // valid until the next entry
	list   []int  // valid until the next entry
	origin int    // of the next list
}

// next reads the next entry.
func (e *entry) next() {
	shared, rest := e.octet(), e.octet()
	if shared > len(e.key) {
		e.bad = true
		return
	}
	e.key = append(e.key[:shared], e.take(rest)...)
	e.list = e.appendList(e.list[:0], e.origin, 1<<widest)
	if len(e.list) > 0 {
		e.origin = e.list[0]
	}
}
