package text

// A PieceCutter cuts one text after another as Pieces of its WordPiece does, where only
// the numbers of the pieces matter. It remembers a few thousand words, since most of a
// text are few words again and again. It belongs to one goroutine at a time.
type PieceCutter struct {
	words *WordPiece
	prose []cutWord // by hash, one word each; nil before the first text
	code  []cutWord
}

// A cutWord is a word of up to 16 bytes with its pieces, which are few.
type cutWord struct {
	key    key // all zeros as long as the slot is free, which no word has
	count  int32
	pieces [cutPieces]int32
}

const (
	cutWords  = 1 << 12 // of each kind of text; a power of two
	cutPieces = 5       // with those that a word may have, 40 bytes
)

// Cutter returns a PieceCutter.
func (w *WordPiece) Cutter() *PieceCutter { return &PieceCutter{words: w} }

// Append appends the numbers of the pieces of s to dst, in order, and returns the extended
// slice. Words without a piece are left out if the vocabulary has no [UNK].
func (p *PieceCutter) Append(dst []int32, s string, code bool) []int32 {
	known := p.known(code)
	c := newCutter(p.words, s, code, func(number int, _ Span) bool {
		if number >= 0 {
			dst = append(dst, int32(number))
		}
		return true
	})
	for at := 0; at < len(s); {
		end := at
		switch c.classes[s[at]] {
		case blankByte:
			at++
			continue
		case signByte:
			if number := p.words.signs[s[at]]; number >= 0 {
				dst = append(dst, number)
			}
			at++
			continue
		case wordByte:
			end = c.asciiWord(at)
		}
		if end == at || keySize < end-at {
			at = c.step(at)
			continue
		}
		k := keyOf(s, at, end-at)
		word := &known[k.hash()%cutWords]
		if word.key == k {
			// All that there is room for at once, which is faster than as many as there are.
			dst = append(dst, word.pieces[:]...)[:len(dst)+int(word.count)]
		} else {
			first := len(dst)
			c.step(at)
			word.remember(k, dst[first:])
		}
		at = end
	}
	return dst
}

func (p *PieceCutter) known(code bool) []cutWord {
	known := &p.prose
	if code {
		known = &p.code
	}
	if *known == nil {
		*known = make([]cutWord, cutWords)
	}
	return *known
}

func (w *cutWord) remember(k key, pieces []int32) {
	if len(pieces) <= cutPieces {
		w.key, w.count = k, int32(copy(w.pieces[:], pieces))
	}
}
