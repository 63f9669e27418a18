package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/search/retrieve"
)

// How many queries go to the sources beside the workspace, whose searches may cost money:
// of one question, and of one round those that follow names.
const (
	mostAside    = 30
	mostLedAside = 3
)

// MaxAside is how many characters a query has at most that the user is asked to release:
// sources take no longer ones.
const MaxAside = 400

// A brought is what a source made of a query.
type brought struct {
	from  Source
	query Query
	found *retrieve.Result
	err   error
}

// askBeside puts queries to the sources beside the workspace, all at once and for no
// longer than the limits have it, and keeps what they bring.
func (e *expedition) askBeside(ctx context.Context, queries []Query) {
	ctx, cancel := context.WithDeadline(ctx, e.meter.end)
	defer cancel()
	start := time.Now()
	var replies []*brought
	var group sync.WaitGroup
	for _, q := range queries {
		for _, source := range e.Beside {
			r := &brought{from: source, query: q}
			replies = append(replies, r)
			group.Go(func() {
				asked := e.query
				asked.Text, asked.Within, asked.Context, asked.Explain = q.Text, nil, retrieve.Context{}, false
				r.found, r.err = source.Find(ctx, asked)
			})
		}
	}
	group.Wait()
	e.takeBrought(replies, start)
}

// takeBrought keeps what sources brought, and tells what they could not do. What vague
// queries bring is taken only where the others bring nothing.
func (e *expedition) takeBrought(replies []*brought, start time.Time) {
	hasPage := slices.ContainsFunc(replies, func(r *brought) bool {
		return r.err == nil && !r.query.isVague && len(r.found.Documents) > 0
	})
	for _, r := range replies {
		if r.err != nil {
			e.aloof(r.from.Name() + ": " + r.err.Error())
			e.step("beside", start, "%s: %v", r.from.Name(), r.err)
			continue
		}
		e.report.Steps = append(e.report.Steps, r.found.Steps...)
		for _, failed := range r.found.Failed {
			e.aloof(failed)
		}
		if !hasPage || !r.query.isVague {
			e.beside = append(e.beside, r.found)
		}
	}
}

// aside are the queries that are put to other sources, the first of those that may be, and
// marks them.
func (e *expedition) aside(ctx context.Context, queries []Query) (all []Query) {
	if len(e.Beside) == 0 {
		return nil
	}
	for i := range queries {
		switch q := &queries[i]; {
		case utf8.RuneCountInString(q.Text) > MaxAside:
			q.Kept = cmp.Or(q.Kept, fmt.Sprintf("it is longer than %d characters", MaxAside))
		case e.asked == mostAside:
			q.Kept = cmp.Or(q.Kept, fmt.Sprintf("the limit of %d queries is reached", mostAside))
		case q.Kept == "" || e.isReleased(ctx, q):
			q.Beside = true
			e.asked++
			all = append(all, *q)
		}
	}
	return all
}

// isReleased asks the user whether a query that is kept here may go all the same. The time
// that they take is given back to the question.
func (e *expedition) isReleased(ctx context.Context, q *Query) bool {
	isLate := ctx.Err() != nil || !time.Now().Before(e.meter.end)
	if e.Release == nil || isLate {
		return false
	}
	asked := time.Now()
	defer func() { e.meter.end = e.meter.end.Add(time.Since(asked)) }()
	return e.Release(ctx, q.Text, q.Kept)
}

// asideOf are the queries for what names may lead to beside the workspace: each of the best
// names with the words of the question that it does not stand for. There are none where a
// model has said what it wants, or nothing is missing.
func (e *expedition) asideOf(leads []lead, round int) []Query {
	if len(e.Beside) == 0 || e.reflected || !e.lacksSlot(e.report.Found) {
		return nil
	}
	words := contentWords(e.query.Text)
	var made []Query
	for _, l := range leads[:min(mostLedAside, len(leads))] {
		text := l.name
		for _, w := range words {
			if !l.beside[w] {
				text += " " + w
			}
		}
		made = append(made, Query{Text: text, Round: round, Why: "named in " + l.in, onlyBeside: true})
	}
	return made
}

// lacksSlot reports whether there is a slot that some evidence, nil for none so far, does
// not fill.
func (e *expedition) lacksSlot(found *retrieve.Result) bool {
	if found == nil || found.IsStrange() {
		return true
	}
	f := newFilling(e.query.Text, found, e.named)
	return slices.ContainsFunc(e.report.Slots, func(s Slot) bool { return !s.Filled() && f.best(&s) == nil })
}

