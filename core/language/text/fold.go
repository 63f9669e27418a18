package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold returns the form of a word in which it is compared: in lower case, both forms
// of the Greek sigma as one, and without the invisible joiners and soft hyphens that
// Words allows inside a word. Accents stay. Folding twice changes nothing.
//
// A word that is folded already is returned as it is, without an allocation.
func Fold(word string) string {
	n := foldedPrefix(word)
	if n == len(word) {
		return word
	}
	return string(AppendFold(make([]byte, 0, len(word)+4), word))
}

// AppendFold appends Fold(word) to dst and returns the extended slice.
func AppendFold(dst []byte, word string) []byte {
	for i := 0; i < len(word); i++ {
		b := word[i]
		if b >= utf8.RuneSelf {
			return appendFoldRunes(dst, word[i:])
		}
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		dst = append(dst, b)
	}
	return dst
}

func appendFoldRunes(dst []byte, word string) []byte {
	for _, r := range word {
		if !isJoiner(r) {
			dst = utf8.AppendRune(dst, foldRune(r))
		}
	}
	return dst
}

// foldedPrefix returns the length of the longest prefix of word that folding leaves
// as it is.
func foldedPrefix(word string) int {
	for i := 0; i < len(word); i++ {
		b := word[i]
		if b >= utf8.RuneSelf {
			return i + foldedRunes(word[i:])
		}
		if 'A' <= b && b <= 'Z' {
			return i
		}
	}
	return len(word)
}

func foldedRunes(word string) int {
	for i, r := range word {
		if r == utf8.RuneError || isJoiner(r) || foldRune(r) != r {
			return i
		}
	}
	return len(word)
}

func foldRune(r rune) rune {
	if r == 'ς' {
		return 'σ'
	}
	return unicode.ToLower(r)
}

// HasLetterOrDigit reports whether s has a letter or a digit of any script.
func HasLetterOrDigit(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// IsAlphabetic reports whether all characters of a word are letters of an
// alphabet: Latin, Greek or Cyrillic.
func IsAlphabetic(word string) bool {
	for _, r := range word {
		if !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
			return false
		}
	}
	return word != ""
}
