// Package splay holds an ordered multimap from byte strings to sorted values,
// made for the term dictionary of a search index: few writers, many readers,
// keys that are asked for as unevenly as words are used.
//
// The keys form a splay tree. A plain one restructures itself on every look-up,
// so that a read is a write and readers exclude each other. This one splays on
// condition: a look-up walks down without touching the tree, and only one that
// went deeper than 2 log2(n) moves its key to the root. The depth that triggers
// a splay pays for it, so any sequence of operations still costs O(log n) each,
// amortised, while nearly all look-ups share the lock.
//
// Values of a key are kept in one sorted slice. A slice that was handed out is
// never written again: a value beyond its end may go into spare capacity that
// no reader sees, everything else makes a copy. Readers therefore keep slices for
// as long as they like, without a lock.
package splay

import (
	"errors"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// ErrFull is the value of the panic with which a key is refused when all keys
// together would exceed 4 GiB, the reach of the 32-bit offsets of the tree. The
// multimap is unchanged and usable afterwards.
var ErrFull = errors.New("splay: the keys of a multimap exceed 4 GiB")

// compactMinimum is the number of keys without values below which a compaction
// is not worth its walk over all keys.
const compactMinimum = 64

// Multimap maps keys to sorted sets of values. All methods may be called from
// many goroutines at once; none may be called from inside a function that is passed to
// View or Update of the same multimap. Make one with New.
type Multimap[V any] struct {
	compare func(a, b V) int

	// mu guards all fields below. Look-ups share it, writing and splaying hold
	// it exclusively.
	mu     sync.RWMutex
	tree   tree
	values [][]V // by Ref; nil for a key without values, and at 0
	pairs  int
	live   int // keys with values
	epoch  uint64
	batch  Batch[V] // what Update passes on: reused, so that writing allocates nothing

	// deep lists the nodes that look-ups found too deep. Holders of the shared
	// lock append under deepMu; a holder of the exclusive lock empties it.
	deepMu  sync.Mutex
	deep    []Ref
	deepLen atomic.Int32 // len(deep), readable without a lock
}

// New returns an empty multimap. compare orders the values of a key as cmp.Compare
// does; values for which it returns 0 are the same value. It is called with the
// lock held and must neither block nor use the multimap.
func New[V any](compare func(a, b V) int) *Multimap[V] {
	m := &Multimap[V]{compare: compare, tree: newTree(), values: make([][]V, 1)}
	m.batch.m = m
	return m
}

// Put adds a pair. A pair that is there already is left as it is.
func (m *Multimap[V]) Put(key string, value V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.begin()
	b.Put(b.Ref([]byte(key)), value)
}

// Get returns an iterator over the values that key has now, in order. It is never
// nil, reports nothing for an absent key, and does not see later changes.
func (m *Multimap[V]) Get(key string) *Iterator[V] {
	return &Iterator[V]{rest: m.get(key)} // small enough to be inlined: no allocation
}

// get returns the values of one key.
func (m *Multimap[V]) get(key string) []V {
	m.mu.RLock()
	values := View[V]{m}.Values([]byte(key))
	m.mu.RUnlock()
	m.splayDeep()
	return values
}

// Remove removes a pair and reports whether it was there.
func (m *Multimap[V]) Remove(key string, value V) bool {
	removed := false
	m.Update(func(b *Batch[V]) {
		if ref, ok := b.Find([]byte(key)); ok {
			removed = b.Remove(ref, value)
		}
	})
	return removed
}

// Empty reports whether there is no pair.
func (m *Multimap[V]) Empty() bool { return m.Size() == 0 }

// Size returns the number of pairs.
func (m *Multimap[V]) Size() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.pairs
}

// Keys returns the number of distinct keys that have a value.
func (m *Multimap[V]) Keys() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.live
}

// Epoch returns a number that changes when keys without values are dropped, which
// happens only at the end of an Update or a Remove.
func (m *Multimap[V]) Epoch() uint64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.epoch
}

