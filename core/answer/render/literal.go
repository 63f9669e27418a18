package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"

	"docuquest/core/language/text"
)

// Inline writes plain text of one line as Markdown that shows it. Emphasis and
// code keep their meaning; links, images, HTML and addresses that a renderer
// would make links of become text. It may be anywhere but at the start of a
// block.
func Inline(s string) string {
	l := literal{s: withoutControls(s)}
	for l.at < len(l.s) {
		rest := l.s[l.at:]
		ticks := rest[:len(rest)-len(strings.TrimLeft(rest, "`"))]
		code := text.CodeLength(rest[len(ticks):], ticks)
		switch {
		case ticks == "":
			l.next()
		case code > 0:
			l.out.WriteString(rest[:len(ticks)+code])
			l.at += len(ticks) + code
		default: // nothing closes it
			l.out.WriteString(strings.Repeat("\\`", len(ticks)))
			l.at += len(ticks)
		}
	}
	return l.out.String()
}

// Plain writes a text that is not Markdown, such as the name of a file, on one line as
// Markdown that shows just that. It is Inline without emphasis and code: no mark keeps its
// meaning. It may be anywhere but at the start of a block.
func Plain(s string) string {
	l := literal{s: Visible(s)}
	for l.at < len(l.s) {
		if strings.IndexByte("*_~`$", l.s[l.at]) >= 0 {
			l.out.WriteByte('\\')
		}
		l.next()
	}
	return l.out.String()
}

// Literal writes a visible text on one line as Markdown that shows it in an editor. Besides
// the marks of Markdown and HTML it escapes bare addresses, which many editors make into
// links. What shall start a line goes through [LiteralLine] as well.
func Literal(s string) string {
	var out strings.Builder
	for i := range len(s) {
		isActive := strings.IndexByte("\\`*[]<>&~|@$", s[i]) >= 0
		switch s[i] {
		case '_': // is no mark inside a word: names of files are full of them
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			after, _ := utf8.DecodeRuneInString(s[i+1:])
			isLetter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
			isActive = !isLetter(before) || !isLetter(after)
		case ':':
			isActive = strings.HasPrefix(s[i:], "://")
		case '.':
			isActive = 3 <= i && strings.EqualFold(s[i-3:i], "www")
		}
		if isActive {
			out.WriteByte('\\')
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// LiteralLine makes what [Literal] wrote fit for the start of a line, where spaces
// and the marks of headings, lists, rules and tables would make a block of it.
func LiteralLine(markdown string) string {
	markdown = strings.TrimLeft(markdown, " ")
	digits := len(markdown) - len(strings.TrimLeft(markdown, "0123456789"))
	rest := markdown[digits:]
	if rest != "" && (digits == 0 && strings.IndexByte("#+-=:", rest[0]) >= 0 || digits > 0 && strings.IndexByte(".)", rest[0]) >= 0) {
		return markdown[:digits] + `\` + rest
	}
	return markdown
}

// Line escapes what at the start of a line that [Inline] or [Plain] wrote would make a
// block of it.
func Line(line string) string {
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

// Unescaped returns Markdown without escapes: each character that a backslash makes stand
// for itself is there without it. Code has no escapes, and stays as it is.
func Unescaped(markdown string) string {
	var b strings.Builder
	for at := 0; at < len(markdown); {
		rest := markdown[at:]
		n := 1
		switch {
		case rest[0] == '\\' && len(rest) > 1 && isMark(rest[1]):
			b.WriteByte(rest[1])
			at += 2
			continue
		case rest[0] == '`':
			ticks := rest[:len(rest)-len(strings.TrimLeft(rest, "`"))]
			n = len(ticks) + text.CodeLength(rest[len(ticks):], ticks)
		}
		b.WriteString(rest[:n])
		at += n
	}
	return b.String()
}

// UnescapedAddress returns the address of a link, in which backticks are no code, without
// escapes.
func UnescapedAddress(address string) string {
	return string(util.UnescapePunctuations([]byte(address)))
}

// Visible is a text on one line with single spaces, without what would act on a terminal
// or hide in an editor, and without marks that turn the direction of text.
func Visible(s string) string { return text.OneLine(withoutControls(s)) }

// withoutControls drops control characters other than line breaks and tabs, characters
// that turn the direction of text, tags, and bytes that are not UTF-8.
func withoutControls(s string) string {
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

// A literal copies s to out and escapes what could start or end anything but emphasis and
// code.
type literal struct {
	s   string
	at  int
	out strings.Builder
}

// next copies one character.
func (l *literal) next() {
	const longestEntity = 32 // bytes of a character's name in HTML
	isActive, rest := false, l.s[l.at+1:]
	switch l.s[l.at] {
	case '<', '[', ']', '@':
		isActive = true
	case '\\':
		isActive = rest == "" || rest[0] == '\n' || isMark(rest[0])
	case ':':
		isActive = strings.HasPrefix(rest, "//")
	case '.':
		isActive = l.at >= 3 && strings.EqualFold(l.s[l.at-3:l.at], "www")
	case '&':
		end := strings.IndexByte(rest, ';')
		isActive = 0 < end && end <= longestEntity && !strings.ContainsAny(rest[:end], " \n")
	}
	if isActive {
		l.out.WriteByte('\\')
	}
	_, size := utf8.DecodeRuneInString(l.s[l.at:])
	l.out.WriteString(l.s[l.at : l.at+size])
	l.at += size
}
