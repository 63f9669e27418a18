package fuzzy

import (
	"slices"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// regionCount is the most regions of a text that are aligned with a needle. A region that
// shares less than half of what the best one shares is not worth the time.
const regionCount = 4

// regions returns the stretches of a text that share the most with the needle, best first,
// each with room around it for a quote that is longer in the text. They start and end
// between characters.
func regions(needle, in string) []text.Span {
	best := peaks(newShingles(needle), len(needle), in)
	margin := len(needle)/3 + 8
	var spans []text.Span
	for _, p := range best {
		if 2*p.shared < best[0].shared {
			break
		}
		start, end := max(p.start-margin, 0), min(p.start+len(needle)+margin, len(in))
		for start > 0 && start < len(in) && !utf8.RuneStart(in[start]) {
			start--
		}
		for end < len(in) && !utf8.RuneStart(in[end]) {
			end++
		}
		spans = append(spans, text.Span{Start: start, End: end})
	}
	return spans
}

// A peak is a window that shares more shingles with the needle than the windows near it.
type peak struct {
	start  int // the offset of the window in the text
	shared int // how many shingles it shares, one that repeats as often as in both
}

// peaks slides a window of the given size over the text and returns the windows that
// share the most shingles with the needle, best first. Of windows that overlap it keeps one.
func peaks(needle *shingles, size int, in string) []peak {
	var best []peak
	var top peak
	ahead, behind := needle.reader(in), needle.reader(in)
	shared := 0
	for end := needle.length; end <= len(in); end++ {
		if k := ahead.next(); k >= 0 {
			needle.left[k]--
			if needle.left[k] >= 0 {
				shared++
			}
		}
		start := end - size
		if start > 0 {
			if k := behind.next(); k >= 0 {
				if needle.left[k] >= 0 {
					shared--
				}
				needle.left[k]++
			}
		}
		if top.shared > 0 && start >= top.start+size {
			best = keep(best, top)
			top = peak{}
		}
		if shared > top.shared {
			top = peak{max(start, 0), shared}
		}
	}
	if top.shared > 0 {
		best = keep(best, top)
	}
	return best
}

// keep adds a peak to the best ones, which are in order and regionCount at most.
func keep(best []peak, p peak) []peak {
	at, _ := slices.BinarySearchFunc(best, p, func(x, p peak) int {
		if x.shared < p.shared {
			return 1
		}
		return -1 // the earlier of two equals stays in front
	})
	if at == regionCount {
		return best
	}
	best = slices.Insert(best, at, p)
	return best[:min(len(best), regionCount)]
}

// shingles are the short sequences of bytes in a needle, each as a number. Bytes serve as
// well as characters here: the alignment compares characters.
type shingles struct {
	length int     // of a shingle, in bytes
	left   []int32 // how often each shingle occurs in the needle, less in the window
	keys   []uint64
	slots  []int32 // a hash table: the number of a shingle plus one, 0 if it is free
}

const (
	shingleLength = 5
	shortNeedle   = 20 // needles up to this many bytes are cut into shorter shingles
)

// newShingles returns the shingles of a needle.
func newShingles(needle string) *shingles {
	s := &shingles{length: shingleLength}
	if len(needle) <= shortNeedle {
		s.length = max(1, min(3, len(needle)/2))
	}
	size := 16
	for size < 4*len(needle) {
		size *= 2
	}
	s.slots = make([]int32, size)
	for at := range len(needle) - s.length + 1 {
		key := uint64(0)
		for i := range s.length {
			key = key<<8 | uint64(needle[at+i])
		}
		slot, found := s.find(key)
		if !found {
			s.keys = append(s.keys, key)
			s.left = append(s.left, 0)
			s.slots[slot] = int32(len(s.keys))
		}
		s.left[s.slots[slot]-1]++
	}
	return s
}

// find returns the slot of a shingle, or the free slot for it.
func (s *shingles) find(key uint64) (slot uint64, found bool) {
	mask := uint64(len(s.slots) - 1)
	slot = (key * 0x9E3779B97F4A7C15 >> 32) & mask
	for ; s.slots[slot] != 0; slot = (slot + 1) & mask {
		if s.keys[s.slots[slot]-1] == key {
			return slot, true
		}
	}
	return slot, false
}

// A reader reads the shingles of a text one after another.
type reader struct {
	shingles *shingles
	text     string
	at       int // the end of the last shingle
	key      uint64
	mask     uint64
}

func (s *shingles) reader(in string) *reader {
	r := &reader{shingles: s, text: in, mask: 1<<(8*s.length) - 1}
	for r.at < min(s.length-1, len(in)) {
		r.shift()
	}
	return r
}

func (r *reader) shift() {
	r.key = (r.key<<8 | uint64(r.text[r.at])) & r.mask
	r.at++
}

// next returns the number of the next shingle, -1 if the needle does not contain it. The
// text must have a next one.
func (r *reader) next() int {
	r.shift()
	slot, found := r.shingles.find(r.key)
	if !found {
		return -1
	}
	return int(r.shingles.slots[slot]) - 1
}
