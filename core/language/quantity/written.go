package quantity

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// The dates among the terms have a year of four digits. Where they are not digits alone,
// a month is written in any of the languages.

const (
	mostMonths = 12
	mostDays   = 31 // of any month
)

// isYear reports whether a run of digits may be a year.
func (r *termReader) isYear(run text.Span) bool {
	return run.Len() == 4 && (r.s[run.Start] == '1' || r.s[run.Start] == '2')
}

// numericDate reads a date of digits alone, from its first run of them: "2024-01-05",
// "2024/1/5" and "2024-01", "05.01.2024", where the day comes first, and "15/01/2024" and
// "01/15/2024", whose greater part is the day. A year in front of full stops is as likely
// that of a version.
func (r *termReader) numericDate(run text.Span) (Term, bool) {
	mark := byteAt(r.s, run.End)
	if mark != '.' && (mark != '-' && mark != '/' || r.inWord(run.Start)) {
		return Term{}, false
	}
	second, ok := r.joined(run, mark)
	if !ok {
		return Term{}, false
	}
	third, hasThird := r.joined(second, mark)
	switch {
	case r.isYear(run) && mark == '.':
		return Term{}, false
	case r.isYear(run) && hasThird:
		return r.day(span(run.Start, third.End), run, r.number(second), r.number(third))
	case r.isYear(run):
		if mark != '-' || second.Len() != 2 || r.goesOn(run.Start, "-") {
			return Term{}, false
		}
		return r.month(span(run.Start, second.End), run, r.number(second))
	}
	if _, more := r.joined(third, mark); !hasThird || more || !r.isYear(third) || r.goesOn(run.Start, string(mark)) {
		return Term{}, false
	}
	day, month := r.number(run), r.number(second)
	if mark != '.' {
		day, month = max(day, month), min(day, month)
		if day <= mostMonths && day != month { // either may be the month
			return Term{}, false
		}
	}
	return r.day(span(run.Start, third.End), third, month, day)
}

// easternDate reads "2024年1月5日" and "2024年1月".
func (r *termReader) easternDate(year text.Span) (Term, bool) {
	if !r.isYear(year) || !strings.HasPrefix(r.s[year.End:], "年") {
		return Term{}, false
	}
	month := span(year.End+len("年"), digitsEnd(r.s, year.End+len("年")))
	if !strings.HasPrefix(r.s[month.End:], "月") {
		return Term{}, false
	}
	day := span(month.End+len("月"), digitsEnd(r.s, month.End+len("月")))
	if end, ok := strings.CutPrefix(r.s[day.End:], "日"); ok && !day.Empty() {
		return r.day(span(year.Start, len(r.s)-len(end)), year, r.number(month), r.number(day))
	}
	return r.month(span(year.Start, day.Start), year, r.number(month))
}

// number is the value of one or two digits, 0 for more.
func (r *termReader) number(run text.Span) int {
	switch digits := run.Of(r.s); len(digits) {
	case 1:
		return int(digits[0] - '0')
	case 2:
		return 10*int(digits[0]-'0') + int(digits[1]-'0')
	}
	return 0
}

// day makes a date if there are such a month and such a day.
func (r *termReader) day(span, year text.Span, month, day int) (Term, bool) {
	if month < 1 || mostMonths < month || day < 1 || mostDays < day {
		return Term{}, false
	}
	form := year.Of(r.s) + "-" + twoDigits(month) + "-" + twoDigits(day)
	return Term{Span: span, Form: form, Coarse: form[:len("2006-01")]}, true
}

// month makes the date of a whole month.
func (r *termReader) month(span, year text.Span, month int) (Term, bool) {
	if month < 1 || mostMonths < month {
		return Term{}, false
	}
	return Term{Span: span, Form: year.Of(r.s) + "-" + twoDigits(month)}, true
}

func twoDigits(n int) string {
	return string([]byte{'0' + byte(n/10), '0' + byte(n%10)})
}

