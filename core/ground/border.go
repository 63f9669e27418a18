package ground

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/text"
)

// cutsWord says whether a span begins or ends inside of a word of s, which
// would let "able to" be quoted out of "unable to".
func cutsWord(s string, span text.Span) bool {
	return insideWord(s, span.Start) || insideWord(s, span.End)
}

// insideWord says whether s has one word on both sides of an offset.
func insideWord(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at:])
	if unicode.IsMark(after) && after != utf8.RuneError {
		return true
	}
	return isWordRune(before) && isWordRune(after) && !(isUnspaced(before) && isUnspaced(after))
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// isUnspaced says whether a script writes its words without spaces, so that no
// border between them can be seen.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// onBorders says whether a span lies in s and cuts no character.
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

// trimSpace takes white space off both ends of a span that holds more.
func trimSpace(s string, span text.Span) text.Span {
	inside := span.Of(s)
	span.Start = span.End - len(strings.TrimLeftFunc(inside, unicode.IsSpace))
	span.End = span.Start + len(strings.TrimSpace(inside))
	return span
}
