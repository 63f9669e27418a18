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

// longestPlanned is how long what is looked for in one table may be, in bytes.
const longestPlanned = 1000

// A notePlanner makes the query of a question for the notes.
type notePlanner struct {
	rules   *annotate.Rules
	choice  Choice    // wins over what a model and the rules say
	model   llm.Model // nil leaves it to the rules
	prompt  string
	history string // what the model is told of the questions before
}

// plan makes a query, and says who made it. Where the model fails the rules make it, and the
// error says why.
func (p notePlanner) plan(ctx context.Context, asked *question.Question) (q notes.Query, by string, err error) {
	if p.model == nil {
		return p.byRules(asked), "rules", nil
	}
	prompt := prompts.Render(p.prompt, map[string]string{"query": asked.Text, "history": p.history})
	request := llm.Prompt(exploreCategory, prompt)
	request.JSON = true
	reply, err := llm.Ask(ctx, p.model, request, nil)
	if err == nil {
		q, err = p.read(reply)
	}
	if err != nil {
		return p.byRules(asked), "rules", err
	}
	return q, p.model.Name(), nil
}

func (p notePlanner) byRules(asked *question.Question) notes.Query {
	return p.choice.over(p.rules.Ask(asked))
}

// errNoTables is what a reply is refused for that cannot be used.
var errNoTables = errors.New(exploreCategory + ": the model's reply asks for nothing")

// read takes the query out of a reply. What is none is left out. A table that the model
// leaves out by its weight is asked where the choice gives it another one.
func (p notePlanner) read(reply string) (notes.Query, error) {
	var q notes.Query
	for _, object := range answer.Objects(reply) {
		for name, value := range object {
			kind, ok := notes.ParseKind(name)
			if ok {
				q.Of[kind] = p.ask(kind, value)
			}
		}
	}
	if q = p.choice.over(q); !slices.ContainsFunc(q.Of[:], isAsked) {
		return q, errNoTables
	}
	return q, nil
}

// isAsked reports whether a search looks into the table of an ask.
func isAsked(a notes.Ask) bool { return a.Vector != nil && a.Weight > 0 }

// ask is what a model says of one table: a text, a list of texts, or an object with one of
// these and numbers beside it.
func (p notePlanner) ask(k notes.Kind, value any) notes.Ask {
	ask := notes.Ask{Weight: annotate.WeightOf(k)}
	numbers, _ := value.(map[string]any)
	if numbers != nil {
		value = numbers["query"]
	}
	ask.Text = phrase(value)
	ask.Vector = p.rules.Vector(notes.Note{Kind: k, Text: ask.Text})
	if x, ok := number(numbers, "maxhits", 1, mostPlannedHits); ok {
		ask.MaxHits = int(x)
	}
	if x, ok := number(numbers, "minscore", 0, 1); ok {
		ask.MinScore = x
	}
	if x, ok := number(numbers, "weight", 0, mostPlannedWeight); ok {
		ask.Weight = x
	}
	return ask
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
