package index

import (
	"hash/maphash"
	"sync/atomic"

	"docuquest/core/language/analysis"
)

// A memo caches the most frequent words as they were analysed, and the most
// frequent terms, which are parts of many identifiers. All scanners share it. Its
// values are immutable except for the references, which are read and written
// only under the library's lock.
type memo struct {
	seed   maphash.Seed
	tables atomic.Pointer[tables] // nil until the first lookup
}

type tables struct {
	words [1 << 17]slot[word]
	terms [1 << 16]slot[term]
}

// now returns the current tables. The memo may be emptied while they are used, which
// only loses what was stored in them.
func (m *memo) now() *tables {
	if t := m.tables.Load(); t != nil {
		return t
	}
	made := new(tables)
	if m.tables.CompareAndSwap(nil, made) {
		return made
	}
	return m.now()
}

// A slot keeps the last of the values whose hashes fall into it. The hash next to
// the value saves most misses a load of the value from distant memory. The two
// are written one after the other, so a reader compares the value as well.
type slot[T any] struct {
	hash  atomic.Uint64
	value atomic.Pointer[T]
}

// load returns the value if its hash may be this one, else nil.
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

// word returns the slot of a surface, and its hash in the slot.
func (m *memo) word(hash uint64, code bool) (*slot[word], uint64) {
	if code { // the same surface is another word in code
		hash = ^hash
	}
	words := &m.now().words
	return &words[hash%uint64(len(words))], hash
}

// term returns the slot of a form, and its hash in the slot.
func (m *memo) term(f analysis.Form) (*slot[term], uint64) {
	hash := maphash.String(m.seed, f.Text)
	if f.Kind == analysis.Part {
		hash = ^hash
	}
	terms := &m.now().terms
	return &terms[hash%uint64(len(terms))], hash
}
