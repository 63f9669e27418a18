package notebook

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/code/annotate"
	"docuquest/core/code/notes"
	"docuquest/core/search/question"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// exploreCategory is what the request for a query is for.
const exploreCategory = "explore"

// What a model may ask for of one table.
const (
	mostPlannedHits   = 100
	mostPlannedWeight = 5
)

// longestPlanned limits the text that is searched for in one table, in bytes.
const longestPlanned = 1000

// plan makes the query of a question for the notes, and reports who made it. Where the model
// fails the rules make it, and the error is that of the model. What the question chose wins over
// both.
func (x *Explorer) plan(ctx context.Context, rules *annotate.Rules, asked *question.Question) (q notes.Query, by string, err error) {
	if x.Model != nil {
		prompt := prompts.Render(x.Notebook.Prompt, map[string]string{"query": asked.Text, "history": x.History})
		request := llm.Prompt(exploreCategory, prompt)
		request.JSON = true
		var reply string
		if reply, err = llm.Ask(ctx, x.Model, request, nil); err == nil {
			q, err = planned(reply, rules, x.Choice)
		}
		if err == nil {
			return q, x.Model.Name(), nil
		}
	}
	return x.Choice.over(rules.Ask(asked)), "rules", err
}

// errNoTables is what a reply is refused for that cannot be used.
var errNoTables = errors.New(exploreCategory + ": the model's reply asks for nothing")

// planned takes the query out of a reply, which gives for each table a text, a list of texts,
// or an object with one of these and numbers. What makes no sense is left out. A table that
// the model leaves out by its weight is asked where the choice gives it another one.
func planned(reply string, rules *annotate.Rules, choice Choice) (notes.Query, error) {
	var q notes.Query
	for _, object := range answer.Objects(reply) {
		for name, value := range object {
			kind, ok := notes.ParseKind(name)
			if !ok {
				continue
			}
			ask := notes.Ask{Weight: annotate.WeightOf(kind)}
			numbers, _ := value.(map[string]any)
			if numbers != nil {
				value = numbers["query"]
			}
			ask.Text = phrase(value)
			ask.Vector = rules.Vector(notes.Note{Kind: kind, Text: ask.Text})
			if x, ok := number(numbers, "maxhits", 1, mostPlannedHits); ok {
				ask.MaxHits = int(x)
			}
			if x, ok := number(numbers, "minscore", 0, 1); ok {
				ask.MinScore = x
			}
			if x, ok := number(numbers, "weight", 0, mostPlannedWeight); ok {
				ask.Weight = x
			}
			q.Of[kind] = ask
		}
	}
	q = choice.over(q)
	if !slices.ContainsFunc(q.Of[:], func(a notes.Ask) bool { return a.Vector != nil && a.Weight > 0 }) {
		return q, errNoTables
	}
	return q, nil
}

// phrase is a text, or the texts of a list, on one line.
func phrase(value any) string {
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	var texts []string
	for _, one := range list {
		if s, ok := one.(string); ok {
			texts = append(texts, strings.Fields(s)...)
		}
	}
	all := strings.Join(texts, " ")
	return strings.ToValidUTF8(all[:min(len(all), longestPlanned)], "")
}

// number reads a number of an object, held between two others.
func number(object map[string]any, name string, least, most float64) (float64, bool) {
	x, err := strconv.ParseFloat(fmt.Sprint(object[name]), 64)
	if err != nil || x != x {
		return 0, false
	}
	return min(max(x, least), most), true
}
