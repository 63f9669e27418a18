package fuzzy

import "slices"

// A matcher finds the matching blocks of two texts.
type matcher struct {
	a, b   []rune
	places map[rune][]int32 // where each character occurs in b, in order

	// ending[j+1] is the length of the common stretch that ends at the present character
	// of a and at character j of b; before has the lengths for the character before.
	// Between two searches all of both are 0.
	ending, before []int32
}

// A block is a stretch that both texts have in common, as indexes of characters.
type block struct {
	a, b, size int
}

// newMatcher returns the matcher of two texts.
func newMatcher(a, b []rune) *matcher {
	m := &matcher{a: a, b: b, places: make(map[rune][]int32, 64)}
	for j, r := range b {
		m.places[r] = append(m.places[r], int32(j))
	}
	m.ending = make([]int32, len(b)+1)
	m.before = make([]int32, len(b)+1)
	return m
}

// blocks returns the matching blocks in the order in which they occur in both texts.
func (m *matcher) blocks() (found []block) {
	m.eachBlock(func(b block) { found = append(found, b) })
	slices.SortFunc(found, func(x, y block) int { return x.a - y.a })
	return found
}

// A stretch is a piece of each text in which no block has been found yet.
type stretch struct {
	aStart, aEnd, bStart, bEnd int
}

// eachBlock calls yield for each matching block, in no order. It keeps a list of the
// stretches to search and does not recurse, since the depth may be the length of a text.
func (m *matcher) eachBlock(yield func(block)) {
	if len(m.a) == 0 || len(m.b) == 0 {
		return
	}
	left := []stretch{{0, len(m.a), 0, len(m.b)}}
	for len(left) > 0 {
		s := left[len(left)-1]
		left = left[:len(left)-1]
		found := m.longest(s)
		if found.size == 0 {
			continue
		}
		yield(found)
		if s.aStart < found.a && s.bStart < found.b {
			left = append(left, stretch{s.aStart, found.a, s.bStart, found.b})
		}
		if found.a+found.size < s.aEnd && found.b+found.size < s.bEnd {
			left = append(left, stretch{found.a + found.size, s.aEnd, found.b + found.size, s.bEnd})
		}
	}
}

// longest returns the longest block of a stretch; of several it is the first
// in a, and of these the first in b.
func (m *matcher) longest(s stretch) (best block) {
	for i := s.aStart; i < s.aEnd; i++ {
		for _, j := range m.placesIn(m.a[i], s) {
			size := m.before[j] + 1
			m.ending[j+1] = size
			if int(size) > best.size {
				best = block{i - int(size) + 1, int(j) - int(size) + 1, int(size)}
			}
		}
		if i > s.aStart {
			m.forget(m.before, m.a[i-1], s)
		}
		m.ending, m.before = m.before, m.ending
	}
	m.forget(m.before, m.a[s.aEnd-1], s)
	return best
}

// forget resets the lengths of character r of a.
func (m *matcher) forget(lengths []int32, r rune, s stretch) {
	for _, j := range m.placesIn(r, s) {
		lengths[j+1] = 0
	}
}

// placesIn returns where r occurs in the stretch's part of b.
func (m *matcher) placesIn(r rune, s stretch) []int32 {
	places := m.places[r]
	if s.bStart > 0 {
		from, _ := slices.BinarySearch(places, int32(s.bStart))
		places = places[from:]
	}
	if s.bEnd < len(m.b) {
		to, _ := slices.BinarySearch(places, int32(s.bEnd))
		places = places[:to]
	}
	return places
}
