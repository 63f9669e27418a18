package answer

// Numeral gives the number that a folded English word says by itself: "seven",
// "forty", "dozen", "hundred", "million". ok is false for every other word, also
// for "first" and "both".
func Numeral(word string) (n int, ok bool) {
	n, ok = numerals[word]
	return n, ok
}

// Month gives the number, from 1, of the English month that a folded word names
// in full; 0 for other words. "may" and "march" are other words too, which only a
// capital letter and what stands around them can tell.
func Month(word string) int { return months[word] }

var numerals = map[string]int{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12, "thirteen": 13,
	"fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
	"ninety": 90, "hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9,
}

var months = map[string]int{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7,
	"august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
}
