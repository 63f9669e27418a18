package code

import (
	"strings"

	"docuquest/core/language/text"
)

// maxAttributeLines is how many lines an attribute may have.
const maxAttributeLines = 30

// above gives where a definition that begins at an offset really begins: with
// the attributes and comments that stand right above it, and not below floor.
// The span of the comments is doc, empty if there are none.
//
// It looks at each line once, and at no line of another definition.
func (s style) above(source string, floor, at int) (start int, doc text.Span) {
	line := lineStart(source, at)
	if line < floor || !blank(source[line:at]) {
		return at, text.Span{}
	}
	start = at
	for line > floor {
		end := line - 1
		line = max(lineStart(source, end), floor)
		if line == floor && !blank(source[lineStart(source, floor):floor]) {
			break // the rest of a line that belongs to something else
		}
		content := strings.TrimSpace(source[line:end])
		if opening, ok := s.commentEndsWith(source[floor:end], content); ok {
			start = floor + opening
			doc = extended(doc, text.Span{Start: start, End: end}.Trim(source))
			line = max(lineStart(source, start), floor)
		} else if begin, ok := s.attributeEndsWith(source, floor, line); ok {
			start = begin
			line = lineStart(source, start)
		} else {
			break
		}
	}
	return start, doc
}

// extended gives a documentation with a comment above it.
func extended(doc, comment text.Span) text.Span {
	if !doc.Empty() {
		comment.End = doc.End
	}
	return comment
}

// commentEndsWith says whether the last line of a text, trimmed, is a comment or
// the end of one that has lines of its own, and gives where in the text the
// comment begins.
func (s style) commentEndsWith(source, last string) (int, bool) {
	if last == "" {
		return 0, false
	}
	if startsWithAny(last, s.line) && !startsWithAny(last, s.attributes) {
		return strings.LastIndex(source, last), true
	}
	for _, marks := range s.block {
		if !strings.HasSuffix(last, marks.close) {
			continue
		}
		ending := strings.LastIndex(source, marks.close)
		at := strings.LastIndex(source[:ending], marks.open)
		if at >= 0 && blank(source[lineStart(source, at):at]) {
			return at, true
		}
	}
	return 0, false
}

// attributeEndsWith says whether a line is an attribute or the end of one, and
// gives where that begins.
func (s style) attributeEndsWith(source string, floor, line int) (int, bool) {
	begin := lineText(source, line)
	if startsWithAny(source[begin:], s.attributes) {
		return begin, true
	}
	if !strings.HasPrefix(source[begin:], ")") && !strings.HasPrefix(source[begin:], "})") {
		return 0, false
	}
	indent := begin - line
	for range maxAttributeLines {
		if line <= floor {
			break
		}
		line = max(lineStart(source, line-1), floor)
		if begin = lineText(source, line); begin-line <= indent {
			return begin, startsWithAny(source[begin:], s.attributes)
		}
	}
	return 0, false
}

// lineText gives where the text of a line begins.
func lineText(s string, line int) int {
	return line + len(s[line:]) - len(strings.TrimLeft(s[line:], " \t"))
}

// behind gives where a definition really ends: behind the mark that ends its
// statement and a comment in the rest of the line, but not after limit.
func (s style) behind(source string, end, limit int) int {
	rest := source[end:limit]
	if n := strings.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n]
	}
	after := strings.TrimLeft(rest, " \t")
	if after != "" && (after[0] == ';' || after[0] == ',') {
		end += len(rest) - len(after) + 1
		rest = after[1:]
		after = strings.TrimLeft(rest, " \t")
	}
	if s.isComment(strings.TrimSpace(after)) {
		return end + len(strings.TrimRight(rest, " \t\r\f\v"))
	}
	return end
}

// isComment says whether the rest of a line is a comment and nothing else.
func (s style) isComment(rest string) bool {
	if startsWithAny(rest, s.line) {
		return true
	}
	for _, marks := range s.block {
		if strings.HasPrefix(rest, marks.open) && strings.Index(rest, marks.close) == len(rest)-len(marks.close) {
			return true
		}
	}
	return false
}

func startsWithAny(s string, marks []string) bool {
	for _, mark := range marks {
		if strings.HasPrefix(s, mark) {
			return true
		}
	}
	return false
}

// lineStart gives where the line begins that holds an offset.
func lineStart(s string, at int) int { return strings.LastIndexByte(s[:at], '\n') + 1 }

func blank(s string) bool { return strings.TrimSpace(s) == "" }
