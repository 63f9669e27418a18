package ground

import (
	"slices"
	"strings"

	"docuquest/core/language/text"
)

// A token is a word of a sentence as sentences are compared: folded, "didn't" and
// "cannot" as two words.
type token struct {
	word    string
	starts  bool // it follows a mark that ends a clause
	denies  bool
	content bool
	end     int // where it ends in the sentence
}

// mostTokens of a sentence are compared, which bounds the price of what is none.
const mostTokens = 400

func tokensOf(s string) []token {
	var all []token
	end := 0 // of the last word
	for word := range text.Words(s) {
		if mostTokens <= len(all) {
			break
		}
		folded := text.Fold(word.Span.Of(s))
		starts := strings.ContainsAny(text.Span{Start: end, End: word.Span.Start}.Of(s), ",.;:!?()—")
		end = word.Span.End
		switch {
		case folded == "cannot":
			all = append(all, token{word: "can", starts: starts, end: end}, token{word: "not", denies: true, end: end})
		case folded == "t" && negates(s, word.Span, folded):
			all = append(beforeNot(all), token{word: "not", denies: true, end: end})
		default:
			all = append(all, token{folded, starts, negates(s, word.Span, folded), isContent(folded), end})
		}
	}
	return all
}

// beforeNot takes the n of "n't" off the last word: "didn", "won" and "did n" are
// "did", "will" and "did".
func beforeNot(all []token) []token {
	if len(all) == 0 {
		return all
	}
	last := &all[len(all)-1]
	switch last.word {
	case "n":
		return all[:len(all)-1]
	case "can":
	case "won":
		last.word = "will"
	default:
		last.word = strings.TrimSuffix(last.word, "n")
	}
	return all
}

// A passage is one sentence of the evidence.
type passage struct {
	text   string
	tokens []token
}

func passagesOf(sentences []string) []passage {
	var all []passage
	for _, s := range sentences {
		for span := range text.Sentences(s) {
			all = append(all, passage{span.Of(s), tokensOf(span.Of(s))})
		}
	}
	return all
}

// bestAlignment is that with the sentence that has most of some words in their order.
func bestAlignment(said []token, evidence []passage) (best alignment, from passage) {
	best.said = said
	for _, p := range evidence {
		if a := align(said, p.tokens); best.content < a.content {
			best, from = a, p
		}
	}
	return best, from
}

// leastAligned is the share of a sentence's words from which another sentence
// says the same but for what is between these words.
const leastAligned = 0.6

func (a alignment) isClose() bool {
	return leastShared <= a.content && leastAligned*float64(contentOf(a.said)) <= float64(a.content)
}

// heldEnd is where what is compared ends in the sentence: what it goes on with is of
// something else.
func (a alignment) heldEnd(sentence string) int {
	end := a.held[a.behind()-1].end
	marks := strings.IndexFunc(sentence[end:], isWordRune)
	if marks < 0 {
		return len(sentence)
	}
	return end + marks
}

func contentOf(tokens []token) int {
	n := 0
	for _, t := range tokens {
		if t.content {
			n++
		}
	}
	return n
}

// An alignment pairs words of a statement with the same words of a sentence, in
// order.
type alignment struct {
	said, held []token
	pairs      [][2]int // indexes of the two, ascending
	content    int      // pairs of words that say what it is of
}

// What a pair is worth: more for a word that says something, and for one right
// behind another pair, so that of two places of a word the one beside its neighbours
// is taken.
const (
	worthOfContent   = 8
	worthOfSmall     = 4
	worthOfNeighbour = 3
)

// A cell of the table by which an alignment is found.
type cell struct {
	ending int32 // the worth of the best pairs that end with this one, 0 if the words differ
	best   int32 // of the best pairs up to here
}

// align finds the pairs that are worth most.
func align(said, held []token) alignment {
	width := len(held) + 1
	table := make([]cell, (len(said)+1)*width)
	for i, t := range said {
		for j := range held {
			above := (i+1)*width + j + 1
			c := cell{best: max(table[above-1].best, table[above-width].best)}
			if t.word == held[j].word {
				before := table[above-width-1]
				c.ending = max(before.best, neighbour(before)) + t.worth()
				c.best = max(c.best, c.ending)
			}
			table[above] = c
		}
	}
	return trace(said, held, table)
}

// neighbour is the worth of what ends right in front, 0 if nothing does.
func neighbour(before cell) int32 {
	if before.ending == 0 {
		return 0
	}
	return before.ending + worthOfNeighbour
}

func (t token) worth() int32 {
	if t.content || t.denies {
		return worthOfContent
	}
	return worthOfSmall
}

// trace reads the pairs out of a full table, from its end.
func trace(said, held []token, table []cell) alignment {
	a := alignment{said: said, held: held}
	width := len(held) + 1
	isForced := false // the cell at hand is the neighbour of the last pair
	for i, j := len(said), len(held); 0 < i && 0 < j; {
		c := table[i*width+j]
		switch {
		case isForced || 0 < c.ending && c.ending == c.best:
			a.pairs = append(a.pairs, [2]int{i - 1, j - 1})
			if said[i-1].content {
				a.content++
			}
			before := table[(i-1)*width+j-1]
			isForced = before.best < neighbour(before)
			i, j = i-1, j-1
		case c.best == table[i*width+j-1].best:
			j--
		default:
			i--
		}
	}
	slices.Reverse(a.pairs)
	return a
}

