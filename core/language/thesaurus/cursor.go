package thesaurus

// A cursor reads numbers and bytes from a string. Invalid data makes it bad, and from then
// on it returns zeros: a reader checks bad once, at the end.
type cursor struct {
	data string
	at   int
	bad  bool
}

// widest is the number of bits that a number may have, four bytes of seven, so that no
// sum of two overflows where an int has 32.
const widest = 28

// left returns how many bytes are left.
func (c *cursor) left() int { return len(c.data) - c.at }

// octet returns the next byte.
func (c *cursor) octet() int {
	if c.bad || c.left() == 0 {
		c.bad = true
		return 0
	}
	c.at++
	return int(c.data[c.at-1])
}

// take returns the next n bytes.
func (c *cursor) take(n int) string {
	if c.bad || n > c.left() {
		c.bad = true
		return ""
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

// uvarint returns the next number.
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

// count returns how many things follow, each of at least one byte.
func (c *cursor) count() int {
	n := c.uvarint()
	if n > c.left() {
		c.bad = true
		return 0
	}
	return n
}

// appendList appends a list of numbers, all of them below limit.
func (c *cursor) appendList(list []int, origin, limit int) []int {
	number := origin
	for range c.count() {
		zigzag := c.uvarint()
		number += zigzag>>1 ^ -(zigzag & 1)
		if c.bad || number < 0 || number >= limit {
			c.bad = true
			break
		}
		list = append(list, number)
	}
	return list
}
