package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// textOf writes blocks as plain text with a gap between each two. The lines of paragraphs
// and headings are at most width columns wide; a width of 0 leaves each on one line.
func textOf(blocks []block, width int, gap string) string {
	var b strings.Builder
	for i, one := range blocks {
		if 0 < i {
			b.WriteString(gap)
		}
		b.WriteString(textBlock(one, width))
	}
	return b.String()
}

// textBlock writes a block without a line break at its end.
func textBlock(b block, width int) string {
	switch b.kind {
	case rule:
		return strings.Repeat("-", 20)
	case quote:
		return prefixed(textOf(b.blocks, narrower(width, 2), "\n\n"), "> ", "> ")
	case bullets, numbers:
		return textList(b, width)
	case listing:
		return prefixed(b.code.text, "    ", "    ")
	case grid:
		return textTable(b.table, width)
	}
	if width == 0 {
		return inlineText(b.runs)
	}
	return Wrap(inlineText(b.runs), width, "")
}

// narrower is the width that is left behind a mark; that of no limit stays none.
func narrower(width, mark int) int {
	if width == 0 {
		return 0
	}
	return max(width-mark, 1)
}

func textList(list block, width int) string {
	gap := "\n\n"
	if isTight(list) {
		gap = "\n"
	}
	var b strings.Builder
	for i, one := range list.blocks {
		if 0 < i {
			b.WriteString(gap)
		}
		mark := itemMark(list, i, false)
		b.WriteString(prefixed(textOf(one.blocks, narrower(width, len(mark)), gap), mark, strings.Repeat(" ", len(mark))))
	}
	return b.String()
}

// inlineText is what runs say, on one line but for the breaks that stay.
func inlineText(runs []run) string {
	var b strings.Builder
	for _, r := range runs {
		switch {
		case r.style&broken != 0:
			b.WriteByte('\n')
		case r.link != "" && brackets(r.text) != r.link:
			b.WriteString(brackets(r.text) + " (" + r.link + ")")
		default:
			b.WriteString(strings.ReplaceAll(brackets(r.text), "\n", " "))
		}
	}
	return b.String()
}

// textTable writes a table with its columns below one another, two spaces apart, and a
// line below its head. Where it is wider than width, which is not 0, the cells of its widest
// columns go on in further lines, down to a width of narrowest each.
func textTable(t table, width int) string {
	const narrowest = 12
	cells := make([][]string, len(t.rows))
	widths := make([]int, len(t.aligned))
	all := -2
	for r, row := range t.rows {
		for c, runs := range row {
			cells[r] = append(cells[r], inlineText(runs))
			widths[c] = max(widths[c], columns(cells[r][c]))
		}
	}
	for _, w := range widths {
		all += w + 2
	}
	for ; 0 < width && width < all; all-- {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= narrowest {
			break
		}
		widths[widest]--
	}
	var b strings.Builder
	for r, row := range cells {
		parts := make([][]string, len(row)) // the lines of each cell
		most := 0
		for c, cell := range row {
			parts[c] = cellLines(cell, widths[c])
			most = max(most, len(parts[c]))
		}
		for i := range most {
			line := make([]string, len(row))
			for c := range row {
				if i < len(parts[c]) {
					line[c] = parts[c][i]
				}
			}
			b.WriteString(textRow(line, widths, t.aligned) + "\n")
		}
		if r == 0 {
			rule := make([]string, len(widths))
			for i, w := range widths {
				rule[i] = strings.Repeat("-", w)
			}
			b.WriteString(textRow(rule, widths, t.aligned) + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cellLines are the lines of a cell in a column of a width. A word that is longer is cut.
func cellLines(cell string, width int) []string {
	if columns(cell) <= width {
		return []string{cell}
	}
	var all []string
	for line := range strings.SplitSeq(Wrap(cell, width, ""), "\n") {
		begin, taken := 0, 0
		for i, r := range line {
			w := columns(string(r))
			if width < taken+w && begin < i {
				all, begin, taken = append(all, line[begin:i]), i, 0
			}
			taken += w
		}
		all = append(all, line[begin:])
	}
	return all
}

func textRow(cells []string, widths []int, aligned []alignment) string {
	var b strings.Builder
	for i, cell := range cells {
		free := widths[i] - columns(cell)
		before := 0
		switch aligned[i] {
		case rightAligned:
			before = free
		case centred:
			before = free / 2
		}
		fmt.Fprintf(&b, "%*s%s%*s  ", before, "", cell, free-before, "")
	}
	return strings.TrimRight(b.String(), " ")
}

// columns is how many columns of a terminal a text takes: two for the characters of East
// Asia and for most pictures, none for marks on other characters.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case unicode.Is(wide, r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// wide are the characters that take two columns.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1},
		{0x2E80, 0x303E, 1},
		{0x3041, 0xA4CF, 1},
		{0xAC00, 0xD7A3, 1},
		{0xF900, 0xFAFF, 1},
		{0xFE30, 0xFE6F, 1},
		{0xFF01, 0xFF60, 1},
		{0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{{0x1F300, 0x1F64F, 1}, {0x1F680, 0x1F6FF, 1}, {0x1F900, 0x1F9FF, 1}, {0x20000, 0x3FFFD, 1}},
}
