package quantity

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// longestNumber is the length in bytes of the longest digits that are a number.
const longestNumber = 400

// Find returns the quantities of a text in their order. They do not overlap.
func Find(s string) []Quantity {
	f := newFinder(s)
	for f.at < len(f.tokens) {
		f.at += f.next()
	}
	f.joinEras()
	f.shareUnits()
	f.joinCompounds()
	f.joinRanges()
	return f.all
}

// Parse returns the quantity that all of a text is, as the cells of tables are: "1,234.5
// km", "−3", "$20" and "15%". A word behind a number that is no known unit is a unit of its
// own: "5 beads". ok is false for any other text.
func Parse(s string) (q Quantity, ok bool) {
	s = strings.TrimSpace(s)
	if !strings.ContainsFunc(s, unicode.IsNumber) && !mayBeWords(s) {
		return q, false
	}
	rest := strings.TrimPrefix(s, "+")
	if negative, ok := strings.CutPrefix(s, "–"); ok { // a dash for a minus sign
		rest = "-" + negative
	}
	all := Find(rest)
	if len(all) != 1 || !all[0].Sure || all[0].Kind == Era || all[0].Span.Start > 0 {
		return q, false
	}
	q = all[0]
	behind := rest[q.Span.End:]
	if word := strings.TrimSpace(behind); word != "" {
		isStrange := func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("%°/³²$€£¥.'", r) }
		// An unknown unit is one word, since "100 m hurdles" are none.
		if q.Kind != Number || longestUnit < len(word) || strings.ContainsFunc(word, isStrange) {
			return Quantity{}, false
		}
		if behind != word || !lexicon.Any("ordinal endings").Has(word) {
			q.Kind, q.Unit = Measure, Unit{Text: word, Symbol: word}
		}
	}
	q.Span, q.Text = span(0, len(s)), s
	return q, true
}

// longestWords is the length in bytes of the longest quantity without a digit.
const longestWords = 60

// mayBeWords reports whether a text without a digit may be a quantity: its first word is
// one of a number or a month. Nearly all cells of tables are none.
func mayBeWords(s string) bool {
	first := s[:letters(s)]
	if r, _ := utf8.DecodeRuneInString(first); len(s) > longestWords || text.IsUnspaced(r) {
		return len(s) <= longestWords
	}
	for _, section := range [...]string{"numerals", "ordinals", "months", "number words", "quarters"} {
		if lexicon.Any(section).Has(first) {
			return true
		}
	}
	return false
}

// longestUnit is how long an unknown unit may be, in bytes.
const longestUnit = 24

// A token is a run of letters, or of digits, full stops and commas that begins and ends
// with a digit.
type token struct {
	text.Span
	word   string // folded; without the full stops of "B.C."
	number bool
}

// A finder reads the tokens of a text one quantity after the other.
type finder struct {
	s         string
	languages []string // whose words count, the likeliest first
	comma     bool     // a comma in front of three digits is a decimal one
	tokens    []token
	terms     map[int]Term // by where they start
	at        int          // the token at hand
	all       []Quantity
}

func newFinder(s string) *finder {
	f := &finder{s: s, terms: map[int]Term{}}
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		t := token{Span: span(at, at+size)}
		switch {
		case isDigit(s[at]):
			for t.End < len(s) && (isDigit(s[t.End]) || s[t.End] == '.' || s[t.End] == ',') {
				t.End++
			}
			t.End = at + len(strings.TrimRight(s[at:t.End], ".,"))
			t.number, t.word = true, t.Of(s)
		case unicode.IsLetter(r):
			t.End = at + letters(s[at:])
			for _, era := range dottedEras {
				if strings.HasPrefix(s[at:], era) {
					t.End = at + len(era)
				}
			}
			t.word = text.Fold(strings.ReplaceAll(t.Of(s), ".", ""))
		default:
			at = t.End
			continue
		}
		f.tokens = append(f.tokens, t)
		at = t.End
	}
	for t := range Terms(s) {
		f.terms[t.Span.Start] = t
	}
	f.languages, f.comma = languagesOf(f.tokens, s)
	return f
}

// dottedEras are the ways of writing eras that letters alone do not find, the longer ones
// last.
var dottedEras = []string{"A.D.", "C.E.", "B.C.", "B.C.E."}

