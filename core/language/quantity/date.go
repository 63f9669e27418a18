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

// date reads a date, such as 1950-03-12, 12/31/1950, 12 March 1950, March 12, 1950, March
// 1950 and FY2023. It returns the number of its tokens, 0 if there is none.
func (f *finder) date() int {
	t := f.token(0)
	if term, ok := f.terms[t.Start]; ok {
		if d, ok := dateOf(term.Form); ok {
			return f.addDate(d, term.Span.End)
		}
		if digits, _ := plainDigits(term.Form, false); strings.Count(digits, ".") > 1 { // not 1.500.000
			return f.add(Quantity{Kind: Version, Sure: true, digits: term.Form}, term.Span.End)
		}
	}
	if term, ok := f.terms[t.Start-1]; ok && f.s[t.Start-1]|0x20 == 'v' {
		return f.addFrom(t.Start-1, Quantity{Kind: Version, Sure: true, digits: term.Form}, term.Span.End)
	}
	// 05/01/1950 is a day in January to some and in May to others: it is both.
	if !t.number || !f.isNumber(1) || !f.isNumber(2) || f.between(1) != "/" || f.between(2) != "/" || f.token(2).Len() != 4 {
		return 0
	}
	a, b, year := small(t.word, mostDays), small(f.word(1), mostDays), small(f.word(2), 9999)
	if a == 0 || b == 0 || year == 0 {
		return 0
	}
	q := Quantity{Kind: Day, Sure: true, Date: Date{Year: year, Month: a, Day: b}}
	if a > mostMonths {
		q.Date = Date{Year: year, Month: b, Day: a}
	} else if b <= mostMonths {
		q.other = &Date{Year: year, Month: b, Day: a}
	}
	if q.Date.Month > mostMonths {
		return 0
	}
	return f.add(q, f.token(2).End)
}

// small is a number in digits from 1 up to a limit, 0 for any other text.
func small(digits string, limit int) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || limit < n {
		return 0
	}
	return n
}

// dateOf is the date of a form such as "1950-03-12", "1950-03" and "FY2023".
func dateOf(form string) (Date, bool) {
	if year, ok := strings.CutPrefix(form, "FY"); ok {
		return Date{Year: small(year, 9999), IsFiscal: true}, true
	}
	year, rest, ok := strings.Cut(form, "-")
	month, day, _ := strings.Cut(rest, "-")
	return Date{Year: small(year, 9999), Month: small(month, mostMonths), Day: small(day, mostDays)}, ok
}

// addDate keeps a date with its parts: the year, the month and the day.
func (f *finder) addDate(d Date, end int) int {
	q := Quantity{Kind: Day, Sure: true, Date: d}
	number := func(n int) Quantity {
		digits := strconv.Itoa(n)
		return Quantity{Kind: Number, Sure: true, Text: digits, digits: digits, Amount: new(big.Rat).SetInt64(int64(n))}
	}
	if d.Year != 0 {
		q.parts = append(q.parts, number(d.Year))
	}
	if d.Quarter > 0 {
		q.parts = append(q.parts, Quantity{Kind: Day, Sure: true, Date: Date{Quarter: d.Quarter}})
	}
	if d.Month > 0 {
		q.parts = append(q.parts, Quantity{Kind: Day, Sure: true, Date: Date{Month: d.Month}})
	}
	if d.Day > 0 {
		q.parts = append(q.parts, number(d.Day))
	}
	if len(q.parts) == 1 && !d.IsFiscal {
		q.parts = nil
	}
	return f.add(q, end)
}

