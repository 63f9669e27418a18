package text

import "strings"

// MarkedQuestion returns the question that a line asks of the workspace: a line
// that starts with "??", after an optional mark of a comment or of a list, or a
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
// marked question: a line that starts with "!!" and a space, after an optional mark of a
// comment, of a quotation or of a list. Comments that document their surroundings begin
// with "//!" or "/*!" in some languages.
func MarkedAnswer(line string) bool {
	body := strings.TrimLeft(line, " \t/#-;%*+>0123456789.)")
	body = strings.TrimPrefix(body, "! ")
	rest, ok := strings.CutPrefix(body, "!!")
	return ok && (rest == "" || strings.IndexByte(" \t\r\n", rest[0]) >= 0)
}

// WithoutQuestions returns s with the lines of marked questions and of the answers
// that were inserted below them blanked, byte for byte, so that spans stay
// valid: a question is no evidence, and an answer is no evidence for itself. A text
// without them is returned unchanged.
func WithoutQuestions(s string) string {
	if !strings.Contains(s, "?") && !strings.Contains(s, "!!") {
		return s
	}
	var out []byte
	for l := newLineWalker(s); ; {
		end, ended := l.end()
		line := Span{l.at, min(end, len(s))}
		if content := line.Of(s); MarkedQuestion(content) != "" || MarkedAnswer(content) {
			if out == nil {
				out = []byte(s)
			}
			for i := line.Start; i < contentEnd(s, line.Start, line.End); i++ {
				out[i] = ' '
			}
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
