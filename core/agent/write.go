package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// write makes the draft. Where a model fails, the text itself answers; the
// classic pipeline fails with it. A draft that was cut short by the end of ctx comes
// together with its error.
func (a *asking) write(ctx context.Context, writer answer.Writer, found *retrieve.Result) (answer.Draft, error) {
	pages, onWeb := 0, ""
	for _, d := range found.Documents {
		if replies.OnWeb(d.URI) {
			pages++
			onWeb = " and " + text.Counted(pages, "page") + " of the web"
		}
	}
	a.stage("write", "Reading %d of %d files%s", len(found.Documents)-pages, found.Snapshot.Len(), onWeb)
	_, isClassic := writer.(answer.Classic)
	if a.outlines(writer) {
		if draft, done := a.outline(found); done {
			return draft, ctx.Err()
		}
	}
	if found.IsStrange() && !isClassic {
		return answer.Draft{Writer: writer.Name(), Refused: true}, ctx.Err()
	}
	start := time.Now()
	if _, quotes := writer.(answer.Generative); quotes {
		if err := answer.AddEntries(ctx, cmp.Or(found.Asked, a.scope.question), found); err != nil {
			return answer.Draft{}, err
		}
	}
	a.trail.Writer = writer
	draft, err := writer.Write(ctx, a.request(found))
	isUnquoted := draft.Table == nil && len(draft.Statements) > 0 && !slices.ContainsFunc(draft.Statements, func(s answer.Statement) bool { return len(s.Quotes) > 0 })
	if _, quotes := writer.(answer.Generative); quotes && err == nil && isUnquoted {
		err = errUnquoted
		a.replaced = draft.Statements
	}
	if err == nil {
		a.steps.Add("write", start, "%d statements by %s", len(draft.Statements), writer.Name())
		return draft, nil
	}
	a.steps.Add("write", start, "%s: %v", writer.Name(), err)
	if isClassic || ctx.Err() != nil {
		return draft, err
	}
	a.trail.Writer = answer.Extractive{}
	return a.trail.Writer.Write(ctx, a.request(found))
}

// request is what a writer is asked. What a model writes is shown as it comes, as far
// as it is proven.
func (a *asking) request(found *retrieve.Result) answer.Request {
	q := answer.Request{Question: cmp.Or(found.Asked, a.scope.question), Found: found, History: a.previous}
	q.Words, q.Citations = a.limits()
	if a.progress == nil {
		return q
	}
	checker := ground.NewChecker(answer.Report, found)
	written, next := 0, 1
	q.Each = func(s answer.Statement) {
		isProven := checker.Add(s).Verdict != ground.Unsupported
		// Each time all of it is written anew, so that of very many not each one is reported.
		if written++; !isProven || written < next {
			return
		}
		next = written + 1 + written/showEvery
		a.progress(Stage{Name: "write", Message: "Writing, " + text.Counted(written, "statement"), Proven: checker.Checked().Text})
	}
	return q
}

// limits returns the most words and citations of the answer, 0 for as many as there are.
func (a *asking) limits() (words, citations int) {
	return cmp.Or(a.question.Words, a.prefer.AnswerWords), cmp.Or(a.question.Citations, a.prefer.AnswerCitations)
}

// showEvery is the number of statements from which not every one is shown by itself.
const showEvery = 16

// errUnquoted is what a model is replaced for that talks and proves nothing, as
// small ones do that miss the form they are asked for.
var errUnquoted = errors.New("the model's reply holds no quotes")

