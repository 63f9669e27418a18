// Package accounts finds the rows of tables with lines of statements of accounts that a question asks for, such
// as sales and inventories, and judges how well a report fits the time that is asked for.
//
// The room ranks nothing: how much a row is worth is said by core/search/rank.
package accounts

import (
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/document/entry"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// A Row is a row of a table with a line item that a question asks for.
type Row struct {
	Number int // of the item in Question.LineItems
	Span   text.Span
	Fit    rank.LineItem
}

// Rows returns the rows of an entry with line items that a question asks for, the best of each.
func Rows(q *question.Question, d *document.Document, e entry.Entry) []Row {
	if len(q.LineItems) == 0 || e.Kind != entry.Table || file.IsCode(d.Language) {
		return nil
	}
	var all []Row
	span := e.Span
	if e.Span.Start <= e.Header.Start && e.Header.End <= e.Span.End {
		span.Start = e.Header.End
	}
	for line := range strings.Lines(span.Of(d.Text)) {
		here := text.Span{Start: span.Start, End: span.Start + len(line)}.Trim(d.Text)
		span.Start += len(line)
		cells := entry.Cells(line)
		if len(cells) < 2 {
			continue
		}
		for number, named := range q.NamedBy(cells[0]) {
			one := Row{number, here, rank.LineItem{Named: named}}
			if at := slices.IndexFunc(all, func(o Row) bool { return o.Number == number }); at < 0 {
				all = append(all, one)
			} else if all[at].Fit.Named < named {
				all[at] = one
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	above := strings.Join(e.Titles, "\n") + "\n" + e.Intro.Of(d.Text)
	statements := question.StatementsIn(above)
	header := e.Header.Of(d.Text) + "\n" + above
	isAsked := func(statement string) bool { return slices.Contains(q.Statements, statement) }
	years := q.FiscalYears()
	for i := range all {
		fit := &all[i].Fit
		fit.IsStatement, fit.IsAskedStatement = len(statements) > 0, slices.ContainsFunc(statements, isAsked)
		for _, year := range years {
			if strings.Contains(header, year) {
				fit.Years += 1 / float64(len(years))
			}
		}
	}
	return all
}

// Says reports whether a word is one by which a question calls the line item of the row. The row may call it by another.
func (r Row) Says(q *question.Question, word string) bool {
	return strings.Contains(" "+q.LineItems[r.Number].Said+" ", " "+word+" ")
}

// Years returns the fiscal years of a question that are columns of a table on a page, as "FY2021".
func Years(q *question.Question, d *document.Document, e entry.Entry) []string {
	var years []string
	if header := e.Header.Of(d.Text); e.Kind == entry.Table && hasPages(d) {
		for _, year := range q.FiscalYears() {
			if strings.Contains(header, year) {
				years = append(years, "FY"+year)
			}
		}
	}
	return years
}

// TitlePage returns what says what a report is about: its path, its title and its first page; nil for a
// document without pages.
func TitlePage(d *document.Document) []string {
	const most = 4 << 10 // bytes
	if !hasPages(d) {
		return nil
	}
	first := d.Blocks[0].Span.Of(d.Text)
	return []string{d.Path, d.Title, first[:min(len(first), most)]}
}

func hasPages(d *document.Document) bool {
	return len(d.Blocks) > 0 && d.Blocks[0].Kind == document.Page
}

// Period returns how well the path of a report names a period of a question, the quarter or else the year: 0 to
// 1. Only a document with pages is a report.
func Period(q *question.Question, d *document.Document) float64 {
	const otherQuarter, wholeYear = 0.5, 0.75
	if !hasPages(d) {
		return 0
	}
	best := 0.0
	files := question.PeriodsIn(d.Path)
	for _, a := range question.PeriodsIn(q.Sought) {
		for _, f := range files {
			switch {
			case a.Year != f.Year:
			case a.Quarter == f.Quarter:
				best = max(best, 1)
			case a.Quarter == "" || f.Quarter == "":
				best = max(best, wholeYear)
			default:
				best = max(best, otherQuarter)
			}
		}
	}
	return best
}
