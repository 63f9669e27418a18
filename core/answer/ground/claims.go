package ground

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// lackingDenial returns the word by which a statement denies what some sentences contain,
// or without which it contains what they deny; "" where they agree. It compares each sentence
// word by word with the sentence that is nearly the same, if there is one, and its clauses
// with those of this sentence or else of all. It knows English alone.
func lackingDenial(statement string, evidence []passage) string {
	for span := range text.Sentences(statement) {
		sentence := span.Of(statement)
		around := evidence
		if a, from := bestAlignment(tokensOf(sentence), evidence); a.isClose() {
			if denial := a.denial(); denial != "" {
				return denial
			}
			from.text = from.text[:a.heldEnd(from.text)]
			around = []passage{from}
		}
		if denial := contradicts(sentence, around); denial != "" {
			return denial
		}
	}
	return ""
}

// contradicts gives what the first clause of a statement denies that the clauses of
// the evidence which are most like it say, or the other way about.
func contradicts(statement string, evidence []passage) string {
	var said []clause
	for _, p := range evidence {
		if said = append(said, clauses(p.text)...); mostClauses <= len(said) {
			break
		}
	}
	for _, claim := range clauses(statement) {
		if !claim.deniedBy(said) {
			continue
		}
		if claim.negated {
			return claim.denial
		}
		return opposite
	}
	return ""
}

// opposite is what a statement lacks that says what its quotes deny.
const opposite = "the opposite stands there"

const (
	mostClauses = 256 // of one text, which bounds the price of what is no statement
	leastShared = 2   // words that two clauses must share to be of one thing
)

// A clause is the part of a sentence that one negation governs.
type clause struct {
	words   map[string]bool // cut to their first letters, so that endings do not matter
	denied  map[string]bool // what is left of words such as "unsafe", cut likewise
	last    string          // its last word
	length  int             // its words that say what it is of, from the last that denies
	denial  string          // its last word that denies
	negated bool
	soft    bool // it may be meant as a denial
	governs bool // "it is false that": what follows in the sentence is denied too
}

func newClause() clause {
	return clause{words: map[string]bool{}, denied: map[string]bool{}}
}

// deniedBy reports whether of the clauses that share most words with c none is of
// its mind.
func (c clause) deniedBy(said []clause) bool {
	most, agree := 0, false
	for _, other := range said {
		shared, turned := c.shared(other)
		// A soft word means what is wanted.
		isAlike := c.negated == other.negated || c.soft && !c.negated || other.soft && !other.negated
		switch same := isAlike != turned; {
		case most < shared:
			most, agree = shared, same
		case most == shared:
			agree = agree || same
		}
	}
	return leastShared <= most && !agree
}

// shared counts the words that two clauses have in common, one with its opposite
// ("safe" and "unsafe") among them; turned is true if there is such a one.
func (c clause) shared(other clause) (n int, turned bool) {
	for w := range c.words {
		switch {
		case other.words[w]:
			n++
		case other.denied[w]:
			n, turned = n+1, true
		}
	}
	for w := range c.denied {
		if other.words[w] && !c.words[w] {
			n, turned = n+1, true
		}
	}
	return n, turned
}

// clauses parts a text at its punctuation and at words that join clauses, and
// stops after [mostClauses].
func clauses(s string) []clause {
	var all []clause
	c := newClause()
	end := 0 // of the last word
	for word := range text.Words(s) {
		folded := text.Fold(word.Span.Of(s))
		between := text.Span{Start: end, End: word.Span.Start}.Of(s)
		switch {
		case mostClauses <= len(all):
			return all
		case strings.ContainsAny(between, ".;!?"):
			all = append(all, c)
			c = newClause()
		// A comma ends no clause behind a single word: "there was no gold, silver or jade"
		// denies all three.
		case strings.ContainsAny(between, ":()—"), 1 < c.length && strings.Contains(between, ","), joins(folded):
			all = append(all, c)
			next := newClause()
			next.negated, next.governs, next.denial = c.governs, c.governs, c.denial
			c = next
		}
		c.take(folded, negates(s, word.Span, folded))
		end = word.Span.End
	}
	return append(all, c)
}

// take adds a word to a clause.
func (c *clause) take(folded string, negates bool) {
	if negates {
		if c.negated, c.length, c.denial = true, 0, folded; folded == "t" { // of "didn't"
			c.denial = "not"
		}
	}
	c.soft = c.soft || soft(folded)
	c.governs = c.governs || folded == "that" && c.negated && verdicts(c.last)
	c.last = folded
	if !isContent(folded) {
		return
	}
	c.length++
	c.words[stem(folded)] = true
	if base := withoutPrefix(folded); base != "" {
		c.denied[stem(base)] = true
	}
}

// withoutPrefix is the word that a prefix turns into its opposite, "" if there is
// none. Behind "un" and "non" it takes any word for one ("uncle"), which does no
// harm: it counts only where the other word is said too.
func withoutPrefix(folded string) string {
	for _, prefix := range []string{"un", "non"} {
		if base, ok := strings.CutPrefix(folded, prefix); ok && shortestBase <= len(base) {
			return base
		}
	}
	for _, prefix := range []string{"in", "im", "dis"} {
		if base, ok := strings.CutPrefix(folded, prefix); ok && turned(base) {
			return base
		}
	}
	return ""
}

const shortestBase = 4 // bytes of a word that a prefix may have turned

// negations counts the words of s that deny.
func negations(s string) int {
	n := 0
	for word := range text.Words(s) {
		if negates(s, word.Span, text.Fold(word.Span.Of(s))) {
			n++
		}
	}
	return n
}

// negates knows the words that deny, and the t of "didn't". The "no." in front of a
// number denies nothing, nor do "no more than", which compares, and a name such as the
// Forbidden City.
func negates(s string, word text.Span, folded string) bool {
	switch {
	case folded == "no" || folded == "not":
		return !bounds.MatchString(s[word.End:])
	case folded != "t":
		// A long word with one capital letter inside of a sentence is a part of a name.
		said := word.Of(s)
		isName := len("never") < len(said) && text.IsCapitalized(said) && !isCode(said) && !startsSentence(s, word.Start)
		return denials(folded) && !isName
	}
	before := s[:word.Start]
	return strings.HasSuffix(before, "n'") || strings.HasSuffix(before, "n’")
}

// bounds is what follows a "no" or "not" that denies nothing.
var bounds = regexp.MustCompile(`^(?: ?\.| (?i:more|less|fewer|later|earlier|longer|higher|lower|greater) than\b)`)

// isContent reports whether a word says what a clause is of.
func isContent(folded string) bool {
	return 3 <= utf8.RuneCountInString(folded) && !denials(folded) && !small(folded)
}

// stemLength in characters is what is left of a word: "weighs" and "weighing"
// are one.
const stemLength = 5

func stem(word string) string {
	n := 0
	for i := range word {
		if n == stemLength {
			return word[:i]
		}
		n++
	}
	return word
}

// Words of statements, as the lexicon has them.
var (
	denials  = english("denial")
	verdicts = english("judged")
	joins    = english("join")
	turned   = english("opposite")
	small    = english("small")
	openers  = english("opener")
	soft     = english("soft")
)

func english(key string) func(word string) bool {
	words := sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range lexicon.Of("en").Section("statements").Words(key) {
			set[w] = true
		}
		return set
	})
	return func(word string) bool { return words()[word] }
}