// languagesOf returns the languages whose words count in a text, and whether its language
// writes a decimal comma. Those of English always count; those of another language where
// the text has more common words of it than of English; and those of all where it has
// none.
func languagesOf(tokens []token, s string) (languages []string, decimalComma bool) {
	counts := map[string]int{}
	for _, t := range tokens {
		for _, language := range lexicon.Any("common words").Keys(t.word) {
			counts[language]++
		}
	}
	best := ""
	for _, language := range lexicon.Languages() {
		if counts[language] > counts[best] {
			best = language
		}
	}
	isEastern := strings.ContainsFunc(s, func(r rune) bool { return r >= 0x2E80 && text.IsUnspaced(r) })
	switch {
	case best == "" || best == "en" && isEastern:
		return lexicon.Languages(), false
	case best == "en":
		return []string{"en"}, false
	case isEastern:
		return append([]string{best}, lexicon.Languages()...), true
	}
	return []string{best, "en"}, true
}

// has reports whether a word is one of a section in any language that counts.
func (f *finder) has(section, word string) bool {
	_, ok := f.key(section, word)
	return ok
}

// key is the key of a word in a section, in the first language that counts and has it.
func (f *finder) key(section, word string) (string, bool) {
	for _, language := range f.languages {
		if key, ok := lexicon.Of(language).Section(section).Key(word); ok {
			return key, true
		}
	}
	return "", false
}

// value is the number that a word of a section is the key of.
func (f *finder) value(section, word string) (int64, bool) {
	key, ok := f.key(section, word)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(key, 10, 64)
	return n, err == nil
}

// isWord reports whether the token so many behind the one at hand is one of the number
// words of a key, such as "and".
func (f *finder) isWord(n int, key string) bool {
	for _, language := range f.languages {
		if slices.Contains(lexicon.Of(language).Section("number words").Words(key), f.word(n)) {
			return true
		}
	}
	return false
}

// token is the one so many behind the token at hand, the zero token if there is none.
func (f *finder) token(n int) token {
	if at := f.at + n; 0 <= at && at < len(f.tokens) {
		return f.tokens[at]
	}
	return token{}
}

func (f *finder) word(n int) string   { return f.token(n).word }
func (f *finder) isNumber(n int) bool { return f.token(n).number }

// between is what is in front of the token so many behind the one at hand.
func (f *finder) between(n int) string {
	at := f.at + n
	if at <= 0 || len(f.tokens) <= at {
		return "." // nothing joins what is not there
	}
	return f.s[f.tokens[at-1].End:f.tokens[at].Start]
}

// joins reports whether what is between two words lets them be one number.
func joins(between string) bool {
	return between != "" && strings.TrimFunc(between, unicode.IsSpace) == "" || between == "-" || between == "\u2011"
}

// add keeps a quantity that begins with the token at hand and ends at an offset, and returns
// how many tokens it has.
func (f *finder) add(q Quantity, end int) int { return f.addFrom(f.tokens[f.at].Start, q, end) }

// addFrom is add for a quantity that begins with a sign in front of the token.
func (f *finder) addFrom(start int, q Quantity, end int) int {
	if len(f.all) > 0 {
		start = max(start, f.all[len(f.all)-1].Span.End)
	}
	q.Span = span(start, end)
	q.Text = q.Span.Of(f.s)
	f.all = append(f.all, q)
	tokens := 1
	for f.at+tokens < len(f.tokens) && f.tokens[f.at+tokens].Start < end {
		tokens++
	}
	return tokens
}

// next reads what the token at hand begins and returns how many tokens that was.
func (f *finder) next() int {
	for _, reader := range [...]func(*finder) int{
		(*finder).date, (*finder).quarter, (*finder).time, (*finder).digits, (*finder).halfUnit, (*finder).spelled,
		(*finder).eastern, (*finder).month, (*finder).era,
	} {
		if n := reader(f); n > 0 {
			return n
		}
	}
	return 1
}

