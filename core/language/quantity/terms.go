package quantity

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// A Term is a number, a version or a date of a text in the one form that all ways of
// writing it share, for an index:
//
//	2024-01-05  5 Jan 2024  January 5th, 2024  15/01/2024     "2024-01-05", "2024-01-15"
//	5. Januar 2024  5 janvier 2024  2024年1月5日               "2024-01-05"
//	January 2024  2024-01                                     "2024-01"
//	v1.26.0  go1.26  3.2.1                                    "1.26.0", "1.26", "3.2.1"
//	1,234,567  1_234_567  1,234.50                            "1234567", "1234.50"
//	FY2023  FY 23  fiscal year 2023  fiscal 2023              "FY2023"
//
// What may be read in two ways is no term: 05/01/2024 is a day in January to some and in
// May to others. Nor is a lone run of digits, which is a word. Numbers keep their form in
// every language, so that a question and a text always have the same terms.
type Term struct {
	Span text.Span
	Form string // digits with "-" between the parts of a date and "." between all others; "FY" before a fiscal year
	// Coarse is the form of what includes the term: the month of a day, and the first two
	// parts of three or more; "" for all others.
	Coarse string
}

// Terms yields the terms of s in their order. They do not overlap. Their forms may be
// parts of s. The time is linear in the length of s, and where there are few digits that
// of finding these.
func Terms(s string) iter.Seq[Term] {
	return func(yield func(Term) bool) {
		r := termReader{s: s}
		for at := nextDigit(s, 0); at < len(s); at = nextDigit(s, at) {
			run := span(at, digitsEnd(s, at))
			at = run.End
			if !r.mayBegin(run) {
				continue
			}
			if t, ok := r.read(run); ok {
				r.end, at = t.Span.End, t.Span.End
				if !yield(t) {
					return
				}
			}
		}
	}
}

// A termReader reads the terms of a text one after the other.
type termReader struct {
	s   string
	end int // of the term before
}

// mayBegin rejects nearly all runs of digits by their neighbours: a term has a mark and
// a digit behind its first run, or ends with a year.
func (r *termReader) mayBegin(run text.Span) bool {
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

// read reads the term that begins with a run of digits, or ends with it.
func (r *termReader) read(run text.Span) (Term, bool) {
	for _, reader := range [...]func(*termReader, text.Span) (Term, bool){
		(*termReader).numericDate, (*termReader).easternDate, (*termReader).grouped,
		(*termReader).dotted, (*termReader).proseDate, (*termReader).fiscalYear,
	} {
		if t, ok := reader(r, run); ok {
			return t, true
		}
	}
	return Term{}, false
}

// What a term may be made of. Longer ones are data rather than something that anybody
// asks for, and their last part distinguishes them as a word.
const (
	mostParts     = 8  // of a version, or groups of a number
	longestDotted = 40 // bytes
	longestTenth  = 3  // digits behind the only full stop
)

// dotted reads digits with full stops between them: "1.26.0", and "3.14". A word
// may be right in front, as in "go1.26"; the v of a version belongs to it.
func (r *termReader) dotted(run text.Span) (Term, bool) {
	if r.goesOn(run.Start, ".") {
		return Term{}, false
	}
	parts, secondEnd, last := 1, 0, run
	for next, ok := r.joined(last, '.'); ok; next, ok = r.joined(last, '.') {
		if parts == mostParts {
			return Term{}, false
		}
		last = next
		if parts++; parts == 2 {
			secondEnd = last.End
		}
	}
	if parts == 1 || parts == 2 && longestTenth < last.Len() || longestDotted < last.End-run.Start {
		return Term{}, false
	}
	t := Term{Span: span(run.Start, last.End), Form: r.s[run.Start:last.End]}
	if 2 < parts {
		t.Coarse = r.s[run.Start:secondEnd]
	}
	if v := run.Start - 1; r.end <= v && r.s[v]|0x20 == 'v' && !r.inWord(v) {
		t.Span.Start = v
	}
	return t, true
}

// grouped reads a number whose digits are in groups of three: "1,234,567". Of spaces only
// those group that no line is broken at: others part two numbers as often.
func (r *termReader) grouped(run text.Span) (Term, bool) {
	mark := ""
	for _, m := range [...]string{",", "_", "\u00A0", "\u202F", "\u2009"} {
		if strings.HasPrefix(r.s[run.End:], m) {
			mark = m
		}
	}
	if mark == "" || 3 < run.Len() || r.s[run.Start] == '0' || r.inWord(run.Start) || r.goesOn(run.Start, mark) ||
		r.goesOn(run.Start, ".") || r.goesOn(run.Start, ",") || mark == "_" && strings.HasSuffix(r.s[:run.Start], mark) {
		return Term{}, false
	}
	end, groups := run.End, 1
	for strings.HasPrefix(r.s[end:], mark) {
		group := span(end+len(mark), digitsEnd(r.s, end+len(mark)))
		if groups == mostParts || group.Len() != 3 && !group.Empty() {
			return Term{}, false
		}
		if group.Empty() {
			break
		}
		end = group.End
		groups++
	}
	if groups == 1 {
		return Term{}, false
	}
	if tenths, ok := r.joined(span(end, end), '.'); ok && tenths.Len() <= longestTenth {
		if _, isVersion := r.joined(tenths, '.'); !isVersion {
			end = tenths.End
		}
	}
	return Term{Span: span(run.Start, end), Form: strings.ReplaceAll(r.s[run.Start:end], mark, "")}, true
}

// joined is the run of digits behind another one and a mark.
func (r *termReader) joined(run text.Span, mark byte) (text.Span, bool) {
	at := run.End + 1
	if at >= len(r.s) || r.s[run.End] != mark || !isDigit(r.s[at]) {
		return text.Span{}, false
	}
	return span(at, digitsEnd(r.s, at)), true
}

// inWord reports whether an offset is behind a letter or a digit that belongs to the
// same word. An underscore parts words.
func (r *termReader) inWord(at int) bool {
	last, _ := utf8.DecodeLastRuneInString(r.s[:at])
	return unicode.In(last, unicode.L, unicode.N, unicode.M) && !text.IsUnspaced(last)
}

// goesOn reports whether digits and a mark are right in front of an offset.
func (r *termReader) goesOn(at int, mark string) bool {
	before, ok := strings.CutSuffix(r.s[:at], mark)
	return ok && before != "" && isDigit(before[len(before)-1])
}

// nextDigit is the offset of the first digit from at on, the length of s if there is
// none.
func nextDigit(s string, at int) int {
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

func span(start, end int) text.Span { return text.Span{Start: start, End: end} }