// quarter reads "Q2 2023", "2023 Q2", "Q2" and "the second quarter of 2023", of a fiscal
// year, too.
func (f *finder) quarter() int {
	n, used, first := 0, 0, f.token(0)
	quarterAt := func(i int) (int, bool) { // "Q2"
		key := f.token(i)
		isMark := key.Len() == 1 && text.IsCapitalized(key.Of(f.s)) && f.has("quarters", key.word)
		return small(f.word(i+1), 4), isMark && f.isNumber(i+1) && f.between(i+1) == "" && f.between(i+2) != ""
	}
	if q, ok := quarterAt(0); ok && q > 0 {
		n, used = q, 2
	} else if year := small(first.word, 2999); first.number && len(first.word) == 4 && year >= 1000 && len(f.between(1)) <= 1 {
		if q, ok := quarterAt(1); ok && q > 0 {
			return f.addDate(Date{Year: year, Quarter: q}, f.token(2).End)
		}
	}
	if used == 0 && f.token(1).Len() > 1 && f.has("quarters", f.word(1)) {
		for _, section := range [...]string{"ordinals", "doubtful numerals"} { // "third", "second"
			if value, ok := f.value(section, first.word); ok && n == 0 {
				n, used = int(value), 2
			}
		}
	} else if used == 0 && f.token(2).Len() > 1 && f.has("quarters", f.word(2)) && f.has("ordinal endings", f.word(1)) {
		n, used = small(first.word, 4), 3
	}
	if n == 0 || n > 4 {
		return 0
	}
	d, end, next := Date{Quarter: n}, f.token(used-1).End, used
	if f.isWord(next, "of") || f.word(next) == "in" || f.word(next) == "des" {
		next++
	}
	if next < len(f.tokens)-f.at && !strings.ContainsAny(f.between(next), ".;!?") {
		if term, ok := f.terms[f.token(next).Start]; ok && strings.HasPrefix(term.Form, "FY") {
			d.Year, d.IsFiscal, end = small(term.Form[2:], 9999), true, term.Span.End
		} else if y := f.token(next); y.number && y.Len() == 4 && small(y.word, 2999) >= 1000 {
			d.Year, end = small(y.word, 2999), y.End
		}
	}
	return f.addDate(d, end)
}

// time reads a time of day: "17:00", "5 pm", "5:30 p.m.", "17 Uhr", "午後5時".
func (f *finder) time() int {
	t := f.token(0)
	if !t.number || t.Len() > len("17.30") || len(f.all) > 0 && f.all[len(f.all)-1].Span.End == t.Start {
		return 0
	}
	hours, minutes, _ := strings.Cut(t.word, ".")
	hour, minute, end := number(hours), number(minutes), t.End
	isClock := false
	if f.between(1) == ":" && f.isNumber(1) && f.token(1).Len() == 2 && minutes == "" && !strings.HasSuffix(f.s[:t.Start], ":") {
		minutes = f.word(1)
		minute, end, isClock = number(minutes), f.token(1).End, true
		if f.between(2) == ":" && f.isNumber(2) {
			if f.token(2).Len() != 2 {
				return 0
			}
			end = f.token(2).End
		}
	}
	rest := f.s[end:]
	gap := len(rest) - len(strings.TrimLeft(rest, " "))
	half, size := f.dayHalf(rest[gap:])
	before, _ := lexicon.Any("day halves").Key(f.word(-1))
	switch {
	case gap > 1 || half == "" && !isClock && !strings.HasPrefix(rest, "時") && !strings.HasPrefix(rest, "点"):
		return 0
	case half == "am" || half == "pm":
		if hour > 12 || hour == 0 {
			return 0
		}
		hour %= 12
		if half == "pm" {
			hour += 12
		}
		end += gap + size
	case half != "":
		end += gap + size
	case !isClock: // 時 or 点
		end += len("時")
		if minuteEnd := digitsEnd(f.s, end); strings.HasPrefix(f.s[minuteEnd:], "分") {
			minute, end = number(f.s[end:minuteEnd]), minuteEnd+len("分")
		}
		if before == "pm" && hour < 12 {
			hour += 12
		}
	}
	if hour < 0 || 24 < hour || minute < 0 || 59 < minute {
		return 0
	}
	q := Quantity{Kind: Time, Sure: true, Amount: new(big.Rat).SetInt64(int64(60*hour + minute))}
	for _, n := range []string{hours, minutes} {
		if digits := strings.TrimLeft(n, "0"); digits != "" {
			q.parts = append(q.parts, Quantity{Kind: Number, Sure: true, Text: digits, digits: digits, Amount: rational(digits)})
		}
	}
	return f.add(q, end)
}

