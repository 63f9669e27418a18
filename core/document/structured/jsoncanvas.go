package structured

import (
	"strings"

	"docuquest/core/language/text"
)

// jsonCanvas copies a stretch of a text, with spaces for all that JSON does not
// know: a byte order mark, comments, and commas after the last item. Every byte
// of the copy stands where it stands in the stretch. The comments are given in
// their order, as spans of the text.
func jsonCanvas(s string, stretch text.Span) (canvas []byte, comments []text.Span) {
	canvas = []byte(stretch.Of(s))
	if strings.HasPrefix(stretch.Of(s), byteOrderMark) {
		blank(canvas[:len(byteOrderMark)])
	}
	comma := -1 // the last one, if only spaces and comments came after it
	for at := 0; at < len(canvas); {
		switch c := canvas[at]; c {
		case '"':
			at += quotedLen(canvas[at:])
			comma = -1
			continue
		case '/':
			if n := commentLen(canvas[at:]); n > 0 {
				comments = append(comments, text.Span{Start: at, End: at + n}.Shift(stretch.Start))
				blank(canvas[at : at+n])
				at += n
				continue
			}
		case ',':
			comma = at
		case ']', '}':
			if comma >= 0 {
				canvas[comma] = ' '
			}
			comma = -1
		case ' ', '\t', '\r', '\n':
		default:
			comma = -1
		}
		at++
	}
	return canvas, comments
}

// byteOrderMark begins some texts that come from an editor; those of the disk
// have lost it.
const byteOrderMark = "\ufeff"

func blank(canvas []byte) {
	for i := range canvas {
		canvas[i] = ' '
	}
}

// quotedLen is the length of the string that b begins with: up to its closing
// quote, or all of b if there is none.
func quotedLen(b []byte) int {
	for at := 1; at < len(b); at++ {
		switch b[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(b)
}

// commentLen is the length of the comment that b begins with, its line end left
// out, and 0 if it begins with none.
func commentLen(b []byte) int {
	switch string(b[:min(2, len(b))]) {
	case "//":
		for at := range b {
			if b[at] == '\n' || b[at] == '\r' {
				return at
			}
		}
		return len(b)
	case "/*":
		for at := 3; at < len(b); at++ {
			if b[at-1] == '*' && b[at] == '/' {
				return at + 1
			}
		}
		return len(b)
	}
	return 0
}

// withoutMarks is what a comment says.
func withoutMarks(s string, span text.Span) text.Span {
	says := strings.TrimLeft(span.Of(s), "/*")
	start := span.End - len(says)
	if strings.HasPrefix(span.Of(s), "/*") {
		says = strings.TrimRight(says, "*/")
	}
	return text.Span{Start: start, End: start + len(says)}.Trim(s)
}
