package question

import (
	"slices"
	"strings"
)

// A Way is how a question is answered: "" is the one that its words choose.
type Way string

// The ways.
const (
	ByProse   Way = "prose"   // from entries of texts
	ByCounts  Way = "counts"  // files and places that have a word
	ByTables  Way = "tables"  // cells of tables
	ByKeys    Way = "keys"    // what files state under keys
	ByCode    Way = "code"    // declarations, calls and imports
	ByHistory Way = "history" // earlier questions
	ByOutline Way = "outline" // the sections of one file, or of a section
)

// Ways are the names of all ways.
func Ways() []string {
	return []string{string(ByProse), string(ByCounts), string(ByTables), string(ByKeys), string(ByCode), string(ByHistory), string(ByOutline)}
}

// String is the way as it may be written in a question.
func (w Way) String() string { return wayKey + string(w) }

const wayKey = "way:"

// readWay reads a way at the start of s, such as way:prose. The length is 0 for anything else.
func readWay(s string) (w Way, length int) {
	if len(s) < len(wayKey) || !strings.EqualFold(s[:len(wayKey)], wayKey) {
		return "", 0
	}
	value, n := readValue(s[len(wayKey):])
	if value = strings.ToLower(value); !slices.Contains(Ways(), value) {
		return "", 0
	}
	return Way(value), len(wayKey) + n
}
