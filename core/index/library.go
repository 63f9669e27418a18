// Package index knows which files contain which words.
//
// A [Library] has one [Entry] for each file and, for every word, the posting list
// of the entries that contain it, in a multimap on a splay tree. It follows edits
// by comparing the old and new words of an entry and writing only what changed.
// Readers look up terms under one short hold of a shared lock and continue with
// immutable posting lists and the [Snapshot] of that moment: a question never
// waits for typing, and typing never for a question.
//
// Stems are classes of exact forms: the posting list of a stem is the merge of
// the lists of its forms, made on demand. That halves the postings, and every
// count that BM25 needs is the same.
//
// [Classic] is the course project's index in its own contract.
//
// The room knows nothing of the disk, of models, of ranking formulas or of the
// protocol.
package index

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index/splay"
)

// A Library is the index of the workspace. All methods may be called from
// any number of goroutines. Two Puts of the same file at once leave one of them
// in place: callers order the versions of a file.
type Library struct {
	// terms holds postings by field and form. Its lock is the lock of the
	// library: everything below in this group is written inside terms.Update.
	terms   *splay.Multimap[Posting]
	stems   *splay.Multimap[string] // stem to the forms of its class that differ from it; some may have no postings any more
	byURI   map[file.URI]*Entry
	free    []uint32 // numbers of removed entries
	tally   tally
	swept   uint64 // the epoch of terms in which stems was last tidied
	current atomic.Pointer[Snapshot]

	memo     memo
	scanners chan *scanner // idle ones; a new one is made if none is idle
}

// New returns an empty library.
func New() *Library {
	l := &Library{
		terms:    splay.New(comparePostings),
		stems:    splay.New(strings.Compare),
		byURI:    map[file.URI]*Entry{},
		scanners: make(chan *scanner, maxIdleScanners),
	}
	l.memo.seed = maphash.MakeSeed()
	l.current.Store(&Snapshot{})
	return l
}

// Snapshot returns the current entries.
func (l *Library) Snapshot() *Snapshot { return l.current.Load() }

// Put adds documents, or replaces the documents with the same URI. Their words are
// counted outside the lock; the documents become visible together.
func (l *Library) Put(docs ...*document.Document) {
	if len(docs) == 0 {
		return
	}
	s := l.scanner()
	defer l.release(s)
	for _, d := range docs {
		s.scan(d)
	}
	s.sortFresh()
	l.terms.Update(func(b *splay.Batch[Posting]) {
		w := l.writer(b)
		s.resolve(b)
		for i := range s.bags {
			w.put(docs[i], &s.bags[i])
		}
		w.publish()
	})
}

// Remove removes files; unknown files are ignored.
func (l *Library) Remove(uris ...file.URI) {
	l.terms.Update(func(b *splay.Batch[Posting]) {
		w := l.writer(b)
		for _, u := range uris {
			w.remove(u)
		}
		w.publish()
	})
}

// Rest drops the caches of words that only make the next documents faster. A caller that
// has put many documents calls it when no more come soon: the caches are most of the
// memory of a library then, and the next document takes a few milliseconds more.
func (l *Library) Rest() {
	l.memo.tables.Store(nil)
	for range maxIdleScanners {
		select {
		case <-l.scanners:
		default:
			return
		}
	}
}

// Sizes counts what the library holds.
type Sizes struct {
	Terms    int   // distinct forms, by field
	Postings int   // pairs of a form and an entry
	Tokens   int64 // words of all entries that are no stop words
	Bytes    int64 // of text
}

// Sizes returns the current sizes.
func (l *Library) Sizes() Sizes {
	s := l.Snapshot()
	return Sizes{Terms: l.terms.Keys(), Postings: l.terms.Size(), Tokens: s.tokens, Bytes: s.bytes}
}
