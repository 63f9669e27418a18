package index

import (
	"hash/maphash"
	"sync/atomic"

	"docuquest/core/language/analysis"
)

// A memo holds the hottest words as they were analysed, and the hottest terms,
// which are parts of many identifiers. All scanners share it. What is in it is
// immutable but for the references, which are read and written under the
// library's lock alone.
type memo struct {
	seed   maphash.Seed
	tables atomic.Pointer[tables] // nil until a word is looked for
}

type tables struct {
	words [1 << 17]slot[word]
	terms [1 << 16]slot[term]
}

// now are the tables of this moment. They may be forgotten while they are used, which
// costs what was stored in them and nothing else.
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

// forget empties the memo.
func (m *memo) forget() { m.tables.Store(nil) }

// word is the slot of a surface, and the hash that it has there.
func (m *memo) word(hash uint64, code bool) (*slot[word], uint64) {
	if code { // the same surface is another word in code
		hash = ^hash
	}
	words := &m.now().words
	return &words[hash%uint64(len(words))], hash
}

// term is the slot of a form, and the hash that it has there.
func (m *memo) term(f analysis.Form) (*slot[term], uint64) {
	hash := maphash.String(m.seed, f.Text)
	if f.Kind == analysis.Part {
		hash = ^hash
	}
	terms := &m.now().terms
	return &terms[hash%uint64(len(terms))], hash
}
