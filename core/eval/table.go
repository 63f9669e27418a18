package eval

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Form is a way to print tables.
type Form uint8

// The forms.
const (
	Plain    Form = iota // columns of equal width
	Markdown             // for a page of a repository
)

// A table has a cell for each column in each of its rows.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// writeTables prints those that have rows, with an empty line between two.
func writeTables(w io.Writer, form Form, tables ...table) error {
	tables = slices.DeleteFunc(tables, func(t table) bool { return len(t.rows) == 0 })
	for i, t := range tables {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := t.write(w, form); err != nil {
			return err
		}
	}
	return nil
}

func (t table) write(w io.Writer, form Form) error {
	if form == Markdown {
		return t.writeMarkdown(w)
	}
	columns := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	for _, row := range slices.Concat([][]string{t.head}, t.rows) {
		fmt.Fprintln(columns, strings.Join(row, "\t")+"\t")
	}
	return columns.Flush()
}

// writeMarkdown aligns the first column, of names, left and the others right.
func (t table) writeMarkdown(w io.Writer) error {
	rule := slices.Repeat([]string{"---:"}, len(t.head))
	rule[0] = "---"
	var b strings.Builder
	for _, row := range slices.Concat([][]string{t.head, rule}, t.rows) {
		cells := slices.Clone(row)
		for i := range cells {
			cells[i] = strings.ReplaceAll(oneLine(cells[i]), "|", `\|`)
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// decimals is a figure in a table.
func decimals(f float64) string { return fmt.Sprintf("%.3f", f) }
