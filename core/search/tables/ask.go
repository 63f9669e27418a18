// Package tables answers questions from the tables of documents and from the records of files.
// Grids finds the tables of a document, RecordsGrid makes one of records, a Query asks one of them,
// and Ask reads a question in natural language with the headers, cells and titles of the tables and
// answers it where there is one reading.
package tables

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/quantity"
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
//	Which PEPs did Brett Cannon write in 2016?
//	How many posts are there per tag?
//
// and answers it from the one table that it fits. It is strict: each word of the
// question must be a header, a cell or a title of that table, a word for its rows or a verb
// that means a header, or belong to the form of the question. ok is false wherever more than one reading or more than one table
// would do, and the texts are to answer; where ctx ends; and where the tables have more
// than a million cells, of which another one might do as well.
func Ask(ctx context.Context, q *question.Question, grids iter.Seq[*Grid]) (Answer, bool) {
	asked, ok := sentenceOf(q)
	if !ok {
		return Answer{}, false
	}

	// The tables with the most words of the question in their titles count, and must agree.
	var best Answer
	mostTitled, agree := -1, false
	room := mostAskedCells
	for g := range grids {
		if room -= g.size; room < 0 || ctx.Err() != nil {
			return Answer{}, false
		}
		r := newReading(ctx, asked, g)
		answer, ok := r.answer()
		titled := g.Weight
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
	return best, agree
}

// MayAsk reports whether a question has the form of one on a table.
func MayAsk(q *question.Question) bool {
	_, ok := sentenceOf(q)
	return ok
}

// sentenceOf takes a question apart; ok is false for one that no table answers.
func sentenceOf(q *question.Question) (asked sentence, ok bool) {
	asked = sentence{asked: q, folded: unmarked(text.Fold(text.OneLine(q.Text))), lexicon: lexicon.Of(q.Language)}
	if asked.lexicon.Section("table questions").Words("link") == nil {
		asked.lexicon = lexicon.Of("en") // other languages have no words for them
	}
	asked.words = tableWordsIn(asked.folded, analysis.NewAnalyzer())
	n := len(asked.words)
	if n < leastWords || n > mostWords || n != len(q.Words) || len(asked.folded) > mostBytes || asked.lexicon.Has("table questions", "other", asked.words[0].form) {
		return asked, false
	}
	isHow := slices.Contains(asked.lexicon.Section("asks").Words("way"), asked.words[0].form)
	if isHow && !asked.lexicon.Has("measures", "count", asked.words[1].form) {
		return asked, false // it asks for a way, or a measure
	}
	asked.quantities = quantity.Find(asked.folded)
	return asked, true
}

// Unread returns the words of a question that are neither headers nor other words of questions on a
// table with the headers of g: what is asked of it needs cells with them. ok is false where the
// question has another form, or denies something, so that cells without them are asked for, too.
func Unread(ctx context.Context, q *question.Question, g *Grid) (words []string, ok bool) {
	asked, ok := sentenceOf(q)
	if !ok {
		return nil, false
	}
	r := newReading(ctx, asked, g)
	var query Query
	if !r.readComparisons(&query) {
		return nil, false
	}
	if _, _, ok := r.readAggregate(&query); !ok {
		return nil, false
	}
	sections := []string{"table questions", "joins", "date keys", "measure verbs", "superlative adjectives"}
	for at, w := range r.words {
		isOfForm := slices.ContainsFunc(sections, func(section string) bool { return r.lexicon.Section(section).Has(w.form) })
		isRead := r.roles[at] != unread && r.roles[at] != ofValue
		isNumber := hasDigit(w.form) // which may be written in another way
		if !isRead && !isNumber && !isOfForm && !r.isDenial(at) && !r.titles[w.form] && !r.isInDate(at) {
			words = append(words, w.form)
		}
	}
	return words, true
}

// isInDate reports whether a word belongs to a date.
func (r *reading) isInDate(at int) bool {
	return slices.ContainsFunc(r.quantities, func(q quantity.Quantity) bool {
		first, end := r.wordsAt(q.Span)
		return q.Kind == quantity.Day && first <= at && at < end
	})
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
	case r.grid.isSample && (len(a.Rows) > 1 || newValue(a.Cells[0].Text).isMissing()):
		return a, false
	case q.Aggregate == List || q.Group != "":
		return a, true
	case a.Near > 0 && !r.grid.IsOfRecords():
		return a, false
	case q.Aggregate != Count:
		return a, !slices.ContainsFunc(a.Rows, r.isSummary)
	case q.Select == "" || r.grid.IsOfRecords():
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
	tests := make([]func(int, Cell) (bool, error), len(where))
	for i, c := range where {
		column, err := r.grid.column(c.Column)
		if err == nil {
			tests[i], err = r.grid.test(c)
		}
		if columns[i] = column; err != nil {
			return 0
		}
	}
	count := 0
	for row := range r.grid.Rows {
		nearly, holds := false, true
		for i, c := range where {
			cell := r.grid.value(row, columns[i])
			met, _ := tests[i](row, r.grid.cell(row, columns[i]))
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
