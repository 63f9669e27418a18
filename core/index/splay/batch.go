package splay

import "slices"

// Ref names a key of a multimap. It stays valid as long as the key has values, and
// without values until the epoch changes; then it may come to name another key.
// 0 is never a key.
type Ref uint32

// Batch reads and writes while the exclusive lock is held. It is valid only
// inside the function that Update was called with, in its goroutine. Methods that
// take a Ref panic if no Ref method returned it.
type Batch[V any] struct {
	m *Multimap[V]
}

// Update calls write under one hold of the exclusive lock. When it returns, keys
// that have no values are dropped if there are many of them, which changes the
// epoch. write must not call methods of m and must not block.
func (m *Multimap[V]) Update(write func(*Batch[V])) {
	m.mu.Lock()
	defer m.mu.Unlock()
	write(m.begin())
	m.compact()
}

// Epoch returns the epoch in which all Refs are valid. It cannot change during
// the batch.
func (b *Batch[V]) Epoch() uint64 { return b.m.epoch }

// Ref finds a key or inserts it without values, copying its bytes. Each search
// begins where the last one ended, so that keys in ascending order are cheap. It
// panics with ErrFull when there is no room for the key.
func (b *Batch[V]) Ref(key []byte) Ref {
	ref := b.m.tree.insert(key)
	if int(ref) == len(b.m.values) {
		b.m.values = append(b.m.values, nil)
	}
	return ref
}

// Find returns the Ref of a key, and false when it was never inserted or has been
// dropped. A key that it finds may have no values.
func (b *Batch[V]) Find(key []byte) (Ref, bool) {
	ref := b.m.tree.lookUp(key)
	return ref, ref != 0
}

// Key returns a copy of the key.
func (b *Batch[V]) Key(ref Ref) string { return string(b.m.tree.key(ref)) }

// AppendKey appends the key to dst and returns the extended slice.
func (b *Batch[V]) AppendKey(dst []byte, ref Ref) []byte {
	return append(dst, b.m.tree.key(ref)...)
}

// Values returns the values of the key in order, nil if it has none. The
// slice is immutable for ever: the caller may keep it but not write to it.
func (b *Batch[V]) Values(ref Ref) []V {
	values := b.m.values[ref]
	return values[:len(values):len(values)]
}

// Append adds a value that comes after all values of the key, in amortised
// constant time. Any other value it treats as Put does. It reports whether the
// value was new.
func (b *Batch[V]) Append(ref Ref, value V) bool { return b.Put(ref, value) }

// Put adds a value and reports whether it was new. One that is there stays.
func (b *Batch[V]) Put(ref Ref, value V) bool {
	values := b.m.values[ref]
	i, found := b.m.search(values, value)
	if found {
		return false
	}
	b.insert(ref, i, value)
	return true
}

// Set adds a value, or replaces the one that compares equal to it.
func (b *Batch[V]) Set(ref Ref, value V) {
	values := b.m.values[ref]
	i, found := b.m.search(values, value)
	if !found {
		b.insert(ref, i, value)
		return
	}
	replaced := slices.Clone(values)
	replaced[i] = value
	b.m.store(ref, replaced)
}

// Remove removes a value and reports whether it was there. The key keeps its
// Ref, even without values.
func (b *Batch[V]) Remove(ref Ref, value V) bool {
	values := b.m.values[ref]
	i, found := b.m.search(values, value)
	if !found {
		return false
	}
	var rest []V
	if 1 < len(values) {
		rest = slices.Concat(values[:i], values[i+1:])
	}
	b.m.store(ref, rest)
	return true
}

// insert puts value at place i of the values. At the end it uses spare capacity,
// which no slice that was handed out reaches; elsewhere it copies.
func (b *Batch[V]) insert(ref Ref, i int, value V) {
	values := b.m.values[ref]
	if i < len(values) {
		values = slices.Clip(values)
	}
	b.m.store(ref, slices.Insert(values, i, value))
}
