package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/search/retrieve"
)

// An Exact is what an answer says that was counted over all files, or looked up in a
// table, and not put together from the best passages.
type Exact struct {
	Count   int        `json:"count"`             // files, places or rows, as the question asks
	AtLeast bool       `json:"atLeast,omitempty"` // Count is a lower bound
	ByIndex bool       `json:"byIndex,omitempty"` // Count is what the index knows: too many files would have to be read
	Files   int        `json:"files,omitempty"`   // that the question is true of
	Of      int        `json:"of,omitempty"`      // files that were looked through; 0 for a table
	Value   string     `json:"value,omitempty"`   // what a table's cells come to, where they were counted or computed
	Counted [][]string `json:"counted,omitempty"` // the forms that were counted for each word of the question
	Unread  []string   `json:"unread,omitempty"`  // paths of files that cannot be read, and are not among Of
	LeftOut *Skipped   `json:"leftOut,omitempty"` // what was not indexed and may well be meant; nil for nothing
	Columns []string   `json:"columns"`
	Rows    []ExactRow `json:"rows"`
}

// An ExactRow is one file or one row of a table.
type ExactRow struct {
	Path     string   `json:"path"`
	Cells    []string `json:"cells"`              // one for each of Exact.Columns
	Citation int      `json:"citation,omitempty"` // its number, 0 where there is nothing to cite
}

// rowsOfCount is how many files are told beside a count; a list tells as many as
// retrieval gives.
const rowsOfCount = 20

// exactWriter is what is named as the writer of an answer that was counted.
const exactWriter = "exact"

// mayCount says whether a question may be answered by counting. The classic pipeline has
// an order of its own.
func mayCount(mode retrieve.Mode, writer answer.Writer) bool {
	_, isClassic := writer.(answer.Classic)
	return mode == retrieve.Ranked && !isClassic
}

// exact answers a question about the files themselves; nil for any other.
func (a *asking) exact(ctx context.Context, query retrieve.Query) (*Answer, error) {
	ask, ok := retrieve.AskExact(query.Text)
	if !ok && len(a.before) > 0 {
		ask, ok = retrieve.AskExactOn(query.Text, query.Context, a.before[len(a.before)-1].past())
	}
	if !ok {
		return nil, nil
	}
	a.catchUp(ctx)
	a.tell("search", "Counting in %d files", a.library.Snapshot().Len())
	start := time.Now()
	query.Limit = retrieve.MaxExactRows
	if ask.Asks != retrieve.ListFiles {
		query.Limit = rowsOfCount
	}
	if _, most := a.limits(); most > 0 {
		query.Limit = min(query.Limit, most)
	}
	result, err := a.retriever().Exact(ctx, query, ask)
	if err != nil {
		return nil, err
	}
	left := a.notIndexed(ask.Filter)
	result.LeftOut = left.byReason()
	result.AtLeast = result.AtLeast || left.Count+len(result.Unread) > 0 || !a.isLoaded()
	a.step("exact", start, "%d of %d files", result.Files, result.Of)
	a.found = &retrieve.Result{Snapshot: result.Snapshot}
	a.reach = a.scope.reach(a.Agent, result.Snapshot)
	if left.Count > 0 {
		a.reach.Nowhere = "" // what was left out may well be what a filter names
	}
	reply := a.counted(answer.Exact(result))
	reply.Exact.Count, reply.Exact.AtLeast, reply.Exact.ByIndex = result.Count, result.AtLeast, result.ByIndex
	reply.Exact.Unread = result.Unread
	if left.Count > 0 {
		reply.Exact.LeftOut = &left
	}
	reply.Exact.Files, reply.Exact.Of, reply.Exact.Counted = result.Files, result.Of, result.Counted
	return reply, nil
}

// tabled answers a question on the cells of the tables that were found; nil where none
// answers for sure, or ctx ends.
func (a *asking) tabled(ctx context.Context, found *retrieve.Result) *Answer {
	start := time.Now()
	documents := make([]*document.Document, len(found.Documents))
	for i, d := range found.Documents {
		documents[i] = d.Document
	}
	said, ok := retrieve.AskTables(ctx, a.scope.words, documents)
	if !ok {
		return nil
	}
	a.step("table", start, "%d rows of %s", len(said.Rows), said.Grid.Document.Path)
	a.found = found
	reply := a.counted(answer.Tabular(said))
	reply.Exact.Count, reply.Exact.Value = len(said.Rows), said.Value
	return reply
}

