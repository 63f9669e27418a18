// Package listwise has a language model rerank: it gets all passages at once, with
// numbers, and replies with the numbers in the order in which the passages answer.
package listwise

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// Category is what the request is for, in llm.Request and in errors.
const Category = "rerank"

// A Reranker asks a model. It implements rerank.Reranker.
type Reranker struct {
	Model  llm.Model
	Prompt string // with {query} and {documents}
}

// Name returns the name of the model.
func (r Reranker) Name() string { return r.Model.Name() }

// Rerank implements rerank.Reranker. The model is asked once. Passages that its reply
// does not name come after the others, in their order; a reply that names none is an error.
func (r Reranker) Rerank(ctx context.Context, q *question.Question, passages []rerank.Passage) ([]float64, error) {
	if len(passages) == 0 {
		return nil, ctx.Err()
	}
	var documents strings.Builder
	var sources []llm.Source
	for i, p := range passages {
		fmt.Fprintf(&documents, "[%d]\n%s\n\n", i+1, p.Text)
		for _, s := range p.Sources {
			sources = append(sources, llm.Source{Path: s.Path, Start: s.Start, End: s.End})
		}
	}
	request := llm.Prompt(Category, prompts.Render(r.Prompt, map[string]string{
		"query": q.Text, "documents": strings.TrimSuffix(documents.String(), "\n\n"),
	}))
	request.Sources = sources
	reply, err := llm.Ask(ctx, r.Model, request, nil)
	if err != nil {
		return nil, err
	}
	order := named(reply, len(passages))
	if len(order) == 0 {
		return nil, errNoNumbers
	}
	return scores(order, len(passages)), nil
}

var errNoNumbers = errors.New(Category + ": the model's reply has no number of a passage")

// In a reply with numbers in brackets these name the passages: others count or are marks
// of a list. In one without, the first of the longest runs of numbers does.
var (
	bracketed = regexp.MustCompile(`\[\s*(\d{1,9})\s*\]`)
	run       = regexp.MustCompile(`\d{1,9}(?:[\s,;>]+\d{1,9})*`)
	number    = regexp.MustCompile(`\d{1,9}`)
)

// named returns the places of the passages that a reply names, each once: from 0 and below
// passages.
func named(reply string, passages int) []int {
	var numbers []string
	for _, match := range bracketed.FindAllStringSubmatch(reply, -1) {
		numbers = append(numbers, match[1])
	}
	if len(numbers) == 0 {
		for _, list := range run.FindAllString(reply, -1) {
			if others := number.FindAllString(list, -1); len(numbers) < len(others) {
				numbers = others
			}
		}
	}
	var order []int
	seen := make([]bool, passages)
	for _, n := range numbers {
		if at, err := strconv.Atoi(n); err == nil && 1 <= at && at <= passages && !seen[at-1] {
			seen[at-1] = true
			order = append(order, at-1)
		}
	}
	return order
}

// scores returns the scores of an order: the number of passages for the first one, one less
// for each that follows.
func scores(order []int, passages int) []float64 {
	scores := make([]float64, passages)
	next := passages
	for _, at := range order {
		scores[at] = float64(next)
		next--
	}
	for at := range scores {
		if scores[at] == 0 {
			scores[at] = float64(next)
			next--
		}
	}
	return scores
}
