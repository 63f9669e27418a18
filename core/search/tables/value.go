package tables

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// A value is what a cell contains, in the forms in which it can be compared.
type value struct {
	plain string // on one line, without emphasis
	text  string // folded, without the marks inside of names
}

func newValue(cell string) value {
	plain := plainCell(cell)
	return value{plain, unmarked(text.Fold(plain))}
}

// unmarked is a folded text with spaces for the hyphens and underscores inside of names:
// "patent-use" is "patent use", and 2020-01-02 stays.
func unmarked(folded string) string {
	if !strings.ContainsAny(folded, "-_") {
		return folded
	}
	is := func(at int, digit bool) bool {
		c := folded[at]
		isDigit := '0' <= c && c <= '9'
		return isDigit || !digit && ('a' <= c && c <= 'z' || c >= utf8.RuneSelf)
	}
	made := []byte(folded)
	for at := 1; at < len(made)-1; at++ {
		isMark := folded[at] == '-' || folded[at] == '_'
		if isMark && is(at-1, false) && is(at+1, false) && !(is(at-1, true) && is(at+1, true)) {
			made[at] = ' '
		}
	}
	return string(made)
}

// spaced is a header with spaces for the marks inside of it and in front of the capitals of
// names such as licenseFile.
func spaced(header string) string {
	var made strings.Builder
	before := ' '
	for _, c := range header {
		if unicode.IsUpper(c) && unicode.IsLower(before) {
			made.WriteByte(' ')
		}
		made.WriteRune(c)
		before = c
	}
	return made.String()
}

// bareName is a name without the address behind it: "Ann" of "Ann <ann@example.org>" and of
// "Ann (@ann)".
func bareName(s string) string {
	for _, marks := range []string{"<>", "()"} {
		at := strings.LastIndex(s, " "+marks[:1])
		if at > 0 && strings.HasSuffix(s, marks[1:]) && strings.Contains(s[at:], "@") {
			return strings.TrimSpace(s[:at])
		}
	}
	return s
}

// longestList is how long a cell may be that is read as a list, in bytes.
const longestList = 4000

// parts are the values of a cell that is a list: those of a key, or what is between its commas,
// semicolons or line ends. A number or a date with a comma is none.
func (c Cell) parts() []Cell {
	if c.Parts != nil || len(c.Text) > longestList || !strings.ContainsAny(c.Text, ",;\n") {
		return c.Parts
	}
	if _, isQuantity := quantity.Parse(plainCell(c.Text)); isQuantity {
		return nil
	}
	var all []Cell
	for at := 0; at <= len(c.Text); {
		end := len(c.Text)
		if n := strings.IndexAny(c.Text[at:], ",;\n"); n >= 0 {
			end = at + n
		}
		part := Cell{Text: strings.TrimSpace(c.Text[at:end]), Span: c.Span, Key: c.Key}
		if c.Span.Len() == len(c.Text) {
			part.Span = text.Span{Start: at, End: end}.Trim(c.Text).Shift(c.Span.Start)
		}
		if part.Text != "" {
			all = append(all, part)
		}
		at = end + 1
	}
	return all
}

// quantity is the number, the amount or the date that all of the cell is; ok is false for
// any other text. The time of day behind a date is left out.
func (v value) quantity() (q quantity.Quantity, ok bool) {
	const day = len("2006-01-02")
	if len(v.plain) > day && (v.plain[day] == 'T' || v.plain[day] == ' ') && strings.Contains(v.plain[day:], ":") {
		if q, ok = quantity.Parse(v.plain[:day]); ok && q.Kind == quantity.Day {
			return q, true
		}
	}
	return quantity.Parse(v.plain)
}

// isMissing reports whether a cell has no value.
func (v value) isMissing() bool {
	switch v.text {
	case "", "-", "–", "—", "−", "n/a", "?", "none", "unknown", "…", "...":
		return true
	}
	return false
}

var errIncomparable = errors.New("its cells cannot be put in order")

// extreme returns the index of the greatest quantity, or of the least one. The error is the
// reason why it cannot be compared with another one.
func extreme(all []quantity.Quantity, a Aggregate) (int, error) {
	best := 0
	for i, q := range all {
		order, err := compare(q, all[best])
		if err == nil && (a == Most && order > 0 || a == Least && order < 0) {
			best = i
		}
	}
	for _, q := range all {
		if _, err := compare(q, all[best]); err != nil {
			return 0, &incomparableError{err}
		}
	}
	return best, nil
}

// compare orders two quantities as [quantity.Compare] does; a date is no earlier and no later than
// the year that it is in.
func compare(a, b quantity.Quantity) (int, error) {
	order, err := quantity.Compare(a, b)
	if err != nil && (dateOf(a).Covers(dateOf(b)) || dateOf(b).Covers(dateOf(a))) {
		return 0, nil
	}
	return order, err
}

