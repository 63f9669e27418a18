package eval

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"docuquest/core/language/text"
)

// A Form is a way to print tables.
type Form uint8

// The forms.
const (
	Plain    Form = iota // columns of equal width
	Markdown             // for a page of a repository
)

// A Table has a cell for each column in each of its rows.
type Table struct {
	Head []string
	Rows [][]string
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// WriteTables prints the tables that have rows, with an empty line between two.
func WriteTables(w io.Writer, form Form, tables ...Table) error {
	tables = slices.DeleteFunc(tables, func(t Table) bool { return len(t.Rows) == 0 })
	for i, t := range tables {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if form == Plain {
			columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
			for _, row := range slices.Concat([][]string{t.Head}, t.Rows) {
				fmt.Fprintln(columns, strings.Join(row, "\t")+"\t")
			}
			if err := columns.Flush(); err != nil {
				return err
			}
			continue
		}
		rule := slices.Repeat([]string{"---:"}, len(t.Head))
		rule[0] = "---" // the first column, of names, is aligned left
		var b strings.Builder
		for _, row := range slices.Concat([][]string{t.Head, rule}, t.Rows) {
			cells := slices.Clone(row)
			for i := range cells {
				cells[i] = strings.ReplaceAll(text.OneLine(cells[i]), "|", `\|`)
			}
			b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		}
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	return nil
}

// decimals is a figure in a table.
func decimals(f float64) string { return fmt.Sprintf("%.3f", f) }
