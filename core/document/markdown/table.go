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
	delimiter, columns := 1, 0
	for ; delimiter < lines.Len(); delimiter++ {
		line := lines.At(delimiter)
		if columns = delimiterCells(strings.TrimSpace(s[line.Start:line.Stop])); columns > 0 {
			break
		}
	}
	if columns == 0 || len(row(s, lines.At(delimiter-1), columns+1).Children) != columns {
		return
	}
	above := delimiter - 1 // lines of a paragraph
	t := &table{rows: make([]document.Block, 0, lines.Len()-delimiter)}
	t.rows = append(t.rows, row(s, lines.At(above), len(s)))
	for _, line := range lines.Sliced(delimiter+1, lines.Len()) {
		t.rows = append(t.rows, row(s, line, columns))
	}
	t.SetPos(t.rows[0].Span.Start)
	lines.SetSliced(0, above)
	node.Parent().InsertAfter(node.Parent(), node, t)
	if above == 0 {
		node.Parent().RemoveChild(node.Parent(), node)
	}
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

// A table is a node of goldmark's tree that has its rows as finished blocks:
// a node for each cell takes several times their memory.
type table struct {
	ast.BaseBlock
	rows []document.Block
}

var kindTable = ast.NewNodeKind("DocumentTable")

// Kind implements [ast.Node].
func (t *table) Kind() ast.NodeKind { return kindTable }

// IsRaw implements [ast.Node]: there is nothing in the table to be parsed.
func (t *table) IsRaw() bool { return true }

// Dump implements [ast.Node].
func (t *table) Dump(source []byte, level int) { ast.DumpHelper(t, source, level, nil, nil) }

// row reads one line of a table and the first of its cells, at most columns of
// them. A cell without text is an empty span where its text would begin. A bar behind a
// backslash divides nothing.
func row(s string, line gtext.Segment, columns int) document.Block {
	span := trimmed(s, text.Span{Start: line.Start, End: line.Stop})
	at, end := span.Start, span.End
	if at < end && s[at] == '|' {
		at++
	}
	if at < end && s[end-1] == '|' && (end-1 == at || s[end-2] != '\\') {
		end--
	}
	b := document.Block{Kind: document.Row, Span: span}
	b.Children = make([]document.Block, 0, min(columns, 1+strings.Count(s[at:end], "|")))
	for len(b.Children) < columns && at <= end {
		next := at
		for next < end && (s[next] != '|' || next > at && s[next-1] == '\\') {
			next++
		}
		cell := trimmed(s, text.Span{Start: at, End: next})
		b.Children = append(b.Children, document.Block{Kind: document.Cell, Span: cell})
		at = next + 1
	}
	return b
}
