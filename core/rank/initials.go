package rank

import "unicode/utf8"

// Initials are the first two letters of the stems of a question: a sieve for the words
// of texts, nearly all of which are no form of a term. Stems begin as their words do,
// but that "y" and "i" stand for each other in the second place: "dying" has the stem
// "die". For each first byte there is a bit for each second letter.
type initials [utf8.RuneSelf]uint32

// The bits for what is no letter in the second place.
const (
	secondDigit = 1 << (26 + iota)
	secondOther // another sign, or the end
	secondAny   = ^uint32(0)
)

// add takes a stem in, which is folded. One that begins with no ASCII is never asked
// for: words that do are always looked at.
func (in *initials) add(stem string) {
	switch {
	case stem == "" || stem[0] >= utf8.RuneSelf:
	case len(stem) == 1 || stem[1] >= utf8.RuneSelf:
		in[stem[0]] = secondAny
	default:
		in[stem[0]] |= second(stem[1])
	}
}

// mayMatch reports whether a word may be a form of one of the stems, or in code
// whether a part of it may.
func (in *initials) mayMatch(word string, code bool) bool {
	begins := true // a part does here, as it does at each capital and each digit
	for i := range len(word) {
		b := word[i]
		if b >= utf8.RuneSelf && (i == 0 || code) {
			return true
		}
		digit := '0' <= b && b <= '9'
		if (begins || digit || b < 'a' && b != '_') && in.begins(word[i:]) {
			return true
		}
		if !code {
			return false
		}
		begins = digit || b == '_'
	}
	return false
}

// begins reports whether one of the stems begins with the first two bytes of s.
func (in *initials) begins(s string) bool {
	seconds := in[lower(s[0])]
	switch {
	case seconds == 0 || seconds == secondAny:
		return seconds != 0
	case len(s) == 1:
		return seconds&secondOther != 0
	}
	return s[1] >= utf8.RuneSelf || seconds&second(lower(s[1])) != 0
}

// second is the bit of a byte in the second place.
func second(b byte) uint32 {
	switch {
	case b == 'y':
		b = 'i'
	case '0' <= b && b <= '9':
		return secondDigit
	case b < 'a' || 'z' < b:
		return secondOther
	}
	return 1 << (b - 'a')
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}
