package index

import (
	"slices"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index/splay"
	"docuquest/core/language/analysis"
)

// A tally adds up the counts of one entry by term. It is part of the library
// and guarded by its lock; an entry's marks are valid in its round alone, so
// that nothing is ever cleared.
type tally struct {
	round uint32
	marks []mark
	refs  []splay.Ref // in the order in which they were met
}

type mark struct {
	round uint32
	count uint32
}

func (t *tally) begin() {
	t.refs = t.refs[:0]
	if t.round++; t.round == 0 { // wrapped after 2^32 entries: marks of the first round would seem fresh
		clear(t.marks)
		t.round = 1
	}
}

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

// take reports the count of a term in this round and drops it; 0 if it has none.
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
	owned bool // next.entries is ours to write
}

func (l *Library) writer(b *splay.Batch[Posting]) *writer {
	next := *l.Snapshot()
	next.Generation++
	w := &writer{Library: l, batch: b, next: next}
	w.sweep()
	return w
}

// sweep drops the forms that nothing holds from the classes of their stems. They
// do no harm there, since their lists are empty: it is done when the multimap has
// dropped its own empty keys, which happens when there are many.
func (w *writer) sweep() {
	if w.swept == w.batch.Epoch() {
		return
	}
	w.swept = w.batch.Epoch()
	for stem, forms := range w.stems.Ascend("") {
		for _, form := range forms {
			if !w.held(form) {
				w.stems.Remove(stem, form)
			}
		}
	}
}

// held reports whether any entry holds a form, whole or as a part.
func (w *writer) held(form string) bool {
	for _, field := range []analysis.Field{analysis.FieldExact, analysis.FieldPart} {
		if ref, ok := w.batch.Find(appendKey(nil, field, form)); ok && len(w.batch.Values(ref)) > 0 {
			return true
		}
	}
	return false
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
	if old != nil {
		e.Number = old.Number
	} else if e.Number = w.number(); e.Number >= MaxEntries {
		return
	}
	w.count(g)
	if old == nil {
		w.insert(e)
	} else {
		w.replace(e, old)
	}
	w.byURI[d.URI] = e
	w.enter(e, old)
}

// count adds up the terms of a bag.
func (w *writer) count(g *bag) {
	w.tally.begin()
	for _, c := range g.words {
		for _, ref := range c.word.refs {
			w.tally.add(ref, c.count)
		}
	}
}

// insert writes all terms of a new entry.
func (w *writer) insert(e *Entry) {
	e.makeRoom(len(w.tally.refs))
	for _, ref := range w.tally.refs {
		w.add(e, ref, w.tally.take(ref))
	}
}

// replace touches only the terms whose counts differ from those of old.
func (w *writer) replace(e, old *Entry) {
	e.makeRoom(len(w.tally.refs))
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

// makeRoom prepares an entry for a number of terms.
func (e *Entry) makeRoom(terms int) {
	e.terms = make([]splay.Ref, 0, terms)
	e.counts = make([]uint8, 0, terms)
}

func (e *Entry) note(ref splay.Ref, count uint32) {
	e.terms = append(e.terms, ref)
	e.counts = append(e.counts, uint8(count))
}

// number finds a place for a new entry.
func (w *writer) number() uint32 {
	if n := len(w.free); n > 0 {
		number := w.free[n-1]
		w.free = w.free[:n-1]
		return number
	}
	return uint32(len(w.next.entries))
}

// enter puts e in the table in the place of old, which may be nil.
func (w *writer) enter(e, old *Entry) {
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

// remove forgets the entry of one file.
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

func (s *Snapshot) account(e *Entry, sign int) {
	s.count += sign
	s.tokens += int64(sign * e.Length)
	s.bytes += int64(sign * e.Size)
}
