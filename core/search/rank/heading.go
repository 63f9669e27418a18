package rank

import (
	"strings"

	"docuquest/core/code/languages"
)

// longestLine is how much of a line is looked at, in bytes: no heading is longer.
const longestLine = 200

// inHeading reports whether the word at a byte of a text is in a heading: in code, whether it is
// the name that its line defines.
func inHeading(s string, at int, code bool) bool {
	start := max(0, at-longestLine)
	if i := strings.LastIndexByte(s[start:at], '\n'); i >= 0 {
		start += i + 1
	} else if start > 0 {
		return false
	}
	before := s[start:at]
	if code { // a word that defines, and perhaps a receiver
		before = strings.TrimRight(before, " \t*&")
		if receiver := strings.LastIndexByte(before, '('); receiver >= 0 && strings.HasSuffix(before, ")") {
			before = before[:receiver]
		}
		before = strings.TrimRight(before, " \t")
		return languages.Shared("definers")[before[strings.LastIndexAny(before, " \t")+1:]]
	}
	// In Markdown the line begins with up to six "#", or the next one underlines it.
	rest := strings.TrimLeft(before, "#")
	if marks := len(before) - len(rest); 1 <= marks && marks <= 6 && strings.HasPrefix(rest, " ") {
		return true
	}
	_, next, _ := strings.Cut(s[at:min(len(s), at+2*longestLine)], "\n")
	under, _, _ := strings.Cut(next, "\n")
	under = strings.TrimSpace(under)
	return len(under) >= 3 && (strings.Trim(under, "=") == "" || strings.Trim(under, "-") == "")
}