// proseDate reads back from a year: "5 January 2024", "5th of Jan. 2024", "January 5,
// 2024", "05-Jan-2024" and "January 2024", and with the months of other languages
// "5. Januar 2024" and "5 de enero de 2024".
func (r *termReader) proseDate(year text.Span) (Term, bool) {
	if !r.isYear(year) {
		return Term{}, false
	}
	word := r.wordBefore(r.gapBefore(year.Start))
	before := year.Start
	if joint := word.Of(r.s); joint == "de" || joint == "del" {
		before = word.Start
	}
	if m, start := r.monthBefore(before); m.number > 0 {
		if day, first := r.dayBefore(start, m.takesStop); day > 0 {
			return r.day(span(first, year.End), year, m.number, day)
		}
		if m.needsDay {
			return Term{}, false
		}
		return r.month(span(start, year.End), year, m.number)
	}
	day := r.dayOf(word)
	if m, start := r.monthBefore(word.Start); day > 0 && m.number > 0 {
		return r.day(span(start, year.End), year, m.number, day)
	}
	return Term{}, false
}

// A monthName is what is known of the name of a month.
type monthName struct {
	number int
	// needsDay is true for a name that says other things, too, so that a year alone makes
	// no date of it: "Mars 2020" is a rover as often as a month.
	needsDay bool
	// takesStop is true where a full stop is written behind the day: "5. Januar".
	takesStop bool
}

// monthNames are the months of all languages by their names, whole and cut.
var monthNames = sync.OnceValue(func() map[string]monthName {
	all := map[string]monthName{}
	for _, language := range lexicon.Languages() {
		l := lexicon.Of(language)
		for _, section := range [...]string{"months", "short months"} {
			for key, names := range l.Section(section).All() {
				for _, name := range names {
					m, known := all[name]
					if !known {
						m.number = int(key[0] - '0')
						if len(key) == 2 {
							m.number = 10 + int(key[1]-'0')
						}
						isShort := section == "short months"
						m.needsDay = language != "en" && (isShort || l.Section("doubtful months").Has(name))
					}
					m.takesStop = m.takesStop || language == "de"
					all[name] = m
				}
			}
		}
	}
	return all
})

// longestMonth is the length of the longest name of a month in bytes.
const longestMonth = len("septiembre")

// fiscalYear reads back from a year: "FY2023", "FY 23", "FY'23", "fiscal year 2023" and
// "fiscal 2023".
func (r *termReader) fiscalYear(year text.Span) (Term, bool) {
	isShort := r.isShortFiscalYear(year)
	start := r.fiscalBefore(year.Start)
	if start < 0 || !isShort && !r.isYear(year) {
		return Term{}, false
	}
	century := ""
	if isShort { // the century that two digits are most likely of
		century = "19"
		if year.Of(r.s) < "70" {
			century = "20"
		}
	}
	return Term{Span: span(start, year.End), Form: "FY" + century + year.Of(r.s)}, true
}

// isShortFiscalYear reports whether a run of digits is the year of "FY23", "FY 23" or "FY'23".
func (r *termReader) isShortFiscalYear(run text.Span) bool {
	fy := strings.TrimRight(r.s[max(0, run.Start-len("FY’")):run.Start], " -'’")
	return run.Len() == 2 && len(fy) >= 2 && strings.EqualFold(fy[len(fy)-2:], "fy") && r.fiscalBefore(run.Start) >= 0
}

// fiscalBefore is where the words that make a fiscal year of the year behind them start, -1
// if there are none.
func (r *termReader) fiscalBefore(year int) int {
	before := strings.TrimSuffix(strings.TrimSuffix(r.s[:year], "'"), "’")
	end := r.gapBefore(len(before))
	if end < len(before) && before[end] == ',' {
		return -1
	}
	word := r.wordBefore(end)
	isOne, isLast := fiscalWord(word.Of(r.s))
	if isOne {
		return word.Start
	}
	if isLast {
		first := r.wordBefore(r.gapBefore(word.Start))
		if lexicon.Any("fiscal years").Has(first.Of(r.s) + " " + word.Of(r.s)) {
			return first.Start
		}
	}
	return -1
}

// fiscalWord reports whether a word makes a fiscal year of what follows, and whether it may
// be the last of the words that do.
func fiscalWord(word string) (isOne, isLast bool) {
	var room [2 * longestDateWord]byte
	if word == "" {
		return false, false
	}
	is := fiscalWords()[string(text.AppendFold(room[:0], word))]
	return is.one, is.last
}

