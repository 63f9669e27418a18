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
	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// How many queries go to the other sources, whose searches may cost money: of one question,
// and of one round those that follow names.
const (
	mostElsewhere = 30
	mostFollowed  = 3
)

// MaxElsewhere is how many characters a query has at most that the user is asked to release:
// sources accept no longer ones.
const MaxElsewhere = 400

// permitted returns the queries that go to other sources, and marks them. Those that the
// vocabulary does not allow are held unless the user releases them; the time that they take to
// decide is given back to the question.
func (e *expedition) permitted(ctx context.Context, queries []Query) (all []Query) {
	if len(e.Elsewhere) == 0 {
		return nil
	}
	for i := range queries {
		q := &queries[i]
		if utf8.RuneCountInString(q.Text) > MaxElsewhere {
			q.Kept = fmt.Sprintf("it is longer than %d characters", MaxElsewhere)
			continue
		}
		if unknown := e.vocabulary.unknown(q.Text); unknown != "" && !q.isPublic {
			q.Kept = fmt.Sprintf("%q is not in your question, nor a title or heading of your files", unknown)
		}
		isLate := ctx.Err() != nil || !time.Now().Before(e.meter.end)
		if e.sent == mostElsewhere {
			q.Kept = cmp.Or(q.Kept, fmt.Sprintf("the limit of %d queries is reached", mostElsewhere))
			continue
		}
		if isLate {
			q.Kept = cmp.Or(q.Kept, "the time of the question is over")
			continue
		}
		if q.Kept != "" {
			asked := time.Now()
			isReleased := e.Release != nil && e.Release(ctx, q.Text, q.Kept)
			e.meter.end = e.meter.end.Add(time.Since(asked))
			if !isReleased {
				continue
			}
		}
		q.Elsewhere = true
		e.sent++
		all = append(all, *q)
	}
	return all
}

// searchElsewhere puts queries to the other sources, all at once and for no longer than the
// limits allow, and keeps what they find. What vague queries find counts only where the
// others find nothing.
func (e *expedition) searchElsewhere(ctx context.Context, queries []Query) {
	type reply struct {
		from  Source
		query Query
		found *retrieve.Result
		err   error
	}
	ctx, cancel := context.WithDeadline(ctx, e.meter.end)
	defer cancel()
	start := time.Now()
	var replies []*reply
	var group sync.WaitGroup
	for _, q := range queries {
		for _, source := range e.Elsewhere {
			r := &reply{from: source, query: q}
			replies = append(replies, r)
			group.Go(func() {
				asked := e.query
				asked.Question, asked.Within, asked.Context, asked.Explain = question.Of(q.Text), nil, retrieve.Context{}, false
				r.found, r.err = source.Find(ctx, asked)
			})
		}
	}
	group.Wait()
	fails := func(why string) {
		if !slices.Contains(e.failed, why) {
			e.failed = append(e.failed, why)
		}
	}
	hasPage := slices.ContainsFunc(replies, func(r *reply) bool {
		return r.err == nil && !r.query.isVague && len(r.found.Documents) > 0
	})
	for _, r := range replies {
		if r.err != nil {
			fails(r.from.Name() + ": " + r.err.Error())
			e.report.Steps.Add("elsewhere", start, "%s: %v", r.from.Name(), r.err)
			continue
		}
		e.report.Steps = append(e.report.Steps, r.found.Steps...)
		for _, why := range r.found.Failed {
			fails(why)
		}
		if !hasPage || !r.query.isVague {
			e.elsewhere = append(e.elsewhere, r.found)
		}
	}
}

