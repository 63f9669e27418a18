package annotate

import (
	"iter"
	"strings"
)

// codeLines are the lines of a program that begin with code, trimmed and without the
// comments behind it. A line that begins inside of a comment or a string is none.
//
// Strings that go over lines are known where they have marks of their own; any other one
// is taken to end with its line.
func codeLines(s, language string) iter.Seq[string] {
	marks := marksOf(language)
	return func(yield func(string) bool) {
		closing := "" // what ends that which is open where a line begins
		for line := range strings.Lines(s) {
			if closing != "" {
				if _, rest, closes := strings.Cut(line, closing); closes {
					_, closing = scan(rest, marks)
				}
				continue
			}
			var code string
			code, closing = scan(line, marks)
			if code = strings.TrimSpace(code); code != "" && !yield(code) {
				return
			}
		}
	}
}

// scan reads what begins in code, to the end of a line. It gives what stands in front of
// the first comment and of what goes on in the next line, and what ends the latter, "" for
// nothing.
func scan(line string, marks []mark) (code, closing string) {
	end := len(line)
	for at := 0; at < len(line); {
		next := strings.IndexAny(line[at:], beginnings)
		if next < 0 {
			break
		}
		at += next
		m, begins := markAt(line[at:], marks)
		if !begins {
			at++
			continue
		}
		length, ends := m.length(line[at:])
		if m.comment || !ends && m.long {
			end = min(end, at)
		}
		if !ends && m.long {
			return line[:end], m.close
		}
		at += length
	}
	return line[:end], ""
}

// A mark stands around what is no code: a comment, or a string otherwise.
type mark struct {
	open, close   string // close is "" for what ends with its line
	comment, long bool   // long is what may go over lines
}

var (
	slashes      = mark{open: "//", comment: true}
	stars        = mark{open: "/*", close: "*/", comment: true, long: true}
	hash         = mark{open: "#", comment: true}
	dashes       = mark{open: "--", comment: true}
	braces       = mark{open: "{-", close: "-}", comment: true, long: true}
	quotes       = mark{open: `"`, close: `"`}
	apostrophes  = mark{open: "'", close: "'"}
	backquotes   = mark{open: "`", close: "`", long: true}
	quotes3      = mark{open: `"""`, close: `"""`, long: true}
	apostrophes3 = mark{open: "'''", close: "'''", long: true}
)

// beginnings are what marks begin with: a line without any of these is code.
const beginnings = "/#-{\"'`"

// marksOf are the marks of a language, of two that begin alike the longer one first; those
// of C where it has no others.
func marksOf(language string) []mark {
	switch language {
	case "go", "javascript", "javascriptreact", "typescript", "typescriptreact":
		return []mark{slashes, stars, backquotes, quotes, apostrophes}
	case "csharp", "dart", "groovy", "java", "kotlin", "scala", "swift":
		return []mark{slashes, stars, quotes3, apostrophes3, quotes, apostrophes}
	case "elixir", "julia", "python":
		return []mark{hash, quotes3, apostrophes3, quotes, apostrophes}
	case "perl", "r", "ruby", "shellscript":
		return []mark{hash, quotes, apostrophes}
	case "haskell":
		return []mark{dashes, braces, quotes}
	}
	return []mark{slashes, stars, quotes, apostrophes}
}

// markAt is the mark that a text begins with.
func markAt(s string, marks []mark) (mark, bool) {
	for _, m := range marks {
		if strings.HasPrefix(s, m.open) {
			return m, true
		}
	}
	return mark{}, false
}

// length is how long that is which a text begins with, its marks among it, and whether it
// ends there. A backslash takes the next character out of a string that is not long.
func (m mark) length(s string) (length int, ends bool) {
	for at := len(m.open); at < len(s) && m.close != ""; at++ {
		switch {
		case s[at] == '\\' && !m.long:
			at++
		case strings.HasPrefix(s[at:], m.close):
			return at + len(m.close), true
		}
	}
	return len(s), false
}
