package structured

import (
	"docuquest/core/document"
	"docuquest/core/text"
)

// table makes a table of an object with headers and rows. What else the object
// holds, such as a caption, is read before and after the table.
//
// The first row of a table is its header. Where there are no headers, or they
// stand behind the rows, it is a row over the key "rows" that has no cells: the
// columns have no names. Rows may have fewer or more cells than the header.
func (o *outliner) table(n *node, level int) []document.Block {
	if n.kind != object {
		return o.strange(n, "an object with headers and rows", level+1)
	}
	first, last := tableSpan(n.children)
	if first < 0 {
		o.problems.add(point(o.text, n.span.Start), "a table without rows")
		return o.blocks(n.children, level+1)
	}
	blocks := o.blocks(n.children[:first], level+1)
	blocks = append(blocks, o.rows(n.children[first:last+1])...)
	return append(blocks, o.blocks(n.children[last+1:], level+1)...)
}

// tableSpan gives the indexes of the members that are the table: its rows, and
// the headers if they stand before them. They are -1 without rows.
func tableSpan(members []node) (first, last int) {
	first, last = -1, -1
	for i := range members {
		switch {
		case members[i].key == "headers" && first < 0:
			first = i
		case members[i].key == "rows" && members[i].kind == list:
			if first < 0 {
				first = i
			}
			return first, i
		}
	}
	return -1, -1
}

// rows makes the table of the members from its headers, or its rows if it has
// no headers, to its rows.
func (o *outliner) rows(members []node) []document.Block {
	headers, rows := &members[0], &members[len(members)-1]
	table := document.Block{Kind: document.Table}
	if headers.key == "headers" && headers.kind == list && len(headers.children) > 0 {
		table.Children = append(table.Children, o.row(headers))
	} else {
		o.problems.add(point(o.text, rows.span.Start), "a table without headers in front of its rows")
		table.Children = append(table.Children, document.Block{Kind: document.Row, Span: rows.keyAt})
	}
	for i := range members[1:] {
		if n := &members[1+i]; n != rows {
			o.problems.add(point(o.text, n.span.Start), "between the headers and the rows of a table, and in none of its cells")
			o.pen.all(n)
		}
	}
	for i := range rows.children {
		if n := &rows.children[i]; n.kind == comment {
			o.pen.line(n)
		} else {
			table.Children = append(table.Children, o.row(n))
		}
	}
	o.pen.gap("\n")
	table.Span = text.Span{Start: table.Children[0].Span.Start, End: rows.span.End}
	return []document.Block{table}
}

// row makes a row of a list. Anything else is a row of one cell.
func (o *outliner) row(n *node) document.Block {
	b := document.Block{Kind: document.Row, Span: n.value}
	cells := n.children
	if n.kind != list {
		o.problems.add(point(o.text, n.span.Start), "a row is %v and should be a list", n.kind)
		b.Span = n.span
		cells = []node{*n}
	}
	b.Children = make([]document.Block, 0, len(cells))
	for i := range cells {
		if cells[i].kind == comment {
			continue
		}
		if len(b.Children) > 0 {
			o.pen.gap("\t")
		}
		o.pen.cell(&cells[i])
		b.Children = append(b.Children, document.Block{Kind: document.Cell, Span: cells[i].value})
	}
	o.pen.gap("\n")
	return b
}
