package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/document"
	"docuquest/core/eval"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/search/tables"
)

// A TableReport says how questions on the cells of tables were answered, which were
// made from the tables themselves together with their answers.
type TableReport struct {
	Questions int
	Right     int
	Unsure    int // no table answered, so that the texts would
	Wrong     int
	Failures  []TableFailure // that were not right, in the order of asking
}

// A TableFailure is a question that did not get its answer.
type TableFailure struct {
	Question string
	Want     []string // the cells, or one number
	Got      []string // nil where no table answered
}

// tableDocuments is how many documents are searched for a table that answers, as the
// product does.
const tableDocuments = 10

// tablePassages is how many passages are read with them, as the product does.
const tablePassages = 20

// A TableDraw says which questions are made of tables: how many at most, and by which
// seed they are drawn.
type TableDraw struct {
	Questions int
	Seed      uint64
}

// MeasureTables makes questions from the Markdown tables of the collection in a folder, at
// most one a table, and has them answered without a model: retrieval finds the tables,
// and the one that fits is asked. Of o it takes the parsers and the finder.
func MeasureTables(ctx context.Context, folder string, d TableDraw, o eval.Options) (TableReport, error) {
	c := eval.MarkdownCollection(folder)
	finder, err := c.Finder(o)
	if err != nil {
		return TableReport{}, err
	}
	entries, err := c.Entries()
	if err != nil {
		return TableReport{}, err
	}
	questions := tableQuestions(entries, d)
	failures, err := eval.AskAll(questions, func(q tableQuestion) (*TableFailure, error) { return askTable(ctx, finder, q) })
	report := TableReport{Questions: len(questions)}
	for _, f := range failures {
		switch {
		case f == nil:
			report.Right++
			continue
		case f.Got == nil:
			report.Unsure++
		default:
			report.Wrong++
		}
		report.Failures = append(report.Failures, *f)
	}
	return report, err
}

// askTable puts one question; nil is a right answer.
func askTable(ctx context.Context, finder *retrieve.Retriever, q tableQuestion) (*TableFailure, error) {
	found, err := finder.Find(ctx, retrieve.Query{Question: question.Of(q.sentence), Limit: tableDocuments, Passages: tablePassages})
	if err != nil {
		return nil, err
	}
	var documents []*document.Document
	for _, d := range found.Documents {
		documents = append(documents, d.Document)
	}
	failure := &TableFailure{Question: q.sentence, Want: q.want}
	answer, ok := tables.Ask(ctx, question.Of(q.sentence), tables.GridsOf(documents))
	if !ok {
		return failure, nil
	}
	failure.Got = []string{answer.Value}
	if answer.Value == "" {
		failure.Got = []string{}
		for _, c := range answer.Cells {
			failure.Got = append(failure.Got, text.OneLine(c.Text))
		}
	}
	// Two numbers are compared as such, all else as sets of cells.
	if len(q.want) == 1 && len(failure.Got) == 1 {
		a, errA := strconv.ParseFloat(strings.ReplaceAll(q.want[0], ",", ""), 64)
		b, errB := strconv.ParseFloat(strings.ReplaceAll(failure.Got[0], ",", ""), 64)
		if errA == nil && errB == nil {
			if math.Abs(a-b) <= rounding {
				return nil, nil
			}
			return failure, nil
		}
	}
	distinct := func(cells []string) []string { return slices.Compact(slices.Sorted(slices.Values(cells))) }
	if slices.Equal(distinct(q.want), distinct(failure.Got)) {
		return nil, nil
	}
	return failure, nil
}

// rounding is how far an average may be off that is given with two digits behind the
// point.
const rounding = 0.00501

// WriteJSON prints the figures and the failures, for programs.
func (r TableReport) WriteJSON(w io.Writer) error { return eval.WriteJSON(w, r) }

// WriteTables prints the figures, and below them each question that was not answered right.
func (r TableReport) WriteTables(to io.Writer, _ eval.Form) error {
	var b strings.Builder
	fmt.Fprintf(&b, "questions on tables: %d, right %d, unsure %d, wrong %d\n", r.Questions, r.Right, r.Unsure, r.Wrong)
	for _, f := range r.Failures {
		got := "unsure"
		if f.Got != nil {
			got = strings.Join(f.Got, "; ")
		}
		fmt.Fprintf(&b, "- %s\n  want %s\n  got  %s\n", f.Question, strings.Join(f.Want, "; "), got)
	}
	_, err := io.WriteString(to, b.String())
	return err
}
