package answer

import (
	"fmt"
	"slices"
	"strings"

	"docuquest/core/language/text"
	"docuquest/core/search/tables"
)

// mostTableRows is how many rows of a table are told.
const mostTableRows = 20

// Tabular tells what a table says to a question, with the rows that say it.
func Tabular(a tables.Answer) Counted {
	c := Counted{Said: tableSaid(a) + inTable(a.Grid) + ".", Columns: tableColumns(a)}
	for _, row := range a.Rows[:min(mostTableRows, len(a.Rows))] {
		c.Rows = append(c.Rows, tableRow(a.Grid, row, c.Columns))
	}
	c.More = len(a.Rows) - len(c.Rows)
	if a.Left > 0 {
		c.Note = fmt.Sprintf("Left out: %s without a value in %s.", text.Counted(a.Left, "row"), a.Query.By)
	}
	if a.Near > 0 {
		c.Note = strings.TrimSpace(c.Note + fmt.Sprintf(" Not told: %s with what was asked for among other words.", text.Counted(a.Near, "row")))
	}
	return c
}

// tableSaid is the answer in a sentence.
func tableSaid(a tables.Answer) string {
	q := a.Query
	among := conditionsSaid(q.Where)
	if a.Incomparable != "" {
		return fmt.Sprintf("The values of %s%s cannot be compared: %s", q.By, among, a.Incomparable)
	}
	switch q.Aggregate {
	case tables.Count:
		return fmt.Sprintf("Exactly %s%s", text.Counted(len(a.Rows), "row"), among)
	case tables.List:
		return fmt.Sprintf("%s%s: %s", q.Select, among, cellsSaid(a.Cells))
	case tables.Sum, tables.Average:
		return fmt.Sprintf("The %s of %s%s is %s (%s)", q.Aggregate, q.By, among, a.Value, text.Counted(len(a.Rows), "row"))
	}
	extreme := "greatest"
	if q.Aggregate == tables.Least {
		extreme = "least"
	}
	if q.Select == "" {
		return fmt.Sprintf("The %s %s%s is %s", extreme, q.By, among, a.Value)
	}
	return fmt.Sprintf("%s with the %s %s%s: %s", q.Select, extreme, q.By, among, cellsSaid(a.Cells))
}

// conditionsSaid are the conditions as words: " where Default is Off".
func conditionsSaid(where []tables.Condition) string {
	var said []string
	for _, c := range where {
		is := "is"
		if c.Operator != tables.Equal {
			is = c.Operator.String()
		}
		if c.Operator == tables.In {
			said = append(said, fmt.Sprintf("%s is one of %q", c.Column, c.Values))
			continue
		}
		said = append(said, fmt.Sprintf("%s %s %q", c.Column, is, c.Value))
	}
	if len(said) == 0 {
		return ""
	}
	return " where " + strings.Join(said, " and ")
}

// mostCellsSaid is how many cells a sentence lists.
const mostCellsSaid = 20

func cellsSaid(cells []tables.Cell) string {
	var said []string
	for _, cell := range cells {
		if one := Display(cell.Text); !slices.Contains(said, one) {
			said = append(said, one)
		}
	}
	if len(said) > mostCellsSaid {
		return strings.Join(said[:mostCellsSaid], ", ") + fmt.Sprintf(" and %d more", len(said)-mostCellsSaid)
	}
	return strings.Join(said, ", ")
}

// inTable names the table by its titles.
func inTable(g *tables.Grid) string {
	if len(g.Titles) == 0 {
		return ""
	}
	return " (table: " + strings.Join(g.Titles, " > ") + ")"
}

// tableColumns are those that the question is about, in the order of the table.
func tableColumns(a tables.Answer) []string {
	asked := []string{a.Query.Select, a.Query.By}
	for _, c := range a.Query.Where {
		asked = append(asked, c.Column)
	}
	var columns []string
	for i, name := range a.Grid.Names {
		// The first column mostly says what a row is about.
		if i == 0 || slices.ContainsFunc(asked, func(s string) bool { return text.Fold(s) == text.Fold(name) }) {
			columns = append(columns, name)
		}
	}
	return columns
}

func tableRow(g *tables.Grid, row int, columns []string) CountedRow {
	r := CountedRow{Document: g.Document}
	cells := g.Rows[row]
	for i, name := range g.Names {
		if !slices.Contains(columns, name) {
			continue
		}
		said := ""
		if i < len(cells) {
			said = Display(cells[i].Text)
		}
		r.Cells = append(r.Cells, said)
	}
	if len(cells) > 0 {
		r.Span = text.Span{Start: cells[0].Span.Start, End: cells[len(cells)-1].Span.End}
	}
	return r
}
