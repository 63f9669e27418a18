package index

import (
	"slices"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index/splay"
	"docuquest/core/language/analysis"
)

// A tally adds up the counts of one entry by term. It is part of the library
// and guarded by its lock; an entry's marks are valid only in its round, so that
// they are never cleared.
type tally struct {
	round uint32
	marks []mark
	refs  []splay.Ref // in the order in which they were met
}

type mark struct {
	round uint32
	count uint32
}

// begin starts the round of the next entry.
func (t *tally) begin() {
	t.refs = t.refs[:0]
	if t.round++; t.round == 0 { // wrapped after 2^32 entries: marks of the first round would seem valid
		clear(t.marks)
		t.round = 1
	}
}

// add counts a term.
func (t *tally) add(ref splay.Ref, count uint32) {
	if int(ref) >= len(t.marks) {
		t.marks = append(t.marks, make([]mark, int(ref)+1-len(t.marks)+len(t.marks)/2)...)
	}
	m := &t.marks[ref]
	if m.round != t.round {
		*m = mark{round: t.round}
		t.refs = append(t.refs, ref)
	}
	m.count += count
}

// take returns the count of a term in this round, 0 if it has none, and drops it.
func (t *tally) take(ref splay.Ref) uint32 {
	if int(ref) >= len(t.marks) || t.marks[ref].round != t.round {
		return 0
	}
	n := t.marks[ref].count
	t.marks[ref].count = 0
	return n
}

// A writer changes a library inside one hold of its lock, and publishes once.
type writer struct {
	*Library
	batch *splay.Batch[Posting]
	next  Snapshot
	owned bool // next.entries may be written
}

// writer begins a change. It drops the forms that no entry contains from the
// classes of their stems. They do no harm there, since their lists are empty: it
// does so only after the multimap has dropped its own empty keys, which happens
// when they are many.
func (l *Library) writer(b *splay.Batch[Posting]) *writer {
	next := *l.Snapshot()
	next.Generation++
	w := &writer{Library: l, batch: b, next: next}
	if w.swept == b.Epoch() {
		return w
	}
	w.swept = b.Epoch()
	held := func(field analysis.Field, form string) bool {
		ref, ok := b.Find(appendKey(nil, field, form))
		return ok && len(b.Values(ref)) > 0
	}
	for stem, forms := range w.stems.Ascend("") {
		for _, form := range forms {
			if !held(analysis.FieldExact, form) && !held(analysis.FieldPart, form) {
				w.stems.Remove(stem, form)
			}
		}
	}
	return w
}

// publish makes the changes visible to the next Snapshot.
func (w *writer) publish() {
	s := w.next
	w.current.Store(&s)
}

// put writes one scanned document.
func (w *writer) put(d *document.Document, g *bag) {
	e := newEntry(d, g)
	old := w.byURI[d.URI]
	switch n := len(w.free); {
	case old != nil:
		e.Number = old.Number
	case n > 0:
		e.Number = w.free[n-1]
		w.free = w.free[:n-1]
	default:
		e.Number = uint32(len(w.next.entries))
	}
	if old == nil && e.Number >= MaxEntries {
		return
	}
	w.tally.begin()
	for _, c := range g.words {
		for _, ref := range c.word.refs {
			w.tally.add(ref, c.count)
		}
	}
	e.terms = make([]splay.Ref, 0, len(w.tally.refs))
	e.counts = make([]uint8, 0, len(w.tally.refs))
	if old == nil {
		for _, ref := range w.tally.refs {
			w.add(e, ref, w.tally.take(ref))
		}
	} else {
		w.replace(e, old)
	}
	w.byURI[d.URI] = e
	if int(e.Number) == len(w.next.entries) {
		// Readers of older snapshots see a shorter slice of the same array.
		w.next.entries = append(w.next.entries, e)
	} else {
		w.own()
		w.next.entries[e.Number] = e
	}
	w.next.account(e, 1)
	if old != nil {
		w.next.account(old, -1)
	}
}

// replace writes only the terms whose counts in e and old differ.
func (w *writer) replace(e, old *Entry) {
	for i, ref := range old.terms {
		switch n := min(w.tally.take(ref), maxCount); n {
		case 0:
			w.batch.Remove(ref, newPosting(e.Number, 0))
		case uint32(old.counts[i]):
			e.note(ref, n)
		default:
			w.batch.Set(ref, newPosting(e.Number, n))
			e.note(ref, n)
		}
	}
	for _, ref := range w.tally.refs {
		if n := w.tally.take(ref); n > 0 {
			w.add(e, ref, n)
		}
	}
}

// add writes one posting.
func (w *writer) add(e *Entry, ref splay.Ref, count uint32) {
	p := newPosting(e.Number, count)
	w.batch.Append(ref, p)
	e.note(ref, p.Count())
}

// note adds a term to the entry.
func (e *Entry) note(ref splay.Ref, count uint32) {
	e.terms = append(e.terms, ref)
	e.counts = append(e.counts, uint8(count))
}

// remove removes the entry of one file.
func (w *writer) remove(u file.URI) {
	e := w.byURI[u]
	if e == nil {
		return
	}
	for _, ref := range e.terms {
		w.batch.Remove(ref, newPosting(e.Number, 0))
	}
	delete(w.byURI, u)
	w.own()
	w.next.entries[e.Number] = nil
	w.next.account(e, -1)
	w.free = append(w.free, e.Number)
}

// own copies the table before its first change in place.
func (w *writer) own() {
	if !w.owned {
		w.next.entries = slices.Clone(w.next.entries)
		w.owned = true
	}
}

// account adds an entry to the totals, or subtracts it.
func (s *Snapshot) account(e *Entry, sign int) {
	s.count += sign
	s.tokens += int64(sign * e.Length)
	s.bytes += int64(sign * e.Size)
}
