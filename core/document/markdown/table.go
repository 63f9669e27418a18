package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// tableReader makes a table of the lines of a paragraph from the one above a
// line such as |---|:-:| on, if both have the same number of cells.
type tableReader struct{}

func (tableReader) Transform(node *ast.Paragraph, _ gtext.Reader, pc parser.Context) {
	lines, s := node.Lines(), sightingsOf(pc).text
	header := findHeader(s, lines)
	if header < 0 {
		return
	}
	table := newTable(s, lines.Sliced(header, lines.Len()))
	lines.SetSliced(0, header)
	node.Parent().InsertAfter(node.Parent(), node, table)
	if header == 0 {
		node.Parent().RemoveChild(node.Parent(), node)
	}
}

// findHeader gives the index of the header's line, -1 if there is no table.
func findHeader(s string, lines *gtext.Segments) int {
	for i := 1; i < lines.Len(); i++ {
		delimiter := lines.At(i)
		columns := delimiterCells(strings.TrimSpace(s[delimiter.Start:delimiter.Stop]))
		if columns == 0 {
			continue
		}
		header := lines.At(i - 1)
		if len(row(s, header, columns+1).Children) == columns {
			return i - 1
		}
		return -1
	}
	return -1
}

// delimiterCells counts the cells of a line under a header: hyphens, with or
// without a colon at either end. It gives 0 for any other line, and for a line
// of hyphens alone.
func delimiterCells(line string) int {
	if strings.Trim(line, "-|: \t") != "" || !strings.ContainsAny(line, "|:") {
		return 0
	}
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	count := 0
	for more := true; more; count++ {
		var cell string
		cell, line, more = strings.Cut(line, "|")
		cell = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(cell), ":"), ":")
		if len(cell) == 0 || len(strings.Trim(cell, "-")) > 0 {
			return 0
		}
	}
	return count
}

// A table is a node of goldmark's tree that holds its rows as finished blocks:
// a node for each cell takes several times their memory.
type table struct {
	ast.BaseBlock
	rows []document.Block
}

var kindTable = ast.NewNodeKind("DocumentTable")

// newTable reads the lines of a table: a header, a delimiter, rows.
func newTable(s string, lines []gtext.Segment) *table {
	header := row(s, lines[0], len(s))
	rows := make([]document.Block, 0, len(lines)-1)
	rows = append(rows, header)
	for _, line := range lines[2:] {
		rows = append(rows, row(s, line, len(header.Children)))
	}
	t := &table{rows: rows}
	t.SetPos(header.Span.Start)
	return t
}

// Kind implements [ast.Node].
func (t *table) Kind() ast.NodeKind { return kindTable }

// IsRaw implements [ast.Node]: there is nothing in the table to be parsed.
func (t *table) IsRaw() bool { return true }

// Dump implements [ast.Node].
func (t *table) Dump(source []byte, level int) { ast.DumpHelper(t, source, level, nil, nil) }

// row reads one line of a table and the first of its cells, at most columns of
// them. A cell without text is an empty span where its text would begin.
func row(s string, line gtext.Segment, columns int) document.Block {
	span := trimmed(s, text.Span{Start: line.Start, End: line.Stop})
	at, end := span.Start, span.End
	if at < end && s[at] == '|' {
		at++
	}
	if at < end && s[end-1] == '|' && !escaped(s[at:end-1]) {
		end--
	}
	b := document.Block{Kind: document.Row, Span: span}
	b.Children = make([]document.Block, 0, min(columns, 1+strings.Count(s[at:end], "|")))
	for len(b.Children) < columns && at <= end {
		next := cellEnd(s[at:end]) + at
		cell := trimmed(s, text.Span{Start: at, End: next})
		b.Children = append(b.Children, document.Block{Kind: document.Cell, Span: cell})
		at = next + 1
	}
	return b
}

// cellEnd gives the offset of the first bar that no backslash escapes.
func cellEnd(s string) int {
	for at := 0; ; at++ {
		n := strings.IndexByte(s[at:], '|')
		if n < 0 {
			return len(s)
		}
		if at += n; !escaped(s[:at]) {
			return at
		}
	}
}

func escaped(before string) bool {
	return len(before) > 0 && before[len(before)-1] == '\\'
}
