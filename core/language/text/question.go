package text

import "strings"

// MarkedQuestion returns the question that a line asks of the workspace: one that
// starts with "??", behind the mark of a comment or of a list if there is one, or a
// quotation of Markdown that starts with "?". It is empty for other lines.
func MarkedQuestion(line string) string {
	body := strings.TrimLeft(line, " \t/#-;%*+>0123456789.)")
	if question, ok := strings.CutPrefix(body, "??"); ok {
		return strings.TrimSpace(strings.TrimLeft(question, "?"))
	}
	quoted, ok := strings.CutPrefix(strings.TrimSpace(line), ">")
	if question, asks := strings.CutPrefix(strings.TrimSpace(quoted), "?"); ok && asks {
		return strings.TrimSpace(question)
	}
	return ""
}

// MarkedAnswer reports whether a line is one of an answer that was inserted below a
// marked question: one that starts with "!!" and a space, behind the mark of a
// comment, of a quotation or of a list if there is one. Comments that document what they
// stand in begin with "//!" or "/*!" in some languages.
func MarkedAnswer(line string) bool {
	body := strings.TrimLeft(line, " \t/#-;%*+>0123456789.)")
	body = strings.TrimPrefix(body, "! ")
	rest, ok := strings.CutPrefix(body, "!!")
	return ok && (rest == "" || strings.IndexByte(" \t\r\n", rest[0]) >= 0)
}

// WithoutQuestions returns s with the lines of marked questions and of the answers
// that were inserted below them blanked, byte for byte, so that spans stay what they
// are: who asks says nothing about the matter, and an answer is no evidence for
// itself. A text without any is returned as it is.
func WithoutQuestions(s string) string {
	if !strings.Contains(s, "?") && !strings.Contains(s, "!!") {
		return s
	}
	var out []byte
	for l := newLineWalker(s); ; {
		end, ended := l.end()
		line := Span{l.at, min(end, len(s))}
		if said := line.Of(s); MarkedQuestion(said) != "" || MarkedAnswer(said) {
			if out == nil {
				out = []byte(s)
			}
			blank(out[line.Start:contentEnd(s, line.Start, line.End)])
		}
		if !ended || !l.next() {
			break
		}
	}
	if out == nil {
		return s
	}
	return string(out)
}

func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}
