package thesaurus

// Synsets are the meanings: each with its words, and the meanings that are kinds
// of it. They are read in place, like the entries of a dictionary.
type synsets struct {
	data   string
	starts []int // where in data each block begins
	count  int
	lemmas int // the number of lemmas
}

// at returns the synset with a number.
func (s *synsets) at(number int) *synset {
	block := number / blockSize
	row := &synset{
		cursor: cursor{data: s.data, at: s.starts[block]},
		number: block*blockSize - 1,
	}
	for row.number < number {
		row.next(s)
	}
	return row
}

// readSynsets reads the number of synsets, and checks all of them.
func readSynsets(c *cursor, lemmas int) synsets {
	s := synsets{data: c.data, count: c.count(), lemmas: lemmas}
	s.starts = make([]int, 0, (s.count+blockSize-1)/blockSize)
	row := &synset{cursor: *c, number: -1}
	for n := 0; n < s.count && !row.bad; n++ {
		if startsBlock(n) {
			s.starts = append(s.starts, row.at)
			row.origin = 0
		}
		row.next(&s)
	}
	*c = row.cursor
	return s
}

// A synset reads the synsets, one after the other.
type synset struct {
	cursor
	number int
	words  []int // lemmas, in WordNet's order; valid until the next synset
	kinds  []int // synsets, in WordNet's order; valid until the next synset
	origin int   // of the next words
}

// next reads the next synset.
func (s *synset) next(of *synsets) {
	s.number++
	s.words = s.appendList(s.words[:0], s.origin, of.lemmas)
	s.kinds = s.appendList(s.kinds[:0], s.number, of.count)
	if len(s.words) > 0 {
		s.origin = s.words[0]
	}
}