// fiscalWords are the single words of fiscal years and the last ones of phrases.
var fiscalWords = sync.OnceValue(func() map[string]struct{ one, last bool } {
	all := map[string]struct{ one, last bool }{}
	for _, words := range lexicon.Any("fiscal years").All() {
		for _, w := range words {
			last := w[strings.LastIndexByte(w, ' ')+1:]
			is := all[last]
			is.one, is.last = is.one || last == w, is.last || last != w
			all[last] = is
		}
	}
	return all
})

// monthBefore reads the month in front of an offset and a gap, and where it starts. A full
// stop ends a short form, and a sentence behind others.
func (r *termReader) monthBefore(at int) (m monthName, start int) {
	end := r.gapBefore(at)
	if end == at {
		return monthName{}, 0
	}
	name := r.wordBefore(end)
	if strings.HasSuffix(r.s[:end], ".") {
		if name = r.wordBefore(end - 1); name.Len() > len("sept") {
			return monthName{}, 0
		}
	}
	word := name.Of(r.s)
	if len(word) > longestMonth {
		return monthName{}, name.Start
	}
	var room [2 * longestMonth]byte
	return monthNames()[string(text.AppendFold(room[:0], word))], name.Start
}

// dayBefore reads the day in front of a month, and where it starts; 0 if there is
// none. takesStop allows a full stop behind the day.
func (r *termReader) dayBefore(month int, takesStop bool) (day, start int) {
	end := r.gapBefore(month)
	if takesStop && end < month && strings.HasSuffix(r.s[r.end:end], ".") {
		end--
	}
	word := r.wordBefore(end)
	if of := word.Of(r.s); of == "of" || of == "de" {
		word = r.wordBefore(r.gapBefore(word.Start))
	}
	if !word.Empty() && r.s[word.End] == ',' { // "in chapter 5, January 2024"
		return 0, 0
	}
	return r.dayOf(word), word.Start
}

// dayOf is the day that a word may name, such as "5" and "5th"; 0 if it names none.
func (r *termReader) dayOf(word text.Span) int {
	digits := span(word.Start, digitsEnd(r.s, word.Start))
	switch digits.End = min(digits.End, word.End); r.s[digits.End:word.End] {
	case "", "st", "nd", "rd", "th", "er":
		day := r.number(digits)
		if day <= mostDays && !r.goesOn(word.Start, ".") && !r.goesOn(word.Start, ",") {
			return day
		}
	}
	return 0
}

// gapBefore is where the gap between the words of a date that ends at an offset
// starts: a comma, some space, or one of "-" and "/". It is the offset itself if
// there is none.
func (r *termReader) gapBefore(at int) int {
	const widest = 4 // bytes; a line may end in a date, and the next be indented
	start := at
	for n := r.spaceBefore(start); n > 0 && at-start < widest; n = r.spaceBefore(start) {
		start -= n
	}
	if start > r.end && (r.s[start-1] == ',' || start == at && (r.s[start-1] == '-' || r.s[start-1] == '/')) {
		start--
	}
	return start
}

// spaceBefore is the length of one space that ends at an offset, 0 if none does.
func (r *termReader) spaceBefore(at int) int {
	before := r.s[min(r.end, at):at]
	for _, space := range [...]string{" ", "\n", "\r", "\t", "\u00A0"} {
		if strings.HasSuffix(before, space) {
			return len(space)
		}
	}
	return 0
}

// longestDateWord is the length in bytes of the longest word of a date.
const longestDateWord = len("wirtschaftsjahr")

// wordBefore is the word that ends at an offset and is no longer than one of a date
// can be. It is empty where there is none.
func (r *termReader) wordBefore(end int) text.Span {
	start := end
	for start > r.end && end-start < longestDateWord {
		if b := r.s[start-1]; isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' {
			start--
			continue
		} else if b < utf8.RuneSelf {
			break
		}
		last, size := utf8.DecodeLastRuneInString(r.s[r.end:start])
		if !unicode.IsLetter(last) && !unicode.IsDigit(last) || text.IsUnspaced(last) {
			break
		}
		start -= size
	}
	if r.inWord(start) {
		return span(end, end)
	}
	return span(start, end)
}
