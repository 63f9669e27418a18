package rank

import (
	"strings"

	"docuquest/core/code/languages"
)

// longestLine is how much of a line is looked at, in bytes: no heading is longer.
const longestLine = 200

// inHeading reports whether the word at a byte of a text stands in a heading, which
// is a line that begins with "#" or is underlined, or in code whether it is the name
// that its line defines.
func inHeading(s string, at int, code bool) bool {
	start := max(0, at-longestLine)
	if i := strings.LastIndexByte(s[start:at], '\n'); i >= 0 {
		start += i + 1
	} else if start > 0 {
		return false
	}
	if code {
		return isDefined(s[start:at])
	}
	return isMarked(s[start:at]) || isUnderlined(s[at:min(len(s), at+2*longestLine)])
}

// isMarked reports whether a line begins as a heading of Markdown does.
func isMarked(line string) bool {
	rest := strings.TrimLeft(line, "#")
	marks := len(line) - len(rest)
	return 1 <= marks && marks <= 6 && strings.HasPrefix(rest, " ")
}

// isUnderlined reports whether the line that a text begins in is followed by one of
// nothing but signs for a heading.
func isUnderlined(s string) bool {
	_, next, _ := strings.Cut(s, "\n")
	under, _, _ := strings.Cut(next, "\n")
	under = strings.TrimSpace(under)
	return len(under) >= 3 && (strings.Trim(under, "=") == "" || strings.Trim(under, "-") == "")
}

// isDefined reports whether what stands in a line in front of a name ends with a
// word that defines it, behind which there may be a receiver.
func isDefined(before string) bool {
	before = strings.TrimRight(before, " \t*&")
	if receiver := strings.LastIndexByte(before, '('); receiver >= 0 && strings.HasSuffix(before, ")") {
		before = before[:receiver]
	}
	before = strings.TrimRight(before, " \t")
	return languages.Shared("definers")[before[strings.LastIndexAny(before, " \t")+1:]]
}
