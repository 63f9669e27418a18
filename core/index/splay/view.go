package splay

import "bytes"

// View looks keys up while the shared lock is held. It is valid only inside the
// function that View was called with, in any number of goroutines that end before
// it does.
type View[V any] struct {
	m *Multimap[V]
}

// View calls read under one hold of the shared lock, so that all its look-ups see
// the same state. Keys that were met too deep in the tree are splayed afterwards,
// under the exclusive lock. read must not call methods of m and must not block.
func (m *Multimap[V]) View(read func(View[V])) {
	m.share(read)
	m.splayDeep()
}

func (m *Multimap[V]) share(read func(View[V])) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	read(View[V]{m})
}

// Values returns the values of key in order, nil if it has none. The slice
// is immutable for ever: the caller may keep it but not write to it.
func (v View[V]) Values(key []byte) []V {
	t := &v.m.tree
	ref, last, depth := t.find(key)
	if depth > t.limit {
		v.m.noteDeep(last)
	}
	values := v.m.values[ref]
	return values[:len(values):len(values)]
}

// Ascend calls yield for each key that begins with prefix and has values, in byte
// order, until yield returns false. The key is valid until yield returns; the
// values are the same as of Values.
func (v View[V]) Ascend(prefix []byte, yield func(key []byte, values []V) bool) {
	v.ascend(prefix, prefix, yield)
}

// ascend is Ascend beginning at the first key that is not before from.
func (v View[V]) ascend(from, prefix []byte, yield func([]byte, []V) bool) {
	t := &v.m.tree
	w := t.walkFrom(from)
	v.noteDescent(&w)
	for w.next() {
		v.noteDescent(&w)
		key := t.key(w.node)
		if !bytes.HasPrefix(key, prefix) {
			return
		}
		values := v.m.values[w.node]
		if len(values) == 0 {
			continue
		}
		if !yield(key, values[:len(values):len(values)]) {
			return
		}
	}
}

// noteDescent has the end of the last descent of w splayed if it was a deep one.
func (v View[V]) noteDescent(w *walker) {
	if w.descent > v.m.tree.limit {
		v.m.noteDeep(w.last)
	}
}