// Ascend yields the keys that begin with prefix, in byte order, each with its
// values. No lock is held while it yields, so the loop may use the multimap; keys
// are read in runs, and of a change made meanwhile a later run may show a part.
func (m *Multimap[V]) Ascend(prefix string) iter.Seq2[string, []V] {
	const firstRun, longestRun = 16, 1024
	return func(yield func(string, []V) bool) {
		from := []byte(prefix)
		for size := firstRun; ; size = min(2*size, longestRun) {
			run := m.run(from, []byte(prefix), size)
			for _, e := range run {
				if !yield(e.key, e.values) {
					return
				}
			}
			if len(run) < size {
				return
			}
			// The least key after k is k and a zero byte.
			from = append(append(from[:0], run[size-1].key...), 0)
		}
	}
}

// entry is a key with its values.
type entry[V any] struct {
	key    string
	values []V
}

// run returns up to size entries with the prefix whose keys are at or after from.
func (m *Multimap[V]) run(from, prefix []byte, size int) []entry[V] {
	run := make([]entry[V], 0, size)
	m.View(func(v View[V]) {
		v.ascend(from, prefix, func(key []byte, values []V) bool {
			run = append(run, entry[V]{string(key), values})
			return len(run) < size
		})
	})
	return run
}

// Iterator reports the values of one key. It belongs to one goroutine, has no
// lock and need not be used up.
type Iterator[V any] struct {
	rest []V // immutable
}

// Next returns the next value, and false at the end.
func (it *Iterator[V]) Next() (V, bool) {
	if len(it.rest) == 0 {
		var none V
		return none, false
	}
	value := it.rest[0]
	it.rest = it.rest[1:]
	return value, true
}

// All yields the values that are left, consuming them as Next does.
func (it *Iterator[V]) All() iter.Seq[V] {
	return func(yield func(V) bool) {
		for value, ok := it.Next(); ok; value, ok = it.Next() {
			if !yield(value) {
				return
			}
		}
	}
}

// noteDeep remembers a node to be splayed. The caller shares mu.
func (m *Multimap[V]) noteDeep(n Ref) {
	m.deepMu.Lock()
	defer m.deepMu.Unlock()
	m.deep = append(m.deep, n)
	m.deepLen.Store(int32(len(m.deep)))
}

// splayDeep splays the nodes that look-ups found too deep. The caller does not hold mu.
func (m *Multimap[V]) splayDeep() {
	if m.deepLen.Load() == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begin()
}

// begin returns the batch for one hold of mu, with nothing left to splay. The
// caller holds mu exclusively.
func (m *Multimap[V]) begin() *Batch[V] {
	for _, n := range m.deep {
		m.tree.raise(n)
	}
	m.deep = m.deep[:0]
	m.deepLen.Store(0)
	m.tree.finger.reset()
	return &m.batch
}

// compact drops the keys without values once they outnumber the others. The
// caller holds mu exclusively and has called begin.
func (m *Multimap[V]) compact() {
	empty := m.tree.size() - m.live
	if empty < compactMinimum || empty <= m.live {
		return
	}
	m.tree.keep(func(ref Ref) bool { return len(m.values[ref]) > 0 })
	m.epoch++
}

// store sets the values of a key and updates the counts. The caller holds mu
// exclusively.
func (m *Multimap[V]) store(ref Ref, values []V) {
	if ref == 0 {
		panic("splay: the Ref 0 is no key")
	}
	before := len(m.values[ref])
	m.pairs += len(values) - before
	switch {
	case before == 0 && len(values) > 0:
		m.live++
	case before > 0 && len(values) == 0:
		m.live--
	}
	m.values[ref] = values
}

// search returns the place of value in values, and whether it is there. Values
// mostly arrive in order, so the end is tried first.
func (m *Multimap[V]) search(values []V, value V) (int, bool) {
	if n := len(values); n == 0 || m.compare(values[n-1], value) < 0 {
		return n, false
	}
	return slices.BinarySearchFunc(values, value, m.compare)
}
