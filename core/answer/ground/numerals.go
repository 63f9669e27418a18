package ground

import (
	"strconv"
	"strings"
	"unicode"

	"docuquest/core/answer"
)

// spelled reads a number in words: "sixty-three", "two thousand five hundred and
// one", "the third". It gives the number of its tokens, 0 if there is none.
func (r *figureReader) spelled() int {
	if n, ok := countWords[r.folded(0)]; ok {
		r.add(1, figure{forms: []string{strconv.Itoa(n)}})
		return 1
	}
	var n spelledNumber
	used := 0
	for i := 0; i == 0 || joinsWords(r.between(i)); i++ {
		if i == used && n.takesAnd() && r.folded(i) == "and" && !r.isScaleAt(i+2) {
			continue
		}
		if !n.take(r.folded(i)) {
			break
		}
		used = i + 1
	}
	if used == 0 {
		return 0
	}
	whole := strconv.Itoa(n.total + n.current)
	if r.folded(-1) == "minus" && joinsWords(r.between(0)) {
		whole = "-" + whole
	}
	// "one" is a pronoun as often as not
	return r.addNumber(used, figure{sure: whole != "1", forms: []string{whole}})
}

func (r *figureReader) isScaleAt(n int) bool {
	value, ok := answer.Numeral(r.folded(n))
	return ok && isScale(value)
}

// joinsWords says whether what stands between two words lets them be one number.
func joinsWords(between string) bool {
	return between != "" && strings.TrimFunc(between, unicode.IsSpace) == "" || between == "-" || between == "\u2011"
}

// A spelledNumber is a number of which some words are read.
type spelledNumber struct {
	total   int // the thousands and what is above them
	current int // what is below, as far as it is read
	scale   int // the last that was taken, 0 if none
	closed  bool
}

// takesAnd says whether "and" may stand behind what is read: "a hundred and two".
func (n *spelledNumber) takesAnd() bool {
	return !n.closed && n.current%100 == 0 && n.current+n.total > 0
}

// take reads one word more; it is false if that is none of the number's.
func (n *spelledNumber) take(word string) bool {
	value, ok := answer.Numeral(word)
	if !ok {
		value, ok = ordinals[word]
	}
	if !ok || n.closed || !n.fits(word, value) {
		return false
	}
	n.closed = ordinals[word] > 0 || value == 0 || word == dozen
	switch {
	case word == dozen:
		n.current = 12 * max(n.current, 1)
	case 1000 <= value:
		n.total += value * max(n.current, 1)
		n.current, n.scale = 0, value
	case value == 100:
		n.current = 100 * max(n.current, 1)
	default:
		n.current += value
	}
	return true
}

// fits says whether a value can follow what is read: units follow tens, and
// greater scales come first.
func (n *spelledNumber) fits(word string, value int) bool {
	rest := n.current % 100
	switch {
	case word == dozen:
		return n.total == 0 && n.current < 100
	case 1000 <= value:
		return n.scale == 0 || value < n.scale
	case value == 100:
		return n.current < 100
	case 10 <= value:
		return rest == 0
	case value == 0:
		return n.current == 0 && n.total == 0
	}
	return rest == 0 || 20 <= rest && rest%10 == 0
}

// dozen multiplies as a hundred does, and nothing follows it.
const dozen = "dozen"

// countWords may be numbers, and often are other words.
var countWords = map[string]int{
	"first": 1, "single": 1, "once": 1, "second": 2, "both": 2, "twice": 2, "pair": 2, "couple": 2,
	"twins": 2, "thrice": 3,
}

var ordinals = map[string]int{
	"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
	"tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
	"fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
	"twentieth": 20, "thirtieth": 30,
}
