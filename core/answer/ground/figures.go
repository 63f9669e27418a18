package ground

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/language/text"
)

// A figure is a number, a date, a month or an era.
type figure struct {
	said  string   // as the text has it, its unit included
	forms []string // one form for all ways of writing it: "12500", "-40", "month 3", "BC"; several where it can be read in several ways
	parts []string // what it is made of: the numbers that spaces part, where "12 500" may be one or two; year, month and day of a date
	unit  string   // see units; "" for none
	// sure is false for a word that may be no figure, such as "one", "second" and
	// "may": it gives a statement what it says and asks nothing of the quotes.
	sure   bool
	isDate bool
	span   text.Span
}

// heldFigures are the figures of some quotes.
type heldFigures struct {
	forms map[string]bool     // of all figures, their parts among them
	units map[string][]string // of those that are sure, "" for none
	loose map[string]bool     // forms of sure figures that are no part of a date
}

func holdFigures(quotes []string) heldFigures {
	held := heldFigures{map[string]bool{}, map[string][]string{}, map[string]bool{}}
	for _, q := range quotes {
		for _, f := range figures(q) {
			held.take(f)
		}
	}
	return held
}

func (h heldFigures) take(f figure) {
	for _, form := range f.forms {
		h.forms[form] = true
		if f.isDate {
			h.takeDate(form)
			continue
		}
		h.takeLoose(form, f)
	}
	for _, part := range f.parts {
		h.forms[part] = true
		if !f.isDate {
			h.takeLoose(part, f)
		}
	}
}

// takeDate adds the month and the parts of a date.
func (h heldFigures) takeDate(form string) {
	if strings.Count(form, "-") == 2 {
		h.forms[form[:len("2006-01")]] = true
	}
	for _, part := range dateOf(form).parts {
		h.forms[part] = true
	}
}

func (h heldFigures) takeLoose(form string, f figure) {
	if f.sure {
		h.units[form] = append(h.units[form], f.unit)
		h.loose[form] = true
	}
}

// holds says whether a figure stands in the quotes, whatever its unit. The parts of
// a date may stand apart, as in "March 12 to 15, 1950", but not each in another date.
func (h heldFigures) holds(f figure) bool {
	for _, form := range f.forms {
		if h.forms[form] {
			return true
		}
	}
	isLoose := !f.isDate
	for i, part := range f.parts {
		if !h.forms[part] {
			return false
		}
		isLoose = isLoose || h.loose[part] && (i > 0 || len(f.parts) == 2)
	}
	return len(f.parts) > 0 && isLoose
}

// unitsOf are the units that the quotes give a figure, "" where they give none.
func (h heldFigures) unitsOf(f figure) []string {
	var all []string
	for _, form := range f.forms {
		all = append(all, h.units[form]...)
	}
	return all
}

// A lack is a piece of a statement that its quotes do not say.
type lack struct {
	what string
	// isWrong says that the quotes say something else in its stead, or that without
	// them nobody may say it: a figure, another unit, a negation.
	isWrong bool
}

// lackingFigures are the figures of a statement that its quotes do not hold,
// however they are written, and those that have another unit there.
func lackingFigures(statement string, e evidence) []lack {
	wanted := figures(statement)
	if len(wanted) == 0 {
		return nil
	}
	held, titled := holdFigures(e.quotes), holdFigures(e.titles)
	var all []lack
	for _, f := range wanted {
		switch {
		case !f.sure:
		case !held.holds(f) && !(f.isOfTime() && titled.holds(f)):
			all = append(all, lack{f.said, true})
		default:
			all = append(all, held.lackingUnit(f, e)...)
		}
	}
	return all
}

// isOfTime says whether a figure may be a year or a month: a title may tell of
// when all below it is.
func (f figure) isOfTime() bool {
	for _, form := range f.forms {
		if strings.HasPrefix(form, monthPrefix) || len(form) == 4 && (form[0] == '1' || form[0] == '2') && isDigit(form[3]) {
			return true
		}
	}
	return false
}

// lackingUnit is a figure whose unit the quotes do not have. Where they have no unit
// beside it, the head of a column may.
func (h heldFigures) lackingUnit(f figure, e evidence) []lack {
	units := h.unitsOf(f)
	if f.unit == "" {
		return nil
	}
	bare := len(units) == 0
	for _, u := range units {
		if sameUnit(f.unit, u) {
			return nil
		}
		bare = bare || u == ""
	}
	switch {
	case !bare:
		return []lack{{f.said, true}}
	case e.mentionsUnit(f.unit):
		return nil
	}
	return []lack{{f.said, false}}
}

