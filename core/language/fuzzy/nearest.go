package fuzzy

import "docuquest/core/language/text"

// Nearest returns the name that a word most likely means: the first name with the least
// Distance, without regard to case. ok is false if every name differs too much for a typing
// error: at most one change in three characters is allowed, and always one.
func Nearest(word string, names []string) (name string, ok bool) {
	folded := text.Fold(word)
	least := max(1, len([]rune(folded))/3) + 1
	for _, candidate := range names {
		if d := Distance(folded, text.Fold(candidate)); d < least {
			name, least, ok = candidate, d, true
		}
	}
	return name, ok
}

// Distance returns how many characters must be inserted, dropped or replaced, or
// neighbours swapped, to make b of a; no place is changed twice.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	// Three rows of the table of distances between the beginnings of x and of y.
	older, before, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		older, before, row = before, row, older
		row[0] = i
		for j := 1; j <= len(y); j++ {
			replaced := before[j-1]
			if x[i-1] != y[j-1] {
				replaced++
			}
			row[j] = min(replaced, before[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
	}
	return row[len(y)]
}
