package retrieve

import (
	"bytes"
	"context"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/search/parallel"
	"docuquest/core/search/rank"
)

// When a passage only repeats another one.
const (
	shingleWords = 5   // words in a row that are compared as one
	leastShared  = 0.9 // share of them that the other passage has, too
)

// fold keeps the passages, in the order of preference, that do not repeat an earlier one: most
// of them at most. What repeats a kept one is noted as its copy.
// repeating are the documents whose own first passage is such a copy.
//
// A passage repeats another if both read alike, or if nine tenths of its word
// sequences occur in the other and nothing else speaks against it: it has no
// number, no name and no term of the question that the other one lacks, and both
// deny as often. A row of a table repeats what reads just like it, headers
// included, and nothing else. The lines of a copyright are not compared: they say
// who and when, and licences differ in nothing else.
func fold(hits []Hit, most int, m *rank.Matcher) (kept []Hit, repeating map[*document.Document]bool) {
	f := folding{matcher: m, wordReader: wordReader{seed: maphash.MakeSeed()}}
	prints := printsOf(hits, f.seed)
	repeating = map[*document.Document]bool{}
	seen := map[*document.Document]bool{}
	for i, h := range hits {
		first := !seen[h.Document]
		seen[h.Document] = true
		if at := f.repeated(h, prints[i]); at >= 0 {
			same := &f.kept[at]
			if path := h.Document.Path; path != same.Document.Path && !slices.Contains(same.Copies, path) {
				same.Copies = append(same.Copies, path)
			}
			if first {
				repeating[h.Document] = true
			}
		} else if len(f.kept) < most {
			f.kept, f.prints = append(f.kept, h), append(f.prints, prints[i])
		}
	}
	return f.kept, repeating
}

// A folding is the passages that are kept, with what they are compared by.
type folding struct {
	wordReader
	matcher *rank.Matcher
	kept    []Hit
	prints  [][]uint64 // of these
}

// printsOf returns what passages are compared by: the shingles of each, sorted and each
// once.
func printsOf(hits []Hit, seed maphash.Seed) [][]uint64 {
	prints := make([][]uint64, len(hits))
	parallel.For(context.Background(), len(hits), func() func(int) { // which takes a millisecond
		r := wordReader{seed: seed}
		var words []uint64
		return func(i int) {
			words = words[:0]
			r.eachWord(hits[i], func(_ string, _ []byte, hash uint64) { words = append(words, hash) })
			shingles := make([]uint64, 0, max(0, len(words)-shingleWords+1))
			for k := 0; k+shingleWords <= len(words); k++ {
				sum := uint64(0)
				for _, w := range words[k : k+shingleWords] {
					sum = sum*0x9E3779B97F4A7C15 + w
				}
				shingles = append(shingles, sum)
			}
			slices.Sort(shingles)
			prints[i] = slices.Compact(shingles)
		}
	})
	return prints
}

// A wordReader goes through the words of passages. It belongs to one goroutine.
type wordReader struct {
	seed   maphash.Seed
	folded []byte // a line or a word
}

// eachWord visits the words of a passage that are compared, as they are written, folded, and by
// the hash of that. The folded form is valid until the next one.
func (r *wordReader) eachWord(h Hit, visit func(word string, folded []byte, hash uint64)) {
	for line := range strings.Lines(h.Chunk.Text) {
		r.folded = text.AppendFold(r.folded[:0], line)
		if bytes.Contains(r.folded, []byte("copyright")) || bytes.Contains(r.folded, []byte("©")) {
			continue
		}
		for w := range text.Words(line) {
			word := w.Span.Of(line)
			r.folded = text.AppendFold(r.folded[:0], word)
			visit(word, r.folded, maphash.Bytes(r.seed, r.folded))
		}
	}
}

// A content is what decides, of two passages that share most of their shingles, whether
// they say the same.
type content struct {
	counts  map[uint64]int // of all words
	facts   map[uint64]int // of the words that are numbers or may be names
	denials int
}

// content takes a passage apart.
func (f *folding) content(h Hit) content {
	c := content{counts: map[uint64]int{}, facts: map[uint64]int{}}
	denials := lexicon.Any("denials")
	f.eachWord(h, func(word string, folded []byte, hash uint64) {
		c.counts[hash]++
		if denials.Has(string(folded)) {
			c.denials++
		}
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsUpper(r) }) {
			c.facts[hash]++
		}
	})
	return c
}

// repeated is the number of the kept passage that a passage repeats, -1 for none.
func (f *folding) repeated(h Hit, shingles []uint64) int {
	for at, k := range f.kept {
		if k.Chunk.Text == h.Chunk.Text && f.asksNoMore(h, k) {
			return at
		}
	}
	if h.Chunk.Kind == chunk.Table {
		return -1
	}
	for at, k := range f.kept {
		if k.Chunk.Kind != chunk.Table && shareMost(shingles, f.prints[at]) && f.saysNoMore(h, k) && f.asksNoMore(h, k) {
			return at
		}
	}
	return -1
}

// shareMost reports whether another print has nearly all shingles of one. It gives up
// as soon as too many lack, which for nearly all pairs is soon.
func shareMost(print, other []uint64) bool {
	mayLack := len(print) - int(math.Ceil(leastShared*float64(len(print))))
	for _, s := range print {
		for len(other) > 0 && other[0] < s {
			other = other[1:]
		}
		if len(other) == 0 || other[0] != s {
			if mayLack--; mayLack < 0 {
				return false
			}
		}
	}
	return len(print) > 0
}

// saysNoMore reports whether a passage has no number and no name that another one
// has not, and denies as often.
func (f *folding) saysNoMore(h, than Hit) bool {
	says, other := f.content(h), f.content(than)
	for word, n := range says.facts {
		if other.counts[word] < n {
			return false
		}
	}
	return says.denials == other.denials
}

// asksNoMore reports whether a passage, with its titles, has no term of the
// question that another one lacks.
func (f *folding) asksNoMore(h, than Hit) bool {
	held := slices.Clone(f.terms(than))
	for i, n := range f.terms(h) {
		if n > 0 && held[i] == 0 {
			return false
		}
	}
	return true
}

func (f *folding) terms(h Hit) []int32 {
	counts, _ := countPassage(h.Chunk, f.matcher, file.IsCode(h.Document.Language))
	return counts
}
