package answer_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer"
	"docuquest/core/search/question"
	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
)

// walls is found for a question about walls.
var walls = answer.Request{
	Question: question.Of("How old is {failed}?"),
	Found:    passages("Here is {query}.", "So the wall is old.", "It weighs 12 kg.", "It leans."),
}

func quoted(text, quote string, hit int) answer.Statement {
	return answer.Statement{Text: text, Quotes: []answer.Quote{{Text: quote, Hit: hit}}}
}

// TestReviseRequest: the model is told what its statements lack, and sees the passages
// that may hold it under the numbers that they had.
func TestReviseRequest(t *testing.T) {
	const end = "\n|Q: How old is {failed}?"
	one := answer.Failed{Statement: quoted("It weighs\n13 kg.", "It weighs a lot", 1), Lacks: []string{"12 KG", "not"}}
	none := answer.Failed{Statement: answer.Statement{Text: "It is red."}, Lacks: []string{"no quote was found"}}
	for _, c := range []struct {
		why    string
		failed []answer.Failed
		budget int
		prompt string
		paths  string
	}{
		{
			"the passage that it quotes and the one that holds what it lacks",
			[]answer.Failed{one},
			0,
			"[2] b.txt > On > walls\nSo the wall is old.\n\n[3] c.txt > On > walls\nIt weighs 12 kg.|" +
				"Statement 1: It weighs 13 kg.\nQuote from [2]: It weighs a lot\nNot shown by its quotes: 12 KG, not" + end, "b.txt c.txt",
		},
		{
			"all of them, where nothing points to any",
			[]answer.Failed{one, none},
			0,
			"[1] a.txt > On > walls\nHere is {query}.\n\n[2] b.txt > On > walls\nSo the wall is old.\n\n" +
				"[3] c.txt > On > walls\nIt weighs 12 kg.\n\n[4] d.txt > On > walls\nIt leans.|" +
				"Statement 1: It weighs 13 kg.\nQuote from [2]: It weighs a lot\nNot shown by its quotes: 12 KG, not\n\n" +
				"Statement 2: It is red.\nNot shown by its quotes: no quote was found" + end, "a.txt b.txt c.txt d.txt",
		},
		{
			"none that had no room before",
			[]answer.Failed{{Statement: quoted("It leans.", "it leaned", 3)}},
			1,
			"[1] a.txt > On > walls\nHere is {query}.|Statement 1: It leans.\nQuote: it leaned" + end, "a.txt",
		},
	} {
		model := llmtest.NewModel(llmtest.Script{answer.ReviseCategory: {llmtest.Say(`{"statements": []}`)}})
		w := answer.Generative{Model: model, RevisePrompt: "{documents}|{failed}\n|Q: {query}", Budget: c.budget}
		if _, err := w.Revise(t.Context(), walls, c.failed); err != nil {
			t.Fatal(err)
		}
		request := model.Requests()[0]
		if diff := cmp.Diff(c.prompt, request.Messages[0].Text); diff != "" {
			t.Errorf("%s: prompt (-want +got):\n%s", c.why, diff)
		}
		var paths []string
		for _, s := range request.Sources {
			paths = append(paths, s.Path)
		}
		if got := strings.Join(paths, " "); got != c.paths || !request.JSON {
			t.Errorf("%s: the sources are %s, want %s; JSON is %v", c.why, got, c.paths, request.JSON)
		}
	}
}

// TestRevised: each new version stands where the old one stood.
func TestRevised(t *testing.T) {
	old := []answer.Statement{quoted("A.", "a", 1), quoted("B.", "b", 2)}
	failed := []answer.Failed{{Statement: old[0]}, {Statement: old[1]}}
	newA, newB := quoted("New A.", "the wall", 1), quoted("New B.", "12 kg", 2)
	const a, b = `{"revises": 1, "text": "New A.", "quotes": [{"passage": 2, "quote": "the wall"}]}`,
		`{"revises": "2", "text": "New B.", "quotes": [{"passage": 3, "quote": "12 kg"}]}`
	unnumbered := strings.NewReplacer(`"revises": 1, `, "", `"revises": "2", `, "")
	for _, c := range []struct {
		why  string
		step llmtest.Step
		want []answer.Statement
		err  error
	}{
		{"in order", llmtest.Say(`{"statements": [` + a + `, ` + b + `]}`), []answer.Statement{newA, newB}, nil},
		{"in another order, in a fence", llmtest.Say("```\n[" + b + `, ` + a + "]\n```"), []answer.Statement{newA, newB}, nil},
		{"without numbers", llmtest.Say(unnumbered.Replace(`[` + a + `, ` + b + `]`)), []answer.Statement{newA, newB}, nil},
		{"without numbers, and not as many", llmtest.Say(unnumbered.Replace(`[` + a + `]`)), old, nil},
		{"one of which it says nothing", llmtest.Say(`[` + b + `]`), []answer.Statement{old[0], newB}, nil},
		{"one that is taken back", llmtest.Say(`[{"revises": 1, "text": "", "quotes": []}, ` + b + `]`), []answer.Statement{{}, newB}, nil},
		{"all taken back", llmtest.Say(`{"statements": []}`), []answer.Statement{{}, {}}, nil},
		{"two for one", llmtest.Say(`[` + a + `, {"revises": 1, "text": "More.", "quotes": [{"passage": 9, "quote": "x"}]}]`), []answer.Statement{
			{Text: "New A. More.", Quotes: []answer.Quote{newA.Quotes[0], {Text: "x", Hit: answer.NoHit}}}, old[1],
		}, nil},
		{"numbers that there are not", llmtest.Say(`[{"revises": 7, "text": "X."}, {"revises": 3, "text": "Y."}]`), old, nil},
		{"prose", llmtest.Say("They are all right."), old, nil},
		{"a break in the first text", llmtest.Say(`[{"revises": 1, "text": "New A is n`), old, nil},
		{"a break behind the first", llmtest.Step{Text: `[` + a + `, {"revises": 2, "text": "New B is n`, Err: llm.ErrCut}, []answer.Statement{newA, old[1]}, nil},
		{"a break before it", llmtest.Step{Text: `[{"revises": 1`, Err: llm.ErrCut}, nil, llm.ErrCut},
		{"silence", llmtest.Say(""), nil, llm.ErrEmpty},
	} {
		model := llmtest.NewModel(llmtest.Script{answer.ReviseCategory: {c.step}})
		var reviser answer.Reviser = answer.Generative{Model: model, RevisePrompt: "{failed}"}
		got, err := reviser.Revise(t.Context(), walls, failed)
		if !errors.Is(err, c.err) {
			t.Errorf("%s: the error is %v, want %v", c.why, err, c.err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

// TestProseRevisesNothing: what a model says instead of a new version is none.
func TestProseRevisesNothing(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{llmtest.Any: {llmtest.Say("It is right.")}})
	old := quoted("A.", "a", 1)
	got, err := answer.Generative{Model: model}.Revise(t.Context(), walls, []answer.Failed{{Statement: old}})
	if diff := cmp.Diff([]answer.Statement{old}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestReviseNothing asks no model.
func TestReviseNothing(t *testing.T) {
	got, err := answer.Generative{}.Revise(t.Context(), walls, nil)
	if err != nil || len(got) != 0 {
		t.Errorf("%v, %v; want nothing", got, err)
	}
}
