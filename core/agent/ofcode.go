package agent

import (
	"context"
	"slices"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/replies"
	"docuquest/core/code/lookup"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// ofCode answers a question on what programs define; nil for any other, and where no program
// declares what it asks about. What something is, a model explains better than its declaration.
func (a *asking) ofCode(ctx context.Context, query retrieve.Query, writer answer.Writer) (*replies.Answer, error) {
	ask, carried := a.codeQueries()
	_, isExtractive := writer.(answer.Extractive)
	isMeaning := func(q question.CodeQuery) bool { return q.Asks == question.Meaning }
	if len(ask) == 0 || !isExtractive && slices.ContainsFunc(ask, isMeaning) {
		return nil, nil
	}
	v := a.sync(ctx)
	a.stage("search", "Looking for %s in %d files", ask[0].Names[0], a.library.Snapshot().Len())
	start := time.Now()
	found, err := lookup.Lookup{View: v, CodeBase: a.codeBase(ctx), Within: query.Within}.Answer(ctx, ask)
	if found == nil || err != nil {
		return nil, err
	}
	a.carried = carried
	a.steps.Add("code", start, "%s from %s", text.Counted(len(found.Rows), "place"), found.From)
	snap := a.library.Snapshot()
	a.found, a.reach = &retrieve.Result{Snapshot: snap}, a.scope.reach(a.Agent, snap)
	reply := a.counted(*found)
	reply.Exact.Count, reply.Exact.From = len(found.Rows)+found.More, found.From
	for i, row := range found.Rows[:len(reply.Exact.Rows)] {
		if row.Leads && found.Related {
			reply.Exact.Count-- // it is what was asked about
		}
		if n := reply.Exact.Rows[i].Citation; n > 0 && !row.Leads { // the item of the list says what is around it
			reply.Citations[n-1].Entry, reply.Citations[n-1].Context = "", nil
		}
	}
	reply.Document = replies.DocumentOf(reply)
	return reply, nil
}

// codeQueries are what the question asks of programs. A pronoun in it means what the last question
// that names something asks about, which carried has then.
func (a *asking) codeQueries() (queries []question.CodeQuery, carried []string) {
	queries = a.scope.question.Code
	if len(queries) == 0 || len(queries[0].Names) > 0 {
		return queries, nil
	}
	for _, turn := range slices.Backward(a.before) {
		earlier := question.Parse(turn.Question)
		if len(earlier.Code) == 0 {
			break
		}
		if queries = a.scope.question.CodeQueriesOn(earlier); queries != nil {
			return queries, queries[0].Names
		}
	}
	return nil, nil
}