// aloof notes once what a source could not do.
func (e *expedition) aloof(failed string) {
	if !slices.Contains(e.failed, failed) {
		e.failed = append(e.failed, failed)
	}
}

// besideToo names the sources beside the workspace behind what is searched for.
func (e *expedition) besideToo() string {
	names := ""
	for _, source := range e.Beside {
		names += ", in " + source.Name() + " too"
	}
	return names
}

// isBeside reports whether a document came from another source than the workspace.
func (e *expedition) isBeside(d *document.Document) bool {
	return slices.ContainsFunc(e.beside, func(found *retrieve.Result) bool { return hasDocument(found, d) })
}

func hasDocument(found *retrieve.Result, d *document.Document) bool {
	return slices.ContainsFunc(found.Documents, func(known retrieve.Document) bool { return known.Document == d })
}

// addBeside puts what other sources brought into the evidence. Both take turns, so that
// neither leaves the other without room in a prompt; what the workspace probably does not
// answer comes behind.
func (e *expedition) addBeside(found *retrieve.Result) {
	found.Failed = append(slices.Clone(found.Failed), e.failed...)
	hits := e.hitsBeside()
	if len(hits) == 0 {
		return
	}
	own, isStrange := found.Hits, found.IsStrange()
	for _, h := range hits {
		found.Add(h)
	}
	added := e.documentsOf(hits)
	if isStrange {
		found.Hits, found.Documents = slices.Concat(hits, own), slices.Concat(added, found.Documents)
	} else {
		found.Hits, found.Documents = byTurns(own, hits), byTurns(found.Documents, added)
	}
	found.Floor = 0 // it was measured for the workspace
	found.Missing = missingIn(found.Missing, added)
}

// hitsBeside are the passages that other sources brought: the best of each query, then the
// second ones and so on, of each document mostOfPart at most, and in all as many as the
// workspace may give.
func (e *expedition) hitsBeside() []retrieve.Hit {
	var hits []retrieve.Hit
	taken := map[*document.Document]int{}
	for rank, more := 0, true; more; rank++ {
		more = false
		for _, found := range e.beside {
			if len(found.Hits) <= rank || len(hits) >= e.query.Passages {
				continue
			}
			more = true
			if h := found.Hits[rank]; taken[h.Document] < mostOfPart && !hasHit(hits, h) {
				taken[h.Document]++
				hits = append(hits, h)
			}
		}
	}
	return hits
}

// documentsOf are the documents of passages that other sources brought, each once.
func (e *expedition) documentsOf(hits []retrieve.Hit) []retrieve.Document {
	var all []retrieve.Document
	for _, h := range hits {
		if slices.ContainsFunc(all, func(known retrieve.Document) bool { return known.Document == h.Document }) {
			continue
		}
		for _, found := range e.beside {
			if i := slices.IndexFunc(found.Documents, func(d retrieve.Document) bool { return d.Document == h.Document }); i >= 0 {
				all = append(all, found.Documents[i])
				break
			}
		}
	}
	return all
}

func hasHit(hits []retrieve.Hit, h retrieve.Hit) bool {
	return slices.ContainsFunc(hits, func(known retrieve.Hit) bool {
		return known.Document == h.Document && known.Chunk.Span == h.Chunk.Span && known.Chunk.Text == h.Chunk.Text
	})
}

// byTurns takes one of each in turn, and then the rest of the longer ones.
func byTurns[T any](a, b []T) []T {
	turns := make([]T, 0, len(a)+len(b))
	for i := range max(len(a), len(b)) {
		turns = append(turns, a[min(i, len(a)):min(i+1, len(a))]...)
		turns = append(turns, b[min(i, len(b)):min(i+1, len(b))]...)
	}
	return turns
}

// missingIn are the terms that none of some further documents says either.
func missingIn(terms []string, documents []retrieve.Document) []string {
	if len(terms) == 0 {
		return terms
	}
	var said strings.Builder
	for _, d := range documents {
		said.WriteString(folded(d.Title + "\n" + d.Text))
	}
	all := said.String()
	return slices.DeleteFunc(slices.Clone(terms), func(term string) bool { return strings.Contains(all, folded(term)) })
}