// number is the value of up to two digits, 0 for none and -1 for any other text.
func number(digits string) int {
	if digits == "" {
		return 0
	}
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits) > 2 {
		return -1
	}
	return n
}

// dayHalf is the key of the words "pm" or "Uhr" at the start of a text, and their length.
func (f *finder) dayHalf(s string) (half string, size int) {
	for _, language := range f.languages {
		for key, words := range lexicon.Of(language).Section("day halves").All() {
			for _, word := range words {
				if len(s) >= len(word) && strings.EqualFold(s[:len(word)], word) && !isLetterAt(s, len(word)) && len(word) > size {
					half, size = key, len(word)
				}
			}
		}
	}
	return half, size
}

// month reads the name of a month that is alone. It is sure if the name says nothing
// else, or where a number or a word of time is beside it.
func (f *finder) month() int {
	t := f.token(0)
	if t.number || !text.IsCapitalized(t.Of(f.s)) {
		return 0
	}
	n, isWhole := f.value("months", t.word)
	if !isWhole {
		if n, _ = f.value("short months", t.word); n == 0 {
			return 0
		}
	}
	isPlain := isWhole && !f.has("doubtful months", t.word)
	isOfTime := f.has("before months", f.word(-1)) && !(text.IsCapitalized(f.token(1).Of(f.s)) && f.between(1) == " ")
	q := Quantity{Kind: Day, Date: Date{Month: int(n)}, Sure: isPlain || isOfTime || f.isBesideNumber()}
	return f.add(q, t.End)
}

// isBesideNumber reports whether a number is next to the token at hand.
func (f *finder) isBesideNumber() bool {
	isNear := func(between string) bool { return len(between) <= 2 && !strings.ContainsAny(between, ";:!?()") }
	return f.isNumber(-1) && isNear(f.between(0)) || f.isNumber(1) && isNear(f.between(1)) ||
		f.has("ordinal endings", f.word(-1)) && f.between(-1) == "" && f.isNumber(-2)
}

// era reads an era in capital letters behind or in front of a year or a century.
func (f *finder) era() int {
	t := f.token(0)
	era, ok := f.key("eras", t.word)
	if !ok || strings.ToUpper(t.Of(f.s)) != t.Of(f.s) {
		return 0
	}
	_, isSpelled := f.value("numerals", f.word(-1))
	return f.add(Quantity{Kind: Era, digits: era, Sure: isSpelled || f.has("centuries", f.word(-1)) || f.isBesideNumber()}, t.End)
}

// joinEras makes a date of a year and the era beside it: "300 BC", "AD 300".
func (f *finder) joinEras() {
	for i := 0; i+1 < len(f.all); i++ {
		year, era := f.all[i], f.all[i+1]
		if year.Kind == Era {
			year, era = era, year
		}
		isYear := year.Kind == Number && year.Amount.IsInt() && year.Amount.Sign() > 0 && len(year.digits) <= 5 && len(year.parts) == 0
		if era.Kind != Era || !isYear || strings.Trim(f.s[f.all[i].Span.End:f.all[i+1].Span.Start], " ") != "" {
			continue
		}
		d := Date{Year: int(year.Amount.Num().Int64())}
		if era.digits == "BC" {
			d.Year = -d.Year
		}
		joined := Quantity{Kind: Day, Sure: year.Sure, Date: d, Span: span(f.all[i].Span.Start, f.all[i+1].Span.End), parts: []Quantity{year, era}}
		f.replace(i, joined)
	}
}

// replace puts one quantity in the place of the two from i on.
func (f *finder) replace(i int, joined Quantity) {
	joined.Text = joined.Span.Of(f.s)
	f.all = slices.Replace(f.all, i, i+2, joined)
}

// shareUnits gives numbers the unit of the list or the range that they are in: in "10, 20
// and 30 mg" all are mg.
func (f *finder) shareUnits() {
	for i := len(f.all) - 2; 0 <= i; i-- {
		q, next := &f.all[i], f.all[i+1]
		if q.Kind == Number && next.Kind == Measure && q.Span.End <= next.Span.Start &&
			slices.Contains(listJoins, strings.TrimSpace(f.s[q.Span.End:next.Span.Start])) {
			q.Kind, q.Unit = Measure, next.Unit
		}
	}
}

