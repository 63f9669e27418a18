package structured

import (
	"slices"
	"strconv"

	"docuquest/core/document"
)

// maxLevel is the lowest level of a section.
const maxLevel = 6

// An outliner makes blocks of nodes and, where the format needs one, writes
// their reading on the way.
type outliner struct {
	text     string
	writer   *writer // nil for a format that reads as it is
	problems problems
}

// blocks makes the blocks of neighbouring nodes: a paragraph of plain ones, a section of
// any other. Sections get the level, or the lowest that exists.
func (o *outliner) blocks(nodes []node, level int) []document.Block {
	var blocks []document.Block
	index := 0 // in the list that the nodes may be
	for at := 0; at < len(nodes); {
		if !nodes[at].plain {
			blocks = append(blocks, o.section(&nodes[at], index, level)...)
			index++
			at++
			continue
		}
		span := nodes[at].span
		for ; at < len(nodes) && nodes[at].plain; at++ {
			o.writer.line(&nodes[at])
			span.End = nodes[at].span.End
			if nodes[at].kind != comment {
				index++
			}
		}
		o.writer.gap("\n")
		if !span.Empty() {
			blocks = append(blocks, document.Block{Kind: document.Paragraph, Span: span})
		}
	}
	return blocks
}

// section makes a section of a value that has some structure. An item of a list
// is called what it calls itself, or else by its index, from 0.
func (o *outliner) section(n *node, index, level int) []document.Block {
	if isSection(n) {
		return o.written(n, level)
	}
	b := document.Block{Kind: document.Section, Span: n.span, Title: n.key, Level: min(level, maxLevel)}
	if n.key == "" {
		b.Title = strconv.Itoa(index)
		for _, key := range slices.Backward(namingKeys[:]) {
			if member := n.member(key); member != nil && member.says != "" {
				b.Title = member.says
			}
		}
	}
	o.writer.title(n)
	if !n.head.Empty() {
		b.Children = append(b.Children, document.Block{Kind: document.Heading, Span: n.head})
	}
	b.Children = append(b.Children, o.blocks(n.children, level+1)...)
	if len(b.Children) == 0 {
		return nil
	}
	return []document.Block{b}
}
