package retrieve

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// A value is what a cell says, in the forms in which it can be compared.
type value struct {
	text string // folded, on one line

	isNumber bool
	number   float64
	decimals int    // digits behind the point, as it is written
	unit     string // as it is written: "km", "%", "$"; "" for none

	date string // "2024-01-05", "2024-01"; "" for none
}

func newValue(cell string) value {
	plain := plainCell(cell)
	v := value{text: text.Fold(plain)}
	if f, ok := onlyFigure(v.text); ok && strings.Count(f, "-") > 0 {
		v.date = f
		return v
	}
	v.readNumber(plain)
	return v
}

// onlyFigure is the form of the figure that all of s is.
func onlyFigure(s string) (form string, ok bool) {
	for f := range text.Figures(s) {
		return f.Form, f.Span.Len() == len(s)
	}
	return "", false
}

// isMissing says whether a cell stands for no value.
func (v value) isMissing() bool {
	switch v.text {
	case "", "-", "–", "—", "−", "n/a", "?", "none", "unknown", "…", "...":
		return true
	}
	return false
}

// currencies may stand in front of a number.
const currencies = "$€£¥₹"

// readNumber reads "1,234.5 km", "−3", "$20" and "15%". What holds more than one number
// is none.
func (v *value) readNumber(rest string) {
	negative := false
	if sign, size := utf8.DecodeRuneInString(rest); strings.ContainsRune("+-−–", sign) && size < len(rest) {
		negative, rest = sign != '+', rest[size:]
	}
	if sign, size := utf8.DecodeRuneInString(rest); strings.ContainsRune(currencies, sign) {
		v.unit, rest = rest[:size], strings.TrimSpace(rest[size:])
	}
	digits := numberLength(rest)
	unit := strings.TrimSpace(rest[digits:])
	if digits == 0 || !isUnit(unit) || v.unit != "" && unit != "" {
		v.unit = ""
		return
	}
	plain := strings.ReplaceAll(rest[:digits], ",", "")
	number, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		v.unit = ""
		return
	}
	if negative {
		number = -number
	}
	v.isNumber, v.number, v.unit = true, number, v.unit+unit
	if point := strings.IndexByte(plain, '.'); point >= 0 {
		v.decimals = len(plain) - point - 1
	}
}

// numberLength is the length of a number at the start of s: digits, of which commas may
// part groups of two or three, and one point with more behind it.
func numberLength(s string) int {
	end := digitsOf(s)
	for grouped := end; end > 0 && end < len(s) && s[end] == ','; {
		n := digitsOf(s[end+1:])
		if n != 2 && n != 3 || grouped > 3 {
			return 0
		}
		end += 1 + n
	}
	if end > 0 && end+1 < len(s) && s[end] == '.' {
		if n := digitsOf(s[end+1:]); n > 0 {
			end += 1 + n
		}
	}
	return end
}

func digitsOf(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// longestUnit is how long a unit may be, in bytes.
const longestUnit = 24

// isUnit says whether what stands behind a number may be its unit: one word, since "100 m
// hurdles" are none.
func isUnit(s string) bool {
	return len(s) <= longestUnit && strings.IndexFunc(s, func(r rune) bool {
		return unicode.IsDigit(r) || !unicode.IsLetter(r) && !strings.ContainsRune("%°/³²$€£¥.'", r)
	}) < 0
}

var errIncomparable = errors.New("its cells cannot be put in order: they are no numbers of one unit and no dates")

// comparable says whether the cells of a column can be put in order and added up. A
// number without a unit may stand among amounts of money, which tables often mark in
// their first row alone; among any other unit nobody can tell what it counts.
func comparable(values []value) error {
	unit := unitOf(values)
	for _, v := range values {
		isOfUnit := !v.isNumber || sameUnit(v.unit, unit) || v.unit == "" && isCurrency(unit)
		if !isOfUnit || !v.comparableTo(values[0]) {
			return errIncomparable
		}
	}
	return nil
}

// unitOf is the first unit of some values, "" where none has one.
func unitOf(values []value) string {
	for _, v := range values {
		if v.unit != "" {
			return v.unit
		}
	}
	return ""
}

// comparableTo says whether a cell and what it is asked for can be put in order: who
// asks for more than 5 need not say the unit.
func (v value) comparableTo(o value) bool {
	if v.isNumber && o.isNumber {
		return v.unit == "" || o.unit == "" || sameUnit(v.unit, o.unit)
	}
	return v.date != "" && len(v.date) == len(o.date)
}

// longestSymbol is how long the symbol of a unit is at most in which the case of a letter
// may tell one unit from another, in bytes: mg and Mg, mW and MW, kB and kb.
const longestSymbol = 3

// sameUnit says whether two units are one. Only in words does case not matter.
func sameUnit(a, b string) bool {
	return a == b || len(a) > longestSymbol && strings.EqualFold(a, b)
}

func isCurrency(unit string) bool { return unit != "" && strings.Contains(currencies, unit) }

// compare orders two values that can be put in order.
func (v value) compare(o value) int {
	if v.isNumber {
		return cmp.Compare(v.number, o.number)
	}
	return strings.Compare(v.date, o.date)
}

// equals says whether two values are the same.
func (v value) equals(o value) bool {
	if v.isNumber && o.isNumber {
		return sameUnit(v.unit, o.unit) && v.number == o.number
	}
	return v.text == o.text || v.date != "" && v.date == o.date
}

// meets says whether a cell stands in a relation to the value that is wanted.
func (v value) meets(cell value, o Operator) (bool, error) {
	switch o {
	case Equal:
		return cell.equals(v), nil
	case Differs:
		return !cell.equals(v), nil
	case Contains:
		return holdsText(cell.text, v.text), nil
	}
	switch {
	case cell.isMissing():
		return false, nil
	case !cell.comparableTo(v):
		return false, fmt.Errorf("%q and %q cannot be put in order: %w", cell.text, v.text, errIncomparable)
	}
	c := cell.compare(v)
	return o == Less && c < 0 || o == AtMost && c <= 0 || o == More && c > 0 || o == AtLeast && c >= 0, nil
}

// holdsText says whether a text holds another one, as whole words.
func holdsText(s, part string) bool {
	for span := range wordPlaces(s, part) {
		return !span.Empty()
	}
	return false
}

// wordPlaces are the places of a part of a folded text that no word or number goes on
// beyond.
func wordPlaces(s, part string) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		if part == "" {
			return
		}
		for at := 0; at < len(s); {
			n := strings.Index(s[at:], part)
			if n < 0 {
				return
			}
			span := text.Span{Start: at + n, End: at + n + len(part)}
			if endsBefore(s[:span.Start]) && beginsAfter(s[span.End:]) && !yield(span) {
				return
			}
			at = span.Start + 1
		}
	}
}

// breaks are the marks that may stand around a value in a sentence.
const breaks = " \t\n,.?!;:()[]'\"“”‘’`/"

func endsBefore(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s == "" || strings.ContainsRune(breaks, r) && !continues(s[:len(s)-utf8.RuneLen(r)], r)
}

// continues says whether digits go on over a mark: in front of the "5" of "3.5".
func continues(before string, mark rune) bool {
	return strings.ContainsRune(".,:/", mark) && before != "" && isASCIIDigit(before[len(before)-1])
}

func beginsAfter(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	if s == "" {
		return true
	}
	return strings.ContainsRune(breaks, r) && !(strings.ContainsRune(".,:/", r) && len(s) > size && isASCIIDigit(s[size]))
}

func isASCIIDigit(b byte) bool { return '0' <= b && b <= '9' }
