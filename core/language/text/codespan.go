package text

import "strings"

// CodeLength is how many bytes code goes behind the backticks that open it, through the
// next run of as many; 0 if there is none. See "Code spans" in CommonMark.
func CodeLength(rest, backticks string) int {
	for at := 0; ; {
		next := strings.IndexByte(rest[at:], '`')
		if next < 0 {
			return 0
		}
		at += next
		run := len(rest[at:]) - len(strings.TrimLeft(rest[at:], "`"))
		at += run
		if run == len(backticks) {
			return at
		}
	}
}
