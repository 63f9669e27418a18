package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index/splay"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A scanner counts the words of documents. It belongs to one goroutine at a
// time and is kept for the next.
type scanner struct {
	library *Library
	prose   *text.Counter
	code    *text.Counter
	forms   *analysis.Analyzer
	room    slab
	epoch   uint64  // of the references that are valid in this round
	fresh   []*term // without such a reference
	bags    []bag
}

const maxIdleScanners = 16

// A bag is the words of one document.
type bag struct {
	words   []counted
	length  int
	code    bool
	classic bool
}

type counted struct {
	word  *word
	count uint32
}

// A word is one surface with the terms that it is indexed under. The fields that
// counting reads come first: they share a cache line.
type word struct {
	epoch   atomic.Uint64 // since which refs have been valid, plus one
	refs    []splay.Ref   // of the terms; read and written under the library's lock
	surface string
	length  int // how many of its forms count for the length of an entry
	code    bool
	terms   []*term
}

// A term is a key of the multimap.
type term struct {
	key   []byte // field and form
	head  uint64 // the first bytes of the key, for sorting
	stem  string // its class; "" for classic tokens, stop words and forms that are their own stem
	ref   splay.Ref
	epoch atomic.Uint64 // since which ref has been valid, plus one
}

// resolve finds the references of all terms without one, and adds forms that no
// entry contained to the classes of their stems. The terms are sorted outside the
// lock: in ascending order each search begins where the last one ended.
func (s *scanner) resolve(b *splay.Batch[Posting]) {
	if b.Epoch()+1 != s.epoch { // keys were dropped since the scan began
		s.begin(b.Epoch())
		s.eachWord(s.see)
		s.sortFresh()
	}
	for _, t := range s.fresh {
		t.ref = b.Ref(t.key)
		t.epoch.Store(s.epoch)
		if t.stem != "" && len(b.Values(t.ref)) == 0 {
			s.library.stems.Put(t.stem, string(t.key[1:]))
		}
	}
	s.eachWord(func(w *word) {
		if w.epoch.Load() == s.epoch {
			return
		}
		for i, t := range w.terms { // copied to where counting finds them
			w.refs[i] = t.ref
		}
		w.epoch.Store(s.epoch)
	})
}

// begin starts a round with the references of an epoch.
func (s *scanner) begin(epoch uint64) { s.epoch, s.fresh = epoch+1, s.fresh[:0] }

func (s *scanner) eachWord(do func(*word)) {
	for i := range s.bags {
		for _, c := range s.bags[i].words {
			do(c.word)
		}
	}
}

// see notes the terms of a word that needs references.
func (s *scanner) see(w *word) {
	if w.epoch.Load() == s.epoch {
		return
	}
	for _, t := range w.terms {
		if t.epoch.Load() != s.epoch {
			s.fresh = append(s.fresh, t)
		}
	}
}

// sortFresh sorts the terms by their keys. The first bytes of most keys differ.
func (s *scanner) sortFresh() {
	slices.SortFunc(s.fresh, func(a, b *term) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return bytes.Compare(a.key, b.key)
	})
}

// headOf returns the first eight bytes of a key as a number with the same order.
func headOf(key []byte) uint64 {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64(key)
	}
	var padded [8]byte
	copy(padded[:], key)
	return binary.BigEndian.Uint64(padded[:])
}

// scanner returns an idle scanner or makes one.
func (l *Library) scanner() *scanner {
	var s *scanner
	select {
	case s = <-l.scanners:
	default:
		s = &scanner{
			library: l,
			prose:   text.NewCounter(text.Options{}),
			code:    text.NewCounter(text.Options{Underscores: true}),
			forms:   analysis.NewAnalyzer(),
		}
	}
	s.begin(l.terms.Epoch())
	return s
}

// release keeps a scanner and the memory of its bags for the next document.
func (l *Library) release(s *scanner) {
	s.bags, s.fresh = s.bags[:0], s.fresh[:0]
	select {
	case l.scanners <- s:
	default:
	}
}

// scan counts one document into the next bag.
func (s *scanner) scan(d *document.Document) {
	if len(s.bags) < cap(s.bags) {
		s.bags = s.bags[:len(s.bags)+1]
	} else {
		s.bags = append(s.bags, bag{})
	}
	g := &s.bags[len(s.bags)-1]
	visible := d.Readable()
	*g = bag{words: g.words[:0], code: file.IsCode(d.Language), classic: hasForeignLetters(visible)}
	counter := s.prose
	if g.code {
		counter = s.code
	}
	counter.Count(visible)
	for i := range counter.Len() {
		t := counter.At(i)
		w := s.word(t.Span.Of(visible), t.Hash, g.code)
		g.words = append(g.words, counted{w, uint32(t.Count)})
		g.length += w.length * t.Count
	}
	// Numbers, versions and dates are terms too, but add nothing to the length.
	var figures map[string]uint32 // most texts of code contain none
	for f := range analysis.Figures(visible) {
		if figures == nil {
			figures = map[string]uint32{}
		}
		figures[f.Text]++
	}
	for form, n := range figures {
		s.add(g, s.term(analysis.Form{Text: form, Kind: analysis.Figure}), n)
	}
	if !g.classic {
		return
	}
	tokens := map[string]uint32{} // the classic tokens differ from the words
	for token := range text.Classic(visible) {
		tokens[token]++
	}
	for token, n := range tokens {
		key := appendKey(nil, analysis.FieldClassic, token)
		s.add(g, &term{key: key, head: headOf(key)}, n)
	}
}

// add adds a term that was counted by itself. Its word belongs to this text alone and is not
// allocated from the slab: one word that is kept keeps the whole large piece alive.
func (s *scanner) add(g *bag, t *term, n uint32) {
	w := &word{terms: []*term{t}, refs: make([]splay.Ref, 1)}
	g.words = append(g.words, counted{w, n})
	s.see(w)
}

// word returns the analysed form of a surface.
func (s *scanner) word(surface string, hash uint64, code bool) *word {
	slot, hash := s.library.memo.word(hash, code)
	w := slot.load(hash)
	if w == nil || w.code != code || w.surface != surface {
		w = s.room.word()
		surface = s.room.string(surface)
		w.surface, w.code = surface, code
		forms := s.forms.Forms(surface, code)
		w.terms, w.refs = s.room.terms(len(forms))
		for i, f := range forms {
			w.terms[i] = s.term(f)
			if !f.Stop {
				w.length++
			}
		}
		slot.store(hash, w)
	}
	s.see(w)
	return w
}

// term returns the term of a form, with its class.
func (s *scanner) term(f analysis.Form) *term {
	slot, hash := s.library.memo.term(f)
	if t := slot.load(hash); t != nil && t.key[0] == byte(f.Field()) && string(t.key[1:]) == f.Text {
		return t
	}
	t := s.room.term()
	t.key = appendKey(s.room.space(len(f.Text)+1), f.Field(), f.Text)
	t.head = headOf(t.key)
	if !f.Stop {
		if stem := s.forms.Stem(f.Text); stem != f.Text {
			t.stem = stem
		}
	}
	slot.store(hash, t)
	return t
}

// hasForeignLetters reports whether s contains a character outside ASCII that may
// belong to a word, so that words are not the classic tokens.
func hasForeignLetters(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Cf) {
			return true
		}
		i += size
	}
	return false
}

func appendKey(dst []byte, field analysis.Field, form string) []byte {
	return append(append(dst, byte(field)), form...)
}
