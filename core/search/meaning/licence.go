package meaning

import (
	"strings"

	"docuquest/core/language/text"
)

// withoutLicence leaves out the comment at the head of a program if it speaks of
// rights: it occurs in every file and says nothing of this one. A comment ends with
// the first line that is empty or no comment, unless it has marks at both ends. One
// that is longer than any licence stays.
func withoutLicence(s string) string {
	const longest = 16 << 10
	start := s[:min(len(s), longest+1)]
	rest, open := start, false
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		if !open && !isComment(line) {
			break
		}
		open = isOpenAfter(line, open)
		rest = after
	}
	head := start[:len(start)-len(rest)]
	if len(head) > longest || !text.SpeaksOfRights(head) {
		return s
	}
	return s[len(head):]
}

// isComment reports whether a line, without its indentation, starts one in any of the
// languages in wide use. "#include" and its like are none, "#!" is.
func isComment(line string) bool {
	for _, mark := range [...]string{"//", "/*", "--", ";", "%", "<!--", `"""`, "'''", "#!", "# ", "##"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return line == "#"
}

// blocks are the marks around comments of several lines.
var blocks = [...][2]string{{"/*", "*/"}, {"<!--", "-->"}, {`"""`, `"""`}, {"'''", "'''"}}

// isOpenAfter reports whether a comment of several lines is open behind a line, given
// whether one was in front of it.
func isOpenAfter(line string, open bool) bool {
	for _, b := range blocks {
		rest, opens := strings.CutPrefix(line, b[0])
		switch {
		case open && strings.Contains(line, b[1]):
			return false
		case !open && opens:
			return !strings.Contains(rest, b[1])
		}
	}
	return open
}
