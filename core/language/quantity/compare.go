package quantity

import (
	"fmt"
	"math/big"
	"strings"
)

// Compare orders two quantities: it returns a number below, equal to or above 0. The error
// is the reason in plain words why they have no order.
func Compare(a, b Quantity) (int, error) {
	if a.Kind == Version || b.Kind == Version {
		return compareVersions(a, b)
	}
	for _, x := range a.intervals() {
		for _, y := range b.intervals() {
			switch {
			case x.scale != y.scale:
				continue
			case x.low.Cmp(y.low) == 0 && x.high.Cmp(y.high) == 0:
				return 0, nil
			case x.high.Cmp(y.low) <= 0:
				return -1, nil
			case y.high.Cmp(x.low) <= 0:
				return 1, nil
			}
			return 0, fmt.Errorf("%q and %q overlap", a.Text, b.Text)
		}
	}
	return 0, incomparable(a, b)
}

// Equal reports whether two quantities are the same after conversion.
func Equal(a, b Quantity) bool {
	if a.isAmbiguous || b.isAmbiguous {
		return a.isAmbiguous && b.isAmbiguous && a.digits == b.digits && a.Unit.Same(b.Unit)
	}
	if a.Kind == Era || b.Kind == Era {
		return a.Kind == b.Kind && a.digits == b.digits
	}
	for _, x := range a.alternatives() {
		for _, y := range b.alternatives() {
			if order, err := Compare(x, y); err == nil && order == 0 {
				return true
			}
		}
	}
	return false
}

// alternatives are the readings of a date that has two, else the quantity alone.
func (q Quantity) alternatives() []Quantity {
	if q.other == nil {
		return []Quantity{q}
	}
	second := q
	second.Date, second.other = *q.other, nil
	q.other = nil
	return []Quantity{q, second}
}

// An interval is what a quantity covers on a scale, from low up to high. Both are equal
// for a point.
type interval struct {
	scale     string
	low, high *big.Rat
}

// intervals are the quantity on each scale that it may be on: a pound is a mass or money,
// four digits are a number or a year, and a month is about thirty days.
func (q Quantity) intervals() []interval {
	switch q.Kind {
	case Number:
		all := []interval{{"", q.Amount, q.end()}}
		if d, ok := q.asYear(); ok {
			all = append(all, d.interval())
		}
		return all
	case Day:
		return []interval{q.Date.interval()}
	case Time:
		return []interval{{"time of day", q.Amount, q.Amount}}
	case Measure:
		if len(q.Unit.readings) == 0 {
			scale := "unit " + q.Unit.Symbol
			if len(q.Unit.Symbol) > longestSymbol {
				scale = strings.ToLower(scale)
			}
			return []interval{{scale, q.Amount, q.end()}}
		}
		var all []interval
		for _, r := range q.Unit.readings {
			low, high := r.inBase(q.Amount), r.inBase(q.end())
			all = append(all, interval{r.dimension, low, high})
			if r.dimension == "calendar" {
				all = append(all, interval{"time", new(big.Rat).Mul(low, leastMonth), new(big.Rat).Mul(high, greatestMonth)})
			}
		}
		return all
	}
	return nil
}

// How many seconds a month has, at least and at most.
var (
	leastMonth    = rational("2419200") // 28 days
	greatestMonth = rational("2678400") // 31 days
)

// end is the end of a range, and the amount itself where it is none.
func (q Quantity) end() *big.Rat {
	if q.Until != nil {
		return q.Until
	}
	return q.Amount
}

// inBase converts an amount to the base unit of its dimension.
func (r reading) inBase(amount *big.Rat) *big.Rat {
	base := new(big.Rat).Mul(amount, r.factor)
	if r.offset != nil {
		base.Add(base, r.offset)
	}
	return base
}

// IsYear reports whether a bare number may be a year: four digits from 1000 to 2999.
func (q Quantity) IsYear() bool {
	_, ok := q.asYear()
	return ok
}

// Covers reports whether another date is a part of this one: a day of a month, a month of a
// year.
func (d Date) Covers(o Date) bool {
	isSame := func(a, b int) bool { return a == 0 || a == b }
	return d.IsFiscal == o.IsFiscal && d.Day == 0 && d.Year != 0 && isSame(d.Year, o.Year) && isSame(d.Month, o.Month) && isSame(d.Quarter, o.Quarter)
}

// asYear is a number as the year that it may be.
func (q Quantity) asYear() (Date, bool) {
	if q.Kind != Number || q.Until != nil || !q.Amount.IsInt() || !q.Amount.Num().IsInt64() {
		return Date{}, false
	}
	year := q.Amount.Num().Int64()
	return Date{Year: int(year)}, 1000 <= year && year < 3000 && len(q.digits) == 4
}

// interval is what a date covers in days, of which each month has 31 and each year 372,
// so that no calendar is needed. Dates without a year, and fiscal years, have scales of
// their own.
func (d Date) interval() interval {
	const month, quarter, year = 31, 3 * 31, 12 * 31
	scale := "date"
	switch {
	case d.IsFiscal:
		scale = "fiscal year"
	case d.Year == 0:
		scale = "date in any year"
	}
	low, length := int64(d.Year)*year, int64(year)
	if d.Quarter > 0 {
		low, length = low+int64(d.Quarter-1)*quarter, quarter
	}
	if d.Month > 0 {
		low, length = low+int64(d.Month-1)*month, month
	}
	if d.Day > 0 {
		low, length = low+int64(d.Day-1), 1
	}
	return interval{scale, new(big.Rat).SetInt64(low), new(big.Rat).SetInt64(low + length)}
}

// compareVersions orders versions part by part; missing parts are 0. A number is the
// version of its digits.
func compareVersions(a, b Quantity) (int, error) {
	isVersion := func(q Quantity) bool {
		return q.Kind == Version || q.Kind == Number && q.Until == nil && q.Amount.Sign() >= 0
	}
	if !isVersion(a) || !isVersion(b) {
		return 0, incomparable(a, b)
	}
	x, y := strings.Split(a.digits, "."), strings.Split(b.digits, ".")
	for i := range max(len(x), len(y)) {
		part := func(parts []string) *big.Rat {
			if i < len(parts) {
				return rational(parts[i])
			}
			return new(big.Rat)
		}
		if order := part(x).Cmp(part(y)); order != 0 {
			return order, nil
		}
	}
	return 0, nil
}

// incomparable is the reason why two quantities have no order.
func incomparable(a, b Quantity) error {
	return fmt.Errorf("%q is %s, and %q is %s", a.Text, a.described(), b.Text, b.described())
}

// described says in words what the quantity is: "a mass", "an amount of money".
func (q Quantity) described() string {
	switch {
	case q.Kind == Measure && q.Unit.Dimension == money:
		return "an amount of money in " + q.Unit.Symbol
	case q.Kind == Measure && q.Unit.Dimension == "calendar", q.Kind == Measure && q.Unit.Dimension == "time":
		return "a duration"
	case q.Kind == Measure && q.Unit.Dimension != "":
		dimension := strings.ReplaceAll(q.Unit.Dimension, "/", " per ")
		if strings.ContainsRune("aeiou", rune(dimension[0])) {
			return "an " + dimension
		}
		return "a " + dimension
	case q.Kind == Measure:
		return "a number of " + q.Unit.Symbol
	case q.Kind == Day && q.Date.IsFiscal:
		return "a fiscal year"
	case q.Kind == Day && q.Date.Year == 0:
		return "a date without a year"
	case q.Kind == Time:
		return "a time of day"
	case q.Kind == Number:
		return "a number without a unit"
	}
	return "a " + q.Kind.String()
}
