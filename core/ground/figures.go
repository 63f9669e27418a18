package ground

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/text"
)

// figuresStandIn says whether every figure of a statement stands in one of the
// quotes, however it is written.
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
		if f.sure && !held[f.whole] && !allIn(f.parts, held) {
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
	return len(parts) > 0
}

// A figure is a number, a month or an era.
type figure struct {
	whole string   // one form for all ways of writing it: "12500", "-40", "month 3", "BC"
	parts []string // the numbers that spaces part, where "12 500" may be one or two
	// sure is false for a word that may be no figure, such as "one", "second" and
	// "may": it gives a statement what it says and asks nothing of the quotes.
	sure bool
}

// figures reads the numbers, months and eras of s. A number is digits with the full
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

func (r *figureReader) add(sure bool, whole string, parts ...string) {
	r.all = append(r.all, figure{whole, parts, sure})
}

// next reads what the token at hand begins and gives how many tokens that was.
func (r *figureReader) next() int {
	if r.isNumber(0) {
		if n := r.date(); 0 < n {
			return n
		}
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

// date reads a whole date that begins with digits, such as 1950-03-12, 12/31/1950 and
// 12 March 1950, as a year, a month and a day.
func (r *figureReader) date() int {
	d, ok := r.dates[r.tokens[r.at].Start]
	if !ok {
		return 0
	}
	year, rest, _ := strings.Cut(d.Form, "-")
	month, day, _ := strings.Cut(rest, "-")
	m, _ := strconv.Atoi(month) // two digits
	r.add(true, year)
	r.add(true, monthFigure(m))
	r.add(true, strings.TrimPrefix(day, "0"))
	used := 1
	for r.at+used < len(r.tokens) && r.tokens[r.at+used].Start < d.Span.End {
		used++
	}
	return used
}

// datesOf are the whole dates of s by where they start.
func datesOf(s string) map[int]text.Figure {
	dates := map[int]text.Figure{}
	for f := range text.Figures(s) {
		if strings.Count(f.Form, "-") == 2 {
			dates[f.Span.Start] = f
		}
	}
	return dates
}

// number reads digits with their sign, the groups of digits behind them and a
// word such as "million".
func (r *figureReader) number() int {
	used := 1
	whole := canonical(r.token(0))
	parts := []string{whole}
	for r.isNumber(used) && groups(r.between(used), r.token(used), parts) {
		part := canonical(r.token(used))
		whole += part
		parts = append(parts, part)
		used++
	}
	if n, ok := answer.Numeral(r.folded(used)); ok && isScale(n) && joinsWords(r.between(used)) {
		whole = scaled(whole, n)
		parts = nil
		used++
	}
	if sign := r.sign(); sign != "" {
		whole = sign + whole
		parts = nil
	}
	r.add(true, whole, parts...)
	return used
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

// canonical is a number without the marks that group its digits, and with a full
// stop for a decimal comma: "4,116" is 4116, "1.500.000" is 1500000, "2,3" is 2.3.
// A lone full stop in front of three digits may be either, and stays: "1.500" is
// like nothing but itself.
func canonical(number string) string {
	fields := strings.FieldsFunc(number, func(r rune) bool { return r == '.' || r == ',' })
	if strings.Contains(number, ".") && len(fields) == 2 {
		return number
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
	return b.String()
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
