// Package llmtest has language models for tests: Model, which plays a script
// in the process, and Server, which plays one over HTTP as an OpenAI
// compatible service, well, badly, slowly or not at all. Neither ever waits
// for time to pass: what is slow waits for a Gate that the test opens.
package llmtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"docuquest/core/services/llm"
)

// Model is an llm.Model that replies as its script has it.
type Model struct {
	script Script

	mu       sync.Mutex // guards all below
	taken    map[string]int
	requests []llm.Request
}

// NewModel makes a model of a script, which must not be changed afterwards.
func NewModel(s Script) *Model {
	return &Model{script: s, taken: map[string]int{}}
}

// Name returns "scripted".
func (m *Model) Name() string { return "scripted" }

// Complete plays the next step of the request's category. It is an error if
// there is none, so that a test sees a request that it did not expect.
func (m *Model) Complete(ctx context.Context, r llm.Request, stream func(delta string)) (llm.Reply, error) {
	step, err := m.next(r)
	if err != nil {
		return llm.Reply{}, err
	}
	var said strings.Builder
	reply := func(reason string) llm.Reply { return llm.Reply{Text: said.String(), FinishReason: reason} }
	if err := step.Before.wait(ctx); err != nil {
		return reply(""), err
	}
	for i, piece := range step.pieces() {
		if i == 1 {
			if err := step.Between.wait(ctx); err != nil {
				return reply(""), err
			}
		}
		if err := ctx.Err(); err != nil {
			return reply(""), err
		}
		said.WriteString(piece)
		if stream != nil {
			stream(piece)
		}
	}
	if step.Err != nil {
		return reply(""), step.Err
	}
	if strings.TrimSpace(said.String()) == "" {
		return reply(""), llm.ErrEmpty
	}
	return reply(llm.FinishStop), nil
}

// Requests returns what the model was asked so far, in order. The caller owns
// the slice.
func (m *Model) Requests() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.requests)
}

// Prompts returns the text of the requests of one category so far, in order:
// the messages of each, joined by line feeds.
func (m *Model) Prompts(category string) []string {
	var prompts []string
	for _, r := range m.Requests() {
		if r.Category != category {
			continue
		}
		var texts []string
		for _, message := range r.Messages {
			texts = append(texts, message.Text)
		}
		prompts = append(prompts, strings.Join(texts, "\n"))
	}
	return prompts
}

// next takes the step for a request, and keeps a copy of the request.
func (m *Model) next(r llm.Request) (Step, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r.Messages, r.Sources = slices.Clone(r.Messages), slices.Clone(r.Sources)
	m.requests = append(m.requests, r)
	key := r.Category
	if _, own := m.script[key]; !own {
		key = Any
	}
	step, ok := pick(m.script[key], m.taken[key])
	m.taken[key]++
	if !ok {
		return Step{}, fmt.Errorf("the script has no reply left for request %d of category %q", m.taken[key], r.Category)
	}
	return step, nil
}

// pick returns the step for a request, counted from 0. The last step serves
// all later requests if it repeats.
func pick(steps []Step, number int) (Step, bool) {
	if number < len(steps) {
		return steps[number], true
	}
	if n := len(steps); n > 0 && steps[n-1].Repeat {
		return steps[n-1], true
	}
	return Step{}, false
}