// dateOf is the date that a quantity is, a number of four digits being a year; the zero Date for
// any other.
func dateOf(q quantity.Quantity) quantity.Date {
	if q.Kind == quantity.Number && q.IsYear() {
		return quantity.Date{Year: int(q.Amount.Num().Int64())}
	}
	return q.Date
}

// covers reports whether a date of a cell is v or a part of it.
func (v value) covers(cell value) bool {
	wanted, ok := v.quantity()
	held, isQuantity := cell.quantity()
	if !ok || !isQuantity {
		return false
	}
	return quantity.Equal(wanted, held) || dateOf(held).Year != 0 && dateOf(wanted).Covers(dateOf(held))
}

// An incomparableError is the reason why the quantities of a column have no order.
type incomparableError struct{ reason error }

func (e *incomparableError) Error() string { return errIncomparable.Error() + ": " + e.reason.Error() }

func (e *incomparableError) Unwrap() error { return errIncomparable }

// currencies are the signs that are written in front of a number.
const currencies = "$€£¥₹"

// averageDecimals is how many digits an average has behind the point at least.
const averageDecimals = 2

// computed is a sum or an average of amounts, in the unit of the first that has one.
func computed(a Aggregate, all []quantity.Quantity) (string, error) {
	var sum quantity.Quantity
	decimals := 0
	for i, q := range all {
		if q.Kind != quantity.Number && q.Kind != quantity.Measure || q.Until != nil {
			return "", errors.New("its cells are no numbers")
		}
		if decimals = max(decimals, q.Decimals()); i == 0 {
			sum = q
			continue
		}
		var err error
		if sum, err = sum.Plus(q); err != nil {
			return "", &incomparableError{err}
		}
	}
	decimals = max(decimals, sum.Decimals())
	said := sum.Amount.FloatString(decimals)
	if a == Average {
		said = sum.Over(len(all)).Amount.FloatString(max(decimals, averageDecimals))
		said = strings.TrimRight(strings.TrimRight(said, "0"), ".")
	}
	switch unit := sum.Unit.Text; {
	case unit == "":
		return said, nil
	case strings.Contains(currencies, unit):
		return unit + said, nil
	case unit == "%":
		return said + unit, nil
	default:
		return said + " " + unit, nil
	}
}

// equals reports whether two values are the same.
func (v value) equals(o value) bool {
	if v.text == o.text {
		return true
	}
	a, ok := v.quantity()
	if !ok {
		return false
	}
	b, ok := o.quantity()
	return ok && quantity.Equal(a, b)
}

// meets reports whether a cell has a relation to the value that is wanted.
func (v value) meets(cell value, o Operator) (bool, error) {
	switch o {
	case Equal:
		return cell.equals(v), nil
	case Differs:
		return !cell.equals(v), nil
	case Contains:
		return holdsText(cell.text, v.text), nil
	}
	if cell.isMissing() {
		return false, nil
	}
	held, ok := cell.quantity()
	wanted, isQuantity := v.quantity()
	if !ok || !isQuantity {
		return false, fmt.Errorf("%q and %q cannot be put in order: one is no number and no date", cell.plain, v.plain)
	}
	// Who asks for more than 5 need not write the unit.
	c, err := compare(held.WithUnit(wanted.Unit), wanted.WithUnit(held.Unit))
	if err != nil {
		return false, fmt.Errorf("%q and %q cannot be put in order: %w", cell.plain, v.plain, err)
	}
	return o == Less && c < 0 || o == AtMost && c <= 0 || o == More && c > 0 || o == AtLeast && c >= 0, nil
}

// holdsText reports whether a text holds another one, as whole words.
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
			before, after := s[:span.Start], s[span.End:]
			last, lastSize := utf8.DecodeLastRuneInString(before)
			next, nextSize := utf8.DecodeRuneInString(after)
			begins := before == "" || strings.ContainsRune(breaks, last) && !isPart(last, before, len(before)-lastSize-1)
			ends := after == "" || strings.ContainsRune(breaks, next) && !isPart(next, after, nextSize)
			if begins && ends && !yield(span) {
				return
			}
			at = span.Start + 1
		}
	}
}

// breaks are the marks that may be around a value in a sentence.
const breaks = " \t\n,.?!;:()[]'\"“”‘’`/"

// isPart reports whether r goes on a number where a digit is beyond it, as in "3.5".
func isPart(r rune, beyond string, digit int) bool {
	return strings.ContainsRune(".,:/", r) && 0 <= digit && digit < len(beyond) && '0' <= beyond[digit] && beyond[digit] <= '9'
}
