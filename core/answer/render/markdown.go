package render

import (
	"fmt"
	"strings"
)

// markdownOf writes blocks as Markdown.
func markdownOf(blocks []block) string { return inMarkdown(blocks, "\n\n") }

// inMarkdown writes blocks with a gap between each two. Of two lists that follow one
// another the second has other marks, or it would go on with the first.
func inMarkdown(blocks []block, gap string) string {
	var b strings.Builder
	second := false
	for i, one := range blocks {
		if 0 < i {
			b.WriteString(gap)
		}
		second = 0 < i && blocks[i-1].kind == one.kind && !second
		if one.kind == bullets || one.kind == numbers {
			writeList(&b, one, second)
		} else {
			b.WriteString(markdownBlock(one))
		}
	}
	return b.String()
}

// markdownBlock writes a block that is no list, without a line break at its end.
func markdownBlock(b block) string {
	switch b.kind {
	case heading:
		text := inline(b.runs, lineContext)
		if strings.HasSuffix(text, "#") { // or it would seem to close itself
			text = text[:len(text)-1] + `\#`
		}
		return strings.Repeat("#", b.level) + " " + text
	case rule:
		return "___" // which is no item, and nothing below a heading
	case quote:
		return prefixed(inMarkdown(b.blocks, "\n\n"), "> ", "> ")
	case listing:
		fence := strings.Repeat("`", max(3, longestTicks(b.code.text)+1))
		return fence + b.code.language + "\n" + b.code.text + "\n" + fence
	case grid:
		return markdownTable(b.table)
	}
	lines := strings.Split(inline(b.runs, lineContext), "\n")
	for i, line := range lines {
		lines[i] = guarded(line)
	}
	return strings.Join(lines, "\n")
}

// writeList writes a list. Its items are apart by an empty line, unless they are all
// so simple that no program needs it.
func writeList(b *strings.Builder, list block, second bool) {
	gap := "\n\n"
	if isTight(list) {
		gap = "\n"
	}
	for i, one := range list.blocks {
		if 0 < i {
			b.WriteString(gap)
		}
		mark := itemMark(list, i, second)
		b.WriteString(prefixed(inMarkdown(one.blocks, gap), mark, strings.Repeat(" ", len(mark))))
	}
}

// isTight reports whether each item of a list is a paragraph, with no more than lists
// below it that can follow one at once.
func isTight(list block) bool {
	for _, one := range list.blocks {
		for i, b := range one.blocks {
			switch {
			case i == 0 && b.kind == paragraph:
			case 0 < i && (b.kind == bullets || b.kind == numbers && b.level == 1) && isTight(b):
			default:
				return false
			}
		}
	}
	return true
}

// itemMark is what is in front of an item.
func itemMark(list block, i int, second bool) string {
	const largest = 999_999_999 // that is a number to every program
	switch {
	case list.kind == numbers && second:
		return fmt.Sprintf("%d) ", min(list.level+i, largest))
	case list.kind == numbers:
		return fmt.Sprintf("%d. ", min(list.level+i, largest))
	case second:
		return "* "
	}
	return "- "
}

// prefixed puts one prefix before the first line of a text and another before the rest.
func prefixed(text, first, rest string) string {
	var b strings.Builder
	prefix := first
	for line := range strings.Lines(text) {
		if line == "\n" {
			b.WriteString(strings.TrimRight(prefix, " "))
		} else {
			b.WriteString(prefix)
		}
		b.WriteString(line)
		prefix = rest
	}
	return b.String()
}

func markdownTable(t table) string {
	var b strings.Builder
	for i, row := range t.rows {
		for _, cell := range row {
			b.WriteString("| " + inline(cell, cellContext) + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(rulers(t))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// rulers are the line below the head of a table.
func rulers(t table) string {
	var b strings.Builder
	for _, a := range t.aligned {
		b.WriteString("| " + [...]string{"---", leftAligned: ":--", rightAligned: "--:", centred: ":-:"}[a] + " ")
	}
	return b.String() + "|\n"
}

// context says where runs are written.
type context uint8

const (
	lineContext context = iota
	cellContext
)

// inline writes settled runs.
func inline(runs []run, in context) string {
	var b strings.Builder
	var open []string
	for i, r := range runs {
		open = remark(&b, open, marks(r.style))
		switch {
		case r.style&broken != 0:
			if !strings.HasSuffix(b.String(), `\`) { // two could be read in two ways
				b.WriteByte('\\')
			}
			b.WriteByte('\n')
		case r.link != "":
			b.WriteByte('[')
			writeText(&b, r, ']', in)
			b.WriteString("](" + r.link + ")")
		default:
			writeText(&b, r, ahead(runs, i), in)
		}
	}
	remark(&b, open, nil)
	return b.String()
}

// writeText writes the text of a run without the marks of its look.
func writeText(b *strings.Builder, r run, ahead byte, in context) {
	if r.style&verbatim != 0 {
		writeCode(b, r.text, in)
		return
	}
	escaper{text: r.text, ahead: ahead, brackets: r.link != "", bars: in == cellContext, out: b}.write()
}

// ahead is a character like the one that is written behind a run.
func ahead(runs []run, i int) byte {
	var next run
	if i+1 < len(runs) {
		next = runs[i+1]
	}
	switch {
	case (runs[i].style^next.style)&struck != 0:
		return '~'
	case next.link != "":
		return '['
	case runs[i].style == 0 && next.text == "":
		return '\n'
	}
	return '*'
}

// marks are those of a look, from the outermost.
func marks(s style) []string {
	var m []string
	if s&bold != 0 {
		m = append(m, "**")
	}
	if s&italic != 0 {
		m = append(m, "_")
	}
	if s&starred != 0 {
		m = append(m, "*")
	}
	if s&struck != 0 {
		m = append(m, "~~")
	}
	return m
}

// remark closes marks and opens others, until those that are wanted are open. It returns
// these.
func remark(b *strings.Builder, open, wanted []string) []string {
	same := 0
	for same < len(open) && same < len(wanted) && open[same] == wanted[same] {
		same++
	}
	for i := len(open) - 1; same <= i; i-- {
		b.WriteString(open[i])
	}
	for _, mark := range wanted[same:] {
		b.WriteString(mark)
	}
	return wanted
}

// writeCode writes code between as many backticks as it needs.
func writeCode(b *strings.Builder, text string, in context) {
	if in == cellContext {
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	ticks := strings.Repeat("`", longestTicks(text)+1)
	b.WriteString(ticks)
	isPadded := strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") ||
		strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") && strings.Trim(text, " ") != ""
	if isPadded {
		text = " " + text + " "
	}
	b.WriteString(text + ticks)
}

// longestTicks is the length of the longest run of backticks in a text.
func longestTicks(text string) int {
	longest, length := 0, 0
	for i := range len(text) {
		if text[i] != '`' {
			length = 0
			continue
		}
		length++
		longest = max(longest, length)
	}
	return longest
}