// digits reads a number in digits with its sign, the groups of digits behind it, a word
// such as "million" and the unit.
func (f *finder) digits() int {
	t := f.token(0)
	if !t.number || t.Len() > longestNumber {
		return 0
	}
	if term, ok := f.terms[t.Start]; ok && strings.Contains(term.Span.Of(f.s), "_") {
		return f.addNumber(t.Start, Quantity{Sure: true, digits: term.Form, Amount: rational(term.Form)}, term.Span.End)
	}
	q := Quantity{Sure: true}
	q.digits, q.isAmbiguous = plainDigits(t.word, f.comma)
	if before, ok := strings.CutSuffix(f.s[:t.Start], "."); ok && before != "" && !strings.ContainsAny(t.word, ".,") {
		if last, _ := utf8.DecodeLastRuneInString(before); !isWordRune(last) {
			q.digits = "0." + t.word // ".5"
		}
	}
	used, end := 1, t.End
	pieces := []string{q.digits}
	for f.isNumber(used) && groupsDigits(f.between(used), f.word(used), pieces) {
		piece, _ := plainDigits(f.word(used), f.comma)
		pieces = append(pieces, piece)
		q.digits += piece
		end = f.token(used).End
		used++
	}
	if strings.Count(q.digits, ".") > 1 {
		q.Kind = Version
		return f.add(q, end)
	}
	q.Amount = rational(q.digits)
	if len(pieces) > 1 {
		for _, piece := range pieces {
			q.parts = append(q.parts, Quantity{Kind: Number, Sure: true, Text: piece, digits: piece, Amount: rational(piece)})
		}
	}
	if scale, n := f.scale(used); n > 0 {
		q.Amount.Mul(q.Amount, scale)
		q.digits, q.parts, q.isAmbiguous = decimal(q.Amount), nil, false
		end = f.token(used + n - 1).End
	} else if fraction, ok := fractions[firstRune(f.s[end:])]; ok {
		q.Amount.Add(q.Amount, rational(fraction))
		q.digits = decimal(q.Amount)
		end += len(string(firstRune(f.s[end:])))
	}
	start := t.Start
	if minus := MinusBefore(f.s, start); minus > 0 {
		start -= minus
	} else if f.isWord(-1, "minus") && joins(f.between(0)) {
		start = f.token(-1).Start
	}
	if start < t.Start {
		q.Amount.Neg(q.Amount)
		q.digits, q.parts = "-"+q.digits, nil
	}
	return f.addNumber(start, q, end)
}

var fractions = map[rune]string{'½': "1/2", '¼': "1/4", '¾': "3/4"}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// addNumber keeps a number between two offsets, with its unit, and returns how many tokens
// were read.
func (f *finder) addNumber(start int, q Quantity, end int) int {
	q.Kind = Number
	if symbol, at := f.currencyBefore(start); at < start {
		q.Kind, q.Unit = Measure, unitOf(strings.TrimSpace(f.s[at:start]), []reading{symbol})
		return f.addFrom(at, q, end)
	}
	if unit, unitEnd := f.unitBehind(&q, start, end); !unit.IsZero() {
		q.Kind, q.Unit, end = Measure, unit, unitEnd
	}
	return f.addFrom(start, q, end)
}

// unitBehind reads the unit of a number, such as "kg", "-year", " km per hour" and "%", and
// "and a half" in front of it or behind it.
func (f *finder) unitBehind(q *Quantity, start, end int) (Unit, int) {
	if strings.HasPrefix(f.s[end:], "s") && end-start >= 2 && f.s[end-1] == '0' {
		return Unit{}, end // "the 1990s"
	}
	r := unitReader{s: f.s, at: f.halfBehind(q, end), languages: f.languages}
	for _, gap := range [...]string{" - ", "-", "\u2011", " ", "\u00A0", "\u2009", "\u202F"} {
		if strings.HasPrefix(f.s[r.at:], gap) {
			r.at += len(gap)
			break
		}
	}
	unitStart := r.at
	readings := r.unit()
	if len(readings) == 0 {
		return Unit{}, end
	}
	unit := unitOf(f.s[unitStart:r.at], readings)
	return unit, f.halfBehind(q, r.at)
}

// halfBehind adds the "and a half" that follows an offset to an amount, and returns the
// offset behind it.
func (f *finder) halfBehind(q *Quantity, at int) int {
	for _, half := range [...]string{" and a half", " and one half"} {
		if strings.HasPrefix(f.s[at:], half) && !isLetterAt(f.s, at+len(half)) && q.Amount != nil {
			q.Amount = new(big.Rat).Add(q.Amount, rational("1/2"))
			q.digits, q.parts = decimal(q.Amount), nil
			return at + len(half)
		}
	}
	return at
}

// currencyBefore is the currency whose sign or code is right in front of an offset, and
// where it starts.
func (f *finder) currencyBefore(at int) (reading, int) {
	before := strings.TrimSuffix(f.s[:at], " ")
	for _, sign := range [...]string{"US$", "$", "€", "£", "¥", "₹", "USD", "EUR", "GBP", "JPY", "CHF", "INR"} {
		rest, ok := strings.CutSuffix(before, sign)
		if isCode := sign[0] >= 'A' && sign[0] <= 'Z'; ok && !(isCode && isInsideWord(f.s, len(rest))) &&
			(len(f.all) == 0 || f.all[len(f.all)-1].Span.End <= len(rest)) {
			return units().symbols[sign], len(rest)
		}
	}
	return reading{}, at
}

