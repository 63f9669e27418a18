package render

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An escaper writes the letters of one run so that they mean themselves
// wherever Markdown is read. It escapes no more than it must, since many people read
// answers as they are written.
type escaper struct {
	text string
	// ahead is what is written behind the run.
	ahead byte
	// brackets says that no bracket may be unescaped, and bars that no bar may.
	brackets, bars bool
	out            *strings.Builder
}

// write writes all of the text.
func (e escaper) write() {
	for at := 0; at < len(e.text); {
		switch {
		case e.text[at] == escapedOpening:
			e.out.WriteString(`\[`)
			at++
			continue
		case e.text[at] == escapedClosing:
			e.out.WriteString(`\]`)
			at++
			continue
		}
		if n := e.mark(at); 0 < n {
			e.out.WriteString(e.text[at : at+n])
			at += n
			continue
		}
		if e.isActive(at) {
			e.out.WriteByte('\\')
		}
		_, size := utf8.DecodeRuneInString(e.text[at:])
		e.out.WriteString(e.text[at : at+size])
		at += size
	}
}

// mark is the length of a citation's mark such as [1] at an offset, 0 if there is none,
// or if it could be taken for a part of a link.
func (e escaper) mark(at int) int {
	if e.text[at] != '[' {
		return 0
	}
	found := citationMark.FindString(e.text[at:])
	next := e.next(at + len(found) - 1)
	if found == "" || e.brackets || next == '(' || next == ':' || 0 < at && e.text[at-1] == '!' {
		return 0
	}
	return len(found)
}

var citationMark = regexp.MustCompile(`^\[[0-9]{1,4}\]`)

// isActive reports whether the character at an offset could mean something.
func (e escaper) isActive(at int) bool {
	switch e.text[at] {
	case '`', '[', ']':
		return true
	case '|':
		return e.bars
	case '\\':
		return e.next(at) < ' ' || isMark(e.next(at))
	case '!':
		return at+1 == len(e.text) && e.ahead == '['
	case '*':
		return !isBlank(e.previous(at)) || !isBlank(e.next(at))
	case '_':
		before, _ := utf8.DecodeLastRuneInString(e.text[:at])
		return !isLetter(before) || !e.isBeforeWord(at)
	case '~':
		return !isBlank(e.previous(at)) || e.next(at) == '~'
	case '<':
		next := e.next(at)
		return !isBlank(next) && next != '=' && (next < '0' || '9' < next)
	case '&':
		return entity.MatchString(e.text[at:])
	case '@':
		return !isBlank(e.previous(at)) && e.isBeforeWord(at)
	case '/':
		return e.previous(at) == ':' && e.next(at) == '/'
	case '.':
		return 3 <= at && strings.EqualFold(e.text[at-3:at], "www")
	}
	return false
}

// previous and next are the bytes around an offset. What precedes a run may
// be anything, so that it counts as a letter.
func (e escaper) previous(at int) byte {
	if at == 0 {
		return 'x'
	}
	return e.text[at-1]
}

func (e escaper) next(at int) byte {
	if at+1 < len(e.text) {
		return e.text[at+1]
	}
	return e.ahead
}

func (e escaper) isBeforeWord(at int) bool {
	after, _ := utf8.DecodeRuneInString(e.text[at+1:])
	return isLetter(after)
}

func isLetter(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' }

// blockStart matches what at the start of a line would begin a block, or make one of
// the line above. What has to be escaped is the last byte of the first group
// that matches.
var blockStart = regexp.MustCompile(`^(?:` +
	`(#)#{0,5}(?:[\s\p{Z}]|$)` + // a heading
	`|(>)` + // a quote
	`|([-+*])(?:\s|$)` + // an item
	`|([0-9]{1,9}[.)])(?:\s|$)` + // a numbered one
	`|(=)=* *$` + // the line below a heading
	`|([-|:])[-|: ]*$` + // that, or the one below the head of a table
	`)`)

// guarded is a line of a paragraph that cannot begin a block.
func guarded(line string) string {
	if line == "" || strings.IndexByte("#>-+*=|:0123456789", line[0]) < 0 {
		return line
	}
	groups := blockStart.FindStringSubmatchIndex(line)
	for i := 2; i < len(groups); i += 2 {
		if end := groups[i+1]; 0 < end {
			return line[:end-1] + `\` + line[end-1:]
		}
	}
	return line
}
