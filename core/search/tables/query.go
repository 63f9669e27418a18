package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	// Also are further columns whose cells are listed with each of Select.
	Also []string
	// Group is the column whose different values are listed, each with the number of its rows; Count
	// counts these values, and Most and Least take those with the most and the fewest rows. "" for none.
	Group string
	// Top is how many rows Most and Least list, from the greatest or the least one; 0 for all with
	// the same extreme.
	Top int
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
	Other    string   // a column whose cell in the same row is the value, in place of Value
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
	During   // the date of the cell is the value or a part of it, such as a day of a year
	Present  // the cell has a value
	Absent   // it has none
)

// String is the sign of an operator.
func (o Operator) String() string {
	return [...]string{"=", "!=", "<", "<=", ">", ">=", "contains", "in", "during", "present", "absent"}[o]
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
	// Cells are those of Select, or of By, in Rows; for Count the names of
	// records, and none of the rows of a table.
	Cells []Cell
	// ByDate reports that Most and Least mean the latest and the earliest date.
	ByDate bool
	// Left is how many rows that meet the conditions have no value in By.
	Left int
	// Groups are the different values of Group, those with the most rows first; Rows has the first row
	// of each.
	Groups []Group
	// Near is how many further rows would fit if a cell might hold more than the value
	// that it is to be equal to; Ask alone counts them.
	Near int
	// Incomparable is the reason why the cells of By have no order, for a question that
	// Ask read and that asks for one; "" for all others.
	Incomparable string
}

// A Group is a value of a column with the rows that have it.
type Group struct {
	Value string
	Rows  []int
}

// longestPlace is how long the place of a key with its values may be; of a longer list the line of the
// value is the place.
const longestPlace = 300

// Selected returns for how many things of a row the answer has a column.
func (a Answer) Selected() int { return 1 + len(a.Query.Also) }

// KeyOf returns the place that proves a row of records: the key of what is wanted of it, else that of
// its first condition that has one, up to the value that meets it, else the first key that it has.
func (a Answer) KeyOf(row int) text.Span {
	q, cells := a.Query, a.Grid.Rows[row]
	for _, name := range []string{q.Select, q.By, q.Group} {
		if column, err := a.Grid.column(name); err == nil && column > 0 && !a.Grid.cell(row, column).Key.Empty() {
			return a.Grid.cell(row, column).Key
		}
	}
	for _, c := range q.Where {
		column, err := a.Grid.column(c.Column)
		if err != nil {
			continue
		}
		cell := a.Grid.cell(row, column)
		meets, err := a.Grid.test(c)
		for _, part := range cell.parts() {
			if holds, _ := meets(row, Cell{Text: part.Text}); err != nil || !holds || c.Operator == Differs {
				continue
			}
			if place := (text.Span{Start: cell.Key.Start, End: part.Span.End}); 0 < place.Len() && place.Len() <= longestPlace {
				return place
			}
			s := a.Grid.DocumentOf(row).Text
			return text.Span{Start: 1 + strings.LastIndexByte(s[:part.Span.Start], '\n'), End: part.Span.End}.Trim(s)
		}
		if !cell.Key.Empty() {
			return cell.Key
		}
	}
	if first := slices.IndexFunc(cells, func(c Cell) bool { return !c.Key.Empty() }); first >= 0 {
		return cells[first].Key
	}
	return text.Span{}
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
		meets, err := g.test(c)
		if err != nil {
			return a, err
		}
		var kept []int
		for _, row := range rows {
			holds, err := meets(row, g.cell(row, column))
			switch {
			case err != nil && g.IsOfRecords(): // one file of many says something else there
				a.Left++
			case err != nil:
				return a, fmt.Errorf("%s: %w", g.Names[column], err)
			case holds:
				kept = append(kept, row)
			}
		}
		rows = kept
	}
	if q.Group != "" {
		return g.group(a, rows)
	}
	switch q.Aggregate {
	case Count:
		a.Rows, a.Value = rows, strconv.Itoa(len(rows))
		if g.IsOfRecords() {
			a.Cells = g.cells(rows, g.nameColumn())
		}
		return a, nil
	case List:
		a.Rows = rows
		for _, row := range rows {
			for _, name := range append([]string{q.Select}, q.Also...) {
				column, err := g.column(name)
				if err != nil {
					return a, err
				}
				a.Cells = append(a.Cells, g.cell(row, column))
			}
		}
		return a, nil
	}
	return g.aggregate(a, rows)
}

