package structured

import (
	"strconv"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// maxLevel is the lowest level of a section.
const maxLevel = 6

// An outliner makes blocks of nodes and, where the format needs one, writes
// their reading on the way.
type outliner struct {
	text     string
	pen      *pen // nil for a format that reads as it stands
	problems problems
}

// blocks makes the blocks of neighbouring nodes. Sections get the level, or the
// lowest that there is.
func (o *outliner) blocks(nodes []node, level int) []document.Block {
	var blocks []document.Block
	index := 0 // in the list that the nodes may be
	for len(nodes) > 0 {
		if n := countPlain(nodes); n > 0 {
			blocks = append(blocks, o.paragraph(nodes[:n])...)
			index += countValues(nodes[:n])
			nodes = nodes[n:]
			continue
		}
		blocks = append(blocks, o.section(&nodes[0], index, level)...)
		index++
		nodes = nodes[1:]
	}
	return blocks
}

// countPlain is how many of nodes, from the first on, are told in a paragraph.
func countPlain(nodes []node) int {
	n := 0
	for n < len(nodes) && nodes[n].plain {
		n++
	}
	return n
}

func countValues(nodes []node) int {
	count := 0
	for i := range nodes {
		if nodes[i].kind != comment {
			count++
		}
	}
	return count
}

// paragraph tells plain nodes together.
func (o *outliner) paragraph(nodes []node) []document.Block {
	for i := range nodes {
		o.pen.line(&nodes[i])
	}
	o.pen.gap("\n")
	span := text.Span{Start: nodes[0].span.Start, End: nodes[len(nodes)-1].span.End}
	if span.Empty() {
		return nil
	}
	return []document.Block{{Kind: document.Paragraph, Span: span}}
}

// section makes a section of a value that has some structure. An item of a list
// is called what it calls itself, or else by its index, from 0.
func (o *outliner) section(n *node, index, level int) []document.Block {
	if isSection(n) {
		return o.written(n, level)
	}
	b := document.Block{Kind: document.Section, Span: n.span, Title: n.key, Level: min(level, maxLevel)}
	if n.key == "" {
		if b.Title = n.name(); b.Title == "" {
			b.Title = strconv.Itoa(index)
		}
	}
	o.pen.title(n)
	if !n.head.Empty() {
		b.Children = append(b.Children, document.Block{Kind: document.Heading, Span: n.head})
	}
	b.Children = append(b.Children, o.blocks(n.children, level+1)...)
	if len(b.Children) == 0 {
		return nil
	}
	return []document.Block{b}
}
