package ground

import (
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// cutsWord reports whether a span begins or ends inside of a word of s, which
// would let "able to" be quoted out of "unable to".
func cutsWord(s string, span text.Span) bool {
	return insideWord(s, span.Start) || insideWord(s, span.End)
}

// insideWord reports whether s has one word or one number on both sides of an offset. An
// offset parts a number at its minus sign, and at a full stop or comma between its digits:
// "500" is not said where "1.500" is.
func insideWord(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at:])
	if unicode.IsMark(after) && after != utf8.RuneError {
		return true
	}
	digit := func(i int) bool { return 0 <= i && i < len(s) && isDigit(s[i]) }
	mark := func(i int) bool { return 0 <= i && i < len(s) && (s[i] == '.' || s[i] == ',') }
	if digit(at) && (quantity.MinusBefore(s, at) > 0 || mark(at-1) && digit(at-2)) || digit(at-1) && mark(at) && digit(at+1) {
		return true
	}
	return isWordRune(before) && isWordRune(after) && !(text.IsUnspaced(before) && text.IsUnspaced(after))
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// onBorders reports whether a span lies in s and cuts no character.
func onBorders(s string, span text.Span) bool {
	return 0 <= span.Start && span.Start <= span.End && span.End <= len(s) &&
		(span.Start == len(s) || utf8.RuneStart(s[span.Start])) &&
		(span.End == len(s) || utf8.RuneStart(s[span.End]))
}

// wholeWord widens a span at its end until it cuts no word there.
func wholeWord(s string, span text.Span) text.Span {
	for span.End < len(s) && insideWord(s, span.End) {
		_, size := utf8.DecodeRuneInString(s[span.End:])
		span.End += size
	}
	return span
}
