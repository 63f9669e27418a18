// Package quantity reads the numbers, amounts, dates, times and versions of a text, and
// compares them.
//
// A [Quantity] is one of them: a number with its unit, a day or a year with its
// precision, a time of day, a version. [Find] returns those of a text with their spans,
// [Parse] the one that all of a text is. [Compare] orders two of them, or returns the
// reason why they have no order: amounts of two dimensions, two currencies, a year and a
// day in it. [Equal] reports whether two are the same after conversion: 1.2 t and 1200
// kg, 12 March 1950 and 1950-03-12, 3.11 and v3.11.0, 5 pm and 17:00.
//
// Amounts are rational numbers, so that no conversion rounds. A decimal comma is told
// from one that groups digits by what is around it: 2,3 and 1.500.000,50 have one reading
// in every language; 1,500 is 1500 in English and 1.5 in German, French and Spanish; and
// 1.500 in an English text may be either, so that it equals nothing but itself.
//
// Months, numerals and words of units are in the lexicon, one file a language; symbols and
// factors are in units.txt. The words of a language count in texts of that language, in
// English ones those of English alone, and in a text too short to say all of them.
//
// [Terms] are the forms of numbers, versions and dates for the index.
package quantity

import (
	"fmt"
	"math/big"
	"strings"

	"docuquest/core/language/text"
)

// Kind is what a quantity is.
type Kind uint8

// The kinds.
const (
	Number  Kind = iota + 1 // 12, "twelve", "the 12th"
	Measure                 // with a unit: 12 kg, $12, 12 %
	Day                     // a date, which may be a whole month, quarter or year
	Time                    // of a day: 17:00
	Version                 // v3.11.0, 1.26.1
	Era                     // BC and AD behind a century
)

// String is the lower-case name of the kind.
func (k Kind) String() string {
	return [...]string{"nothing", "number", "measure", "date", "time", "version", "era"}[k]
}

// A Quantity is a number, an amount, a date, a time or a version. It is never changed.
type Quantity struct {
	Kind Kind
	Span text.Span // in the text, with the unit
	Text string    // the text at Span

	Amount *big.Rat // of a Number or a Measure; of a Time in minutes
	Until  *big.Rat // the end of a range of amounts; nil for no range
	Unit   Unit     // of a Measure
	Date   Date     // of a Day

	// Sure is false for a word that may be no quantity, such as "one", "second" and "may".
	Sure bool

	digits      string     // as written, without signs that group: tells 3.1 from 3.10; the parts of a Version
	isAmbiguous bool       // a full stop in front of three digits may group or not
	other       *Date      // 05/01/1950 is a day in May or in January
	parts       []Quantity // see Parts
}

// A Date is a calendar date. What is not known is 0.
type Date struct {
	Year     int // negative before Christ
	Quarter  int
	Month    int
	Day      int
	IsFiscal bool // a fiscal year, which begins at any time of a calendar year
}

// String is the date as ISO 8601 has it, with "Q2" for a quarter and "FY" for a fiscal year.
func (d Date) String() string {
	s := ""
	if d.Year != 0 {
		s = fmt.Sprintf("%04d", d.Year)
	}
	if d.IsFiscal {
		s = "FY" + s
	}
	if d.Quarter > 0 {
		s += fmt.Sprintf("-Q%d", d.Quarter)
	}
	if d.Month > 0 {
		s += fmt.Sprintf("-%02d", d.Month)
	}
	if d.Day > 0 {
		s += fmt.Sprintf("-%02d", d.Day)
	}
	return s
}

// String is the quantity in one form: "1200 kg", "1950-03-12", "17:00", "v3.11.0".
func (q Quantity) String() string {
	switch q.Kind {
	case Number, Measure:
		s := decimal(q.Amount)
		if q.isAmbiguous {
			s = q.digits
		}
		if q.Until != nil {
			s += "–" + decimal(q.Until)
		}
		return strings.TrimSpace(s + " " + q.Unit.Symbol)
	case Day:
		if q.other != nil {
			return q.Date.String() + " or " + q.other.String()
		}
		return q.Date.String()
	case Time:
		minutes := q.Amount.Num().Int64() / q.Amount.Denom().Int64()
		return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)
	case Version:
		return "v" + q.digits
	}
	return q.digits
}

// decimal is a rational number with as many digits as it has, up to ten behind the point.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(10), "0")
}

// Decimals is how many digits a number has behind the point, as it is written.
func (q Quantity) Decimals() int {
	_, decimals, _ := strings.Cut(q.digits, ".")
	return len(decimals)
}

// Bare is the quantity without its unit: a Measure becomes a Number.
func (q Quantity) Bare() Quantity {
	if q.Kind == Measure {
		q.Kind, q.Unit, q.parts = Number, Unit{}, nil
	}
	return q
}

// WithUnit is a bare number with a unit, as one below the head of a column that names it. Other
// quantities stay as they are.
func (q Quantity) WithUnit(u Unit) Quantity {
	if q.Kind == Number && !u.IsZero() {
		q.Kind, q.Unit = Measure, u
	}
	return q
}

// Plus adds an amount, converted to the unit of q. The error is the reason why it cannot.
func (q Quantity) Plus(o Quantity) (Quantity, error) {
	amount := o.Amount
	if !q.Unit.Same(o.Unit) {
		x, y, ok := commonReading(q, o)
		if !ok || x.offset != nil || y.offset != nil {
			return q, incomparable(q, o)
		}
		amount = new(big.Rat).Quo(new(big.Rat).Mul(o.Amount, y.factor), x.factor)
	}
	return q.with(new(big.Rat).Add(q.Amount, amount)), nil
}

// Over is the quantity divided by a number.
func (q Quantity) Over(n int) Quantity {
	return q.with(new(big.Rat).Quo(q.Amount, new(big.Rat).SetInt64(int64(n))))
}

// with is the quantity with another amount.
func (q Quantity) with(amount *big.Rat) Quantity {
	q.Amount, q.digits, q.isAmbiguous, q.parts = amount, decimal(amount), false, nil
	return q
}

// Parts are what the quantity is made of, empty where it is one thing: the year, the month
// and the day of a date; the ends of a range; the amounts of "1 h 30 min"; the numbers of
// "12 500", which a space may group or part.
func (q Quantity) Parts() []Quantity { return q.parts }

// IsCompound reports whether the quantity is a range, or made of amounts in several units:
// "10–12 kg", "1 h 30 min".
func (q Quantity) IsCompound() bool {
	return q.Until != nil || q.Kind == Measure && len(q.parts) > 0 && q.parts[0].Kind == Measure
}
