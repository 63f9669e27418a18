package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// A Query asks one table. It is a filter and at most one aggregate, no language:
// the rows for which all of Where hold are counted, added up, compared or listed.
type Query struct {
	Where     []Condition
	Aggregate Aggregate
	By        string // the column that Sum, Average, Most and Least go by; "" for the others
	Select    string // the column whose cells are listed; it may be "" for all but List
}

// MaxConditions is how many conditions a query may have, and how many values one of them.
const MaxConditions = 20

// Aggregate is what is made of the rows.
type Aggregate uint8

// The aggregates.
const (
	List    Aggregate = iota // the cells of Select
	Count                    // how many rows
	Sum                      // of the column By
	Average                  // of the column By
	Most                     // the greatest cells of By, or those of Select in their rows
	Least                    // the least ones
)

// String is the name that a model calls it by.
func (a Aggregate) String() string {
	return [...]string{"list", "count", "sum", "average", "max", "min"}[a]
}

// A Condition compares the cells of a column with a value: as numbers with a unit or
// as dates where both are such, else as folded text, of which only Equal, Differs and
// Contains can be asked. A cell without a value meets none but Differs.
type Condition struct {
	Column   string
	Operator Operator
	Value    string
	Values   []string // of In, in place of Value
}

// Operator is how a cell is compared.
type Operator uint8

// The operators.
const (
	Equal Operator = iota
	Differs
	Less
	AtMost
	More
	AtLeast
	Contains // the value occurs in the cell, as whole words
	In       // the cell is equal to one of Values
)

// String is the sign of an operator.
func (o Operator) String() string {
	return [...]string{"=", "!=", "<", "<=", ">", ">=", "contains", "in"}[o]
}

// ParseAggregate gives the aggregate of a name, List for "". The error names all.
func ParseAggregate(name string) (Aggregate, error) {
	if name == "" {
		return List, nil
	}
	for a := List; a <= Least; a++ {
		if a.String() == text.Fold(name) {
			return a, nil
		}
	}
	return List, fmt.Errorf("aggregate %q is not known: it is list, count, sum, average, max or min", name)
}

// ParseOperator gives the operator of a sign, Equal for "" and "==". The error names all.
func ParseOperator(sign string) (Operator, error) {
	switch text.Fold(sign) {
	case "", "==", "is", "equals":
		return Equal, nil
	case "<>", "is not":
		return Differs, nil
	}
	for o := Equal; o <= In; o++ {
		if o.String() == text.Fold(sign) {
			return o, nil
		}
	}
	return Equal, fmt.Errorf("operator %q is not known: it is =, !=, <, <=, >, >=, contains or in", sign)
}

// An Answer is what a table answers to a query.
type Answer struct {
	Query Query
	Grid  *Grid
	Rows  []int // of Grid.Rows: those that the answer rests on, in their order
	// Value is what was counted or computed, with its unit: "3", "1204.5 km". It is ""
	// for List, and for Most and Least with a Select.
	Value string
	// Cells are those of Select, or of By, in Rows; empty for Count.
	Cells []Cell
	// ByDate reports that Most and Least mean the latest and the earliest date.
	ByDate bool
	// Left is how many rows that meet the conditions have no value in By.
	Left int
	// Near is how many further rows would fit if a cell might hold more than the value
	// that it is to be equal to; Ask alone counts them.
	Near int
	// Incomparable is the reason why the cells of By have no order, for a question that
	// Ask read and that asks for one; "" for all others.
	Incomparable string
}

// Run asks the table. The error is one line in the user's words: a column that does not
// exist, a value that cannot be compared. Where no row fits the answer is empty, and for
// Count 0. The work is one pass over the rows for each condition.
func (g *Grid) Run(q Query) (Answer, error) {
	a := Answer{Query: q, Grid: g}
	if len(q.Where) > MaxConditions || slices.ContainsFunc(q.Where, func(c Condition) bool { return len(c.Values) > MaxConditions }) {
		return a, fmt.Errorf("a query of a table may have %d conditions, each with %d values", MaxConditions, MaxConditions)
	}
	rows := make([]int, len(g.Rows))
	for i := range rows {
		rows[i] = i
	}
	for _, c := range q.Where {
		column, err := g.column(c.Column)
		if err != nil {
			return a, err
		}
		meets := c.test()
		var kept []int
		for _, row := range rows {
			holds, err := meets(g.value(row, column))
			if err != nil {
				return a, fmt.Errorf("%s: %w", g.Names[column], err)
			}
			if holds {
				kept = append(kept, row)
			}
		}
		rows = kept
	}
	switch q.Aggregate {
	case Count:
		a.Rows, a.Value = rows, strconv.Itoa(len(rows))
		return a, nil
	case List:
		column, err := g.column(q.Select)
		if err == nil {
			a.Rows, a.Cells = rows, g.cells(rows, column)
		}
		return a, err
	}
	return g.aggregate(a, rows)
}

// test returns what a cell must pass.
func (c Condition) test() func(cell value) (bool, error) {
	if c.Operator != In {
		wanted := newValue(c.Value)
		return func(cell value) (bool, error) { return wanted.meets(cell, c.Operator) }
	}
	var wanted []value
	for _, v := range c.Values {
		wanted = append(wanted, newValue(v))
	}
	return func(cell value) (bool, error) { return slices.ContainsFunc(wanted, cell.equals), nil }
}

