package agent

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/counting"
	"docuquest/core/search/keys"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/search/tables"
)

// rowsOfCount is how many files are listed with a count; a list has as many as
// retrieval gives.
const rowsOfCount = 20

// exact answers a question about the files themselves; nil for any other.
func (a *asking) exact(ctx context.Context, query retrieve.Query) (*replies.Answer, error) {
	ask := a.scope.question.Collection
	if ask == nil && len(a.before) > 0 {
		last := question.Parse(a.before[len(a.before)-1].Question)
		ask = a.scope.question.FileQueryOn(last, query.Context.Words)
	}
	if ask == nil {
		return nil, nil
	}
	v := a.sync(ctx)
	a.stage("search", "Counting in %d files", a.library.Snapshot().Len())
	start := time.Now()
	rows := counting.MaxRows
	if ask.Asks != question.ListFiles {
		rows = rowsOfCount
	}
	if _, most := a.limits(); most > 0 {
		rows = min(rows, most)
	}
	counter := counting.Counter{Library: v.Library, Source: view.Quick{View: v}, Parsers: v.Parser.Parsers()}
	result, err := counter.Count(ctx, *ask, counting.Options{Within: query.Within, Rows: rows})
	if err != nil {
		return nil, err
	}
	limit, _ := file.ParseURI(a.question.URI) // "" without one
	left := v.NotIndexed(a.options.Workspace, view.Scope{Within: a.scope.within, Filter: a.scope.filter, URI: limit}, ask.Filter)
	for _, reason := range slices.Sorted(maps.Keys(left.Reasons)) {
		l := counting.LeftOut{Reason: file.Reason(reason), Count: left.Reasons[reason]}
		for _, f := range left.First {
			if file.Reason(f.Reason).Kind() == l.Reason {
				l.Paths = append(l.Paths, f.Path)
			}
		}
		result.LeftOut = append(result.LeftOut, l)
	}
	result.AtLeast = result.AtLeast || left.Count+len(result.Unread) > 0 || !v.Complete
	a.steps.Add("exact", start, "%d of %d files", result.Files, result.Of)
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

// keyReader reads what the files of a view state under keys.
func keyReader(v *view.View) keys.Reader {
	return keys.Reader{Library: v.Library, Source: view.Quick{View: v}, Parsers: v.Parser.Parsers(), Folders: v.Folders}
}

// keyed answers a question from the keys of many files; nil where they do not answer for sure.
func (a *asking) keyed(ctx context.Context, query retrieve.Query) *replies.Answer {
	start := time.Now()
	v := a.sync(ctx)
	said, ok := keyReader(v).Ask(ctx, a.scope.question, query.Within)
	if !ok || a.chosenWay() == "" && said.Selected() < len(a.scope.question.Parts) {
		return nil
	}
	return a.ofTable(start, said, &retrieve.Result{Snapshot: v.Snapshot})
}

// known returns the places of what the keys of files, or the tables that were found, state for sure
// on a part of a question; none where that is a number, or more than a few.
func (a *asking) known(ctx context.Context, asked *question.Question, found *retrieve.Result) []retrieve.Hit {
	if a.chosenWay() == question.ByProse {
		return nil
	}
	said, ok := keyReader(a.sync(ctx)).Ask(ctx, asked, a.scope.within)
	if !ok {
		said, ok = tables.Ask(ctx, asked, tables.GridsOf(found.Parsed()))
	}
	isFigure := said.Value != "" && (said.Query.Aggregate != tables.Count || asked.Kind == question.Count)
	if !ok || isFigure || said.Groups != nil {
		return nil
	}
	return answer.Tabular(said).Places()
}

// ofTable makes the reply of what a table answers.
func (a *asking) ofTable(start time.Time, said tables.Answer, found *retrieve.Result) *replies.Answer {
	if said.Grid.IsOfRecords() {
		a.steps.Add("keys", start, "%s from %s", text.Counted(len(said.Rows), "row"), said.Grid.Source)
	} else {
		a.steps.Add("table", start, "%d rows of %s", len(said.Rows), said.Grid.Document.Path)
	}
	a.found, a.reach = found, a.scope.reach(a.Agent, found.Snapshot)
	reply := a.counted(answer.Tabular(said))
	reply.Exact.Count, reply.Exact.Value = len(said.Rows), said.Value
	reply.Exact.From, reply.Exact.Of = said.Grid.Source, said.Grid.Files
	return reply
}

// tabled answers a question on the cells of the tables that were found; nil where no table
// answers for sure, or ctx ends.
func (a *asking) tabled(ctx context.Context, found *retrieve.Result) *replies.Answer {
	start := time.Now()
	documents := found.Parsed()
	asked := cmp.Or(found.Asked, a.scope.question)
	said, ok := tables.Ask(ctx, asked, tables.GridsOf(documents))
	if !ok {
		said, ok = tables.Ask(ctx, asked, keyReader(a.sync(ctx)).Samples(documents))
	}
	if !ok || a.chosenWay() == "" && said.Selected() < len(asked.Parts) {
		return nil
	}
	return a.ofTable(start, said, found)
}

// counted makes the reply of what was counted.
func (a *asking) counted(c answer.Counted) *replies.Answer {
	var checked ground.Checked
	c = a.fitting(c, checked)
	exact := &replies.Exact{Columns: replies.OrEmpty(c.Columns), Rows: replies.CiteRows(c, &checked)}
	if !a.indexState().Complete {
		c.Note = strings.TrimSpace(c.Note + " The files are still being read: ask again in a moment.")
	}
	checked.Text = replies.CountedMarkdown(c, exact.Rows)
	reply := a.newAnswer(answer.Draft{Writer: replies.ExactWriter}, checked, a.found)
	reply.Exact, reply.Confidence = exact, 1
	reply.Added, reply.Missing = []string{}, []string{} // of the search, which did not answer
	reply.Documents = replies.PathsIn(exact.Rows)
	reply.Markdown = reply.Answer
	reply.Document = replies.DocumentOf(reply)
	return reply
}

// fitting is what was counted with the rows for which an answer has room behind what it
// contains already. The sentence always has room.
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

// withTable adds what a writer had looked up in a table, if that table has not changed.
func (a *asking) withTable(c ground.Checked, table *answer.Counted, found *retrieve.Result) ground.Checked {
	if table == nil || len(table.Rows) == 0 {
		return c
	}
	if !slices.ContainsFunc(found.Documents, func(d retrieve.Document) bool { return d.Document == table.Rows[0].Document }) {
		return c // it has moved on since
	}
	shown := a.fitting(*table, c)
	rows := replies.CiteRows(shown, &c)
	c.Text = strings.TrimSpace(c.Text + "\n\n" + replies.CountedMarkdown(shown, rows))
	return c
}
