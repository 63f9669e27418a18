package render

import "strings"

// Wrap breaks the lines of a plain text at spaces so that each is at most width columns
// wide, with an indent in front of it. It keeps lines whose spaces matter: fenced and
// indented code, and rows of tables. The lines of a list item hang below its text.
func Wrap(text string, width int, indent string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		isFence := strings.HasPrefix(strings.TrimSpace(line), "```")
		isLaidOut := strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "|")
		if fenced || isFence || isLaidOut {
			b.WriteString(strings.TrimRight(indent+line, " ") + "\n")
		} else {
			wrapLine(&b, line, width, indent)
		}
		fenced = fenced != isFence
	}
	return strings.TrimRight(b.String(), "\n")
}

func wrapLine(b *strings.Builder, line string, width int, indent string) {
	// The lines below hang behind a mark such as "- ", "3. " or "> ".
	rest := strings.TrimLeft(line, " ")
	hang := len(line) - len(rest)
	mark, _, found := strings.Cut(rest, " ")
	digits := strings.TrimRight(mark, ".)")
	isNumber := len(digits) > 0 && len(digits) < len(mark) && strings.Trim(digits, "0123456789") == ""
	if found && (isNumber || mark == "-" || mark == "*" || mark == "+" || mark == ">") {
		hang += len(mark) + 1
	}
	hanging := indent + strings.Repeat(" ", hang)
	first := indent + line[:len(line)-len(strings.TrimLeft(line, " "))]
	b.WriteString(first)
	column := len(first)
	for i, word := range strings.Fields(line) {
		length := columns(word)
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteString("\n" + hanging)
			column = len(hanging)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	b.WriteByte('\n')
}