var listJoins = strings.Fields("- – — , / and or to versus vs vs. ± +/- × x through und oder bis et ou à y o")

// joinCompounds makes one amount of two in units of one dimension, the smaller behind:
// "1 h 30 min", "5 ft 3 in", "2 years and 3 months".
func (f *finder) joinCompounds() {
	for i := 0; i+1 < len(f.all); i++ {
		a, b := f.all[i], f.all[i+1]
		if a.Kind != Measure || b.Kind != Measure || a.Amount.Sign() <= 0 || b.Amount.Sign() <= 0 || a.Span.End > b.Span.Start {
			continue
		}
		x, y, ok := commonReading(a, b)
		joint := strings.TrimSpace(f.s[a.Span.End:b.Span.Start])
		isJoined := joint == "" || joint == "and" && (x.dimension == "time" || x.dimension == "calendar")
		if !ok || !isJoined || x.offset != nil || y.offset != nil || x.factor.Cmp(y.factor) <= 0 || !slices.Contains(compounded, x.dimension) {
			continue
		}
		rest := new(big.Rat).Quo(new(big.Rat).Mul(b.Amount, y.factor), x.factor)
		if steps := new(big.Rat).Quo(x.factor, y.factor); rest.Cmp(rational("1")) >= 0 || steps.Cmp(rational("1000")) > 0 {
			continue
		}
		joined := a
		joined.Amount = new(big.Rat).Add(a.Amount, rest)
		joined.digits = decimal(joined.Amount)
		joined.Span.End = b.Span.End
		joined.parts = append(slices.Clone(orItself(a)), b)
		f.replace(i, joined)
		i--
	}
}

// compounded are the dimensions whose amounts are written in two units.
var compounded = []string{"time", "calendar", "length", "mass", "angle"}

// orItself are the parts of a quantity, the quantity itself where it has none.
func orItself(q Quantity) []Quantity {
	if len(q.parts) == 0 {
		return []Quantity{q}
	}
	return q.parts
}

// commonReading finds readings of one dimension.
func commonReading(a, b Quantity) (x, y reading, ok bool) {
	for _, x := range a.Unit.readings {
		for _, y := range b.Unit.readings {
			if x.dimension == y.dimension {
				return x, y, true
			}
		}
	}
	return x, y, false
}

// joinRanges makes one quantity of "10–12 kg" and "1914-1918".
func (f *finder) joinRanges() {
	for i := 0; i+1 < len(f.all); i++ {
		a, b := f.all[i], f.all[i+1]
		isAmount := a.Kind == b.Kind && (a.Kind == Number || a.Kind == Measure) && a.Until == nil && !a.isAmbiguous && !b.isAmbiguous
		if !isAmount || a.Span.End >= b.Span.Start || !a.Unit.Same(b.Unit) || a.Amount.Cmp(b.Amount) >= 0 ||
			!slices.Contains(rangeJoins, strings.TrimSpace(f.s[a.Span.End:b.Span.Start])) {
			continue
		}
		joined := a
		joined.Until, joined.Unit, joined.Sure = b.Amount, b.Unit, a.Sure && b.Sure
		joined.Span.End = b.Span.End
		joined.parts = slices.Concat(orItself(a), orItself(b))
		f.replace(i, joined)
	}
}

var rangeJoins = []string{"-", "–", "—", "\u2011", "..", "…"}

// Mentions returns the units that a text names, with a number or without.
func Mentions(s string) []Unit {
	var all []Unit
	languages, _ := languagesOf(newFinder(s).tokens, s)
	for at := 0; at < len(s); {
		r := unitReader{s: s, at: at, languages: languages}
		if readings := r.unit(); len(readings) > 0 && !isInsideWord(s, at) {
			all = append(all, unitOf(s[at:r.at], readings))
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += max(size, letters(s[at:]))
	}
	return all
}
