package ground

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/answer"
)

// markdown sets the statements that stand as Markdown, each followed by the
// numbers of its citations. No statements give no text.
func markdown(form answer.Form, c Checked) string {
	var b strings.Builder
	for _, s := range c.Statements {
		b.WriteString(item(form, c, s))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// item is the line of one statement: an item of a list, unless a report has but
// one.
func item(form answer.Form, c Checked, s Statement) string {
	line := Inline(s.Text) + marks(s.Numbers) + remark(s) + "\n"
	switch {
	case form == answer.Excerpts:
		return "- **" + nameOf(c.Citations[s.Numbers[0]-1], s.Text) + "**: " + line
	case len(c.Statements) == 1:
		return guardStart(line)
	}
	return "- " + guardStart(line)
}

func marks(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, " [%d]", n)
	}
	return b.String()
}

// remark says in italics what the quotes of a statement do not say, and whether it could be
// compared with them.
func remark(s Statement) string {
	var remarks []string
	if len(s.Lacks) > 0 {
		plain := strings.NewReplacer("*", "", "`", "").Replace(strings.Join(s.Lacks, "; "))
		remarks = append(remarks, "not in the quotes: "+Inline(oneLine(plain)))
	}
	if s.Unchecked {
		remarks = append(remarks, "not checked: the check knows English alone")
	}
	if len(remarks) == 0 {
		return ""
	}
	return " *(" + strings.Join(remarks, "; ") + ")*"
}

// Inline writes plain text of one line as Markdown that shows it. Emphasis and
// code keep their meaning; links, images, HTML and addresses that a renderer
// would make links of become text. It may stand anywhere but at the start of a
// block.
func Inline(s string) string {
	e := escaper{s: visible(s)}
	for e.at < len(e.s) {
		if e.s[e.at] == '`' {
			e.code()
		} else {
			e.next()
		}
	}
	return e.out.String()
}

// Quotation gives the lines of a quote as Markdown that shows just them, each of which may
// stand at the start of a line: "1978." alone would else be the number of an item, and be
// lost. In a program no character is a mark, and the signs of a comment are left out.
func Quotation(quote string, ofProgram bool) []string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(quote), "\n")
	show := Inline
	if ofProgram {
		lines, show = answer.WithoutComment(lines), Plain
	}
	for i, line := range lines {
		lines[i] = guardStart(show(strings.Join(strings.Fields(line), " ")))
	}
	return lines
}

// An escaper copies s to out and takes the power from what stands there.
type escaper struct {
	s   string
	at  int
	out strings.Builder
}

// next copies one character.
func (e *escaper) next() {
	if e.active() {
		e.out.WriteByte('\\')
	}
	_, size := utf8.DecodeRuneInString(e.s[e.at:])
	e.out.WriteString(e.s[e.at : e.at+size])
	e.at += size
}

// active says whether the character at hand could start or end anything but
// emphasis and code.
func (e *escaper) active() bool {
	rest := e.s[e.at+1:]
	switch e.s[e.at] {
	case '<', '[', ']', '@':
		return true
	case '\\':
		return rest == "" || rest[0] == '\n' || isASCIIMark(rest[0])
	case ':':
		return strings.HasPrefix(rest, "//")
	case '.':
		return e.at >= 3 && strings.EqualFold(e.s[e.at-3:e.at], "www")
	case '&':
		end := strings.IndexByte(rest, ';')
		return 0 < end && end <= longestEntity && !strings.ContainsAny(rest[:end], " \n")
	}
	return false
}

const longestEntity = 32 // bytes of a character's name in HTML

// code copies a span of code as it is, or escapes backticks that nothing closes.
func (e *escaper) code() {
	opened := len(backticks(e.s[e.at:]))
	if end := codeEnd(e.s, e.at); 0 < end {
		e.out.WriteString(e.s[e.at:end])
		e.at = end
		return
	}
	e.out.WriteString(strings.Repeat("\\`", opened))
	e.at += opened
}

// codeEnd is where the span of code that starts at an offset ends, 0 if nothing
// closes it: the next run of as many backticks.
func codeEnd(s string, start int) int {
	opened := len(backticks(s[start:]))
	for at := start + opened; at < len(s); {
		next := strings.IndexByte(s[at:], '`')
		if next < 0 {
			return 0
		}
		at += next
		n := len(backticks(s[at:]))
		at += n
		if n == opened {
			return at
		}
	}
	return 0
}

func backticks(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "`"))] }

// guardStart escapes what at the start of a line would make a block of it.
func guardStart(line string) string {
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if 0 < digits && strings.IndexAny(line[digits:], ".)") == 0 {
		return line[:digits] + `\` + line[digits:]
	}
	isRule := line != "" && strings.Trim(line, "*_ ") == ""
	if isRule || line != "" && strings.IndexByte("#>+-=|~:", line[0]) >= 0 || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "***") {
		return `\` + line
	}
	return line
}

// visible drops what would act on a terminal or hide in an editor: control
// characters other than line breaks and tabs, characters that turn the direction
// of text, tags, and bytes that are not UTF-8.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r == utf8.RuneError:
			return -1
		case '\u202A' <= r && r <= '\u202E', '\u2066' <= r && r <= '\u2069', '\u200E' <= r && r <= '\u200F':
			return -1
		case r == '\u200B', r == '\u2060', r == '\uFEFF', 0xE0000 <= r && r <= 0xE007F:
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// oneLine is visible text with single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(visible(s)), " ") }

// withoutNumbers drops marks such as [1], [2, 3] and 【4】 outside of code, a
// list's marker in front, and the space that they leave.
func withoutNumbers(line string) string {
	line = line[answer.LineMarks(line):]
	var b strings.Builder
	for at := 0; at < len(line); {
		if line[at] == '`' {
			end := max(codeEnd(line, at), at+len(backticks(line[at:])))
			b.WriteString(line[at:end])
			at = end
			continue
		}
		if n := numberMark(line[at:]); 0 < n {
			at += n
			continue
		}
		b.WriteByte(line[at])
		at++
	}
	return strings.TrimSpace(b.String())
}

// numberMark is the length of the mark that s starts with, the spaces in front of
// it included, 0 if there is none.
func numberMark(s string) int {
	inside := strings.TrimLeft(s, " ")
	closing := "]"
	switch {
	case strings.HasPrefix(inside, "["):
		inside = inside[1:]
	case strings.HasPrefix(inside, "【"):
		inside, closing = inside[len("【"):], "】"
	default:
		return 0
	}
	after := strings.TrimLeft(inside, "0123456789,;-^ ")
	if len(after) == len(inside) || !strings.HasPrefix(after, closing) {
		return 0
	}
	return len(s) - len(after) + len(closing)
}