// queriesElsewhere returns the queries for what names may lead to in other sources: each of the
// best names with the words of the question that it does not replace. It returns none where a
// model has chosen its queries, or nothing is missing.
func (e *expedition) queriesElsewhere(leads []lead, round int) []Query {
	if len(e.Elsewhere) == 0 || e.reflected || !e.lacksSlot(e.report.Found) {
		return nil
	}
	words := e.query.Question.Content()
	var made []Query
	for _, l := range leads[:min(mostFollowed, len(leads))] {
		text := l.name
		for _, w := range words {
			if !l.context[w] {
				text += " " + w
			}
		}
		isOnPage := slices.ContainsFunc(e.elsewhere, func(found *retrieve.Result) bool {
			return slices.ContainsFunc(found.Documents, func(d retrieve.Document) bool {
				return titleOf(d.Document) == l.in && strings.Contains(analysis.Phrase(d.Readable()), l.key)
			})
		})
		made = append(made, Query{Text: text, Round: round, Why: "named in " + l.in, onlyElsewhere: true, isPublic: isOnPage})
	}
	return made
}

// lacksSlot reports whether some evidence, nil for none so far, leaves a slot open.
func (e *expedition) lacksSlot(found *retrieve.Result) bool {
	if found == nil || found.IsStrange() {
		return true
	}
	f := newFilling(e.query.Question, found, e.named)
	return slices.ContainsFunc(e.report.Slots, func(s Slot) bool { return !s.Filled() && f.best(&s) == nil })
}

// andElsewhere names the other sources behind what is searched for.
func (e *expedition) andElsewhere() string {
	names := ""
	for _, source := range e.Elsewhere {
		names += ", in " + source.Name() + " too"
	}
	return names
}

// addElsewhere adds the passages of other sources to the evidence: the best of each query, then
// the second ones and so on, of each document mostOfPart at most, and in all as many as the
// workspace may give. Both alternate, so that neither leaves the other without room in a prompt;
// what the workspace probably does not answer comes last.
func (e *expedition) addElsewhere(found *retrieve.Result) {
	found.Failed = append(slices.Clone(found.Failed), e.failed...)
	var hits []retrieve.Hit
	var added []retrieve.Document
	count := map[*document.Document]int{}
	for rank, more := 0, true; more; rank++ {
		more = false
		for _, other := range e.elsewhere {
			if len(other.Hits) <= rank || len(hits) >= e.query.Passages {
				continue
			}
			more = true
			h := other.Hits[rank]
			if count[h.Document] == mostOfPart || hasHit(hits, h) {
				continue
			}
			count[h.Document]++
			hits = append(hits, h)
			isIt := func(d retrieve.Document) bool { return d.Document == h.Document }
			for _, known := range e.elsewhere {
				if i := slices.IndexFunc(known.Documents, isIt); i >= 0 && !slices.ContainsFunc(added, isIt) {
					added = append(added, known.Documents[i])
				}
			}
		}
	}
	if len(hits) == 0 {
		return
	}
	own, isStrange := found.Hits, found.IsStrange()
	for _, h := range hits {
		found.Add(h)
	}
	if isStrange {
		found.Hits, found.Documents = slices.Concat(hits, own), slices.Concat(added, found.Documents)
	} else {
		found.Hits, found.Documents = alternating(own, hits), alternating(found.Documents, added)
	}
	found.Floor = 0 // it was measured for the workspace
	if len(found.Missing) > 0 {
		var words strings.Builder
		for _, d := range added {
			words.WriteString(analysis.Phrase(d.Title + "\n" + d.Text))
		}
		found.Missing = slices.DeleteFunc(slices.Clone(found.Missing), func(term string) bool {
			return strings.Contains(words.String(), analysis.Phrase(term))
		})
	}
}

func hasHit(hits []retrieve.Hit, h retrieve.Hit) bool {
	return slices.ContainsFunc(hits, func(known retrieve.Hit) bool {
		return known.Document == h.Document && known.Chunk.Span == h.Chunk.Span && known.Chunk.Text == h.Chunk.Text
	})
}

// alternating returns one of each in turn, and then the rest of the longer ones.
func alternating[T any](a, b []T) []T {
	all := make([]T, 0, len(a)+len(b))
	for i := range max(len(a), len(b)) {
		all = append(all, a[min(i, len(a)):min(i+1, len(a))]...)
		all = append(all, b[min(i, len(b)):min(i+1, len(b))]...)
	}
	return all
}
