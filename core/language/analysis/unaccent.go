package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Unaccent returns a folded word without its accents, as typed on a plain keyboard:
// "café" becomes "cafe", "straße" "strasse", "łódź" "lodz". Marks are dropped from Latin,
// Greek and Cyrillic letters alone, since in other scripts they are no accents. A word
// without accents is returned unchanged.
func Unaccent(folded string) string {
	if isASCII(folded) {
		return folded
	}
	var b strings.Builder
	accents := false // the marks of the last letter are dropped
	for _, r := range norm.NFD.String(folded) {
		if unicode.IsMark(r) {
			if !accents {
				b.WriteRune(r)
			}
			continue
		}
		accents = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
		if plain, found := plainLetters[r]; found {
			b.WriteString(plain)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// plainLetters are letters with a stroke or shape that is no mark in Unicode.
var plainLetters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th",
	'ħ': "h", 'ı': "i", 'ĸ': "k", 'ŋ': "n", 'ŧ': "t", 'ƀ': "b", 'ɓ': "b", 'ɗ': "d", 'ƙ': "k",
	'ɨ': "i", 'ſ': "s", 'ĳ': "ij", 'ŀ': "l", 'ə': "e",
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
