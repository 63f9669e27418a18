// Package tables answers questions from the tables of documents. Grids finds the tables of a
// document, a Query asks one of them, and Ask reads a question in natural language with the
// headers, cells and titles of the tables and answers it where there is one reading.
package tables

import (
	"context"
	"errors"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// Ask reads a question on the cells of tables, such as
//
//	Which setting has the default Off?
//	How many settings are recommended On?
//	What is the Year of Rocky in Andy Karl's awards?
//	Which city has the highest Population?
//	What is the average Price?
//
// and answers it from the one table that it fits. It is strict: each word of the
// question must be a header, a cell or a title of that table, or belong to the form of
// the question. ok is false wherever more than one reading or more than one table
// would do, and the texts are to answer; where ctx ends; and where the tables have more
// than a million cells, of which another one might do as well.
func Ask(ctx context.Context, q *question.Question, documents []*document.Document) (Answer, bool) {
	asked := newSentence(q)
	if !asked.mayAskTable() {
		return Answer{}, false
	}
	var best []fitting
	room := mostAskedCells
	for _, d := range documents {
		for _, g := range Grids(d) {
			if room -= g.size(); room < 0 || ctx.Err() != nil {
				return Answer{}, false
			}
			f, ok := fit(ctx, asked, g)
			switch {
			case !ok || len(best) > 0 && f.titled < best[0].titled:
			case len(best) > 0 && best[0].titled < f.titled:
				best = []fitting{f}
			default:
				best = append(best, f)
			}
		}
	}
	if len(best) == 0 || slices.ContainsFunc(best[1:], func(f fitting) bool { return !f.says(best[0]) }) {
		return Answer{}, false
	}
	return best[0].answer, true
}

// mostAskedCells is how many cells are asked for one question: two seconds on a slow
// machine.
const mostAskedCells = 1_000_000

// A fitting is a table that answers a question.
type fitting struct {
	answer Answer
	titled int // words of the question that stand in the titles
}

// says reports whether two tables have the same answer.
func (f fitting) says(other fitting) bool {
	same := func(a, b Cell) bool { return newValue(a.Text).equals(newValue(b.Text)) }
	return f.answer.Incomparable == other.answer.Incomparable && f.answer.Value == other.answer.Value && slices.EqualFunc(f.answer.Cells, other.answer.Cells, same)
}

// fit reads the question as one on a table, and asks it.
func fit(ctx context.Context, asked sentence, g *Grid) (fitting, bool) {
	r := newReading(ctx, asked, g)
	q, ok := r.query()
	if !ok || ctx.Err() != nil {
		return fitting{}, false
	}
	answer, err := g.Run(q)
	answer.Near = r.nearlyMet(q.Where)
	if reason := new(incomparableError); errors.As(err, &reason) {
		answer.Incomparable, err = reason.reason.Error(), nil
	}
	if err != nil || len(answer.Rows) == 0 || !r.isSure(answer) {
		return fitting{}, false
	}
	return fitting{answer, r.titled()}, true
}

// isSure reports whether nobody would count or compute otherwise.
func (r *reading) isSure(a Answer) bool {
	switch a.Query.Aggregate {
	case List:
		return true
	case Count:
		return a.Near == 0 && (a.Query.Select == "" || r.isKey(a))
	}
	return a.Near == 0 && !slices.ContainsFunc(a.Rows, r.isSummary)
}

// nearlyMet counts the rows that would fit if a cell need not be all of what is asked
// for: "Won (shared)" where "Won" is may be meant, too.
func (r *reading) nearlyMet(where []Condition) int {
	columns := make([]int, len(where))
	for i, c := range where {
		var err error
		if columns[i], err = r.grid.column(c.Column); err != nil {
			return 0
		}
	}
	count := 0
	for row := range r.grid.Rows {
		nearly, holds := false, true
		for i, c := range where {
			cell := r.grid.value(row, columns[i])
			met, _ := c.test()(cell)
			near := !met && c.Operator == Equal && holdsText(cell.text, newValue(c.Value).text)
			nearly, holds = nearly || near, holds && (met || near)
		}
		if nearly && holds {
			count++
		}
	}
	return count
}

// isKey reports whether what is counted is different in each row, so that rows and things
// are one number.
func (r *reading) isKey(a Answer) bool {
	column, err := r.grid.column(a.Query.Select)
	seen := map[string]bool{}
	for _, row := range a.Rows {
		v := r.grid.value(row, column)
		if v.isMissing() || seen[v.text] {
			return false
		}
		seen[v.text] = true
	}
	return err == nil
}

// isSummary reports whether a row is made of the others, or spans several columns, which
// parsers tell by repeating what it says.
func (r *reading) isSummary(row int) bool {
	before, repeated := "", 0
	for _, cell := range r.grid.Rows[row] {
		said := newValue(cell.Text)
		if first, _, _ := strings.Cut(said.text, " "); summaries[strings.Trim(said.text, ":.")] || totals[strings.Trim(first, ":.")] {
			return true
		}
		if repeated++; said.text != before || said.isNumber() || said.isMissing() {
			repeated = 0
		}
		if repeated == 2 {
			return true
		}
		before = said.text
	}
	return false
}

var (
	summaries = text.WordSet("sum average mean overall majority turnout aggregate career all combined") // as whole cells
	totals    = text.WordSet("total totals subtotal subtotals")                                         // in front of others, too
)
