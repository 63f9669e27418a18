package text

import "strings"

// The dates among the figures have a year of four digits and, where they are not
// digits alone, an English month.

const (
	mostMonths = 12
	mostDays   = 31 // of any month
)

// isYear says whether a run of digits may be a year.
func (r *figureReader) isYear(run Span) bool {
	return run.Len() == 4 && (r.s[run.Start] == '1' || r.s[run.Start] == '2')
}

// numericDate reads a date of digits alone, from its first run of them.
func (r *figureReader) numericDate(run Span) (Figure, bool) {
	if run.End == len(r.s) {
		return Figure{}, false
	}
	switch mark := r.s[run.End]; {
	case mark != '.' && (mark != '-' && mark != '/' || r.inWord(run.Start)):
		return Figure{}, false
	case r.isYear(run):
		return r.yearFirst(run, mark)
	default:
		return r.yearLast(run, mark)
	}
}

// yearFirst reads "2024-01-05", "2024/1/5" and "2024-01". With full stops it is as
// likely a version.
func (r *figureReader) yearFirst(year Span, mark byte) (Figure, bool) {
	second, ok := r.joined(year, mark)
	if !ok || mark == '.' {
		return Figure{}, false
	}
	if third, ok := r.joined(second, mark); ok {
		return r.day(Span{year.Start, third.End}, year, r.number(second), r.number(third))
	}
	if mark != '-' || second.Len() != 2 || r.goesOn(year.Start, "-") {
		return Figure{}, false
	}
	return r.month(Span{year.Start, second.End}, year, r.number(second))
}

// yearLast reads "05.01.2024", where the day comes first, and "15/01/2024" and
// "01/15/2024", whose greater part is the day.
func (r *figureReader) yearLast(first Span, mark byte) (Figure, bool) {
	second, ok := r.joined(first, mark)
	if !ok || r.goesOn(first.Start, string(mark)) {
		return Figure{}, false
	}
	year, ok := r.joined(second, mark)
	if _, more := r.joined(year, mark); !ok || more || !r.isYear(year) {
		return Figure{}, false
	}
	day, month := r.number(first), r.number(second)
	if mark != '.' {
		day, month = max(day, month), min(day, month)
		if day <= mostMonths && day != month { // either may be the month
			return Figure{}, false
		}
	}
	return r.day(Span{first.Start, year.End}, year, month, day)
}

// number is the value of one or two digits, 0 for more.
func (r *figureReader) number(run Span) int {
	switch digits := run.Of(r.s); len(digits) {
	case 1:
		return int(digits[0] - '0')
	case 2:
		return 10*int(digits[0]-'0') + int(digits[1]-'0')
	}
	return 0
}

// day makes a date if there are such a month and such a day.
func (r *figureReader) day(span, year Span, month, day int) (Figure, bool) {
	if month < 1 || mostMonths < month || day < 1 || mostDays < day {
		return Figure{}, false
	}
	form := year.Of(r.s) + "-" + twoDigits(month) + "-" + twoDigits(day)
	return Figure{Span: span, Form: form, Coarse: form[:len("2006-01")]}, true
}

// month makes the date of a whole month.
func (r *figureReader) month(span, year Span, month int) (Figure, bool) {
	if month < 1 || mostMonths < month {
		return Figure{}, false
	}
	return Figure{Span: span, Form: year.Of(r.s) + "-" + twoDigits(month)}, true
}

func twoDigits(n int) string {
	return string([]byte{'0' + byte(n/10), '0' + byte(n%10)})
}

// proseDate reads back from a year: "5 January 2024", "5th of Jan. 2024", "January 5,
// 2024", "05-Jan-2024" and "January 2024".
func (r *figureReader) proseDate(year Span) (Figure, bool) {
	if !r.isYear(year) {
		return Figure{}, false
	}
	if month, start := r.monthBefore(year.Start); month > 0 {
		if day, first := r.dayBefore(start); day > 0 {
			return r.day(Span{first, year.End}, year, month, day)
		}
		return r.month(Span{start, year.End}, year, month)
	}
	word := r.wordBefore(r.gapBefore(year.Start))
	day := r.dayOf(word)
	if month, start := r.monthBefore(word.Start); day > 0 && month > 0 {
		return r.day(Span{start, year.End}, year, month, day)
	}
	return Figure{}, false
}

// fiscalYear reads back from a year: "FY2023", "FY 23", "FY'23", "fiscal year 2023" and
// "fiscal 2023".
func (r *figureReader) fiscalYear(year Span) (Figure, bool) {
	isShort := r.isShortFiscalYear(year)
	start := r.fiscalBefore(year.Start)
	if start < 0 || !isShort && !r.isYear(year) {
		return Figure{}, false
	}
	form := "FY" + year.Of(r.s)
	if isShort {
		form = "FY" + century(year.Of(r.s)) + year.Of(r.s)
	}
	return Figure{Span: Span{start, year.End}, Form: form}, true
}

