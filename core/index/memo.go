package index

import (
	"hash/maphash"
	"sync/atomic"

	"docuquest/core/analysis"
)

// A memo holds the hottest words as they were analysed, and the hottest terms,
// which are parts of many identifiers. All scanners share it. What is in it is
// immutable but for the references, which are read and written under the
// library's lock alone.
type memo struct {
	seed  maphash.Seed
	words [1 << 17]slot[word]
	terms [1 << 16]slot[term]
}

// A slot keeps one value of those whose hashes fall into it, the last one. The
// hash beside it spares most misses a look at the value, which is far away. The
// two are written one after the other, so a reader compares the value as well.
type slot[T any] struct {
	hash  atomic.Uint64
	value atomic.Pointer[T]
}

// load is the value if it may be that of the hash, else nil.
func (s *slot[T]) load(hash uint64) *T {
	if s.hash.Load() != hash {
		return nil
	}
	return s.value.Load()
}

func (s *slot[T]) store(hash uint64, value *T) {
	s.value.Store(value)
	s.hash.Store(hash)
}

// forget empties all slots.
func (m *memo) forget() {
	for i := range m.words {
		m.words[i].store(0, nil)
	}
	for i := range m.terms {
		m.terms[i].store(0, nil)
	}
}

// word is the slot of a surface, and the hash that it has there.
func (m *memo) word(hash uint64, code bool) (*slot[word], uint64) {
	if code { // the same surface is another word in code
		hash = ^hash
	}
	return &m.words[hash%uint64(len(m.words))], hash
}

// term is the slot of a form, and the hash that it has there.
func (m *memo) term(f analysis.Form) (*slot[term], uint64) {
	hash := maphash.String(m.seed, f.Text)
	if f.Kind == analysis.Part {
		hash = ^hash
	}
	return &m.terms[hash%uint64(len(m.terms))], hash
}
