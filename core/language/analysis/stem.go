package analysis

import (
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// A Stemmer reduces English words to their stems, by the rules of Snowball. It belongs to
// one goroutine at a time; the zero value is ready.
//
// A stem takes about a microsecond and a few allocations. Words repeat, so a caller with
// many words keeps the stems; a Stemmer does not.
type Stemmer struct {
	env *snowballstem.Env
}

// longestStemmed is the longest word, in bytes, that is stemmed: no word of a language
// is longer, and the time grows with the square of the length.
const longestStemmed = 64

// Stem returns the stem of a folded word. Words outside the English rules are returned
// unchanged: words with a digit or with a letter that is not Latin, and very long words.
func (s *Stemmer) Stem(folded string) string {
	if len(folded) > longestStemmed || !isLatinWord(folded) {
		return folded
	}
	if s.env == nil {
		s.env = snowballstem.NewEnv("")
	}
	s.env.SetCurrent(folded)
	english.Stem(s.env)
	return s.env.Current()
}

// isLatinWord reports whether a word consists of Latin letters and marks.
func isLatinWord(word string) bool {
	for _, r := range word {
		switch {
		case 'a' <= r && r <= 'z':
		case r < utf8.RuneSelf:
			return false
		case !unicode.Is(unicode.Latin, r) && !unicode.IsMark(r):
			return false
		}
	}
	return true
}
