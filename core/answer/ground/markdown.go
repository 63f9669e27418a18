package ground

import (
	"fmt"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/render"
	"docuquest/core/language/text"
)

// markdown writes the supported statements as Markdown, each followed by the numbers of its
// citations: a list, or a paragraph for the only statement of a report.
func markdown(form answer.Form, c Checked) string {
	var lines []string
	for _, s := range c.Statements {
		line := render.Inline(s.Text)
		for _, n := range s.Numbers {
			line += fmt.Sprintf(" [%d]", n)
		}
		line += remark(s)
		switch {
		case form == answer.Excerpts:
			name := nameOf(c.Citations[s.Numbers[0]-1], s.Text)
			if s.Label != "" {
				name = strings.ReplaceAll(render.Inline(render.Visible(s.Label)), "*", `\*`)
			}
			line = "- **" + name + "**: " + line
		case len(c.Statements) == 1:
			line = render.Line(line)
		default:
			line = "- " + render.Line(line)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// remark says in italics what the quotes of a statement do not say, and whether it could be
// compared with them.
func remark(s Statement) string {
	var remarks []string
	if len(s.Lacks) > 0 {
		plain := strings.NewReplacer("*", "", "`", "").Replace(strings.Join(s.Lacks, "; "))
		remarks = append(remarks, "not in the quotes: "+render.Inline(render.Visible(plain)))
	}
	if s.Unchecked {
		remarks = append(remarks, "not checked: the check knows English alone")
	}
	if len(remarks) == 0 {
		return ""
	}
	return " *(" + strings.Join(remarks, "; ") + ")*"
}

// Quotation gives the lines of a quote as Markdown that shows just them, each of which may
// be at the start of a line: "1978." alone would else be the number of an item, and be
// lost. In a program no character is a mark, and the signs of a comment are left out.
func Quotation(quote string, ofProgram bool) []string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(quote), "\n")
	show := render.Inline
	if ofProgram {
		lines, show = answer.WithoutComment(lines), render.Plain
	}
	for i, line := range lines {
		lines[i] = render.Line(show(text.OneLine(line)))
	}
	return lines
}

// withoutNumbers drops marks such as [1], [2, 3] and 【4】 outside of code, a
// list's marker in front, and the space that they leave.
func withoutNumbers(line string) string {
	line = line[text.LineMarks(line):]
	var b strings.Builder
	for at := 0; at < len(line); {
		if line[at] == '`' {
			rest := strings.TrimLeft(line[at:], "`")
			ticks := line[at : len(line)-len(rest)]
			code := ticks + rest[:text.CodeLength(rest, ticks)]
			b.WriteString(code)
			at += len(code)
			continue
		}
		if n := numberMark(line[at:]); 0 < n {
			at += n
			continue
		}
		b.WriteByte(line[at])
		at++
	}
	return strings.TrimSpace(b.String())
}

// numberMark is the length of the mark that s starts with, the spaces in front of
// it included, 0 if there is none.
func numberMark(s string) int {
	inside := strings.TrimLeft(s, " ")
	closing := "]"
	switch {
	case strings.HasPrefix(inside, "["):
		inside = inside[1:]
	case strings.HasPrefix(inside, "【"):
		inside, closing = inside[len("【"):], "】"
	default:
		return 0
	}
	after := strings.TrimLeft(inside, "0123456789,;-^ ")
	if len(after) == len(inside) || !strings.HasPrefix(after, closing) {
		return 0
	}
	return len(s) - len(after) + len(closing)
}
