package ground

import (
	"strings"

	"docuquest/core/language/text"
)

// A comparison is a word that says which way something differs: "more", "before",
// "decreased".
type comparison struct {
	kind   string // words of one kind that point the same way say the same
	family string // words of one family that point the same way may say the same
	up     bool
	// loose words compare in some sentences only: they tell where the opposite is
	// said, and nobody misses them.
	loose bool
}

// A compared is a comparison at its place.
type compared struct {
	comparison
	at int // the index of its token
}

// turnedComparison gives the first word of a statement whose opposite stands in its
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
// that it stands in. It is not known where it stands in none with another of its kind.
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
	// leastLikeness is the likeness of what stands around two words from which they
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
	var found []compared
	for i, t := range tokens {
		c, ok := comparisons[t.word]
		if i > 0 {
			if pair, known := comparisons[tokens[i-1].word+" "+t.word]; known {
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

// comparisons are written down as "kind family: words that point up | words that
// point down". What stands in brackets is loose.
var comparisons = readComparisons(`
amount size: more greater exceeds exceeded exceeding at_least | less fewer lesser at_most [up_to]
extent size: [most majority maximum maximal] | [least fewest minority minimum minimal]
place size: [above over] | [below under beneath]
level size: higher highest | lower lowest
size size: larger largest bigger biggest greater greatest | smaller smallest
length size: longer longest [taller tallest] | shorter shortest
depth size: [deeper deepest] | [shallower shallowest]
width size: [wider widest broader] | [narrower narrowest]
weight size: heavier heaviest | lighter lightest
change size: increase increases increased increasing increasingly raise raises raised rise rises rose risen rising grow grows grew grown growing growth gain gains gained elevated elevation enhance enhances enhanced enhancing improve improves improved improving improvement expanded upregulated upregulation accelerated accelerates [strengthened] | decrease decreases decreased decreasing decreasingly reduce reduces reduced reducing reduction lowers lowered lowering decline declines declined declining fall falls fell fallen falling drop drops dropped shrink shrank shrunk loss losses lost diminish diminished diminishes impair impairs impaired impairing impairment worsen worsened worsens attenuated downregulated downregulation slowed slows [weakened]
speed size: faster fastest quicker quickest | slower slowest
strength size: stronger strongest | weaker weakest
age time: older oldest | younger youngest
heat size: hotter warmer hottest warmest | colder cooler coldest coolest
price size: [dearer costlier] | cheaper cheapest
worth worth: better best superior | worse worst inferior
order time: [after afterwards following subsequently since] | [before prior preceding previously until]
moment time: later latest | earlier earliest [sooner]
rank time: [last final finally] | [first initial initially]
sign sign: positive positively | negative negatively
distance size: farther further farthest | nearer closer nearest closest
wins wins: won wins win winner | lost loses lose loser
`)

func readComparisons(list string) map[string]comparison {
	all := map[string]comparison{}
	for line := range strings.Lines(strings.TrimSpace(list)) {
		head, words, _ := strings.Cut(line, ": ")
		kind, family, _ := strings.Cut(head, " ")
		up, down, _ := strings.Cut(words, " | ")
		for _, half := range []struct {
			words string
			up    bool
		}{{up, true}, {down, false}} {
			loose := false
			for word := range strings.FieldsSeq(half.words) {
				loose = loose || strings.HasPrefix(word, "[")
				name := strings.ReplaceAll(strings.Trim(word, "[]"), "_", " ")
				all[name] = comparison{kind, family, half.up, loose}
				loose = loose && !strings.HasSuffix(word, "]")
			}
		}
	}
	return all
}
