package text

import (
	"strconv"
	"strings"
)

// OneLine returns s on one line: each run of white space is one space, and none is
// left at the ends.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Counted returns a number with its noun: "1 file", "2 files", "3 queries". The plural has
// an s where it is not given.
func Counted(n int, one string, many ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case many != nil:
		return strconv.Itoa(n) + " " + many[0]
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// WordSet returns the set of the words of a list that white space divides.
func WordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
