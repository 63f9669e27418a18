package thesaurus

// A cursor reads numbers and bytes off a string. What cannot be read makes it bad, and
// from then on it gives zeros: whoever reads looks once, at the end.
type cursor struct {
	data string
	at   int
	bad  bool
}

// widest is the number of bits that a number may have, four bytes of seven, so that no
// sum of two overflows where an int has 32.
const widest = 28

// left is how many bytes are left.
func (c *cursor) left() int { return len(c.data) - c.at }

// octet gives the next byte.
func (c *cursor) octet() int {
	if c.bad || c.left() == 0 {
		c.bad = true
		return 0
	}
	c.at++
	return int(c.data[c.at-1])
}

// take gives the next n bytes.
func (c *cursor) take(n int) string {
	if c.bad || n > c.left() {
		c.bad = true
		return ""
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

func (c *cursor) uvarint() int {
	n := 0
	for shift := 0; shift < widest; shift += 7 {
		b := c.octet()
		n |= (b & 0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	c.bad = true
	return 0
}

// count reads how many things follow, each of at least one byte.
func (c *cursor) count() int {
	n := c.uvarint()
	if n > c.left() {
		c.bad = true
		return 0
	}
	return n
}

func (c *cursor) varint() int {
	n := c.uvarint()
	return n>>1 ^ -(n & 1)
}

// appendList appends a list of numbers, all of them below limit.
func (c *cursor) appendList(list []int, origin, limit int) []int {
	number := origin
	for range c.count() {
		number += c.varint()
		if c.bad || number < 0 || number >= limit {
			c.bad = true
			break
		}
		list = append(list, number)
	}
	return list
}
