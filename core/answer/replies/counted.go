package replies

import (
	"fmt"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/language/text"
)

// An Exact is what an answer says that was counted over all files, or looked up in a
// table, and not put together from the best passages.
type Exact struct {
	Count   int        `json:"count"`             // files, places or rows, as the question asks
	AtLeast bool       `json:"atLeast,omitempty"` // Count is a lower bound
	ByIndex bool       `json:"byIndex,omitempty"` // Count is what the index knows: too many files would have to be read
	Files   int        `json:"files,omitempty"`   // that the question is true of
	Of      int        `json:"of,omitempty"`      // files that were looked through; 0 for a table, and for programs
	From    string     `json:"from,omitempty"`    // what it was looked up in: "the call graph", "the front matter of 47 files"; "" for a table
	Value   string     `json:"value,omitempty"`   // what a table's cells come to, where they were counted or computed
	Counted [][]string `json:"counted,omitempty"` // the forms that were counted for each word of the question
	Unread  []string   `json:"unread,omitempty"`  // paths of files that cannot be read, and are not among Of
	LeftOut *Skipped   `json:"leftOut,omitempty"` // what was not indexed and may well be meant; nil for nothing
	Columns []string   `json:"columns"`
	Rows    []ExactRow `json:"rows"`
}

// Method is a sentence on how it was counted.
func (e *Exact) Method() string {
	switch {
	case e != nil && e.From != "" && e.Of > 0:
		return "It was looked up in " + e.From + ", and every place that is shown was read in its file."
	case e != nil && e.From != "":
		return "It was looked up in " + e.From + ", without checking types, and every place that is shown was read in its file."
	case e == nil || !e.ByIndex && !e.AtLeast:
		return "It was counted, and every row was read in its file."
	case e.AtLeast:
		return "It was counted in as many files as are read for that, so that it may be more; every row that is shown was read in its file."
	}
	return "It was counted by the index, since too many files would have to be read; every row that is shown was read in its file."
}

// An ExactRow is one file or one row of a table.
type ExactRow struct {
	Path     string   `json:"path"`
	Cells    []string `json:"cells"`              // one for each of Exact.Columns
	Citation int      `json:"citation,omitempty"` // its number, 0 where there is nothing to cite
}

// CountedMarkdown sets what was counted as a sentence and a table, or a list of the rows that
// have words of their own.
func CountedMarkdown(c answer.Counted, rows []ExactRow) string {
	var b strings.Builder
	b.WriteString(render.Inline(c.Said))
	number := func(row ExactRow) {
		if row.Citation > 0 {
			fmt.Fprintf(&b, " [%d]", row.Citation)
		}
	}
	isFirst := true
	for i, row := range rows {
		said := c.Rows[i].Said
		if c.Rows[i].Leads {
			number(row)
			continue
		}
		if isFirst {
			b.WriteString("\n")
		}
		if isFirst && said == "" {
			b.WriteString("\n" + tableLine(Each(c.Columns, render.Inline), 0) + "\n|" + strings.Repeat("---|", len(c.Columns)))
		}
		isFirst = false
		if said != "" {
			b.WriteString("\n- " + render.Inline(said))
			number(row)
			continue
		}
		// The name of a file may contain anything, a line break too, and shows just that; cells
		// that were read keep their emphasis and their code.
		cells := Each(row.Cells, func(cell string) string {
			if cell == row.Path {
				return render.Plain(cell)
			}
			return render.Inline(cell)
		})
		b.WriteString("\n" + tableLine(cells, row.Citation))
	}
	b.WriteString("\n")
	switch {
	case c.More > 0 && len(rows) == 0:
		fmt.Fprintf(&b, "\n%s not shown.\n", text.Counted(c.More, "row is", "rows are"))
	case c.More > 0:
		fmt.Fprintf(&b, "\nAnd %d more.\n", c.More)
	}
	if c.Note != "" {
		b.WriteString("\n" + render.Plain(c.Note) + "\n")
	}
	return strings.TrimSpace(b.String())
}

// tableLine is a line of a table whose cells are Markdown, with the number of its citation
// at its end; 0 for none.
func tableLine(cells []string, citation int) string {
	var b strings.Builder
	for i, cell := range cells {
		b.WriteString("| " + strings.ReplaceAll(cell, "|", `\|`))
		if i == len(cells)-1 && citation > 0 {
			fmt.Fprintf(&b, " [%d]", citation)
		}
		b.WriteByte(' ')
	}
	return b.String() + "|"
}

// CiteRows adds a citation for each row. Its place was read, not claimed, so that there is
// nothing to look for.
func CiteRows(c answer.Counted, checked *ground.Checked) []ExactRow {
	rows := []ExactRow{}
	for _, row := range c.Rows {
		r := ExactRow{Path: row.Document.Path, Cells: row.Cells}
		if !row.Span.Empty() {
			r.Citation = len(checked.Citations) + 1
			checked.Citations = append(checked.Citations, ground.Citation{
				Number: r.Citation, Document: row.Document, Span: row.Span,
				Quote: row.Span.Of(row.Document.Text), Ratio: 1, Titles: titlesAt(row.Document.Blocks, row.Span.Start),
			})
		}
		rows = append(rows, r)
	}
	return rows
}

// PathsIn returns the paths of rows in their order, each once in a row.
func PathsIn(rows []ExactRow) []string {
	paths := []string{}
	for _, r := range rows {
		if len(paths) == 0 || paths[len(paths)-1] != r.Path {
			paths = append(paths, r.Path)
		}
	}
	return paths
}