// figures reads the numbers, dates, months and eras of s. A number is digits with the full
// stops and commas between them, or English words.
func figures(s string) []figure {
	r := figureReader{s: dottedEras.Replace(s)}
	r.dates = datesOf(r.s)
	for span := range figureTokens(r.s) {
		r.tokens = append(r.tokens, span)
	}
	for r.at < len(r.tokens) {
		r.at += r.next()
	}
	shareUnits(r.s, r.all)
	return r.all
}

var dottedEras = strings.NewReplacer("B.C.E.", "BCE", "B.C.", "BC", "A.D.", "AD", "C.E.", "CE")

// figureTokens are the runs of letters, and the runs of digits, full stops and
// commas that begin and end with a digit.
func figureTokens(s string) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		for at := 0; at < len(s); {
			r, size := utf8.DecodeRuneInString(s[at:])
			end := at + size
			switch {
			case isDigit(s[at]):
				end = numberEnd(s, at)
			case unicode.IsLetter(r):
				end = at + letters(s[at:])
			default:
				at = end
				continue
			}
			if !yield(text.Span{Start: at, End: end}) {
				return
			}
			at = end
		}
	}
}

func numberEnd(s string, at int) int {
	end := at
	for end < len(s) && (isDigit(s[end]) || s[end] == '.' || s[end] == ',') {
		end++
	}
	return at + len(strings.TrimRight(s[at:end], ".,"))
}

