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

// WithoutQuestions returns s with the lines of marked questions blanked, byte for
// byte, so that spans stay what they are: who asks says nothing about the matter. A
// text without any is returned as it is.
func WithoutQuestions(s string) string {
	if !strings.Contains(s, "?") {
		return s
	}
	var out []byte
	for l := newLineWalker(s); ; {
		end, ended := l.end()
		line := Span{l.at, min(end, len(s))}
		if MarkedQuestion(line.Of(s)) != "" {
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
