package research

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"docuquest/core/answer"
	"docuquest/core/language/analysis"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// The categories of requests to the model.
const (
	PlanCategory    = "plan"
	ReflectCategory = "reflect"
)

// mostWanted is how many queries of a model are made in a later round.
const mostWanted = 5

// longestQuery is how long a query of a model may be, in bytes: what is longer is an
// answer rather than a query.
const longestQuery = 300

// planByModel takes a model's queries and slots in place of those of the rules, as far as
// its reply has any.
func (e *expedition) planByModel(ctx context.Context) {
	e.notify("Planning the search")
	start := time.Now()
	prompt := prompts.Render(e.Prompts.Plan, map[string]string{"query": e.query.Question.Text})
	reply, err := e.meter.ask(ctx, e.Model, jsonRequest(PlanCategory, prompt))
	queries, slots := readPlan(reply)
	if err == nil && len(queries)+len(slots) == 0 {
		err = errUnread
	}
	if err != nil {
		e.report.Steps.Add(PlanCategory, start, "%s: %v; the plan is made by rules", e.Model.Name(), err)
		return
	}
	planned := e.next[:1:1]
	for _, q := range queries {
		planned = addQuery(planned, Query{Text: q, Round: 1, Why: "planned by " + e.Model.Name()})
	}
	for _, q := range e.next[1:] {
		planned = addQuery(planned, q)
	}
	e.next = planned
	if len(slots) > 0 {
		e.report.Slots = slots
	}
	e.report.Steps.Add(PlanCategory, start, "%s and %s by %s", text.Counted(len(queries), "query", "queries"), text.Counted(len(slots), "slot"), e.Model.Name())
}

var errUnread = fmt.Errorf("its reply holds nothing that was asked for")

func jsonRequest(category, prompt string) llm.Request {
	r := llm.Prompt(category, prompt)
	r.JSON = true
	return r
}

// readPlan takes the queries and slots out of a reply. A slot may be a text alone.
func readPlan(reply string) (queries []string, slots []Slot) {
	for _, object := range answer.Objects(reply) {
		queries = append(queries, queriesIn(object)...)
		for _, item := range llm.ListOf(object["slots"]) {
			asked := textIn(item)
			kind := kindOf(question.Of(asked).Kind)
			if fields, ok := item.(map[string]any); ok {
				asked = first(fields, "asked", "question", "text", "name", "slot")
				name := strings.FieldsFunc(first(fields, "type", "kind"), func(r rune) bool { return r == ' ' || r == '_' || r == '-' })
				if kind = Kind(strings.ToLower(strings.Join(name, " "))); !slices.Contains(kinds, kind) {
					kind = Free
				}
			}
			if asked != "" && len(slots) < mostSlots {
				slots = append(slots, Slot{Kind: kind, Asked: asked, own: question.Of(asked).AskedWords()})
			}
		}
	}
	return queries, slots
}

// queriesIn returns the queries of an object, on one line each.
func queriesIn(object map[string]any) []string {
	var all []string
	for _, name := range []string{"queries", "query", "new_queries"} {
		for _, item := range llm.ListOf(object[name]) {
			text := textIn(item)
			if fields, ok := item.(map[string]any); ok {
				text = first(fields, "query", "text", "q")
			}
			if text != "" && len(text) <= longestQuery {
				all = append(all, text)
			}
		}
	}
	return all
}

// textIn returns a string on one line, "" for one without a letter and any other value.
func textIn(value any) string {
	s, _ := value.(string)
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return ""
	}
	return text.OneLine(s)
}

// numberIn returns a number from 1, 0 for any other value.
func numberIn(value any) int {
	s, _ := value.(string)
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0
	}
	return n
}

// first returns the first of some members that is a text.
func first(object map[string]any, names ...string) string {
	for _, name := range names {
		if s := textIn(object[name]); s != "" {
			return s
		}
	}
	return ""
}

