package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/search/tables"
)

// How many rows are shown: of a table, and of records, of which a list is to be complete.
const (
	mostTableRows  = 20
	mostRecordRows = 60
)

// Tabular returns what a table says to a question, with the rows that say it: of each the
// first column, which mostly says what it is about, and the columns that the question names. Of a
// record the key is cited that the question names.
func Tabular(a tables.Answer) Counted {
	c := Counted{Said: fmt.Sprintf("%s (table: %s).", tableSaid(a), strings.Join(a.Grid.Titles, " > "))}
	switch {
	case a.Grid.IsOfRecords():
		c.Said, c.From = fmt.Sprintf("From %s: %s.", a.Grid.Source, tableSaid(a)), a.Grid.Source
	case len(a.Grid.Titles) == 0:
		c.Said = fmt.Sprintf("%s (table: %s).", tableSaid(a), a.Grid.Document.Path)
	}
	q := a.Query
	asked := append([]string{q.Select, q.By, q.Group}, q.Also...)
	for _, condition := range q.Where {
		asked = append(asked, condition.Column, condition.Other)
	}
	var columns []int
	for i, name := range a.Grid.Names {
		isAsked := slices.ContainsFunc(asked, func(s string) bool { return text.Fold(s) == text.Fold(name) })
		if isAsked || i == 0 && q.Group == "" {
			columns, c.Columns = append(columns, i), append(c.Columns, name)
		}
	}
	if q.Group != "" {
		columns, c.Columns = []int{}, []string{q.Group, "Rows"}
	}
	most := mostTableRows
	if a.Grid.IsOfRecords() {
		most = mostRecordRows
	}
	for i, number := range a.Rows[:min(most, len(a.Rows))] {
		row, cells := CountedRow{Document: a.Grid.DocumentOf(number)}, a.Grid.Rows[number]
		for _, i := range columns {
			said := ""
			if i < len(cells) {
				said = clipped(Display(cells[i].Text))
			}
			row.Cells = append(row.Cells, said)
		}
		if q.Group != "" {
			row.Cells = []string{Display(a.Groups[i].Value), strconv.Itoa(len(a.Groups[i].Rows))}
		}
		switch {
		case a.Grid.IsOfRecords():
			row.Span = a.KeyOf(number)
		case len(cells) > 0:
			row.Span = text.Span{Start: cells[0].Span.Start, End: cells[len(cells)-1].Span.End}
		}
		c.Rows = append(c.Rows, row)
	}
	c.More = len(a.Rows) - len(c.Rows)
	if a.Left > 0 && q.By != "" {
		c.Note = fmt.Sprintf("Left out: %s without a value in %s.", text.Counted(a.Left, "row"), q.By)
	}
	if a.Near > 0 {
		c.Note = strings.TrimSpace(c.Note + fmt.Sprintf(" Not shown: %s with what was asked for among other words.", text.Counted(a.Near, "row")))
	}
	return c
}

// longestShownCell is how much of a cell a row shows, in bytes.
const longestShownCell = 300

func clipped(s string) string {
	if len(s) <= longestShownCell {
		return s
	}
	return s[:wordEnd(s, longestShownCell/2, longestShownCell)] + " …"
}

// tableSaid is the answer in a sentence.
func tableSaid(a tables.Answer) string {
	q := a.Query
	among := conditionsSaid(q.Where)
	if a.Incomparable != "" {
		return fmt.Sprintf("The values of %s%s cannot be compared: %s", q.By, among, a.Incomparable)
	}
	if q.Group != "" {
		return groupsSaid(a) + among
	}
	isOfNames := a.Grid.IsOfRecords() && q.Select == a.Grid.Names[0]
	switch q.Aggregate {
	case tables.Count:
		if a.Grid.IsOfRecords() {
			return strings.TrimSuffix(fmt.Sprintf("exactly %d of them%s: %s", len(a.Rows), among, cellsSaid(a.Cells, mostNamesSaid)), ": ")
		}
		return fmt.Sprintf("Exactly %s%s", text.Counted(len(a.Rows), "row"), among)
	case tables.List:
		selected := ListOf(append([]string{q.Select}, q.Also...), "and")
		switch {
		case isOfNames:
			return fmt.Sprintf("%s (%d%s)", cellsSaid(a.Cells, mostRecordRows), len(a.Rows), among)
		case a.Grid.IsOfRecords():
			return fmt.Sprintf("%s (%s%s)", cellsSaid(a.Cells, mostRecordRows), selected, among)
		}
		return fmt.Sprintf("%s%s: %s", selected, among, cellsSaid(a.Cells, mostCellsSaid))
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
	switch {
	case q.Select == "":
		return fmt.Sprintf("The %s%s is %s", extreme, among, a.Value)
	case isOfNames:
		return fmt.Sprintf("%s (with the %s%s)", cellsSaid(a.Cells, mostRecordRows), extreme, among)
	}
	return fmt.Sprintf("%s with the %s%s: %s", q.Select, extreme, among, cellsSaid(a.Cells, mostCellsSaid))
}

// groupsSaid lists the different values of a column, each with the number of its rows.
func groupsSaid(a tables.Answer) string {
	var said []string
	for _, g := range a.Groups[:min(len(a.Groups), mostRecordRows)] {
		said = append(said, fmt.Sprintf("%s (%d)", Display(g.Value), len(g.Rows)))
	}
	list := strings.Join(said, ", ")
	if more := len(a.Groups) - len(said); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	switch a.Query.Aggregate {
	case tables.Count:
		return fmt.Sprintf("exactly %s of %s: %s", text.Counted(len(a.Groups), "different value"), a.Query.Group, list)
	case tables.Most:
		return fmt.Sprintf("%s with the most rows: %s", a.Query.Group, list)
	case tables.Least:
		return fmt.Sprintf("%s with the fewest rows: %s", a.Query.Group, list)
	}
	return fmt.Sprintf("%s: %s", a.Query.Group, list)
}

// conditionsSaid are the conditions as words: " where Default is Off".
func conditionsSaid(where []tables.Condition) string {
	var said []string
	for _, c := range where {
		value := cmp.Or(c.Other, strconv.Quote(c.Value))
		switch c.Operator {
		case tables.Equal:
			said = append(said, c.Column+" is "+value)
		case tables.Differs:
			said = append(said, c.Column+" is not "+value)
		case tables.During:
			said = append(said, c.Column+" in "+value)
		case tables.Present, tables.Absent:
			said = append(said, map[tables.Operator]string{tables.Present: "", tables.Absent: "no "}[c.Operator]+c.Column+" is stated")
		case tables.In:
			var values []string
			for _, v := range c.Values {
				values = append(values, strconv.Quote(v))
			}
			said = append(said, fmt.Sprintf("%s is %s", c.Column, ListOf(values, "or")))
		default:
			said = append(said, fmt.Sprintf("%s %s %s", c.Column, c.Operator, value))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return " where " + strings.Join(said, " and ")
}

// How many cells a sentence lists, and how many names behind a count.
const (
	mostCellsSaid = 20
	mostNamesSaid = 10
)

func cellsSaid(cells []tables.Cell, most int) string {
	var said []string
	for _, cell := range cells {
		if one := clipped(Display(cell.Text)); !slices.Contains(said, one) {
			said = append(said, one)
		}
	}
	if len(said) > most {
		return strings.Join(said[:most], ", ") + fmt.Sprintf(" and %d more", len(said)-most)
	}
	return strings.Join(said, ", ")
}
