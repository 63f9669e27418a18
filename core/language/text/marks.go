package text

import "strings"

// LineMarks returns the number of bytes at the start of a line that are indentation
// and marks rather than text: those of comments (//, #, --, ;, %, /*), of
// Markdown's headings, quotations and lists. A number in front of an item is
// text: at the start of a wrapped line it may end a sentence. The line ends at
// a line break or with the string.
func LineMarks(line string) int {
	at := indentation(line)
	for {
		n := markLength(line[at:])
		if n == 0 {
			return at
		}
		at += n
		at += indentation(line[at:])
	}
}

func indentation(s string) int {
	return len(s) - len(strings.TrimLeft(s, " \t"))
}

const markBytes = "/#*>;%-+"

// markLength returns the length of one mark: those of comments need no space behind them, all others
// white space or the line's end.
func markLength(s string) int {
	n := len(s) - len(strings.TrimLeft(s, markBytes))
	if n == 0 || n == len(s) || strings.IndexByte(" \t\r\n", s[n]) >= 0 {
		return n
	}
	switch s[:n] {
	case "//", "///", "/*", "/**":
		return n
	}
	return 0
}

// IsComment reports whether a line of a program begins as a comment does in one of many languages.
func IsComment(line string) bool {
	for _, start := range []string{"//", "/*", "*/", "* ", "# ", "-- ", ";; ", "; ", "% "} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return line == "*" || line == "#" || line == "--"
}
