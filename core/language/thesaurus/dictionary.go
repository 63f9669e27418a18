package thesaurus

import "sort"

// A dictionary is keys in ascending order, each with a list of numbers. It reads them
// where they lie and knows where every block starts.
type dictionary struct {
	data    string
	starts  []int // where in data each block begins
	count   int
	longest int // the length of the longest key, in bytes
	above   int // the greatest number of all lists, -1 without any
}

// find gives the number of a key.
func (d *dictionary) find(key string) (number int, ok bool) {
	block := sort.Search(len(d.starts), func(i int) bool { return d.head(i) > key }) - 1
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

// key gives the key with a number.
func (d *dictionary) key(number int) string { return string(d.at(number).key) }

// numbers gives the list of the key with a number. The slice is the caller's.
func (d *dictionary) numbers(number int) []int { return d.at(number).list }

func (d *dictionary) at(number int) *entry {
	e := d.open(number / blockSize)
	for range number%blockSize + 1 {
		e.next()
	}
	return e
}

// head gives the first key of a block, which shares nothing.
func (d *dictionary) head(block int) string {
	c := cursor{data: d.data, at: d.starts[block] + 1}
	return c.take(c.octet())
}

func (d *dictionary) open(block int) *entry {
	return &entry{
		cursor: cursor{data: d.data, at: d.starts[block]},
		key:    make([]byte, 0, d.longest),
	}
}

// readDictionary reads how many entries there are, and goes over all of them: keys
// ascend, none is empty, and only within a block they share.
func readDictionary(c *cursor) dictionary {
	d := dictionary{data: c.data, count: c.count(), above: -1}
	d.starts = make([]int, 0, (d.count+blockSize-1)/blockSize)
	var before []byte
	e := &entry{cursor: *c}
	for n := 0; n < d.count && !e.bad; n++ {
		if startsBlock(n) {
			d.starts = append(d.starts, e.at)
			e.restart()
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

// An entry goes over the entries of a dictionary, one after the other.
type entry struct {
	cursor
	key    []byte // valid until the next entry
	list   []int  // valid until the next entry
	origin int    // of the next list
}

// restart forgets what the entries of a block build upon.
func (e *entry) restart() { e.key, e.origin = e.key[:0], 0 }

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