// scale reads the token so many behind the one at hand as what multiplies a number: a
// word, or a letter behind an amount of money. It returns how many tokens it read.
func (f *finder) scale(n int) (*big.Rat, int) {
	between, t := f.between(n), f.token(n)
	if !joins(between) && between != "" || t.word == "" || t.number {
		return nil, 0
	}
	if value, ok := f.value("numerals", t.word); ok && isScale(value) && between != "" {
		return new(big.Rat).SetInt64(value), 1
	}
	if first, size := utf8.DecodeRuneInString(t.word); text.IsUnspaced(first) {
		if value, ok := f.value("numerals", t.word[:size]); ok && value >= 10_000 {
			f.splitToken(f.at+n, size)
			return new(big.Rat).SetInt64(value), 1
		}
	}
	if value, ok := f.value("money scales", t.word); ok {
		if _, at := f.currencyBefore(f.tokens[f.at].Start); at < f.tokens[f.at].Start {
			return new(big.Rat).SetInt64(value), 1
		}
	}
	return nil, 0
}

// splitToken parts a token of a script without spaces behind some bytes.
func (f *finder) splitToken(at, size int) {
	t := f.tokens[at]
	if size >= t.Len() || len(t.word) != t.Len() {
		return
	}
	first := token{Span: span(t.Start, t.Start+size), word: t.word[:size]}
	rest := token{Span: span(t.Start+size, t.End), word: t.word[size:]}
	f.tokens = slices.Replace(f.tokens, at, at+1, first, rest)
}

// isScale reports whether a number multiplies the one in front of it.
func isScale(n int64) bool { return n == 100 || 1000 <= n }

// MinusBefore returns the length of a minus sign right in front of an offset that belongs to the
// number there, and is no hyphen or dash between two things; 0 if there is none.
func MinusBefore(s string, at int) int {
	for _, sign := range [...]string{"-", "\u2212"} {
		before, ok := strings.CutSuffix(s[:at], sign)
		last, _ := utf8.DecodeLastRuneInString(before)
		if ok && (before == "" || !isWordRune(last) && !strings.ContainsRune(")]-\u2212", last)) {
			return len(sign)
		}
	}
	return 0
}

// groupsDigits reports whether a number is three more digits of one whose pieces are given.
func groupsDigits(between, number string, pieces []string) bool {
	digits := pieces[len(pieces)-1]
	if len(pieces) == 1 && 3 < len(digits) || strings.ContainsAny(digits, ".,") {
		return false
	}
	switch between {
	case " ", "\u00A0", "\u2009", "\u202F", "'", "’":
		whole, _, _ := strings.Cut(strings.ReplaceAll(number, ",", "."), ".")
		return len(whole) == 3
	}
	return false
}

// plainDigits is a number without the marks that group its digits, with a full stop for a
// decimal comma: "4,116" is 4116, "1.500.000" and "15,00,000" are 1500000, "2,3" is 2.3. A
// lone full stop in front of three digits may be either and makes the number ambiguous,
// unless the language of the text writes a decimal comma. More than one full stop is left
// in what is no number, as the parts of a version are.
func plainDigits(number string, decimalComma bool) (digits string, isAmbiguous bool) {
	fields := strings.FieldsFunc(number, func(r rune) bool { return r == '.' || r == ',' })
	isStop := strings.Contains(number, ".")
	last := len(fields) - 1
	if len(fields) == 2 && len(fields[1]) == 3 && len(fields[0]) <= 3 && fields[0] != "0" && isStop != decimalComma {
		if isStop { // 1.500 in an English text
			return number, true
		}
		return fields[0] + "." + fields[1], false // 1,500 in a German one
	}
	if len(fields) == 2 && isStop && !(decimalComma && len(fields[1]) == 3 && len(fields[0]) <= 3 && fields[0] != "0") {
		return number, false
	}
	if last > 1 && !isStop && len(fields[last]) == 3 && len(fields[0]) <= 2 &&
		!slices.ContainsFunc(fields[1:last], func(f string) bool { return len(f) != 2 }) {
		return strings.Join(fields, ""), false // 15,00,000
	}
	var b strings.Builder
	b.WriteString(fields[0])
	for i, field := range fields[1:] {
		grouped := len(field) == 3 && len(fields[0]) <= 3 && fields[0] != "0"
		if !grouped || i > 0 && len(fields[i]) != 3 {
			b.WriteByte('.')
		}
		b.WriteString(field)
	}
	return b.String(), false
}
