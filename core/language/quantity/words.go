package quantity

import (
	"strconv"

	"docuquest/core/language/lexicon"
)

// Numeral returns the number that an English word is by itself: "seven", "forty", "dozen",
// "hundred", "million". ok is false for every other word, also for "first" and "both".
func Numeral(word string) (n int64, ok bool) {
	key, ok := lexicon.Of("en").Section("numerals").Key(word)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(key, 10, 64)
	return n, err == nil
}

// Month returns the number, from 1, of the English month that a word names in full; 0 for
// other words. "may" and "march" are other words too, which only a capital letter and what
// is around them can show.
func Month(word string) int {
	key, ok := lexicon.Of("en").Section("months").Key(word)
	if !ok {
		return 0
	}
	return small(key, mostMonths)
}
