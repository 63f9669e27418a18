package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/search/tables"
)

// mostTableRows is how many rows of a table are shown.
const mostTableRows = 20

// Tabular returns what a table says to a question, with the rows that say it: of each the
// first column, which mostly says what it is about, and the columns that the question names.
func Tabular(a tables.Answer) Counted {
	c := Counted{Said: tableSaid(a)}
	if len(a.Grid.Titles) > 0 {
		c.Said += " (table: " + strings.Join(a.Grid.Titles, " > ") + ")"
	}
	c.Said += "."
	asked := []string{a.Query.Select, a.Query.By}
	for _, condition := range a.Query.Where {
		asked = append(asked, condition.Column)
	}
	var columns []int
	for i, name := range a.Grid.Names {
		if i == 0 || slices.ContainsFunc(asked, func(s string) bool { return text.Fold(s) == text.Fold(name) }) {
			columns, c.Columns = append(columns, i), append(c.Columns, name)
		}
	}
	for _, number := range a.Rows[:min(mostTableRows, len(a.Rows))] {
		row, cells := CountedRow{Document: a.Grid.Document}, a.Grid.Rows[number]
		for _, i := range columns {
			said := ""
			if i < len(cells) {
				said = Display(cells[i].Text)
			}
			row.Cells = append(row.Cells, said)
		}
		if len(cells) > 0 {
			row.Span = text.Span{Start: cells[0].Span.Start, End: cells[len(cells)-1].Span.End}
		}
		c.Rows = append(c.Rows, row)
	}
	c.More = len(a.Rows) - len(c.Rows)
	if a.Left > 0 {
		c.Note = fmt.Sprintf("Left out: %s without a value in %s.", text.Counted(a.Left, "row"), a.Query.By)
	}
	if a.Near > 0 {
		c.Note = strings.TrimSpace(c.Note + fmt.Sprintf(" Not shown: %s with what was asked for among other words.", text.Counted(a.Near, "row")))
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
	extremes := map[tables.Aggregate]string{tables.Most: "greatest ", tables.Least: "least "}
	if a.ByDate {
		extremes = map[tables.Aggregate]string{tables.Most: "latest date in ", tables.Least: "earliest date in "}
		if dimension, _ := lexicon.Any("dimensions").Key(q.By); dimension == "date" {
			extremes = map[tables.Aggregate]string{tables.Most: "latest ", tables.Least: "earliest "}
		}
	}
	extreme := extremes[q.Aggregate] + q.By
	if q.Select == "" {
		return fmt.Sprintf("The %s%s is %s", extreme, among, a.Value)
	}
	return fmt.Sprintf("%s with the %s%s: %s", q.Select, extreme, among, cellsSaid(a.Cells))
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
			var values []string
			for _, v := range c.Values {
				values = append(values, strconv.Quote(v))
			}
			said = append(said, fmt.Sprintf("%s is %s", c.Column, ListOf(values, "or")))
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