// test returns what the cell of a row must pass: as a whole, or one of its parts.
func (g *Grid) test(c Condition) (func(row int, cell Cell) (bool, error), error) {
	if c.Other != "" {
		other, err := g.column(c.Other)
		return func(row int, cell Cell) (bool, error) {
			held, with := newValue(cell.Text), g.value(row, other)
			if held.isMissing() || with.isMissing() {
				return false, nil
			}
			return with.meets(held, c.Operator)
		}, err
	}
	wanted := newValue(c.Value)
	any := func(cell Cell, meets func(value) bool) bool {
		return meets(newValue(bareName(cell.Text))) || slices.ContainsFunc(cell.parts(), func(p Cell) bool { return meets(newValue(bareName(p.Text))) })
	}
	switch c.Operator {
	case Equal, Differs:
		return func(_ int, cell Cell) (bool, error) { return any(cell, wanted.equals) == (c.Operator == Equal), nil }, nil
	case In:
		var all []value
		for _, v := range c.Values {
			all = append(all, newValue(v))
		}
		return func(_ int, cell Cell) (bool, error) {
			return any(cell, func(v value) bool { return slices.ContainsFunc(all, v.equals) }), nil
		}, nil
	case During:
		return func(_ int, cell Cell) (bool, error) { return any(cell, wanted.covers), nil }, nil
	case Present, Absent:
		return func(_ int, cell Cell) (bool, error) {
			return newValue(cell.Text).isMissing() == (c.Operator == Absent), nil
		}, nil
	}
	return func(_ int, cell Cell) (bool, error) { return wanted.meets(newValue(cell.Text), c.Operator) }, nil
}

// group counts the rows of each value of a column, and chooses among the values.
func (g *Grid) group(a Answer, rows []int) (Answer, error) {
	column, err := g.column(a.Query.Group)
	if err != nil {
		return a, err
	}
	at := map[string]int{}
	for _, row := range rows {
		cell := g.cell(row, column)
		values := cell.parts()
		if len(values) == 0 {
			values = []Cell{cell}
		}
		for _, c := range values {
			v := newValue(bareName(c.Text))
			if v.isMissing() {
				continue
			}
			if _, ok := at[v.text]; !ok {
				at[v.text] = len(a.Groups)
				a.Groups = append(a.Groups, Group{Value: v.plain})
			}
			group := &a.Groups[at[v.text]]
			if n := len(group.Rows); n == 0 || group.Rows[n-1] != row {
				group.Rows = append(group.Rows, row)
			}
		}
	}
	order := func(x, y Group) int { return len(y.Rows) - len(x.Rows) }
	if a.Query.Aggregate == Least {
		order = func(x, y Group) int { return len(x.Rows) - len(y.Rows) }
	}
	slices.SortStableFunc(a.Groups, order)
	switch top := a.Query.Top; {
	case a.Query.Aggregate == Count:
		a.Value = strconv.Itoa(len(a.Groups))
	case a.Query.Aggregate == List:
	case top > 0:
		a.Groups = a.Groups[:min(top, len(a.Groups))]
	default:
		for i := range a.Groups {
			if len(a.Groups[i].Rows) != len(a.Groups[0].Rows) {
				a.Groups = a.Groups[:i]
				break
			}
		}
	}
	for _, group := range a.Groups {
		a.Rows = append(a.Rows, group.Rows[0])
		a.Cells = append(a.Cells, g.cell(group.Rows[0], column))
	}
	return a, nil
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
		if parts := g.cell(row, by).Parts; len(parts) > 0 { // of a list, how many
			q, ok = quantity.Parse(strconv.Itoa(len(parts)))
		}
		if !ok && g.IsOfRecords() {
			a.Left++
			continue
		}
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
	a.ByDate = all[best].Kind == quantity.Day
	var chosen []int // of all
	for i, q := range all {
		if order, err := compare(q, all[best]); a.Query.Top > 0 || err == nil && order == 0 {
			chosen = append(chosen, i)
		}
	}
	if a.Query.Top > 0 {
		slices.SortStableFunc(chosen, func(i, j int) int {
			order, _ := compare(all[i], all[j]) // all of them have an order with the best
			if a.Query.Aggregate == Most {
				return -order
			}
			return order
		})
		chosen = chosen[:min(len(chosen), a.Query.Top)]
	}
	rows, a.Rows = a.Rows, nil
	for _, i := range chosen {
		a.Rows = append(a.Rows, rows[i])
	}
	a.Cells = g.cells(a.Rows, by)
	if a.Query.Select == "" {
		a.Value = a.Cells[0].Text
		return a, nil
	}
	column, err := g.column(a.Query.Select)
	if err == nil {
		a.Cells = g.cells(a.Rows, column)
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
