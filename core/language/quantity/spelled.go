package quantity

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// spelled reads a number in words: "sixty-three", "two thousand five hundred and one",
// "the third". It returns the number of its tokens, 0 if there is none.
func (f *finder) spelled() int {
	if f.isNumber(0) {
		return 0
	}
	for _, language := range f.languages {
		if key, ok := lexicon.Of(language).Section("doubtful numerals").Key(f.word(0)); ok {
			return f.add(Quantity{Kind: Number, Amount: rational(key), digits: key}, f.token(0).End)
		}
		words := lexicon.Of(language)
		n, used := f.spelledIn(words)
		if used == 0 {
			continue
		}
		q := Quantity{digits: strconv.FormatInt(n.total+n.current, 10), Amount: new(big.Rat).SetInt64(n.total + n.current)}
		start := f.token(0).Start
		if f.isWord(-1, "minus") && joins(f.between(0)) {
			start = f.token(-1).Start
			q.digits = "-" + q.digits
			q.Amount.Neg(q.Amount)
		}
		q.Sure = q.digits != "1" // "one" is a pronoun as often as not
		return f.addNumber(start, q, f.token(used-1).End)
	}
	return 0
}

// spelledIn reads a number in the words of one language.
func (f *finder) spelledIn(words *lexicon.Lexicon) (n spelledNumber, used int) {
	numerals, and := words.Section("numerals"), words.Section("number words").Words("and")
	isScaleAt := func(i int) bool {
		key, ok := numerals.Key(f.word(i))
		value, err := strconv.ParseInt(key, 10, 64)
		return ok && err == nil && isScale(value)
	}
	for i := 0; i == 0 || joins(f.between(i)); i++ {
		takesAnd := !n.closed && n.current%100 == 0 && n.current+n.total > 0 // "a hundred and two"
		if i > 0 && i == used && takesAnd && slices.Contains(and, f.word(i)) && !isScaleAt(i+2) {
			continue
		}
		key, isNumeral := numerals.Key(f.word(i))
		if !isNumeral {
			key, _ = words.Section("ordinals").Key(f.word(i))
		}
		value, err := strconv.ParseInt(key, 10, 64)
		if err != nil || !n.take(value, !isNumeral, f.word(i) == dozen) {
			break
		}
		used = i + 1
	}
	return n, used
}

// dozen multiplies as a hundred does, and nothing follows it.
const dozen = "dozen"

// A spelledNumber is a number of which some words are read.
type spelledNumber struct {
	total   int64 // the thousands and what is above them
	current int64 // what is below, as far as it is read
	scale   int64 // the last that was read, 0 if none
	closed  bool
}

// take reads one word more. It is false if the word does not belong to the number: units
// follow tens, and greater scales come first.
func (n *spelledNumber) take(value int64, isOrdinal, isDozen bool) bool {
	rest := n.current % 100
	fits := rest == 0 || 20 <= rest && rest%10 == 0 && value < 10
	switch {
	case n.closed:
		fits = false
	case isDozen:
		fits = n.total == 0 && n.current < 100
	case 1000 <= value && value%1000 == 0 && isPower(value):
		fits = n.scale == 0 || value < n.scale
	case value == 100:
		fits = n.current < 100
	case 100 <= value:
		fits = n.current == 0
	case 10 <= value:
		fits = rest == 0
	case value == 0:
		fits = n.current == 0 && n.total == 0
	}
	if !fits {
		return false
	}
	n.closed = isOrdinal || value == 0 || isDozen
	switch {
	case isDozen:
		n.current = 12 * max(n.current, 1)
	case 1000 <= value && isPower(value):
		n.total += value * max(n.current, 1)
		n.current, n.scale = 0, value
	case value == 100:
		n.current = 100 * max(n.current, 1)
	default:
		n.current += value
	}
	return true
}

// isPower reports whether a number is a power of a thousand.
func isPower(n int64) bool {
	for n >= 1000 && n%1000 == 0 {
		n /= 1000
	}
	return n == 1
}

// eastern reads a number in Chinese characters, "三百五十", where it has a unit or more
// than one character: alone most of them are parts of words.
func (f *finder) eastern() int {
	t := f.token(0)
	first, _ := utf8.DecodeRuneInString(t.word)
	if !text.IsUnspaced(first) || len(t.word) != t.Len() {
		return 0
	}
	for at, r := range t.word {
		if _, ok := f.value("numerals", string(r)); !ok || !text.IsUnspaced(r) {
			continue
		}
		if at > 0 {
			f.splitToken(f.at, at)
			return 1
		}
		n, size, characters := f.easternNumber(t.word)
		q := Quantity{Kind: Number, Sure: characters > 1, digits: strconv.FormatInt(n, 10), Amount: new(big.Rat).SetInt64(n)}
		unit, end := f.unitBehind(&q, t.Start, t.Start+size)
		if !unit.IsZero() {
			q.Kind, q.Unit, q.Sure = Measure, unit, true
		}
		f.splitToken(f.at, end-t.Start)
		return f.add(q, end)
	}
	return 0
}

// easternNumber is the number at the start of a text, how many bytes and how many
// characters it has.
func (f *finder) easternNumber(s string) (n int64, size, characters int) {
	var total, section, digit int64
	for at, r := range s {
		value, ok := f.value("numerals", string(r))
		if !ok || characters == 16 {
			break
		}
		switch {
		case value < 10:
			digit = 10*digit + value // 二〇二四 is written digit by digit
		case value < 10_000:
			section += max(digit, 1) * value
			digit = 0
		default:
			total += max(section+digit, 1) * value
			section, digit = 0, 0
		}
		size, characters = at+utf8.RuneLen(r), characters+1
	}
	return total + section + digit, size, characters
}

// halfUnit reads "half an hour" and "an hour and a half".
func (f *finder) halfUnit() int {
	t := f.token(0)
	at, amount := t.End, "1"
	switch {
	case f.isWord(0, "half") && f.isWord(1, "a"):
		at, amount = f.token(1).End, "1/2"
	case !f.isWord(0, "a"):
		return 0
	}
	q := Quantity{Kind: Measure, Sure: true, Amount: rational(amount), digits: amount}
	if !strings.HasPrefix(f.s[at:], " ") {
		return 0
	}
	unit, end := f.unitBehind(&q, t.Start, at)
	if unit.IsZero() || amount == "1" && q.Amount.Cmp(rational("1")) == 0 {
		return 0
	}
	q.Unit = unit
	q.digits = decimal(q.Amount)
	return f.add(q, end)
}
