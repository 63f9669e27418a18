package listwise

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
)

var passages = []rerank.Passage{
	{Text: "Title: A\n\nfirst {query}", Sources: []rerank.Source{{Path: "a.md", Start: 3, End: 8}}},
	{Text: "second", Sources: []rerank.Source{{Path: "b.md", Start: 0, End: 6}}},
	{Text: "third"},
}

// A reply is read for the numbers of passages; those that it leaves out keep their order
// behind the others.
func TestReplies(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		want        []float64 // scores
	}{
		{"as it was asked for", "[3] > [1] > [2]", []float64{2, 1, 3}},
		{"a list of JSON", "[3, 1, 2]", []float64{2, 1, 3}},
		{"one a line", "3\n1\n2\n", []float64{2, 1, 3}},
		{"a numbered list", "1. [3]\n2. [1]\n3. [2]", []float64{2, 1, 3}},
		{"with words around it", "Of the 3 passages, 2 answer. The order: 3, 1, 2.", []float64{2, 1, 3}},
		{"brackets before other numbers", "In 2 of 3 passages: [3] and [ 1 ]", []float64{2, 1, 3}},
		{"one of them", "[2]", []float64{2, 3, 1}},
		{"numbers that are none of a passage", "[7] > [0] > [3]", []float64{2, 1, 3}},
		{"a passage twice", "[3] > [3] > [2] > [3]", []float64{1, 2, 3}},
		{"numbers beyond counting", "[99999999999999999999], [2]", []float64{2, 3, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := llmtest.NewModel(llmtest.Script{Category: {llmtest.Say(c.reply)}})
			got, err := Reranker{Model: model, Prompt: "{query}|{documents}"}.Rerank(t.Context(), question.Of("which?"), passages)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("scores (-want +got):\n%s", diff)
			}
		})
	}
}

// The model sees the passages with their numbers, and the request says where they are
// from.
func TestRequest(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{Category: {llmtest.Say("[1]")}})
	if _, err := (Reranker{Model: model, Prompt: "{query}|{documents}"}).Rerank(t.Context(), question.Of("which?"), passages); err != nil {
		t.Fatal(err)
	}
	want := []llm.Request{{
		Category: Category,
		Messages: []llm.Message{{Role: llm.User, Text: "which?|[1]\nTitle: A\n\nfirst {query}\n\n[2]\nsecond\n\n[3]\nthird"}},
		Sources:  []llm.Source{{Path: "a.md", Start: 3, End: 8}, {Path: "b.md", Start: 0, End: 6}},
	}}
	if diff := cmp.Diff(want, model.Requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// A model that says nothing of use gives no scores.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		step llmtest.Step
		want string // in the error
	}{
		{"it fails", llmtest.Fail("no credit"), "no credit"},
		{"it is silent", llmtest.Say(" \n"), "rerank: "},
		{"no numbers", llmtest.Say("I cannot tell."), "rerank: the model's reply has no number of a passage"},
		{"no passage has these numbers", llmtest.Say("[4] > [5]"), "rerank: the model's reply has no number of a passage"},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := llmtest.NewModel(llmtest.Script{Category: {c.step}})
			got, err := Reranker{Model: model}.Rerank(t.Context(), question.Of("which?"), passages)
			if err == nil || !strings.Contains(err.Error(), c.want) || got != nil {
				t.Errorf("scores %v, error %v; want none and %q", got, err, c.want)
			}
		})
	}
}

// Without passages no model is asked, and the caller may leave.
func TestWithoutPassages(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{})
	if got, err := (Reranker{Model: model}).Rerank(t.Context(), question.Of("which?"), nil); got != nil || err != nil {
		t.Errorf("scores %v, error %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Reranker{Model: model}).Rerank(ctx, question.Of("which?"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it ended with %v", err)
	}
}

// Whatever a model replies, an order names each passage at most once and no other, and
// the scores are those of a whole order.
func FuzzNamed(f *testing.F) {
	for _, seed := range []string{"[3] > [1]", "1,2;3 > 4", "[[1]]", "[-1]", "０１", "\xff[2", strings.Repeat("9", 99)} {
		f.Add(seed, 5)
	}
	f.Fuzz(func(t *testing.T, reply string, passages int) {
		passages = max(1, min(passages, 30))
		order := named(reply, passages)
		seen := map[float64]bool{}
		for _, s := range scores(order, passages) {
			if s < 1 || float64(passages) < s || seen[s] {
				t.Fatalf("%q: the order %v gives a score of %v", reply, order, s)
			}
			seen[s] = true
		}
	})
}
