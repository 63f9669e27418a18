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
	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
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
	asked := sentence{asked: q, folded: text.Fold(text.OneLine(q.Text)), lexicon: lexicon.Of(q.Language)}
	if asked.lexicon.Section("table questions").Words("link") == nil {
		asked.lexicon = lexicon.Of("en") // other languages have no words for them
	}
	asked.words = tableWordsIn(asked.folded, analysis.NewAnalyzer())
	if n := len(asked.words); n < leastWords || n > mostWords || n != len(q.Words) || len(asked.folded) > mostBytes || asked.lexicon.Has("table questions", "other", asked.words[0].form) {
		return Answer{}, false
	}

	// The tables with the most words of the question in their titles count, and must agree.
	var best Answer
	mostTitled, agree := -1, false
	room := mostAskedCells
	for _, d := range documents {
		for _, g := range Grids(d) {
			if room -= g.size; room < 0 || ctx.Err() != nil {
				return Answer{}, false
			}
			r := newReading(ctx, asked, g)
			answer, ok := r.answer()
			titled := 0
			for _, as := range r.roles {
				if as == ofTitle {
					titled++
				}
			}
			switch {
			case !ok || ctx.Err() != nil || titled < mostTitled:
			case mostTitled < titled:
				best, mostTitled, agree = answer, titled, true
			default:
				same := func(a, b Cell) bool { return newValue(a.Text).equals(newValue(b.Text)) }
				agree = agree && answer.Incomparable == best.Incomparable && answer.Value == best.Value && slices.EqualFunc(answer.Cells, best.Cells, same)
			}
		}
	}
	return best, agree
}

// How long a question on a table may be.
const (
	leastWords = 3
	mostWords  = 60
	mostBytes  = 1000
)

// mostAskedCells is how many cells are asked for one question: two seconds on a slow
// machine.
const mostAskedCells = 1_000_000

// answer asks the table; ok is false where it has no answer, or where others might count or
// compute otherwise.
func (r *reading) answer() (a Answer, ok bool) {
	q, ok := r.query()
	if !ok {
		return a, false
	}
	a, err := r.grid.Run(q)
	a.Near = r.nearlyMet(q.Where)
	isDated := slices.ContainsFunc(r.asked.Extremes, func(e question.Extreme) bool { return e.Dimension == "date" })
	a.ByDate = a.ByDate || isDated // a year alone is a number, too
	if reason := new(incomparableError); errors.As(err, &reason) {
		a.Incomparable, err = reason.reason.Error(), nil
	}
	switch {
	case err != nil || len(a.Rows) == 0:
		return a, false
	case q.Aggregate == List:
		return a, true
	case a.Near > 0:
		return a, false
	case q.Aggregate != Count:
		return a, !slices.ContainsFunc(a.Rows, r.isSummary)
	case q.Select == "":
		return a, true
	}

	// What is counted must be different in each row, so that rows and things are one number.
	column, err := r.grid.column(q.Select)
	seen := map[string]bool{}
	for _, row := range a.Rows {
		v := r.grid.value(row, column)
		if v.isMissing() || seen[v.text] {
			return a, false
		}
		seen[v.text] = true
	}
	return a, err == nil
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

// isSummary reports whether a row is made of the others, or spans several columns, for which
// parsers repeat its text.
func (r *reading) isSummary(row int) bool {
	before, repeated := "", 0
	for _, cell := range r.grid.Rows[row] {
		said := newValue(cell.Text)
		first, _, _ := strings.Cut(said.text, " ")
		if r.lexicon.Has("table questions", "summary", strings.Trim(said.text, ":.")) || r.lexicon.Has("table questions", "total", strings.Trim(first, ":.")) {
			return true
		}
		q, isQuantity := said.quantity()
		if repeated++; said.text != before || isQuantity && q.Amount != nil || said.isMissing() {
			repeated = 0
		}
		if repeated == 2 {
			return true
		}
		before = said.text
	}
	return false
}
