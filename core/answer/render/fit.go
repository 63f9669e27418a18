package render

import (
	"strings"
	"unicode/utf8"
)

// tooLong is the last line of a text that was not written to its end.
const tooLong = "The rest is left out here, since this is too long to be shown."

// shortened returns the blocks that have room, and a part of the one behind them: its first
// items, lines or rows, or words if it is a paragraph that fills most of the room. The
// room counts two line breaks behind each block.
func shortened(blocks []block, room int) []block {
	for i, b := range blocks {
		size := sizeOf(b) + 2
		switch {
		case size <= room:
			room -= size
		case b.kind == paragraph && room < MaxCharacters/2:
			return blocks[:i:i]
		default:
			return append(blocks[:i:i], beginningOf(b, room-2)...)
		}
	}
	return blocks
}

// beginningOf is a part of a block that has room, from its start; none if there is none.
func beginningOf(b block, room int) []block {
	parts := split(b)
	if len(parts) == 0 || room < sizeOf(parts[0]) {
		return nil
	}
	n := 1
	for left := room - sizeOf(parts[0]); n < len(parts); n++ {
		size := sizeOf(parts[n]) + 2 // behind others
		switch parts[n].kind {
		case paragraph:
			size -= 2
		case listing:
			size = units(parts[n].code.text) + 1
		case grid:
			size -= 2 + len(rulers(parts[n].table))
		}
		if left -= size; left < 0 {
			break
		}
	}
	for ; ; n = n * 9 / 10 { // the parts may need more room together than each for itself
		if part := join(parts[:max(n, 1)]); n <= 1 || sizeOf(part) <= room {
			return []block{part}
		}
	}
}

// sizeOf is how much room a block needs, without what is around it.
func sizeOf(b block) int { return units(markdownOf([]block{b})) }

// split makes a block of each word, item, line or row of a block, and none of what
// cannot be cut.
func split(b block) []block {
	var parts []block
	switch b.kind {
	case paragraph:
		const longest = 1000 // bytes of a word; one that is longer is cut
		all := spaced(b.runs)
		parts = make([]block, 0, len(all))
		for _, w := range all {
			for !w.isAtom() && longest < len(w.text) {
				end := longest
				for !utf8.RuneStart(w.text[end]) {
					end--
				}
				parts = append(parts, block{kind: b.kind, runs: []run{{text: w.text[:end], style: w.style}}})
				w.text = w.text[end:]
			}
			parts = append(parts, block{kind: b.kind, runs: []run{w}})
		}
	case quote, bullets, numbers:
		for i := range b.blocks {
			parts = append(parts, block{kind: b.kind, level: b.level + i, blocks: b.blocks[i : i+1]})
		}
	case listing:
		for line := range strings.SplitSeq(b.code.text, "\n") {
			parts = append(parts, block{kind: b.kind, code: code{b.code.language, line}})
		}
	case grid:
		for i := range b.table.rows {
			parts = append(parts, block{kind: b.kind, table: table{b.table.aligned, b.table.rows[i : i+1]}})
		}
	}
	return parts
}

// join makes a block again of the first parts of one, at least one of them.
func join(parts []block) block {
	whole := block{kind: parts[0].kind, level: parts[0].level}
	whole.table.aligned = parts[0].table.aligned
	var lines []string
	for _, p := range parts {
		whole.runs = append(whole.runs, p.runs...)
		whole.blocks = append(whole.blocks, p.blocks...)
		whole.table.rows = append(whole.table.rows, p.table.rows...)
		lines = append(lines, p.code.text)
	}
	whole.runs = settled(whole.runs)
	whole.code = code{parts[0].code.language, strings.TrimRight(strings.Join(lines, "\n"), "\n")}
	return whole
}

// units is the length of a text as editors count it, in units of UTF-16.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if 0xFFFF < r {
			n++
		}
	}
	return n
}