// reflect asks the model which slots the evidence fills, and what to search for next.
// Each quote of the model is checked; one that does not occur in the evidence leaves its slot
// open.
func (e *expedition) reflect(ctx context.Context) {
	e.reflected = false
	if e.Model == nil || e.gather(ctx) != nil || len(e.report.Found.Hits) == 0 {
		return
	}
	e.notify("Looking for what is missing")
	start := time.Now()
	shown := answer.Pack(e.report.Found.Hits, 0)
	var slots []string
	for i, s := range e.report.Slots {
		slots = append(slots, fmt.Sprintf("%d. (%s) %s", i+1, s.Kind, s.Asked))
	}
	r := jsonRequest(ReflectCategory, prompts.Render(e.Prompts.Reflect, map[string]string{
		"query": e.query.Question.Text, "documents": shown.Text, "slots": strings.Join(slots, "\n"),
	}))
	r.Sources = shown.Sources
	reply, err := e.meter.ask(ctx, e.Model, r)
	objects := answer.Objects(reply)
	if err == nil && len(objects) == 0 {
		err = errUnread
	}
	if err != nil {
		e.report.Steps.Add(ReflectCategory, start, "%s: %v; the slots are looked for by rules", e.Model.Name(), err)
		return
	}
	e.reflected = true
	for _, object := range objects {
		e.take(object, shown)
	}
	e.report.Steps.Add(ReflectCategory, start, "%d of %s filled, %s wanted by %s", len(e.report.Slots)-len(e.report.Open()),
		text.Counted(len(e.report.Slots), "slot"), text.Counted(len(e.next), "query", "queries"), e.Model.Name())
}

// isOfKind reports whether the entry that a model quotes has a date, a number or a version where the
// slot asks for one. Things of other kinds are recognized less surely than a model does.
func (e *expedition) isOfKind(fill *Fill, kind Kind) bool {
	if fill.Quote.Hit < 0 {
		return true
	}
	d := e.report.Found.Hits[fill.Quote.Hit].Document
	said := answer.EntryText(d, fill.Quote.Span)
	f := newFilling(e.query.Question, e.report.Found, nil)
	switch kind {
	case Date:
		return f.holdsDate(said)
	case Number:
		return len(quantity.Find(said)) > 0
	case Version:
		return f.holdsVersion(said) || slices.ContainsFunc(e.report.Found.Hits, func(h retrieve.Hit) bool {
			return h.Document == d && h.Chunk.Span.Contains(fill.Quote.Span.Start) && f.isBelowVersion(h)
		})
	}
	return true
}

// take uses an object of the model's reply: the quotes that occur in the evidence, and the
// queries that were not made before, with the slots that are open as their reason.
func (e *expedition) take(object map[string]any, shown answer.Passages) {
	for _, item := range llm.ListOf(object["filled"]) {
		fields, _ := item.(map[string]any)
		slot := numberIn(fields["slot"])
		if slot < 1 || len(e.report.Slots) < slot || e.report.Slots[slot-1].Filled() {
			continue
		}
		hit := answer.NoHit
		if p := numberIn(fields["passage"]); 1 <= p && p <= len(shown.Hits) {
			hit = shown.Hits[p-1]
		}
		quote, _ := fields["quote"].(string)
		if fill := quoted(quote, hit, e.report.Found); fill != nil && e.isOfKind(fill, e.report.Slots[slot-1].Kind) {
			e.report.Slots[slot-1].Fill = fill
			isElsewhere := fill.Quote.Hit >= 0 && slices.ContainsFunc(e.elsewhere, func(found *retrieve.Result) bool {
				return slices.ContainsFunc(found.Documents, func(d retrieve.Document) bool {
					return d.Document == e.report.Found.Hits[fill.Quote.Hit].Document
				})
			})
			if !isElsewhere {
				e.pool.add(fill.Path, pinned)
			}
		}
	}
	why := "wanted by " + e.Model.Name()
	var open []string
	for _, s := range e.report.Open() {
		open = append(open, s.Asked)
	}
	if len(open) > 0 {
		why = "for the slot \"" + strings.Join(open, "\", \"") + "\""
	}
	for _, query := range queriesIn(object) {
		isMade := slices.ContainsFunc(slices.Concat(e.report.Queries, e.next), func(q Query) bool {
			return analysis.Phrase(q.Text) == analysis.Phrase(query)
		})
		if len(e.next) < mostWanted && !isMade {
			e.next = append(e.next, Query{Text: query, Why: why})
		}
	}
	e.enough = len(e.next) == 0
}
