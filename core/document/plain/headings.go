package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

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

// lines reads a text line by line and looks ahead.
type lines struct {
	text string
	end  byte // of a line
}

// linesOf returns the lines of s, which end with \r where it has no \n.
func linesOf(s string) lines {
	if strings.IndexByte(s, '\n') < 0 {
		return lines{s, '\r'}
	}
	return lines{s, '\n'}
}

// at returns the line that begins at an offset, without the white space at its
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

// orgHeadings returns the lines of stars, a space and a title, and the title that a
// line #+TITLE: gives, "" without such a line.
func orgHeadings(s string) (all []heading, title string) {
	const keyword = "#+title:"
	isTitled := false
	l := linesOf(s)
	for at := 0; at < len(s); {
		var line text.Span
		line, at = l.at(at)
		found := line.Of(s)
		if level, title := marked(found, '*'); level > 0 {
			all = append(all, heading{line, min(level, maxLevel), title})
		}
		if !isTitled && len(keyword) < len(found) && strings.EqualFold(found[:len(keyword)], keyword) {
			isTitled, title = true, strings.TrimSpace(found[len(keyword):])
		}
	}
	return all, title
}

// marked reads a line that begins with marks, white space and a title, and returns
// how many marks there are; 0 if it is another line.
func marked(line string, mark byte) (count int, title string) {
	rest := strings.TrimLeft(line, string(mark))
	title = strings.TrimSpace(rest)
	if title == "" || rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	return len(line) - len(rest), title
}

// asciidocHeadings are lines of equals signs, a space and a title, or lines with
// a bar below that is as long as they are. What a block shows unchanged is
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

// isFence reports whether a line of AsciiDoc opens a block of code, or another in
// which nothing is a heading.
func isFence(line string) bool {
	if strings.HasPrefix(line, "```") {
		return true
	}
	return len(line) >= 4 && strings.IndexByte("-./+", line[0]) >= 0 && isBar(line)
}

// barLevel returns the level of a title of AsciiDoc with a bar below, 0 if it is
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

// isBar reports whether a line is one mark over and over.
func isBar(line string) bool {
	if line == "" {
		return false
	}
	c := line[0]
	isMark := ' ' < c && c < utf8.RuneSelf && (c < '0' || '9' < c) && (c|0x20 < 'a' || 'z' < c|0x20)
	return isMark && strings.Trim(line, line[:1]) == ""
}

// restructuredHeadings returns the lines with a bar below, or with one above and one
// below. A bar is as long as its title, or so long that it was meant to be. The rank of a
// style follows from the file: the first that it uses is of the highest, and so on.
func restructuredHeadings(s string) []heading {
	var all []heading
	l := linesOf(s)
	ranks := map[string]int{}
	isFirst := true // of its paragraph
	isBarOf := func(bar, title string) bool {
		const meant = 4
		return meant <= len(bar) || utf8.RuneCountInString(title) <= len(bar)
	}
	for at := 0; at < len(s); {
		first, next := l.at(at)
		at = next
		line := first.Of(s)
		if wasFirst := isFirst; !wasFirst || line == "" {
			isFirst = line == ""
			continue
		}
		isFirst = false
		second, behind := l.at(next)
		h, style := heading{span: text.Span{Start: first.Start, End: second.End}, title: line}, ""
		switch bar := second.Of(s); {
		case isBar(line):
			third, end := l.at(behind)
			h.span.End, h.title, behind = third.End, strings.TrimSpace(bar), end
			if third.Of(s) == line && h.title != "" && !isBar(bar) && isBarOf(line, h.title) {
				style = line[:1] + line[:1]
			}
		case line[0] != ' ' && line[0] != '\t' && isBar(bar) && isBarOf(bar, line):
			style = bar[:1]
		}
		if style == "" {
			continue
		}
		if ranks[style] == 0 {
			ranks[style] = len(ranks) + 1
		}
		h.level = min(ranks[style], maxLevel)
		all = append(all, h)
		at, isFirst = behind, true
	}
	return all
}
