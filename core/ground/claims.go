package ground

import (
	"strings"
	"unicode/utf8"

	"docuquest/core/text"
)

// figuresStandIn says whether every number of a statement stands in one of the
// quotes, however its digits are grouped. A number is digits with the full
// stops and commas between them.
func figuresStandIn(statement string, quotes []string) bool {
	wanted := figures(statement)
	if len(wanted) == 0 {
		return true
	}
	held := map[string]bool{}
	for _, q := range quotes {
		for _, f := range figures(q) {
			held[f.whole] = true
			for _, part := range f.parts {
				held[part] = true
			}
		}
	}
	for _, f := range wanted {
		if !held[f.whole] && !allIn(f.parts, held) {
			return false
		}
	}
	return true
}

func allIn(parts []string, held map[string]bool) bool {
	for _, p := range parts {
		if !held[p] {
			return false
		}
	}
	return true
}

// A figure is a number as it may be read: "12 500" as one or as two.
type figure struct {
	whole string   // without what groups the digits
	parts []string // the numbers that spaces part
}

func figures(s string) []figure {
	var all []figure
	end := -1 // of the last number
	for span := range numberSpans(s) {
		number := span.Of(s)
		if n := len(all); 0 < n && groups(s[end:span.Start], number, all[n-1]) {
			all[n-1].whole += canonical(number)
			all[n-1].parts = append(all[n-1].parts, canonical(number))
		} else {
			all = append(all, figure{canonical(number), []string{canonical(number)}})
		}
		end = span.End
	}
	return all
}

// numberSpans are the runs of digits, full stops and commas that begin and end
// with a digit.
func numberSpans(s string) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		for at := 0; at < len(s); {
			if !isDigit(s[at]) {
				at++
				continue
			}
			end := at
			for end < len(s) && (isDigit(s[end]) || s[end] == '.' || s[end] == ',') {
				end++
			}
			next := end
			for !isDigit(s[end-1]) {
				end--
			}
			if !yield(text.Span{Start: at, End: end}) {
				return
			}
			at = next
		}
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// groups says whether number is three more digits of the figure before it.
func groups(between, number string, before figure) bool {
	digits := before.parts[len(before.parts)-1]
	if len(before.parts) == 1 && 3 < len(digits) || strings.ContainsAny(digits, ".,") {
		return false
	}
	switch between {
	case " ", "\u00A0", "\u2009", "\u202F", "'", "’":
		whole, _, _ := strings.Cut(strings.ReplaceAll(number, ",", "."), ".")
		return len(whole) == 3
	}
	return false
}

// canonical is a number without the marks that group its digits, and with a
// full stop for a decimal comma: "4,116" is 4116, "2,3" is 2.3. A mark with
// exactly three digits behind it groups, unless a lone zero stands before it.
func canonical(number string) string {
	fields := strings.FieldsFunc(number, func(r rune) bool { return r == '.' || r == ',' })
	var b strings.Builder
	b.WriteString(fields[0])
	for i, f := range fields[1:] {
		grouped := len(f) == 3 && len(fields[0]) <= 3 && fields[0] != "0"
		if !grouped || i > 0 && len(fields[i]) != 3 {
			b.WriteByte('.')
		}
		b.WriteString(f)
	}
	return b.String()
}

// contradicts says whether a statement denies what a quote says, or says what
// it denies. It compares each clause of the statement with the clause of the
// quotes that shares most words with it, and knows English alone.
func contradicts(statement string, quotes []string) bool {
	var said []clause
	for _, q := range quotes {
		said = append(said, clauses(q)...)
	}
	said = said[:min(len(said), mostClauses)]
	claims := clauses(statement)
	for _, claim := range claims[:min(len(claims), mostClauses)] {
		if claim.deniedBy(said) {
			return true
		}
	}
	return false
}

const (
	mostClauses = 256 // bounds the price of statements that are no statements
	leastShared = 2   // words that two clauses must share to be of one thing
)

// A clause is the part of a sentence that one negation governs.
type clause struct {
	words   map[string]bool // cut to their first letters, so that endings do not matter
	negated bool
}

// deniedBy says whether of the clauses that share most words with c none is of
// its mind.
func (c clause) deniedBy(said []clause) bool {
	most, agree := 0, false
	for _, other := range said {
		shared := c.shared(other)
		switch same := c.negated == other.negated; {
		case most < shared:
			most, agree = shared, same
		case most == shared:
			agree = agree || same
		}
	}
	return leastShared <= most && !agree
}

func (c clause) shared(other clause) int {
	n := 0
	for w := range c.words {
		if other.words[w] {
			n++
		}
	}
	return n
}

// clauses parts a text at its punctuation and at words that join clauses.
func clauses(s string) []clause {
	var all []clause
	c := clause{words: map[string]bool{}}
	end := 0 // of the last word
	for word := range text.Words(s) {
		folded := text.Fold(word.Span.Of(s))
		if c.endsAt(text.Span{Start: end, End: word.Span.Start}.Of(s)) || joins[folded] {
			all = append(all, c)
			c = clause{words: map[string]bool{}}
		}
		c.negated = c.negated || negates(s, word.Span, folded)
		if isContent(folded) {
			c.words[stem(folded)] = true
		}
		end = word.Span.End
	}
	return append(all, c)
}

// endsAt says whether what stands between two words ends a clause. A comma does
// not do so behind a single word: "no gold, silver or jade" denies all three.
func (c clause) endsAt(between string) bool {
	return strings.ContainsAny(between, ".;:!?()—") || len(c.words) > 1 && strings.Contains(between, ",")
}

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

// negates knows the words that deny, and the t of "didn't".
func negates(s string, word text.Span, folded string) bool {
	if folded != "t" {
		return denials[folded]
	}
	before := s[:word.Start]
	return strings.HasSuffix(before, "n'") || strings.HasSuffix(before, "n’")
}

// isContent says whether a word says what a clause is of.
func isContent(folded string) bool {
	return 3 <= utf8.RuneCountInString(folded) && !denials[folded] && !small[folded]
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

var (
	denials = words("no not none never nobody nothing nowhere neither nor without cannot")
	joins   = words("and but while although though whereas because yet if when")
	small   = words(`the was were are has had have been that this these those with from for his her
		its their they she who which into out one all also there here then than did does can could
		would will`)
)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