// aggregate computes what goes by the values of a column: a sum, an average, or the rows with the
// greatest or the least value.
func (g *Grid) aggregate(a Answer, rows []int) (Answer, error) {
	by, err := g.column(a.Query.By)
	if err != nil {
		return a, err
	}
	var all []quantity.Quantity
	for _, row := range rows {
		v := g.value(row, by)
		if v.isMissing() {
			a.Left++
			continue
		}
		q, ok := v.quantity()
		if !ok {
			return a, fmt.Errorf("%s: %w: %q is no number and no date", g.Names[by], errIncomparable, v.plain)
		}
		a.Rows, all = append(a.Rows, row), append(all, q)
	}
	if len(all) == 0 {
		return a, nil
	}
	// A number without a unit may be among amounts of money, which tables often mark in their
	// first row alone. Among any other unit it is not known what it counts.
	if first := slices.IndexFunc(all, func(q quantity.Quantity) bool { return q.Unit.IsMoney() }); first >= 0 {
		for i, q := range all {
			all[i] = q.WithUnit(all[first].Unit)
		}
	}
	if a.Query.Aggregate == Sum || a.Query.Aggregate == Average {
		a.Cells = g.cells(a.Rows, by)
		if a.Value, err = computed(a.Query.Aggregate, all); err != nil {
			return a, fmt.Errorf("%s: %w", g.Names[by], err)
		}
		return a, nil
	}
	best, err := extreme(all, a.Query.Aggregate)
	if err != nil {
		return a, fmt.Errorf("%s: %w", g.Names[by], err)
	}
	var extremes []int
	for i, q := range all {
		if order, err := quantity.Compare(q, all[best]); err == nil && order == 0 {
			extremes = append(extremes, a.Rows[i])
		}
	}
	a.Rows, a.Cells = extremes, g.cells(extremes, by)
	a.ByDate = all[best].Kind == quantity.Day
	if a.Query.Select == "" {
		a.Value = a.Cells[0].Text
		return a, nil
	}
	column, err := g.column(a.Query.Select)
	if err == nil {
		a.Cells = g.cells(extremes, column)
	}
	return a, err
}

func (g *Grid) cells(rows []int, column int) []Cell {
	cells := make([]Cell, len(rows))
	for i, row := range rows {
		cells[i] = g.cell(row, column)
	}
	return cells
}

// A Grid is one table of a document, parsed. It is never written after Grids made it.
type Grid struct {
	Document *document.Document
	Titles   []string // of the document and of the sections that it is in, outermost first
	// Names are those of the columns, none twice: the text of the header, "Column 4"
	// for a blank one, and " (2)" behind one that was there before.
	Names []string
	Rows  [][]Cell // without the header; a row may be shorter or longer than it

	size int // cells, and one more for each row: a row without cells is work, too
}

// A Cell is one cell: its text and where that is, in Document.Text.
type Cell struct {
	Text string
	Span text.Span
}

// mostGridCells is how many cells of a document are taken into grids.
const mostGridCells = 500_000

// Grids are the tables of a document that have a header and a row, in their order.
func Grids(d *document.Document) []*Grid {
	r := gridReader{document: d, room: mostGridCells}
	titles := []string{}
	if d.Title != "" {
		titles = append(titles, d.Title)
	}
	r.read(d.Blocks, titles)
	return r.grids
}

// A gridReader collects tables.
type gridReader struct {
	document *document.Document
	room     int // cells
	grids    []*Grid
}

func (r *gridReader) read(blocks []document.Block, titles []string) {
	for _, b := range blocks {
		switch {
		case b.Kind == document.Table:
			r.add(b, titles)
		case b.Kind == document.Section && b.Title != "" && !slices.Contains(titles, b.Title):
			r.read(b.Children, append(slices.Clip(titles), b.Title))
		default:
			r.read(b.Children, titles)
		}
	}
}

func (r *gridReader) add(b document.Block, titles []string) {
	if len(b.Children) < 2 || r.room <= 0 {
		return
	}
	g := &Grid{Document: r.document, Titles: titles}
	room := r.room
	header, rows := b.Header()
	named := map[string]bool{}
	last := map[string]int{} // by the text of a header, the number of its last column
	for i, cell := range r.row(header) {
		title := plainCell(cell.Text)
		if title == "" {
			title = fmt.Sprintf("Column %d", i+1)
		}
		name := title
		for named[name] {
			last[title] = max(last[title], 1) + 1
			name = fmt.Sprintf("%s (%d)", title, last[title])
		}
		named[name] = true
		g.Names = append(g.Names, name)
	}
	for _, row := range rows {
		if r.room <= 0 {
			return // half a table would give wrong counts
		}
		g.Rows = append(g.Rows, r.row(row))
	}
	g.size = room - r.room
	r.grids = append(r.grids, g)
}

func (r *gridReader) row(b document.Block) []Cell {
	cells := make([]Cell, len(b.Children))
	for i, cell := range b.Children {
		cells[i] = Cell{Text: text.Span(cell.Span).Of(r.document.Text), Span: cell.Span}
	}
	r.room -= len(cells) + 1
	return cells
}

// column is the number of a column by its name, without regard to case.
func (g *Grid) column(name string) (int, error) {
	wanted := text.Fold(plainCell(name))
	at := slices.IndexFunc(g.Names, func(n string) bool { return text.Fold(n) == wanted })
	if at < 0 {
		return 0, fmt.Errorf("the table has no column %q: it has %s", name, strings.Join(g.Names, ", "))
	}
	return at, nil
}

// cell is the zero Cell where a row is too short.
func (g *Grid) cell(row, column int) Cell {
	if column < len(g.Rows[row]) {
		return g.Rows[row][column]
	}
	return Cell{}
}

func (g *Grid) value(row, column int) value { return newValue(g.cell(row, column).Text) }

// plainCell is a cell on one line, without the marks of emphasis and the quotes
// around it.
func plainCell(s string) string {
	return strings.Trim(text.OneLine(s), "*_`\"“”")
}
