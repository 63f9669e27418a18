package text

import "strings"

// CodeLength returns how many bytes code has after the backticks that open it, through the
// next run of as many backticks; 0 without one. See "Code spans" in CommonMark.
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
