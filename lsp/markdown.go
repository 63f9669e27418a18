package lsp

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/agent"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// What is shown to people is Markdown that is written here, around text that is
// not: file contents, file names and models can hold anything. escape makes
// such text stand for itself, and every link is made from a place in a file, so
// that nothing but our own links can be followed and nothing is ever loaded.

// escape makes text into Markdown that shows it on one line. Besides the marks
// of Markdown and HTML it disarms bare addresses, which many editors make into
// links. What shall start a line goes through [startLine] as well. Invisible
// characters, which can make a text look like another one, are left out.
func escape(s string) string {
	s = visible(s)
	var out strings.Builder
	done := 0
	for i := range len(s) {
		if isMark(s, i) {
			out.WriteString(s[done:i])
			out.WriteByte('\\')
			done = i
		}
	}
	out.WriteString(s[done:])
	return out.String()
}

// isMark reports whether the byte at i means something to Markdown, to HTML or to
// an editor that looks for addresses.
func isMark(s string, i int) bool {
	switch s[i] {
	case '\\', '`', '*', '[', ']', '<', '>', '&', '~', '|', '@', '$':
		return true
	case '_':
		return !insideWord(s, i)
	case ':':
		return strings.HasPrefix(s[i:], "://")
	case '.':
		return hasSuffixFold([]byte(s[max(0, i-len("www")):i]), "www")
	}
	return false
}

// insideWord reports whether letters or digits stand on both sides of the byte at
// i, where an underscore is no mark: names of files are full of them.
func insideWord(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	behind, _ := utf8.DecodeRuneInString(s[i+1:])
	return isAlphanumeric(before) && isAlphanumeric(behind)
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// startLine makes escaped text fit to stand at the start of a line, where spaces
// and the marks of headings, lists, rules and tables would make a block of it.
func startLine(markdown string) string {
	markdown = strings.TrimLeft(markdown, " ")
	mark := len(markdown) - len(strings.TrimLeft(markdown, "0123456789"))
	rest := markdown[mark:]
	switch {
	case rest == "":
		return markdown
	case mark == 0 && strings.IndexByte("#+-=:", rest[0]) >= 0, 0 < mark && strings.IndexByte(".)", rest[0]) >= 0:
		return markdown[:mark] + `\` + rest
	}
	return markdown
}

// visible puts text on one line and takes out of it what shows nothing.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case invisible(r):
			return -1
		default:
			return r
		}
	}, s)
}

// invisible reports whether r shows nothing: controls, marks that turn the
// direction of writing, tags and other format characters, and bytes that are no
// character. The joiners stay, because some scripts and emoji need them.
func invisible(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner = 0x200C, 0x200D
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7F
	}
	if r == zeroWidthNonJoiner || r == zeroWidthJoiner {
		return false
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029
}

// emphasize gives text as Markdown with one stretch of it in bold.
func emphasize(s string, bold text.Span) string {
	word := bold.Of(s)
	if strings.TrimSpace(word) == "" {
		return escape(s)
	}
	at := bold.Start
	return escape(s[:at]) + "**" + escape(word) + "**" + escape(s[at+len(word):])
}

// link gives a link to a line of a file, counted from 0, that shows the path
// and the line; on a page the path and the page, and of the web the address alone. A canonical URI has no character
// that could end the link.
func link(u file.URI, path string, line int) string {
	label := fmt.Sprintf("%s:%d", escape(path), line+1)
	if agent.OnWeb(u) {
		label = escape(path)
	}
	if e, ok := parseExtracted(string(u)); ok {
		u = e.uri()
		if 0 < e.page {
			label = escape(e.String())
		}
	}
	return fmt.Sprintf("[%s](%s)", label, agent.LineURI(u, line))
}

// fenced gives lines of a program as Markdown that shows them as they stand, in the colours
// of their language.
func fenced(program, language string) string {
	var lines []string
	for line := range strings.Lines(program) {
		lines = append(lines, strings.TrimRight(visible(line), " "))
	}
	fence := "```"
	for strings.Contains(program, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.Join(lines, "\n") + "\n" + fence
}

// plainLines takes our Markdown for what it shows, line by line. Lines of programs stand as
// they are.
func plainLines(markdown string) string {
	var lines []string
	fence := ""
	for line := range strings.Lines(strings.TrimSpace(markdown)) {
		line = strings.TrimRight(line, "\n")
		said := strings.TrimLeft(line, " ")
		marks := said[:len(said)-len(strings.TrimLeft(said, "`"))]
		switch {
		case fence == "" && len("```") <= len(marks):
			fence = marks
		case fence != "" && said == fence:
			fence = ""
		case fence != "":
			lines = append(lines, line)
		default:
			lines = append(lines, line[:len(line)-len(said)]+plainText(strings.TrimLeft(said, "# ")))
		}
	}
	return strings.Join(lines, "\n")
}
