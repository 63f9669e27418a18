package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// maxLevel is the lowest rank of a heading that a document knows.
const maxLevel = 6

// A heading is the line of a heading, with those that underline it.
type heading struct {
	span  text.Span
	level int
	title string
}

// headingsOf finds the headings of a language that has any. They are in the
// order of the text.
func headingsOf(language, s string) []heading {
	switch language {
	case "restructuredtext":
		return restructuredHeadings(s)
	case "asciidoc":
		return asciidocHeadings(s)
	case "org":
		return orgHeadings(s)
	}
	return nil
}

// between cuts a text into its headings and the paragraphs between them, as
// document.Nest takes them.
func between(s string, headings []heading) []document.Block {
	var flat []document.Block
	at := 0
	for _, h := range headings {
		flat = appendParagraphs(flat, s, text.Span{Start: at, End: h.span.Start})
		flat = append(flat, document.Block{Kind: document.Heading, Span: h.span, Level: h.level, Title: h.title})
		at = h.span.End
	}
	return appendParagraphs(flat, s, text.Span{Start: at, End: len(s)})
}

func appendParagraphs(flat []document.Block, s string, within text.Span) []document.Block {
	for _, b := range document.Paragraphs(within.Of(s), document.Paragraph) {
		b.Span = b.Span.Shift(within.Start)
		flat = append(flat, b)
	}
	return flat
}

// lines reads a text line by line and looks ahead.
type lines struct {
	text string
	end  byte // of a line
}

func linesOf(s string) lines {
	if strings.IndexByte(s, '\n') < 0 {
		return lines{s, '\r'}
	}
	return lines{s, '\n'}
}

// at gives the line that begins at an offset, without the white space at its
// end, and where the next one begins. Behind the last line there are empty ones.
func (l lines) at(offset int) (line text.Span, next int) {
	next = len(l.text)
	if n := strings.IndexByte(l.text[offset:], l.end); n >= 0 {
		next = offset + n + 1
	}
	line = text.Span{Start: offset, End: next}
	line.End = offset + len(strings.TrimRightFunc(line.Of(l.text), unicode.IsSpace))
	return line, next
}

// orgHeadings are lines of stars, a space and a title.
func orgHeadings(s string) []heading {
	var all []heading
	l := linesOf(s)
	for at := 0; at < len(s); {
		var line text.Span
		line, at = l.at(at)
		if level, title := marked(line.Of(s), '*'); level > 0 {
			all = append(all, heading{line, min(level, maxLevel), title})
		}
	}
	return all
}

// orgTitle gives what a line #+TITLE: says, "" where there is none.
func orgTitle(s string) string {
	const keyword = "#+title:"
	l := linesOf(s)
	for at := 0; at < len(s); {
		var line text.Span
		line, at = l.at(at)
		found := line.Of(s)
		if len(keyword) < len(found) && strings.EqualFold(found[:len(keyword)], keyword) {
			return strings.TrimSpace(found[len(keyword):])
		}
	}
	return ""
}

// marked reads a line that begins with marks, white space and a title, and gives
// how many marks there are; 0 if it is another line.
func marked(line string, mark byte) (count int, title string) {
	for count < len(line) && line[count] == mark {
		count++
	}
	rest := line[count:]
	title = strings.TrimSpace(rest)
	if title == "" || rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	return count, title
}

// asciidocHeadings are lines of equals signs, a space and a title, or lines with
// a bar below that is as long as they are. What a block shows as it stands is
// left alone.
func asciidocHeadings(s string) []heading {
	var all []heading
	l := linesOf(s)
	fence := "" // the line that ends the block of the kind that is open
	isFirst := true
	for at := 0; at < len(s); {
		line, next := l.at(at)
		written := line.Of(s)
		bar, behind := l.at(next)
		level, title := marked(written, '=')
		switch {
		case fence != "":
			if written == fence {
				fence = ""
			}
		case isFence(written):
			fence = written
		case 0 < level && level <= maxLevel:
			all = append(all, heading{line, level, title})
		case isFirst && barLevel(written, bar.Of(s)) > 0:
			all = append(all, heading{text.Span{Start: line.Start, End: bar.End}, barLevel(written, bar.Of(s)), written})
			next = behind
		}
		isFirst = written == "" || fence == "" && isFence(written)
		at = next
	}
	return all
}

// isFence says whether a line of AsciiDoc opens a block of code, or another in
// which nothing is a heading.
func isFence(line string) bool {
	if strings.HasPrefix(line, "```") {
		return true
	}
	return len(line) >= 4 && strings.IndexByte("-./+", line[0]) >= 0 && isBar(line)
}

// barLevel gives the level of a title of AsciiDoc with a bar below, 0 if it is
// none.
func barLevel(title, bar string) int {
	if title == "" || !isBar(bar) || strings.IndexFunc(title, unicode.IsLetter) < 0 || unicode.IsSpace(rune(title[0])) {
		return 0
	}
	if n := utf8.RuneCountInString(title) - len(bar); n < -1 || 1 < n || len(bar) < 2 {
		return 0
	}
	return strings.IndexByte("=-~^+", bar[0]) + 1
}

// isBar says whether a line is one mark over and over.
func isBar(line string) bool {
	return line != "" && line[0] < utf8.RuneSelf && !isWordByte(line[0]) && strings.Trim(line, line[:1]) == ""
}

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c <= ' '
}

// restructuredHeadings are lines with a bar below, or one above and one below.
// Which mark is of which rank the file says itself: the first that it uses is of
// the highest, and so on.
func restructuredHeadings(s string) []heading {
	var all []heading
	l := linesOf(s)
	ranks := map[string]int{}
	isFirst := true // of its paragraph
	for at := 0; at < len(s); {
		line, next := l.at(at)
		second, behind := l.at(next)
		if h, style, after := restructuredHeading(l, line, second, behind); isFirst && style != "" {
			if ranks[style] == 0 {
				ranks[style] = len(ranks) + 1
			}
			h.level = min(ranks[style], maxLevel)
			all = append(all, h)
			at = after
			continue
		}
		isFirst = line.Empty()
		at = next
	}
	return all
}

// restructuredHeading reads a heading that begins with two lines. Its style is
// the mark of its bar, twice if one stands above too; it is empty if the lines
// are no heading. The text goes on at the last result.
func restructuredHeading(l lines, first, second text.Span, behind int) (h heading, style string, after int) {
	line, bar := first.Of(l.text), second.Of(l.text)
	if isBar(line) {
		third, end := l.at(behind)
		if title := strings.TrimSpace(bar); third.Of(l.text) == line && title != "" && !isBar(bar) && isLongEnough(line, title) {
			return heading{span: text.Span{Start: first.Start, End: third.End}, title: title}, line[:1] + line[:1], end
		}
		return heading{}, "", 0
	}
	if line == "" || line[0] == ' ' || line[0] == '\t' || !isBar(bar) || !isLongEnough(bar, line) {
		return heading{}, "", 0
	}
	return heading{span: text.Span{Start: first.Start, End: second.End}, title: line}, bar[:1], behind
}

// isLongEnough says whether a bar belongs to a title: it must be as long, or so
// long that it was meant to be.
func isLongEnough(bar, title string) bool {
	const meant = 4
	return meant <= len(bar) || utf8.RuneCountInString(title) <= len(bar)
}
