package research

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"docuquest/core/answer"
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
// its reply holds any.
func (e *expedition) planByModel(ctx context.Context) {
	e.tell("Planning the search")
	start := time.Now()
	prompt := prompts.Render(e.Prompts.Plan, map[string]string{"query": e.query.Text})
	reply, err := e.meter.ask(ctx, e.Model, jsonRequest(PlanCategory, prompt))
	queries, slots := readPlan(reply)
	if err == nil && len(queries)+len(slots) == 0 {
		err = errUnread
	}
	if err != nil {
		e.step(PlanCategory, start, "%s: %v; the plan is made by rules", e.Model.Name(), err)
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
	e.step(PlanCategory, start, "%s and %s by %s", plural(len(queries), "query", "queries"), plural(len(slots), "slot"), e.Model.Name())
}

var errUnread = fmt.Errorf("its reply holds nothing that was asked for")

func jsonRequest(category, prompt string) llm.Request {
	r := llm.Prompt(category, prompt)
	r.JSON = true
	return r
}

// readPlan takes the queries and slots out of a reply.
func readPlan(reply string) (queries []string, slots []Slot) {
	for _, object := range answer.Objects(reply) {
		queries = append(queries, queriesIn(object)...)
		for _, item := range listOf(object["slots"]) {
			if s, ok := slotIn(item); ok && len(slots) < mostSlots {
				slots = append(slots, s)
			}
		}
	}
	return queries, slots
}

// slotIn reads a slot, which may be a text alone.
func slotIn(item any) (Slot, bool) {
	asked, kind := textIn(item), Free
	if object, ok := item.(map[string]any); ok {
		asked = first(object, "asked", "question", "text", "name", "slot")
		kind = kindNamed(first(object, "type", "kind"))
	} else {
		kind = kindOf(asked)
	}
	return Slot{Kind: kind, Asked: asked, own: askedWords(asked)}, asked != ""
}

// queriesIn are the queries of an object, on one line each.
func queriesIn(object map[string]any) []string {
	var all []string
	for _, name := range []string{"queries", "query", "new_queries"} {
		for _, item := range listOf(object[name]) {
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

// listOf is a list, or one value as a list of it.
func listOf(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{value}
}

// textIn is a string on one line, "" for one without a letter and any other value.
func textIn(value any) string {
	s, _ := value.(string)
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return ""
	}
	return strings.Join(strings.Fields(s), " ")
}

// numberIn is a number from 1, 0 for what is none.
func numberIn(value any) int {
	s, _ := value.(string)
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0
	}
	return n
}

// first is the first of some members that holds a text.
func first(object map[string]any, names ...string) string {
	for _, name := range names {
		if s := textIn(object[name]); s != "" {
			return s
		}
	}
	return ""
}

// reflect asks the model which slots the evidence fills, and what to search for next.
// Each quote of it is looked for; one that does not stand there leaves its slot open.
func (e *expedition) reflect(ctx context.Context) {
	e.reflected = false
	if e.Model == nil || e.gather(ctx) != nil || len(e.report.Found.Hits) == 0 {
		return
	}
	e.tell("Looking for what is missing")
	start := time.Now()
	shown := answer.Show(e.report.Found.Hits, 0)
	r := jsonRequest(ReflectCategory, prompts.Render(e.Prompts.Reflect, map[string]string{
		"query": e.query.Text, "documents": shown.Text, "slots": e.slotLines(),
	}))
	r.Sources = shown.Sources
	reply, err := e.meter.ask(ctx, e.Model, r)
	objects := answer.Objects(reply)
	if err == nil && len(objects) == 0 {
		err = errUnread
	}
	if err != nil {
		e.step(ReflectCategory, start, "%s: %v; the slots are looked for by rules", e.Model.Name(), err)
		return
	}
	e.reflected = true
	for _, object := range objects {
		e.take(object, shown)
	}
	e.step(ReflectCategory, start, "%d of %s filled, %s wanted by %s", len(e.report.Slots)-len(e.report.Open()),
		plural(len(e.report.Slots), "slot"), plural(len(e.next), "query", "queries"), e.Model.Name())
}

// slotLines are the slots as the model is told them.
func (e *expedition) slotLines() string {
	var b strings.Builder
	for i, s := range e.report.Slots {
		fmt.Fprintf(&b, "%d. (%s) %s\n", i+1, s.Kind, s.Asked)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// take believes what an object of the model says, as far as it is found.
func (e *expedition) take(object map[string]any, shown answer.Shown) {
	for _, item := range listOf(object["filled"]) {
		if fields, ok := item.(map[string]any); ok {
			e.takeFilled(fields, shown)
		}
	}
	for _, text := range queriesIn(object) {
		if len(e.next) < mostWanted && !e.isAsked(text) {
			e.next = append(e.next, Query{Text: text, Why: e.wantedFor()})
		}
	}
	e.enough = len(e.next) == 0
}

func (e *expedition) takeFilled(fields map[string]any, shown answer.Shown) {
	slot := numberIn(fields["slot"])
	if slot < 1 || len(e.report.Slots) < slot || e.report.Slots[slot-1].Filled() {
		return
	}
	hit := answer.NoHit
	if p := numberIn(fields["passage"]); 1 <= p && p <= len(shown.Hits) {
		hit = shown.Hits[p-1]
	}
	text, _ := fields["quote"].(string)
	if fill := quoted(text, hit, e.report.Found); fill != nil {
		e.report.Slots[slot-1].Fill = fill
		if fill.Quote.Hit < 0 || !e.isBeside(e.report.Found.Hits[fill.Quote.Hit].Document) {
			e.pool.pin(fill.Path)
		}
	}
}

// isAsked reports whether a query was made before.
func (e *expedition) isAsked(text string) bool {
	for _, q := range append(e.report.Queries, e.next...) {
		if folded(q.Text) == folded(text) {
			return true
		}
	}
	return false
}

// wantedFor says for people why a model wants a query: for the slots that are open.
func (e *expedition) wantedFor() string {
	var open []string
	for _, s := range e.report.Open() {
		open = append(open, s.Asked)
	}
	if len(open) == 0 {
		return "wanted by " + e.Model.Name()
	}
	return "for the slot \"" + strings.Join(open, "\", \"") + "\""
}
