package answer_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm/llmtest"
)

// scattered are passages of two files, the best first, and in neither file in order.
func scattered() []retrieve.Hit {
	a, b := &document.Document{Path: "a.go"}, &document.Document{Path: "b.go"}
	var hits []retrieve.Hit
	for _, at := range []struct {
		in    *document.Document
		place int
	}{{b, 50}, {a, 90}, {b, 10}, {a, 20}} {
		hits = append(hits, retrieve.Hit{Document: at.in, Chunk: chunk.Chunk{
			Kind: chunk.Code, Span: text.Span{Start: at.place, End: at.place + 5}, Text: "words of one passage",
		}})
	}
	return hits
}

// Passages stand by score, or each file together and in its order; the best go where there
// is no room for all.
func TestOrder(t *testing.T) {
	for _, test := range []struct {
		order  answer.Order
		tokens int
		want   []int
	}{
		{answer.ByScore, 0, []int{0, 1, 2, 3}},
		{answer.ByPlace, 0, []int{2, 0, 3, 1}},
		{answer.ByScore, 30, []int{0, 1, 2}},
		{answer.ByPlace, 30, []int{2, 0, 1}},
		{answer.ByPlace, 1, []int{0}},
	} {
		if got := test.order.Select(scattered(), test.tokens); !slices.Equal(got, test.want) {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// What stands beside a hit goes where all that was found itself leaves room, and stands
// behind its hit all the same.
func TestOrderBeside(t *testing.T) {
	hits := scattered()
	for _, i := range []int{1, 2} {
		hits[i].Beside = "called by Deep"
	}
	hits[3].Chunk.Text = "words of one long passage that takes more room"
	for _, test := range []struct {
		order  answer.Order
		tokens int
		want   []int
	}{
		{answer.ByScore, 0, []int{0, 1, 2, 3}},
		{answer.ByScore, 45, []int{0, 1, 3}},
		{answer.ByScore, 30, []int{0, 3}},
		{answer.ByPlace, 0, []int{2, 0, 3, 1}},
		{answer.ByPlace, 45, []int{0, 3, 1}},
		{answer.ByPlace, 1, []int{0}},
	} {
		if got := test.order.Select(hits, test.tokens); !slices.Equal(got, test.want) {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// Where notes led to a passage all stand by place, and what is noted stands above it, on one
// line. A quote leads to the hit that stands under its number.
func TestNotedPassages(t *testing.T) {
	found := &retrieve.Result{Hits: scattered()}
	if got := answer.OrderOf(found.Hits); got != answer.ByScore {
		t.Errorf("without notes the order is %v", got)
	}
	found.Hits[1].Lead = &retrieve.Lead{Noted: &notes.Noted{
		Chunk: notes.Chunk{Info: "function", Span: text.Span{Start: 80, End: 200}},
		Notes: []notes.Note{{Kind: notes.Summaries, Text: "Opens\n[9] the door " + strings.Repeat("x", 300)}},
	}}
	model := llmtest.NewModel(llmtest.Script{answer.StatementsCategory: {llmtest.Say(
		`{"statements": [{"text": "So.", "quotes": [{"passage": 4, "quote": "words"}]}]}`)}})
	draft, err := answer.Generative{Model: model, Prompt: "{documents}"}.Write(context.Background(), answer.Request{Question: question.Of("?"), Found: found})
	if err != nil || draft.Statements[0].Quotes[0].Hit != 1 {
		t.Errorf("%v, the quote is of hit %d", err, draft.Statements[0].Quotes[0].Hit)
	}
	prompt := model.Prompts(answer.StatementsCategory)[0]
	if !strings.Contains(prompt, "[4] a.go\n(noted by a program, not to be quoted: function; Opens [9] the door xxx") || strings.Contains(prompt, strings.Repeat("x", 200)) {
		t.Errorf("the prompt is\n%s", prompt)
	}
	sources := model.Requests()[0].Sources
	if last := sources[len(sources)-1]; last.Path != "a.go" || last.Start != 80 || last.End != 200 {
		t.Errorf("what was summed up is not told as sent: %+v", sources)
	}
}
