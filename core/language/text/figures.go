package text

import (
	"iter"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Figure is a number, a version or a date, in the one form that all ways of
// writing it share:
//
//	2024-01-05  5 Jan 2024  January 5th, 2024  15/01/2024     "2024-01-05", "2024-01-15"
//	January 2024  2024-01                                     "2024-01"
//	v1.26.0  go1.26  3.2.1                                    "1.26.0", "1.26", "3.2.1"
//	1,234,567  1_234_567  1,234.50                            "1234567", "1234.50"
//	FY2023  FY 23  fiscal year 2023  fiscal 2023              "FY2023"
//
// What may be read in two ways is no figure: 05/01/2024 is a day in January to some
// and in May to others. Nor is a lone run of digits, which is a word.
type Figure struct {
	Span Span
	Form string // digits with "-" between the parts of a date and "." between all others; "FY" before a fiscal year
	// Coarse is what the figure is one of: the month of a day, and the first two
	// parts of three or more; "" for all others.
	Coarse string
}

// Figures returns the figures of s in the order in which they stand there. They do
// not overlap. Their forms may be parts of s. The time is linear in the length of s,
// and where there are few digits that of finding these.
func Figures(s string) iter.Seq[Figure] {
	return func(yield func(Figure) bool) {
		r := figureReader{s: s}
		for at := nextDigit(s, 0); at < len(s); at = nextDigit(s, at) {
			run := Span{at, digitsEnd(s, at)}
			at = run.End
			if !r.mayBegin(run) {
				continue
			}
			if f, ok := r.read(run); ok {
				r.end, at = f.Span.End, f.Span.End
				if !yield(f) {
					return
				}
			}
		}
	}
}

// A figureReader reads the figures of a text one after the other.
type figureReader struct {
	s   string
	end int // of the figure before
}

// mayBegin rejects nearly all runs of digits by their neighbours: a figure has a mark
// and a digit behind its first run, or ends with a year.
func (r *figureReader) mayBegin(run Span) bool {
	if r.isYear(run) || r.isShortFiscalYear(run) {
		return true
	}
	if run.End+1 >= len(r.s) {
		return false
	}
	switch b := r.s[run.End]; b {
	case '.', ',', '-', '/', '_':
		return isDigit(r.s[run.End+1])
	default:
		return b >= utf8.RuneSelf // may be a space that groups digits
	}
}

// read reads the figure that begins with a run of digits, or ends with it.
func (r *figureReader) read(run Span) (Figure, bool) {
	if f, ok := r.numericDate(run); ok {
		return f, true
	}
	if f, ok := r.grouped(run); ok {
		return f, true
	}
	if f, ok := r.dotted(run); ok {
		return f, true
	}
	if f, ok := r.proseDate(run); ok {
		return f, true
	}
	return r.fiscalYear(run)
}

// What a figure may be made of. Longer ones are data rather than something that
// anybody asks for, and their last part tells them apart as a word.
const (
	mostParts     = 8  // of a version, or groups of a number
	longestDotted = 40 // bytes
	longestTenth  = 3  // digits behind the only full stop
)

// dotted reads digits with full stops between them: "1.26.0", and "3.14". A word
// may stand right in front, as in "go1.26"; the v of a version belongs to it.
func (r *figureReader) dotted(run Span) (Figure, bool) {
	if r.goesOn(run.Start, ".") {
		return Figure{}, false
	}
	parts, secondEnd, last := 1, 0, run
	for next, ok := r.joined(last, '.'); ok; next, ok = r.joined(last, '.') {
		if parts == mostParts {
			return Figure{}, false
		}
		last = next
		if parts++; parts == 2 {
			secondEnd = last.End
		}
	}
	if parts == 1 || parts == 2 && longestTenth < last.Len() || longestDotted < last.End-run.Start {
		return Figure{}, false
	}
	f := Figure{Span: Span{run.Start, last.End}, Form: r.s[run.Start:last.End]}
	if 2 < parts {
		f.Coarse = r.s[run.Start:secondEnd]
	}
	if v := run.Start - 1; r.end <= v && r.s[v]|0x20 == 'v' && !r.inWord(v) {
		f.Span.Start = v
	}
	return f, true
}

// grouped reads a number whose digits stand in groups of three: "1,234,567".
func (r *figureReader) grouped(run Span) (Figure, bool) {
	mark := r.groupMark(run.End)
	if mark == "" || 3 < run.Len() || r.s[run.Start] == '0' || !r.mayGroup(run.Start, mark) {
		return Figure{}, false
	}
	end, groups := run.End, 1
	for strings.HasPrefix(r.s[end:], mark) {
		group := Span{end + len(mark), digitsEnd(r.s, end+len(mark))}
		if groups == mostParts || group.Len() != 3 && !group.Empty() {
			return Figure{}, false
		}
		if group.Empty() {
			break
		}
		end = group.End
		groups++
	}
	if groups == 1 {
		return Figure{}, false
	}
	end += r.tenths(end)
	return Figure{Span: Span{run.Start, end}, Form: strings.ReplaceAll(r.s[run.Start:end], mark, "")}, true
}

// mayGroup says whether groups of digits can begin at an offset: not inside of a word,
// and not behind other digits and a mark.
func (r *figureReader) mayGroup(at int, mark string) bool {
	return !r.inWord(at) && !r.goesOn(at, mark) && !r.goesOn(at, ".") && !r.goesOn(at, ",") &&
		!(mark == "_" && strings.HasSuffix(r.s[:at], mark))
}

// tenths is the length of a full stop and the digits behind a number, 0 if they are
// too many or those of a version.
func (r *figureReader) tenths(end int) int {
	tenths, ok := r.joined(Span{end, end}, '.')
	if _, more := r.joined(tenths, '.'); !ok || more || longestTenth < tenths.Len() {
		return 0
	}
	return 1 + tenths.Len()
}

// groupMark is what groups digits at an offset, "" if nothing does. Of spaces only
// those that no line is broken at do: others part two numbers as often.
func (r *figureReader) groupMark(at int) string {
	for _, mark := range [...]string{",", "_", "\u00A0", "\u202F", "\u2009"} {
		if strings.HasPrefix(r.s[at:], mark) {
			return mark
		}
	}
	return ""
}

// joined is the run of digits behind another one and a mark.
func (r *figureReader) joined(run Span, mark byte) (Span, bool) {
	at := run.End + 1
	if at >= len(r.s) || r.s[run.End] != mark || !isDigit(r.s[at]) {
		return Span{}, false
	}
	return Span{at, digitsEnd(r.s, at)}, true
}

// inWord says whether an offset stands behind a letter or a digit that belongs to the
// same word. An underscore parts words.
func (r *figureReader) inWord(at int) bool {
	last, _ := utf8.DecodeLastRuneInString(r.s[:at])
	return unicode.In(last, unicode.L, unicode.N, unicode.M) && !IsUnspaced(last)
}

// goesOn says whether digits and a mark stand right in front of an offset.
func (r *figureReader) goesOn(at int, mark string) bool {
	before, ok := strings.CutSuffix(r.s[:at], mark)
	return ok && before != "" && isDigit(before[len(before)-1])
}

// nextDigit is the offset of the first digit from at on, the length of s if there is
// none. Eight bytes are looked at together, as class.members does.
func nextDigit(s string, at int) int {
	for ; at+wordSize <= len(s); at += wordSize {
		w := load8(s, at)
		low := w &^ highBits
		if digits := (low + (0x80-'0')*eachByte) &^ (low + (0x7f-'9')*eachByte) &^ w & highBits; digits != 0 {
			return at + bits.TrailingZeros64(digits)/8
		}
	}
	for at < len(s) && !isDigit(s[at]) {
		at++
	}
	return at
}

func digitsEnd(s string, at int) int {
	for at < len(s) && isDigit(s[at]) {
		at++
	}
	return at
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