func letters(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	if end < 0 {
		return len(s)
	}
	return end
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// A figureReader reads the tokens of a text one figure after the other.
type figureReader struct {
	s      string
	tokens []text.Span
	dates  map[int]text.Figure // by where they start
	at     int                 // the token at hand
	all    []figure
}

// token gives the one so many after the token at hand, "" if there is none.
func (r *figureReader) token(n int) string {
	if at := r.at + n; 0 <= at && at < len(r.tokens) {
		return r.tokens[at].Of(r.s)
	}
	return ""
}

func (r *figureReader) folded(n int) string { return text.Fold(r.token(n)) }

// between is what stands in front of the token so many after the one at hand.
func (r *figureReader) between(n int) string {
	at := r.at + n
	if at <= 0 || len(r.tokens) <= at {
		return "." // nothing joins what is not there
	}
	return r.s[r.tokens[at-1].End:r.tokens[at].Start]
}

// add keeps a figure of so many tokens.
func (r *figureReader) add(tokens int, f figure) {
	f.span = text.Span{Start: r.tokens[r.at].Start, End: r.tokens[r.at+tokens-1].End}
	f.said = f.span.Of(r.s)
	r.all = append(r.all, f)
}

// addNumber keeps a number of so many tokens, with its unit, and gives how many
// tokens were read.
func (r *figureReader) addNumber(tokens int, f figure) int {
	r.add(tokens, f)
	last := &r.all[len(r.all)-1]
	unit, span := unitAt(r.s, last.span)
	last.unit, last.said = unit, span.Of(r.s)
	for r.at+tokens < len(r.tokens) && r.tokens[r.at+tokens].Start < span.End {
		tokens++
	}
	return tokens
}

// next reads what the token at hand begins and gives how many tokens that was.
func (r *figureReader) next() int {
	if n := r.date(); 0 < n {
		return n
	}
	if r.isNumber(0) {
		return r.number()
	}
	if n := r.spelled(); 0 < n {
		return n
	}
	r.month()
	r.era()
	return 1
}

func (r *figureReader) isNumber(n int) bool {
	t := r.token(n)
	return t != "" && isDigit(t[0])
}

// number reads digits with their sign, the groups of digits behind them, a word
// such as "million" and the unit.
func (r *figureReader) number() int {
	used := 1
	whole := canonical(r.digits())
	parts := []string{whole}
	for r.isNumber(used) && groups(r.between(used), r.token(used), parts) {
		part := canonical(r.token(used))
		whole += part
		parts = append(parts, part)
		used++
	}
	if n, ok := r.scale(used); ok {
		whole = scaled(whole, n)
		parts = nil
		used++
	}
	if sign := r.sign(); sign != "" {
		whole = sign + whole
		parts = nil
	}
	return r.addNumber(used, figure{sure: true, forms: []string{whole}, parts: parts})
}

// digits are those of the token at hand, with a zero before a full stop that none
// stands in front of.
func (r *figureReader) digits() string {
	t, start := r.token(0), r.tokens[r.at].Start
	if before, ok := strings.CutSuffix(r.s[:start], "."); ok {
		if last, _ := utf8.DecodeLastRuneInString(before); !isWordRune(last) && !strings.ContainsAny(t, ".,") && before != "" {
			return "0." + t
		}
	}
	return t
}

// scale reads the token so many after the one at hand as what multiplies a number:
// a word, or a letter behind an amount of money.
func (r *figureReader) scale(n int) (int, bool) {
	if !joinsWords(r.between(n)) && r.between(n) != "" {
		return 0, false
	}
	if value, ok := answer.Numeral(r.folded(n)); ok && isScale(value) && r.between(n) != "" {
		return value, true
	}
	value, ok := moneyScales[r.token(n)]
	return value, ok && currencyBefore(r.s, r.tokens[r.at].Start) != ""
}

// moneyScales are the letters in "$12m".
var moneyScales = map[string]int{
	"k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6, "mn": 1e6, "MM": 1e6, "bn": 1e9, "b": 1e9, "B": 1e9,
}

// sign is "-" if the number at hand is less than zero.
func (r *figureReader) sign() string {
	if isMinus(r.s, r.tokens[r.at].Start) || r.folded(-1) == "minus" && joinsWords(r.between(0)) {
		return "-"
	}
	return ""
}

// isMinus says whether a minus sign that belongs to a number stands right before
// an offset, and no hyphen or dash between two things.
func isMinus(s string, at int) bool {
	before, ok := strings.CutSuffix(s[:at], "-")
	if !ok {
		before, ok = strings.CutSuffix(s[:at], "\u2212")
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return ok && (before == "" || !isWordRune(last) && !strings.ContainsRune(")]-\u2212", last))
}

// groups says whether number is three more digits of a figure whose parts are
// given.
func groups(between, number string, parts []string) bool {
	digits := parts[len(parts)-1]
	if len(parts) == 1 && 3 < len(digits) || strings.ContainsAny(digits, ".,") {
		return false
	}
	switch between {
	case " ", "\u00A0", "\u2009", "\u202F", "'", "’":
		whole, _, _ := strings.Cut(strings.ReplaceAll(number, ",", "."), ".")
		return len(whole) == 3
	}
	return false
}

// canonical is a number without the marks that group its digits, with a full stop
// for a decimal comma, and without zeros that say nothing: "4,116" is 4116,
// "1.500.000" is 1500000, "2,3" and "2.30" are 2.3. A lone full stop in front of
// three digits may be either, and stays: "1.500" is like nothing but itself.
func canonical(number string) string {
	fields := strings.FieldsFunc(number, func(r rune) bool { return r == '.' || r == ',' })
	if strings.Contains(number, ".") && len(fields) == 2 {
		return withoutZeros(number, fields)
	}
	var b strings.Builder
	b.WriteString(fields[0])
	for i, f := range fields[1:] {
		grouped := len(f) == 3 && len(fields[0]) <= 3 && fields[0] != "0"
		if !grouped || i > 0 && len(fields[i]) != 3 {
			b.WriteByte('.')
		}
		b.WriteString(f)
	}
	if whole := b.String(); len(whole) == 2 && whole[0] == '0' {
		return whole[1:]
	}
	return b.String()
}

// withoutZeros drops those at the end of a number's two fields.
func withoutZeros(number string, fields []string) string {
	if len(fields[1]) == 3 && fields[0] != "0" {
		return number
	}
	if tenths := strings.TrimRight(fields[1], "0"); tenths != "" {
		return fields[0] + "." + tenths
	}
	return fields[0]
}

// isScale says whether a number multiplies the one in front of it.
func isScale(n int) bool { return n == 100 || 1000 <= n }

// scaled is a canonical number times a power of ten.
func scaled(number string, scale int) string {
	whole, decimals, _ := strings.Cut(number, ".")
	zeros := len(strconv.Itoa(scale)) - 1
	if len(decimals) <= zeros {
		return whole + decimals + strings.Repeat("0", zeros-len(decimals))
	}
	return whole + decimals[:zeros] + "." + decimals[zeros:]
}
