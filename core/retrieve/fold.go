package retrieve

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/chunk"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/rank"
	"docuquest/core/text"
)

// When a passage only repeats another one.
const (
	shingleWords = 5   // words in a row that are compared as one
	leastShared  = 0.9 // share of them that the other passage holds, too
)

// fold keeps, of passages in the order of preference, those that do not repeat an
// earlier one: most of them at most. What repeats a kept one is noted as its copy.
// repeating are the documents whose own first passage is such a copy.
//
// A passage repeats another if both read alike, or if nine tenths of its word
// sequences stand in the other and nothing else speaks against it: it holds no
// number, no name and no term of the question that the other one lacks, and both
// deny as often. A row of a table repeats what reads just like it, headers
// included, and nothing else. The lines of a copyright are not compared: they say
// who and when, and licences differ in nothing else.
func fold(hits []Hit, most int, m *rank.Matcher) (kept []Hit, repeating map[*document.Document]bool) {
	f := folding{matcher: m, seed: maphash.MakeSeed(), holding: map[uint64][]int{}}
	repeating = map[*document.Document]bool{}
	seen := map[*document.Document]bool{}
	for _, h := range hits {
		first := !seen[h.Document]
		seen[h.Document] = true
		p := f.print(h)
		if at := f.repeated(h, p); at >= 0 {
			f.kept[at].addCopy(h)
			if first {
				repeating[h.Document] = true
			}
		} else if len(f.kept) < most {
			f.keep(h, p)
		}
	}
	return f.kept, repeating
}

// addCopy notes that another passage says the same.
func (h *Hit) addCopy(other Hit) {
	path := other.Document.Path
	if path != h.Document.Path && !slices.Contains(h.Copies, path) {
		h.Copies = append(h.Copies, path)
	}
}

// A folding is the passages that are kept, with what they are compared by.
type folding struct {
	matcher *rank.Matcher
	seed    maphash.Seed
	kept    []Hit
	prints  []fingerprint    // of those that are kept
	holding map[uint64][]int // the kept ones that hold a shingle
}

// A fingerprint is what a passage is compared by.
type fingerprint struct {
	shingles []uint64       // distinct
	counts   map[uint64]int // of all words
	facts    map[uint64]int // of the words that are numbers or may be names
	denials  int
}

// print takes a passage apart.
func (f *folding) print(h Hit) fingerprint {
	p := fingerprint{counts: map[uint64]int{}, facts: map[uint64]int{}}
	var words []uint64
	for line := range strings.Lines(h.Chunk.Text) {
		if isCopyright(line) {
			continue
		}
		for w := range text.Words(line) {
			word := w.Span.Of(line)
			folded := text.Fold(word)
			hash := maphash.String(f.seed, folded)
			words = append(words, hash)
			p.counts[hash]++
			if denies(folded) {
				p.denials++
			}
			if strings.IndexFunc(word, isFactual) >= 0 {
				p.facts[hash]++
			}
		}
	}
	p.shingles = shinglesOf(words)
	return p
}

func shinglesOf(words []uint64) []uint64 {
	var all []uint64
	for i := 0; i+shingleWords <= len(words); i++ {
		sum := uint64(0)
		for _, w := range words[i : i+shingleWords] {
			sum = sum*0x9E3779B97F4A7C15 + w
		}
		all = append(all, sum)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func isCopyright(line string) bool {
	folded := text.Fold(line)
	return strings.Contains(folded, "copyright") || strings.Contains(folded, "©")
}

// isFactual reports whether a character makes a word a number or perhaps a name.
func isFactual(r rune) bool { return unicode.IsDigit(r) || unicode.IsUpper(r) }

// denies reports whether a word turns the sense around. The last one is what is
// left of "don't".
func denies(folded string) bool {
	switch folded {
	case "not", "no", "never", "none", "nor", "neither", "without", "cannot", "t":
		return true
	}
	return false
}

func (f *folding) keep(h Hit, p fingerprint) {
	for _, s := range p.shingles {
		f.holding[s] = append(f.holding[s], len(f.kept))
	}
	f.kept = append(f.kept, h)
	f.prints = append(f.prints, p)
}

// repeated is the number of the kept passage that a passage repeats, -1 for none.
func (f *folding) repeated(h Hit, p fingerprint) int {
	for at, k := range f.kept {
		if k.Chunk.Text == h.Chunk.Text && f.asksNoMore(h, k) {
			return at
		}
	}
	if h.Chunk.Kind == chunk.Table {
		return -1
	}
	shared := make([]int, len(f.kept))
	for _, s := range p.shingles {
		for _, at := range f.holding[s] {
			shared[at]++
		}
	}
	for at, n := range shared {
		enough := n > 0 && float64(n) >= leastShared*float64(len(p.shingles))
		if enough && f.kept[at].Chunk.Kind != chunk.Table && p.saysNoMore(f.prints[at]) && f.asksNoMore(h, f.kept[at]) {
			return at
		}
	}
	return -1
}

// saysNoMore reports whether a passage has no number and no name that another one
// has not, and denies as often.
func (p fingerprint) saysNoMore(than fingerprint) bool {
	for word, n := range p.facts {
		if than.counts[word] < n {
			return false
		}
	}
	return p.denials == than.denials
}

// asksNoMore reports whether a passage, with its titles, holds no term of the
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
	counts, _ := f.matcher.Count(searchable(h.Chunk), file.IsCode(h.Document.Language))
	return counts
}

// withoutRepeating drops the documents that only repeat others: none of their
// passages was kept.
func (r *Result) withoutRepeating(repeating map[*document.Document]bool) {
	r.Documents = slices.DeleteFunc(r.Documents, func(d Document) bool {
		return repeating[d.Document] && !slices.ContainsFunc(r.Hits, func(h Hit) bool { return h.Document == d.Document })
	})
}
