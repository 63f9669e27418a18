package rank

import "unicode/utf8"

// Initials are the first three letters of the stems of a question: a sieve for the words
// of texts, nearly all of which are no form of a term. Stems begin as their words do,
// but for two things: "y" and "i" replace each other in the second place, since
// "dying" has the stem "die", and the third letter of a short stem says nothing. For each
// two letters, as pairOf numbers them, there is a bit for each third one.
type initials [letters * letters]uint32

// The letters that are distinguished: those from "a" to "z", and these.
const (
	digitLetter = 26 + iota
	otherLetter // another sign, or the end
	letters     = 32

	anyThird  = ^uint32(0)
	shortStem = 3 // letters of a stem whose words may have another third letter
)

// add takes a stem in, which is folded. One that begins with no ASCII is never asked
// for: words that do are always looked at.
func (in *initials) add(stem string) {
	switch {
	case stem == "" || stem[0] >= utf8.RuneSelf:
	case len(stem) == 1 || stem[1] >= utf8.RuneSelf:
		for second := range letters {
			in[letterOf(stem[0])*letters+second] = anyThird
		}
	case len(stem) <= shortStem || stem[2] >= utf8.RuneSelf:
		in[pairOf(stem)] = anyThird
	default:
		in[pairOf(stem)] |= 1 << letterOf(stem[2])
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

// begins reports whether one of the stems begins with the first three letters of s. What
// is not ASCII may be any letter.
func (in *initials) begins(s string) bool {
	switch {
	case len(s) > 1 && s[1] >= utf8.RuneSelf, len(s) > 2 && s[2] >= utf8.RuneSelf:
		return true
	case len(s) > 2:
		return in[pairOf(s)]>>letterOf(s[2])&1 != 0
	case len(s) == 2:
		return in[pairOf(s)]>>otherLetter&1 != 0
	}
	return in[letterOf(s[0])*letters+otherLetter]>>otherLetter&1 != 0
}

// pairOf is the number of the first two letters of s.
func pairOf(s string) int {
	second := letterOf(s[1])
	if second == 'y'-'a' {
		second = 'i' - 'a'
	}
	return letterOf(s[0])*letters + second
}

// letterOf is the number of an ASCII letter, small or not.
func letterOf(b byte) int {
	switch {
	case 'A' <= b && b <= 'Z':
		return int(b - 'A')
	case 'a' <= b && b <= 'z':
		return int(b - 'a')
	case '0' <= b && b <= '9':
		return digitLetter
	}
	return otherLetter
}