const (
	// longestCut in words is what a statement may leave out of a sentence so that what
	// is around is still said of one thing. In more, a denial is of something else.
	longestCut = 4
	// aheadCut is how far in front of the first common word a denial is searched for.
	aheadCut = 3
)

// denial is the first word that denies on one side alone, "" if there is none. A
// denial that is in another place of the same clause is the same.
func (a alignment) denial() string {
	clause, sum := "", 0 // what is denied on one side so far in the clause at hand
	for _, g := range a.gaps() {
		excess, word := oneSided(a.said[g.said.Start:g.said.End], a.heldIn(g))
		if sum += excess; excess != 0 && clause == "" {
			clause = word
		}
		// A clause ends where the pair behind the gap begins another one, or nothing follows.
		i, j := g.said.End, g.held.End
		if i < len(a.said) && !a.said[i].starts && !a.held[j].starts && !joins(a.said[i].word) {
			continue
		}
		if sum != 0 {
			return clause
		}
		clause = ""
	}
	return ""
}

// A gap is what is on both sides in front of a pair, or behind the last. Spans
// are of words.
type gap struct{ said, held text.Span }

// gaps are those of the statement and of what of the sentence is compared with it.
func (a alignment) gaps() []gap {
	var all []gap
	i, j := 0, a.ahead()
	for _, p := range append(a.pairs, [2]int{len(a.said), a.behind()}) {
		all = append(all, gap{text.Span{Start: i, End: p[0]}, text.Span{Start: j, End: p[1]}})
		i, j = p[0]+1, p[1]+1
	}
	return all
}

// longestMiss is how many words of the statement that have no pair follow one another
// at most, and how many that say something do, whatever small words are between.
func (a alignment) longestMiss() (words, content int) {
	paired := map[int]bool{}
	for _, p := range a.pairs {
		paired[p[0]] = true
	}
	missed, missedContent := 0, 0
	for i, t := range a.said {
		missed++
		if paired[i] {
			missed = 0
		}
		if t.content {
			missedContent++
		}
		if t.content && paired[i] {
			missedContent = 0
		}
		words, content = max(words, missed), max(content, missedContent)
	}
	return words, content
}

// ahead is the first word of the sentence that is compared with what is in front
// of the first pair.
func (a alignment) ahead() int {
	first := a.pairs[0][1]
	for at := first; max(0, first-aheadCut) < at; at-- {
		if a.held[at].starts { // what is in front is another clause
			return at
		}
	}
	return max(0, first-aheadCut)
}

// behind is where what is compared with the words behind the last pair ends. Behind a
// word "no" denies what follows, not what was said.
func (a alignment) behind() int {
	next := a.pairs[len(a.pairs)-1][1] + 1
	if next < len(a.held) && !a.held[next].starts && a.held[next].word != "no" {
		return next + 1
	}
	return next
}

// heldIn is what the sentence has in a gap, without whole clauses between two marks:
// what they deny is theirs.
func (a alignment) heldIn(g gap) []token {
	tokens := a.held[g.held.Start:g.held.End]
	first := slices.IndexFunc(tokens, func(t token) bool { return t.starts })
	last := first
	for i, t := range tokens {
		if t.starts {
			last = i
		}
	}
	if g.held.End < len(a.held) && a.held[g.held.End].starts && g.said.End < len(a.said) {
		last = len(tokens)
	}
	if first == last || first < 0 {
		return tokens
	}
	return slices.Concat(tokens[:first], tokens[last:])
}

// oneSided compares what is between the same words on both sides: 1 if the
// statement denies more, -1 if the sentence does, with the word.
func oneSided(said, held []token) (int, string) {
	ours, theirs := countDenials(said, held), countDenials(held, said)
	switch {
	case len(theirs) < len(ours) && !softens(held):
		return 1, ours[0]
	case len(ours) < len(theirs) && !softens(said) && contentOf(held)-len(theirs) <= longestCut:
		return -1, "without “" + theirs[0] + "”"
	}
	return 0, ""
}

// countDenials are the words that deny, and those whose prefix turns a word of the
// other side.
func countDenials(tokens, other []token) []string {
	var found []string
	for _, t := range tokens {
		base := withoutPrefix(t.word)
		if t.denies || base != "" && slices.ContainsFunc(other, func(o token) bool { return o.word == base }) {
			found = append(found, t.word)
		}
	}
	return found
}

// softens reports whether one of some words may replace a denial.
func softens(tokens []token) bool {
	for _, t := range tokens {
		if soft(t.word) {
			return true
		}
	}
	return false
}

// endMiss is how many words of the statement that say something are behind the last
// such pair.
func (a alignment) endMiss() int {
	last := 0
	for _, p := range a.pairs {
		if a.said[p[0]].content {
			last = p[0] + 1
		}
	}
	return contentOf(a.said[last:])
}

// endings counts the words of the statement without a pair that have one but for
// their endings in the same gap.
func (a alignment) endings() int {
	n := 0
	for _, g := range a.gaps() {
		stems := map[string]bool{}
		for _, t := range a.held[g.held.Start:g.held.End] {
			stems[stem(t.word)] = true
		}
		for _, t := range a.said[g.said.Start:g.said.End] {
			if t.content && stems[stem(t.word)] {
				n++
			}
		}
	}
	return n
}
