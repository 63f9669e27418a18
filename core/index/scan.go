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
	epoch   uint64  // of the references that are good for this round
	fresh   []*term // without such a reference
	bags    []bag
}

const maxIdleScanners = 16

// A bag is what one document holds.
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

// A word is one surface with the terms that it is indexed as. The fields that
// counting reads come first: they share a cache line.
type word struct {
	epoch   atomic.Uint64 // since which refs have been good, plus one
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
	epoch atomic.Uint64 // since which ref has been good, plus one
}

// resolve finds the references of all terms that have none, and enters forms
// that nothing held in the classes of their stems. In ascending order each search
// begins where the last one ended, which the sorting, done outside the lock, is
// for.
func (s *scanner) resolve(b *splay.Batch[Posting]) {
	if b.Epoch()+1 != s.epoch { // keys were dropped since the scan began
		s.begin(b.Epoch())
		s.seeAll()
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
		if w.epoch.Load() != s.epoch {
			w.refer(s.epoch)
		}
	})
}

// refer copies the references of a word's terms to where counting finds them.
func (w *word) refer(epoch uint64) {
	for i, t := range w.terms {
		w.refs[i] = t.ref
	}
	w.epoch.Store(epoch)
}

func (s *scanner) begin(epoch uint64) { s.epoch, s.fresh = epoch+1, s.fresh[:0] }

func (s *scanner) eachWord(do func(*word)) {
	for i := range s.bags {
		for _, c := range s.bags[i].words {
			do(c.word)
		}
	}
}

func (s *scanner) seeAll() { s.eachWord(s.see) }

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

func (s *scanner) sortFresh() {
	slices.SortFunc(s.fresh, compareTerms)
}

// compareTerms orders as keys do. Most are told apart by their first bytes.
func compareTerms(a, b *term) int {
	if a.head != b.head {
		return cmp.Compare(a.head, b.head)
	}
	return bytes.Compare(a.key, b.key)
}

// headOf is the first eight bytes of a key as a number that orders as they do.
func headOf(key []byte) uint64 {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64(key)
	}
	var padded [8]byte
	copy(padded[:], key)
	return binary.BigEndian.Uint64(padded[:])
}

// scanner finds an idle one or makes one.
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

func (l *Library) release(s *scanner) {
	s.reset()
	select {
	case l.scanners <- s:
	default:
	}
}

// reset drops the bags and keeps their memory.
func (s *scanner) reset() {
	s.bags, s.fresh = s.bags[:0], s.fresh[:0]
}

// scan counts one document into the next bag.
func (s *scanner) scan(d *document.Document) {
	if len(s.bags) < cap(s.bags) {
		s.bags = s.bags[:len(s.bags)+1]
	} else {
		s.bags = append(s.bags, bag{})
	}
	g := &s.bags[len(s.bags)-1]
	said := d.Readable()
	*g = bag{words: g.words[:0], code: file.IsCode(d.Language), classic: hasForeignLetters(said)}
	counter := s.prose
	if g.code {
		counter = s.code
	}
	counter.Count(said)
	for i := range counter.Len() {
		t := counter.At(i)
		w := s.word(t.Span.Of(said), t.Hash, g.code)
		g.words = append(g.words, counted{w, uint32(t.Count)})
		g.length += w.length * t.Count
	}
	s.addFigures(g, said)
	if g.classic {
		s.addClassic(g, said)
	}
}

// addFigures adds the numbers, versions and dates of a text. They are no more words
// of it: its length stays.
func (s *scanner) addFigures(g *bag, said string) {
	var counts map[string]uint32 // most texts of code hold none
	for f := range analysis.Figures(said) {
		if counts == nil {
			counts = map[string]uint32{}
		}
		counts[f.Text]++
	}
	for form, n := range counts {
		s.add(g, s.term(analysis.Form{Text: form, Kind: analysis.Figure}), n)
	}
}

// add adds a term that was counted by itself. The word for it is of this text alone and takes
// nothing of the room: one word that is remembered keeps all of the large piece that it is in.
func (s *scanner) add(g *bag, t *term, n uint32) {
	w := &word{terms: []*term{t}, refs: make([]splay.Ref, 1)}
	g.words = append(g.words, counted{w, n})
	s.see(w)
}

// word is the analysed form of a surface.
func (s *scanner) word(surface string, hash uint64, code bool) *word {
	slot, hash := s.library.memo.word(hash, code)
	w := slot.load(hash)
	if w == nil || w.code != code || w.surface != surface {
		w = s.analyse(surface, code)
		slot.store(hash, w)
	}
	s.see(w)
	return w
}

func (s *scanner) analyse(surface string, code bool) *word {
	w := s.room.word()
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
	return w
}

// term is the key of a form, with its class.
func (s *scanner) term(f analysis.Form) *term {
	slot, hash := s.library.memo.term(f)
	if t := slot.load(hash); t != nil && t.is(f) {
		return t
	}
	t := s.room.term()
	t.key = s.room.key(f.Field(), f.Text)
	t.head = headOf(t.key)
	if !f.Stop {
		if stem := s.forms.Stem(f.Text); stem != f.Text {
			t.stem = stem
		}
	}
	slot.store(hash, t)
	return t
}

func (t *term) is(f analysis.Form) bool {
	return t.key[0] == byte(f.Field()) && string(t.key[1:]) == f.Text
}

// addClassic adds the classic tokens of a text whose words differ from them.
func (s *scanner) addClassic(g *bag, content string) {
	counts := map[string]uint32{}
	for token := range text.Classic(content) {
		counts[token]++
	}
	for token, n := range counts {
		key := appendKey(nil, analysis.FieldClassic, token)
		s.add(g, &term{key: key, head: headOf(key)}, n)
	}
}

// hasForeignLetters reports whether s holds a character outside ASCII that may
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