// revise sends the statements that are not supported, or only in part, back to their model
// once, and takes what is better then. Whatever goes wrong leaves them as they are.
func (a *asking) revise(ctx context.Context, writer answer.Writer, d answer.Draft, found *retrieve.Result) answer.Draft {
	reviser, ok := writer.(answer.Reviser)
	if !ok || d.Writer != writer.Name() || ctx.Err() != nil {
		return d
	}
	var weak []int // statements that are not wholly supported
	var findings []ground.Finding
	before := ground.NewChecker(d.Form, found)
	for i, s := range d.Statements {
		findings = append(findings, before.Add(s))
		if findings[i].Verdict != ground.Supported {
			weak = append(weak, i)
		}
	}
	if len(weak) == 0 {
		return d
	}
	a.stage("revise", "Giving %s back to the model", text.Counted(len(weak), "statement"))
	start := time.Now()
	failed := make([]answer.Failed, len(weak))
	for i, at := range weak {
		failed[i] = answer.Failed{Statement: d.Statements[at], Lacks: findings[at].Lacks}
	}
	again, err := reviser.Revise(ctx, a.request(found), failed)
	if err != nil {
		a.steps.Add("revise", start, "%s: %v", writer.Name(), err)
		return d
	}
	better := 0
	d.Statements = slices.Clone(d.Statements)
	checker := ground.NewChecker(d.Form, found)
	for i, at := range weak[:min(len(weak), len(again))] {
		if checker.Add(again[i]).Verdict < findings[at].Verdict {
			d.Statements[at] = again[i]
			better++
		}
	}
	a.steps.Add("revise", start, "%d of %d statements are better", better, len(weak))
	return d.Within(a.request(found)) // what is better may be longer
}

// check locates the quotes of a draft in what the files contain now.
func (a *asking) check(ctx context.Context, d answer.Draft, found *retrieve.Result) (ground.Checked, *retrieve.Result) {
	a.stage("check", "Checking %s", text.Counted(len(d.Statements), "statement"))
	start := time.Now()
	fresh := a.refresh(ctx, found)
	checked, findings := ground.CheckEach(d, fresh)
	if proven := a.withProven(d, findings, found); len(proven.Statements) > len(d.Statements) {
		d = proven
		checked, findings = ground.CheckEach(d, fresh)
	}
	a.trail.Draft, a.trail.Findings = d, findings
	checked = a.withTable(checked, d.Table, fresh)
	a.steps.Add("check", start, "%d citations, %d statements without support", len(checked.Citations), len(checked.Unsupported))
	return checked, fresh
}

// instead lets the text answer in the place of a model without a supported statement, which
// the answer reports. Where the text does not answer either, the statements stay.
func (a *asking) instead(ctx context.Context, refuted answer.Draft, checked ground.Checked, found *retrieve.Result) (answer.Draft, ground.Checked) {
	start := time.Now()
	trail := a.trail
	draft, err := answer.Extractive{}.Write(ctx, a.request(found))
	if err != nil || draft.Refused {
		return refuted, checked
	}
	a.trail.Writer = answer.Extractive{}
	again, _ := a.check(ctx, draft, found)
	if again.Text == "" {
		a.trail = trail
		return refuted, checked
	}
	a.steps.Add("write", start, "%d statements by %s", len(draft.Statements), draft.Writer)
	said := "The model's statement did not hold"
	if n := len(refuted.Statements); n > 1 {
		said = fmt.Sprintf("None of the model's %d statements held", n)
	}
	draft.Note = strings.TrimSpace(said + ", so this answer is taken from the text. " + draft.Note)
	a.replaced = refuted.Statements
	return draft, again
}

// refresh reads the documents again whose text has moved on since they were
// found, so that quotes are located in what the files contain now. Their hits are
// whole documents then, since the old passages are no places in the new text.
func (a *asking) refresh(ctx context.Context, found *retrieve.Result) *retrieve.Result {
	moved := map[*document.Document]*document.Document{}
	for _, d := range found.Documents {
		if replies.OnWeb(d.URI) {
			continue
		}
		switch f, err := a.files.Read(ctx, d.URI); {
		case err == nil && f.Hash != d.Hash:
			moved[d.Document] = a.parser.Parse(f).AsRead()
		case isGone(err):
			moved[d.Document] = &document.Document{Identity: d.Identity, Path: d.Path} // contains nothing any more
		}
	}
	if len(moved) == 0 {
		return found
	}
	fresh := *found
	fresh.Documents = slices.Clone(found.Documents)
	for i := range fresh.Documents {
		if now := moved[fresh.Documents[i].Document]; now != nil {
			fresh.Documents[i].Document = now
		}
	}
	fresh.Hits = slices.Clone(found.Hits)
	for i := range fresh.Hits {
		if now := moved[fresh.Hits[i].Document]; now != nil {
			fresh.Hits[i].Document = now
			all := text.Span{End: len(now.Text)}
			fresh.Hits[i].Chunk = chunk.Chunk{Kind: chunk.Prose, Span: all, Text: now.Text, Parts: []chunk.Part{{Chunk: all, Source: all}}}
		}
	}
	return &fresh
}
