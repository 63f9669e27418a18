package ground

import (
	"strings"
	"sync"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// A comparison is a word that says which way something differs: "more", "before",
// "decreased".
type comparison struct {
	kind   string // words of one kind that point the same way say the same
	family string // words of one family that point the same way may say the same
	up     bool
	// loose words compare in some sentences only: they count where the opposite is
	// said, and nobody misses them.
	loose bool
}

// A compared is a comparison at its place.
type compared struct {
	comparison
	at int // the index of its token
}

// turnedComparison gives the first word of a statement whose opposite occurs in its
// stead in the evidence, "" if there is none.
func turnedComparison(statement string, evidence []passage) string {
	for span := range text.Sentences(statement) {
		said := tokensOf(span.Of(statement))
		for _, c := range comparisonsIn(said) {
			if c.isTurned(said, evidence) {
				return said[c.at].word
			}
		}
	}
	return ""
}

// isTurned reports whether a comparison of a sentence is turned: in the sentence that
// says nearly the same the opposite has its place, or else the words around it are
// more like those around an opposite than around any of its own.
func (c compared) isTurned(said []token, evidence []passage) bool {
	if a, _ := bestAlignment(said, evidence); a.isClose() {
		if turned, isKnown := c.isTurnedIn(a); isKnown {
			return turned
		}
	}
	same, opposite := 0, 0
	for _, p := range evidence {
		for _, other := range comparisonsIn(p.tokens) {
			score := likeness(said, c.at, p.tokens, other.at)
			switch {
			case c.kind != other.kind:
			case c.up == other.up:
				same = max(same, score)
			default:
				opposite = max(opposite, score)
			}
		}
	}
	return same < opposite && leastLikeness <= opposite
}

// isTurnedIn looks for the comparison among the pairs of an alignment, and in the gap
// that it occurs in. It is not known where it occurs in none with another of its kind.
func (c compared) isTurnedIn(a alignment) (turned, isKnown bool) {
	held := map[int]compared{}
	for _, other := range comparisonsIn(a.held) {
		held[other.at] = other
	}
	for _, p := range a.pairs {
		if other, ok := held[p[1]]; ok && p[0] == c.at {
			return c.up != other.up, other.kind == c.kind
		}
	}
	for _, g := range a.gaps() {
		if !g.said.Contains(c.at) {
			continue
		}
		for j := g.held.Start; j < g.held.End; j++ {
			if other, ok := held[j]; ok && other.kind == c.kind {
				return c.up != other.up, true
			}
		}
	}
	return false, false
}

const (
	// leastLikeness is the likeness of what is around two words from which they
	// are said of one thing.
	leastLikeness = 2
	aroundWords   = 5 // on each side are looked at
	nextTo        = 3 // what an equal neighbour counts, where any other equal word counts 1
)

// likeness says how much alike the words around two places are.
func likeness(a []token, i int, b []token, j int) int {
	score := 0
	around := map[string]bool{}
	for _, t := range b[max(0, j-aroundWords):min(len(b), j+aroundWords+1)] {
		around[t.word] = true
	}
	for k := max(0, i-aroundWords); k < min(len(a), i+aroundWords+1); k++ {
		if k != i && a[k].content && around[a[k].word] {
			score++
		}
	}
	for _, side := range []int{-1, 1} {
		if x, y := i+side, j+side; 0 <= x && 0 <= y && x < len(a) && y < len(b) && a[x].word == b[y].word {
			score += nextTo
		}
	}
	return score
}

// lackingComparisons are those whose direction nothing in the evidence has.
func lackingComparisons(statement string, e evidence) []lack {
	held := map[string]bool{}
	for _, texts := range [][]string{e.quotes, e.sentences} {
		for _, s := range texts {
			for _, c := range comparisonsIn(tokensOf(s)) {
				held[c.direction()] = true
			}
		}
	}
	var all []lack
	said := tokensOf(statement)
	for _, c := range comparisonsIn(said) {
		if !c.loose && !held[c.direction()] {
			all = append(all, lack{said[c.at].word, false})
		}
	}
	return all
}

func (c comparison) direction() string {
	if c.up {
		return c.family + " up"
	}
	return c.family + " down"
}

// comparisonsIn finds the words that compare. Behind the "no" of "no more than" they
// point the other way.
func comparisonsIn(tokens []token) []compared {
	known := comparisons()
	var found []compared
	for i, t := range tokens {
		c, ok := known[t.word]
		if i > 0 {
			if pair, isPair := known[tokens[i-1].word+" "+t.word]; isPair {
				c, ok = pair, true
			}
		}
		if !ok {
			continue
		}
		if i > 0 && (tokens[i-1].word == "no" || tokens[i-1].word == "not") && !tokens[i-1].denies {
			c.up = !c.up // "no more than"
		}
		found = append(found, compared{c, i})
	}
	return found
}

// comparisons are the words that compare, by themselves. The keys of their section are a kind,
// a family, "up" or "down", and for some "loose".
var comparisons = sync.OnceValue(func() map[string]comparison {
	all := map[string]comparison{}
	for key, words := range lexicon.Of("en").Section("comparisons").All() {
		of := strings.Fields(key)
		for _, word := range words {
			all[word] = comparison{kind: of[0], family: of[1], up: of[2] == "up", loose: len(of) > 3}
		}
	}
	return all
})
