package lsp

import (
	"fmt"
	"strings"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// What is shown to people is Markdown that is written here, around text that is
// not: file contents, file names and models can hold anything. escape makes
// such text mean itself, and every link is made from a place in a file, so
// that nothing but our own links can be followed and nothing is ever loaded.

// escape makes text into Markdown that shows it on one line, see [render.Literal].
// Invisible characters, which can make a text look like another one, are left out.
func escape(s string) string { return render.Literal(visible(s)) }

// visible puts text on one line and drops what shows nothing, see [render.Hides].
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case render.Hides(r) || r == '\u2028' || r == '\u2029':
			return -1
		}
		return r
	}, s)
}

// emphasize returns text as Markdown with one stretch of it in bold.
func emphasize(s string, bold text.Span) string {
	word := bold.Of(s)
	if strings.TrimSpace(word) == "" {
		return escape(s)
	}
	at := bold.Start
	return escape(s[:at]) + "**" + escape(word) + "**" + escape(s[at+len(word):])
}

// link gives a link to a line of a file, counted from 0, that shows the path
// and the line; on a page the path and the page, and of the web the address alone. A canonical
// URI has no character that could end the link.
func link(u file.URI, path string, line int) string {
	label := fmt.Sprintf("%s:%d", escape(path), line+1)
	if replies.OnWeb(u) {
		label = escape(path)
	}
	if e, ok := parseExtracted(string(u)); ok {
		u = e.uri()
		if 0 < e.page {
			label = escape(e.String())
		}
	}
	return fmt.Sprintf("[%s](%s)", label, replies.LineURI(u, line))
}

// fenced gives lines of a program as Markdown that shows them as they are written, in the colours
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

// plainLines takes our Markdown for what it shows, line by line. Lines of programs stay as
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