// isShortFiscalYear says whether a run of digits is the year of "FY23", "FY 23" or "FY'23".
func (r *figureReader) isShortFiscalYear(run Span) bool {
	fy := strings.TrimRight(r.s[max(0, run.Start-len("FY’")):run.Start], " -'’")
	return run.Len() == 2 && len(fy) >= 2 && strings.EqualFold(fy[len(fy)-2:], "fy") && r.fiscalBefore(run.Start) >= 0
}

// century is the one that two digits of a year are most likely of.
func century(digits string) string {
	if digits < "70" {
		return "20"
	}
	return "19"
}

// fiscalBefore is where the words that make a fiscal year of the year behind them start, -1
// if there are none.
func (r *figureReader) fiscalBefore(year int) int {
	before := strings.TrimSuffix(strings.TrimSuffix(r.s[:year], "'"), "’")
	end := r.gapBefore(len(before))
	if end < len(before) && before[end] == ',' {
		return -1
	}
	word := r.wordBefore(end)
	switch said := word.Of(r.s); {
	case strings.EqualFold(said, "fy"), strings.EqualFold(said, "fiscal"):
		return word.Start
	case strings.EqualFold(said, "year"):
		word = r.wordBefore(r.gapBefore(word.Start))
		if said := word.Of(r.s); strings.EqualFold(said, "fiscal") || strings.EqualFold(said, "financial") {
			return word.Start
		}
	}
	return -1
}

// monthBefore reads the month in front of an offset and a gap, and where it starts; 0
// if there is none. A full stop ends a short form, and a sentence behind others.
func (r *figureReader) monthBefore(at int) (month, start int) {
	end := r.gapBefore(at)
	if end == at {
		return 0, 0
	}
	name := r.wordBefore(end)
	if strings.HasSuffix(r.s[:end], ".") {
		if name = r.wordBefore(end - 1); name.Len() > len("sept") {
			return 0, 0
		}
	}
	return monthOf(name.Of(r.s)), name.Start
}

// dayBefore reads the day in front of a month, and where it starts; 0 if there is
// none.
func (r *figureReader) dayBefore(month int) (day, start int) {
	word := r.wordBefore(r.gapBefore(month))
	if word.Of(r.s) == "of" {
		word = r.wordBefore(r.gapBefore(word.Start))
	}
	if !word.Empty() && r.s[word.End] == ',' { // "in chapter 5, January 2024"
		return 0, 0
	}
	return r.dayOf(word), word.Start
}

// dayOf is the day that a word may name, such as "5" and "5th"; 0 if it names none.
func (r *figureReader) dayOf(word Span) int {
	digits := Span{word.Start, digitsEnd(r.s, word.Start)}
	switch digits.End = min(digits.End, word.End); r.s[digits.End:word.End] {
	case "", "st", "nd", "rd", "th":
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
func (r *figureReader) gapBefore(at int) int {
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
func (r *figureReader) spaceBefore(at int) int {
	before := r.s[min(r.end, at):at]
	for _, space := range [...]string{" ", "\n", "\r", "\t", "\u00A0"} {
		if strings.HasSuffix(before, space) {
			return len(space)
		}
	}
	return 0
}

// wordBefore is the word that ends at an offset and is no longer than one of a date
// can be. It is empty where there is none.
func (r *figureReader) wordBefore(end int) Span {
	start := end
	for start > r.end && end-start < len("september") && isAlphanumeric(r.s[start-1]) {
		start--
	}
	if r.inWord(start) {
		return Span{end, end}
	}
	return Span{start, end}
}

func isAlphanumeric(b byte) bool {
	return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// monthOf is the number of an English month by its name, which may be cut to three
// letters; 0 for other words.
func monthOf(name string) int {
	var room [len("september")]byte
	if len(name) > len(room) {
		return 0
	}
	switch string(AppendFold(room[:0], name)) {
	case "jan", "january":
		return 1
	case "feb", "february":
		return 2
	case "mar", "march":
		return 3
	case "apr", "april":
		return 4
	case "may":
		return 5
	case "jun", "june":
		return 6
	case "jul", "july":
		return 7
	case "aug", "august":
		return 8
	case "sep", "sept", "september":
		return 9
	case "oct", "october":
		return 10
	case "nov", "november":
		return 11
	case "dec", "december":
		return 12
	}
	return 0
}
