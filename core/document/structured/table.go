package structured

import (
	"slices"

	"docuquest/core/document"
)

// table makes a table of an object with headers and rows. What else the object
// holds, such as a caption, is read before and after the table.
//
// The first row of a table is its header, or the last where the headers come after the
// rows. Where there are none, it is a row over the key "rows" that has no cells: the
// columns have no names. Rows may have fewer or more cells than the header.
func (o *outliner) table(n *node, level int) []document.Block {
	if n.kind != object {
		return o.strange(n, "an object with headers and rows", level+1)
	}
	rows := slices.IndexFunc(n.children, func(c node) bool { return c.key == "rows" && c.kind == list })
	if rows < 0 {
		o.problems.add(point(o.text, n.span.Start), "a table without rows")
		return o.blocks(n.children, level+1)
	}
	headers := slices.IndexFunc(n.children, func(c node) bool {
		return c.key == "headers" && c.kind == list && len(c.children) > 0
	})
	first, last := rows, rows
	if headers >= 0 {
		first, last = min(headers, rows), max(headers, rows)
	}
	blocks := o.blocks(n.children[:first], level+1)
	blocks = append(blocks, o.rows(n.children[first:last+1]))
	return append(blocks, o.blocks(n.children[last+1:], level+1)...)
}

// rows makes the table of the members from its headers to its rows, or from its rows to
// its headers, or of its rows alone.
func (o *outliner) rows(members []node) document.Block {
	table := document.Block{Kind: document.Table}
	switch headers, rows := &members[0], &members[len(members)-1]; {
	case len(members) == 1:
		o.problems.add(point(o.text, rows.span.Start), "a table without headers")
		table.Children = append(table.Children, document.Block{Kind: document.Row, Span: rows.keyAt})
	case headers.key != "headers":
		table.Info = document.HeaderLast
	}
	for i := range members {
		switch n := &members[i]; {
		case 0 < i && i < len(members)-1:
			o.problems.add(point(o.text, n.span.Start), "between the headers and the rows of a table, and in none of its cells")
			o.writer.all(n)
		case n.key == "headers":
			table.Children = append(table.Children, o.row(n))
			table.Span.End = n.value.End
		default:
			for i := range n.children {
				if row := &n.children[i]; row.kind == comment {
					o.writer.line(row)
				} else {
					table.Children = append(table.Children, o.row(row))
				}
			}
			table.Span.End = n.span.End
		}
	}
	o.writer.gap("\n")
	table.Span.Start = table.Children[0].Span.Start
	return table
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
			o.writer.gap("\t")
		}
		if cell := &cells[i]; o.writer == nil || cell.plain {
			o.writer.value(cell)
		} else {
			for j := range cell.children {
				o.writer.all(&cell.children[j])
			}
		}
		b.Children = append(b.Children, document.Block{Kind: document.Cell, Span: cells[i].value})
	}
	o.writer.gap("\n")
	return b
}