// counted makes the reply of what was counted.
func (a *asking) counted(c answer.Counted) *Answer {
	var checked ground.Checked
	c = a.fitting(c, checked)
	exact := &Exact{Columns: orEmpty(c.Columns), Rows: citeRows(c, &checked)}
	if !a.indexState().Complete {
		c.Note = strings.TrimSpace(c.Note + " The files are still being read: ask again in a moment.")
	}
	checked.Text = countedMarkdown(c, exact.Rows)
	reply := a.newAnswer(answer.Draft{Writer: exactWriter}, checked, a.found)
	reply.Exact, reply.Confidence = exact, 1
	reply.Added, reply.Missing = []string{}, []string{} // of the search, which did not answer
	reply.Documents = pathsIn(exact.Rows)
	reply.Markdown = reply.Answer
	reply.Document = asDocument(reply)
	return reply
}

// fitting is what was counted with the rows for which an answer has room behind what it
// says already. The sentence always has.
func (a *asking) fitting(c answer.Counted, behind ground.Checked) answer.Counted {
	words, citations := a.limits()
	if words > 0 {
		c = c.First(c.RowsWithin(words, behind.Text))
	}
	if citations > 0 {
		c = c.First(citations - len(behind.Citations))
	}
	return c
}

// withTable adds what a writer had looked up in a table, if that table still stands.
func (a *asking) withTable(c ground.Checked, table *answer.Counted, found *retrieve.Result) ground.Checked {
	if table == nil || len(table.Rows) == 0 {
		return c
	}
	if !slices.ContainsFunc(found.Documents, func(d retrieve.Document) bool { return d.Document == table.Rows[0].Document }) {
		return c // it has moved on since
	}
	shown := a.fitting(*table, c)
	rows := citeRows(shown, &c)
	c.Text = strings.TrimSpace(c.Text + "\n\n" + countedMarkdown(shown, rows))
	return c
}

// citeRows adds a citation for each row. Its place was read, not claimed, so that there is
// nothing to look for.
func citeRows(c answer.Counted, checked *ground.Checked) []ExactRow {
	rows := []ExactRow{}
	for _, row := range c.Rows {
		r := ExactRow{Path: row.Document.Path, Cells: row.Cells}
		if !row.Span.Empty() {
			r.Citation = len(checked.Citations) + 1
			checked.Citations = append(checked.Citations, citationOf(r.Citation, row))
		}
		rows = append(rows, r)
	}
	return rows
}

func citationOf(number int, row answer.CountedRow) ground.Citation {
	return ground.Citation{
		Number: number, Document: row.Document, Span: row.Span,
		Quote: row.Span.Of(row.Document.Text), Ratio: 1, Titles: titlesAt(row.Document.Blocks, row.Span.Start),
	}
}

// titlesAt are the headings above an offset, outermost first.
func titlesAt(blocks []document.Block, offset int) []string {
	for _, b := range blocks {
		if b.Kind == document.Section && b.Span.Contains(offset) {
			return append([]string{b.Title}, titlesAt(b.Children, offset)...)
		}
	}
	return nil
}

func pathsIn(rows []ExactRow) []string {
	paths := []string{}
	for _, r := range rows {
		if len(paths) == 0 || paths[len(paths)-1] != r.Path {
			paths = append(paths, r.Path)
		}
	}
	return paths
}

// countedMarkdown sets what was counted as a sentence and a table.
func countedMarkdown(c answer.Counted, rows []ExactRow) string {
	var b strings.Builder
	b.WriteString(ground.Inline(c.Said) + "\n")
	if len(rows) > 0 {
		b.WriteString("\n" + tableLine(each(c.Columns, ground.Inline), 0) + "\n|" + strings.Repeat("---|", len(c.Columns)) + "\n")
	}
	for _, row := range rows {
		b.WriteString(tableLine(row.written(), row.Citation) + "\n")
	}
	switch {
	case c.More > 0 && len(rows) == 0:
		fmt.Fprintf(&b, "\n%s not shown.\n", plural(c.More, "row is", "rows are"))
	case c.More > 0:
		fmt.Fprintf(&b, "\nAnd %d more.\n", c.More)
	}
	if c.Note != "" {
		b.WriteString("\n" + ground.Plain(c.Note) + "\n")
	}
	return strings.TrimSpace(b.String())
}

// written are the cells of a row as Markdown. The name of a file may hold anything, a line
// break too, and shows just that; cells that were read keep their emphasis and their code.
func (r ExactRow) written() []string {
	return each(r.Cells, func(cell string) string {
		if cell == r.Path {
			return ground.Plain(cell)
		}
		return ground.Inline(cell)
	})
}

// tableLine is a line of a table whose cells are Markdown, with the number of its citation
// at its end; 0 for none.
func tableLine(cells []string, citation int) string {
	var b strings.Builder
	for i, cell := range cells {
		b.WriteString("| " + strings.ReplaceAll(cell, "|", `\|`))
		if i == len(cells)-1 && citation > 0 {
			fmt.Fprintf(&b, " [%d]", citation)
		}
		b.WriteByte(' ')
	}
	return b.String() + "|"
}
