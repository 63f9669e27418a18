package code

import (
	"strings"

	"docuquest/core/language/text"
)

// tabWidth is how many columns a tab is worth.
const tabWidth = 4

// A scanner gives the lines of a text that are not blank, with what it takes to
// outline them.
type scanner struct {
	source string
	style  style
	at     int    // where the next line begins
	depth  int    // of curly brackets
	until  string // the mark that ends the comment or the string that goes over lines
	isText bool   // what until ends is a string
	stops  [256]bool

	line line
}

// A line is one that is not blank.
type line struct {
	text       string // trimmed, without the comment that ends it
	start, end int    // of what is not white space
	indent     int    // in columns
	depth      int    // of curly brackets before it
	depthAfter int
	comment    bool // it is a comment and nothing else
	insideLong bool // it begins inside a string
}

func newScanner(source string, s style) scanner {
	sc := scanner{source: source, style: s}
	for _, c := range []byte("{}" + s.quotes) {
		sc.stops[c] = true
	}
	for _, mark := range s.line {
		sc.stops[mark[0]] = true
	}
	for _, m := range append(append([]marks{}, s.block...), s.long...) {
		sc.stops[m.open[0]] = true
	}
	return sc
}

// next goes to the next line, and is false where there is none.
func (sc *scanner) next() bool {
	for sc.at < len(sc.source) {
		end := len(sc.source)
		if n := strings.IndexByte(sc.source[sc.at:], '\n'); n >= 0 {
			end = sc.at + n
		}
		span := text.Span{Start: sc.at, End: end}.Trim(sc.source)
		indent := columns(sc.source[sc.at:max(span.Start, sc.at)])
		sc.at = end + 1
		if !span.Empty() {
			sc.read(span, indent)
			return true
		}
	}
	return false
}

// read sets the line, and what it leaves open.
func (sc *scanner) read(span text.Span, indent int) {
	sc.line = line{start: span.Start, end: span.End, indent: indent, depth: sc.depth}
	sc.line.insideLong = sc.until != "" && sc.isText
	content := span.Of(sc.source)
	code := sc.pass(content)
	sc.line.text = strings.TrimSpace(content[:code])
	sc.line.comment = sc.line.text == "" && !sc.line.insideLong
	sc.line.depthAfter = sc.depth
}

// pass goes over a line and gives how much of it is not the comment at its end.
// A line that begins in a comment has no code, whatever follows the comment.
func (sc *scanner) pass(s string) int {
	inComment := sc.until != "" && !sc.isText
	code := len(s)
	for at := 0; at < len(s); {
		switch {
		case sc.until != "":
			n := strings.Index(s[at:], sc.until)
			if n < 0 {
				at = len(s)
				break
			}
			at += n + len(sc.until)
			sc.until = ""
			if !sc.isText && strings.TrimSpace(s[at:]) != "" {
				code = len(s) // a comment in the middle of a line
			}
		case !sc.stops[s[at]]:
			at++
		default:
			next, isComment := sc.mark(s, at)
			if isComment {
				code = at
			}
			at = next
		}
	}
	if inComment {
		return 0
	}
	return code
}

// mark goes over what begins at a byte that may be a mark. It says whether that
// is a comment.
func (sc *scanner) mark(s string, at int) (next int, isComment bool) {
	for _, m := range sc.style.block {
		if strings.HasPrefix(s[at:], m.open) {
			sc.until, sc.isText = m.close, false
			return at + len(m.open), true
		}
	}
	if startsWithAny(s[at:], sc.style.line) && sc.beginsComment(s, at) {
		return len(s), true
	}
	for _, m := range sc.style.long {
		if strings.HasPrefix(s[at:], m.open) {
			sc.until, sc.isText = m.close, true
			return at + len(m.open), false
		}
	}
	switch c := s[at]; {
	case c == '{':
		sc.depth++
	case c == '}':
		sc.depth--
	case strings.IndexByte(sc.style.quotes, c) >= 0:
		return quoted(s, at), false
	}
	return at + 1, false
}

// beginsComment refuses a mark in the middle of a word, such as the # of $# and
// the rem of remove.
func (sc *scanner) beginsComment(s string, at int) bool {
	c := s[at]
	if isWordByte(c) {
		return at == 0
	}
	return c != '#' || at == 0 || s[at-1] == ' ' || s[at-1] == '\t'
}

// quoted gives the offset behind a string, which ends with its line at last.
func quoted(s string, at int) int {
	for i := at + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[at]:
			return i + 1
		}
	}
	return len(s)
}

// columns says how far a line is indented by white space.
func columns(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] == '\t' {
			n += tabWidth - n%tabWidth
		} else {
			n++
		}
	}
	return n
}
