package ground

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/language/text"
)

// date reads a date, such as 1950-03-12, 12/31/1950, 12 March 1950, March 12, 1950
// and March 1950. It gives the number of its tokens, 0 if there is none.
func (r *figureReader) date() int {
	start := r.tokens[r.at].Start
	if d, ok := r.dates[start]; ok {
		tokens := r.tokensUntil(d.Span.End)
		r.add(tokens, dateOf(d.Form))
		return tokens
	}
	return r.slashedDate()
}

func (r *figureReader) tokensUntil(end int) int {
	n := 1
	for r.at+n < len(r.tokens) && r.tokens[r.at+n].Start < end {
		n++
	}
	return n
}

// dateOf is the figure of a form such as "1950-03-12" or "1950-03": its parts are
// the year, the month and the day.
func dateOf(form string) figure {
	year, rest, _ := strings.Cut(form, "-")
	month, day, _ := strings.Cut(rest, "-")
	m, _ := strconv.Atoi(month) // two digits
	f := figure{sure: true, isDate: true, forms: []string{form}, parts: []string{year, monthFigure(m)}}
	if day != "" {
		f.parts = append(f.parts, strings.TrimPrefix(day, "0"))
	}
	return f
}

// datesOf are the dates of s by where they start.
func datesOf(s string) map[int]text.Figure {
	dates := map[int]text.Figure{}
	for f := range text.Figures(s) {
		if strings.Contains(f.Form, "-") {
			dates[f.Span.Start] = f
		}
	}
	return dates
}

// slashedDate reads a date such as 05/01/1950, which is a day in January to some
// and in May to others: it is both.
func (r *figureReader) slashedDate() int {
	if !r.isNumber(0) || !r.isNumber(2) || r.between(1) != "/" || r.between(2) != "/" || len(r.token(2)) != 4 {
		return 0
	}
	a, b := twoDigits(r.token(0)), twoDigits(r.token(1))
	if a == "" || b == "" {
		return 0
	}
	year := r.token(2)
	r.add(3, figure{sure: true, isDate: true, forms: []string{year + "-" + a + "-" + b, year + "-" + b + "-" + a}})
	return 3
}

// twoDigits is a number of one or two digits as two, "" for any other.
func twoDigits(number string) string {
	switch len(number) {
	case 1:
		return "0" + number
	case 2:
		return number
	}
	return ""
}

// month reads the token at hand if it names one.
func (r *figureReader) month() {
	n := monthOf(r.folded(0))
	if n == 0 || !isUpper(r.token(0)) {
		return
	}
	plain := answer.Month(r.folded(0)) > 0 && !names[r.folded(0)]
	r.add(1, figure{sure: plain || r.besideNumber() || r.isSaidOfTime(), forms: []string{monthFigure(n)}})
}

// monthPrefix tells the form of a month from that of a number.
const monthPrefix = "month "

func monthFigure(n int) string { return monthPrefix + strconv.Itoa(n) }

// monthOf knows the names of months in full and cut to three letters.
func monthOf(folded string) int {
	if n := answer.Month(folded); n > 0 {
		return n
	}
	return shortMonths[folded]
}

var shortMonths = map[string]int{
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9,
	"oct": 10, "nov": 11, "dec": 12,
}

// names are the months that people are called by too, or that are other words.
var names = wordSet("march april may june august")

// besideNumber says whether a number stands next to the token at hand.
func (r *figureReader) besideNumber() bool {
	near := func(between string) bool { return len(between) <= 2 && !strings.ContainsAny(between, ";:!?()") }
	return r.isNumber(-1) && near(r.between(0)) || r.isNumber(1) && near(r.between(1)) ||
		r.isOrdinalSuffix(-1) && r.isNumber(-2)
}

// isOrdinalSuffix finds the letters of "3rd".
func (r *figureReader) isOrdinalSuffix(n int) bool {
	return slices.Contains([]string{"st", "nd", "rd", "th"}, r.token(n)) && r.between(n) == ""
}

// isSaidOfTime says whether a word in front of the token at hand is one that
// stands in front of months, and no name follows.
func (r *figureReader) isSaidOfTime() bool {
	return timeWords[r.folded(-1)] && !(isUpper(r.token(1)) && r.between(1) == " ")
}

var timeWords = wordSet("in of since until till from to through early late mid last next every each and or between during")

// era reads the token at hand if it is one behind or before a year or a century.
func (r *figureReader) era() {
	era, ok := eras[r.token(0)]
	if !ok {
		return
	}
	sure := r.besideNumber() || centuries[r.folded(-1)] || r.isSpelledAt(-1)
	r.add(1, figure{sure: sure, forms: []string{era}})
}

func (r *figureReader) isSpelledAt(n int) bool {
	_, ok := answer.Numeral(r.folded(n))
	return ok
}

var (
	eras      = map[string]string{"BC": "BC", "BCE": "BC", "AD": "AD", "CE": "AD"}
	centuries = wordSet("century centuries millennium millennia")
)

func isUpper(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first)
}
