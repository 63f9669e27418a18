package answer_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
)

func sorted(s []string) []string { return slices.Sorted(slices.Values(s)) }

// passages are hits of one document each.
func passages(texts ...string) *retrieve.Result {
	result := &retrieve.Result{}
	for i, s := range texts {
		d := &document.Document{Path: string(rune('a'+i)) + ".txt", Text: s}
		result.Documents = append(result.Documents, retrieve.Document{Document: d})
		result.Hits = append(result.Hits, retrieve.Hit{Document: d, Chunk: chunk.Chunk{
			Kind: chunk.Prose, Titles: []string{"On", "walls\n"}, Span: text.Span{End: len(s)}, Text: s,
		}})
	}
	return result
}

func TestGenerative(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{answer.StatementsCategory: {llmtest.Say(
		`{"statements": [{"text": "Old.", "quotes": [{"passage": 2, "quote": "the wall is old"}, {"passage": 9, "quote": "it is said"}]}]}`)}})
	w := answer.Generative{Model: model, Prompt: "Q: {query}\n{documents}\nEnd"}
	draft, err := w.Write(context.Background(), answer.Request{Question: question.Of("Is {documents} old?"), Found: passages("Here is {query}.", "So the wall is old.")})
	if err != nil {
		t.Fatal(err)
	}
	want := answer.Draft{Writer: "scripted", Statements: []answer.Statement{{Text: "Old.", Quotes: []answer.Quote{
		{Text: "the wall is old", Hit: 1}, {Text: "it is said", Hit: answer.NoHit},
	}}}}
	if diff := cmp.Diff(want, draft); diff != "" {
		t.Errorf("draft (-want +got):\n%s", diff)
	}
	request := llm.Request{
		Category: answer.StatementsCategory,
		Messages: []llm.Message{{Role: llm.User, Text: "Q: Is {documents} old?\n[1] a.txt > On > walls\nHere is {query}.\n\n" +
			"[2] b.txt > On > walls\nSo the wall is old.\nEnd"}},
		Sources: []llm.Source{{Path: "a.txt", End: 16}, {Path: "b.txt", End: 19}},
		JSON:    true,
	}
	if diff := cmp.Diff([]llm.Request{request}, model.Requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestBudget: passages go whole or not at all, the best first, and the numbers
// that the model uses still mean what it saw.
func TestBudget(t *testing.T) {
	long := strings.Repeat("Ä wall. ", 40)
	model := llmtest.NewModel(llmtest.Script{answer.StatementsCategory: {llmtest.Say(
		`{"statements": [{"text": "It ends.", "quotes": [{"passage": 2, "quote": "this is the end"}]}`)}})
	w := answer.Generative{Model: model, Prompt: "{documents}", Budget: 200}
	draft, err := w.Write(context.Background(), answer.Request{Question: question.Of("?"), Found: passages(long, long, "this is the end")})
	if err != nil {
		t.Fatal(err)
	}
	if hit := draft.Statements[0].Quotes[0].Hit; hit != 2 {
		t.Errorf("the quote is of hit %d, want 2", hit)
	}
	if want := "The answer may be incomplete: the model's reply broke off, and 1 passage did not fit into the request."; draft.Note != want {
		t.Errorf("the note is %q, want %q", draft.Note, want)
	}
	if n := strings.Count(model.Prompts(answer.StatementsCategory)[0], long); n != 1 {
		t.Errorf("the prompt holds the long passage %d times, want once", n)
	}
}

// TestNotes: whatever a model calls missing, a reader gets two plain sentences at
// most, of bounded length.
func TestNotes(t *testing.T) {
	for _, c := range []struct{ why, missing, want string }{
		{"one sentence", "No wall was found.", "No wall was found."},
		{"several, and marks of layout", "- The passages\n  name no wall. They speak of grass. And of hay.", "The passages name no wall."},
		{"nothing that can be read", "...", ""},
		{"without an end", strings.Repeat("wall ", 100), strings.TrimSpace(strings.Repeat("wall ", 60)) + " …"},
	} {
		content, err := json.Marshal(map[string]any{"statements": []string{}, "missing": c.missing})
		if err != nil {
			t.Fatal(err)
		}
		model := llmtest.NewModel(llmtest.Script{llmtest.Any: {llmtest.Say(string(content))}})
		w := answer.Generative{Model: model, Prompt: "{documents}"}
		draft, err := w.Write(context.Background(), answer.Request{Question: question.Of("?"), Found: passages("Grass.")})
		if err != nil || draft.Note != c.want {
			t.Errorf("%s: the note is %q (%v), want %q", c.why, draft.Note, err, c.want)
		}
	}
}

// TestSourcesOfParts: a passage that repeats the header of its table sends the
// header's bytes too, and says so.
func TestSourcesOfParts(t *testing.T) {
	found := passages("| Find | Year |\n| a ring | 1912 |\n| a cup | 1913 |\n")
	header, row := text.Span{End: 16}, text.Span{Start: 33, End: 49}
	s := found.Hits[0].Document.Text
	found.Hits[0].Chunk = chunk.Chunk{
		Kind: chunk.Table, Span: row, Text: header.Of(s) + row.Of(s),
		Parts: []chunk.Part{
			{Chunk: text.Span{End: 16}, Source: header},
			{Chunk: text.Span{Start: 16, End: 32}, Source: row},
		},
	}
	model := llmtest.NewModel(llmtest.Script{llmtest.Any: {llmtest.Say(`{"statements": []}`)}})
	w := answer.Generative{Model: model, Prompt: "{documents}"}
	if _, err := w.Write(context.Background(), answer.Request{Question: question.Of("?"), Found: found}); err != nil {
		t.Fatal(err)
	}
	want := []llm.Source{{Path: "a.txt", End: 16}, {Path: "a.txt", Start: 33, End: 49}}
	if diff := cmp.Diff(want, model.Requests()[0].Sources); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}

func TestRefusals(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{llmtest.Any: {
		llmtest.Say(`{"statements": [], "missing": "No wall was found."}`),
	}})
	w := answer.Generative{Model: model, Prompt: "{documents}"}
	draft, err := w.Write(context.Background(), answer.Request{Question: question.Of("?"), Found: passages("Grass.")})
	if err != nil || !draft.Refused || draft.Note != "No wall was found." {
		t.Errorf("an empty list gives %+v, %v", draft, err)
	}
	draft, err = w.Write(context.Background(), answer.Request{Question: question.Of("?"), Found: passages()})
	if err != nil || !draft.Refused || len(model.Requests()) != 1 {
		t.Errorf("no passages give %+v, %v and %d requests", draft, err, len(model.Requests()))
	}
}

// TestModelErrors: both writers name the stage and wrap what the model says.
func TestModelErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		step llmtest.Step
		want error
	}{
		{"silence", llmtest.Say(" \n"), llm.ErrEmpty},
		{"a break", llmtest.Step{Text: "The wall", Err: llm.ErrCut}, llm.ErrCut},
		{"a cancelled question", llmtest.Step{Err: context.Canceled}, context.Canceled},
	} {
		for category, w := range map[string]func(llm.Model) answer.Writer{
			answer.StatementsCategory: func(m llm.Model) answer.Writer { return answer.Generative{Model: m} },
			llm.Summarize:             func(m llm.Model) answer.Writer { return answer.Classic{Model: m} },
		} {
			model := llmtest.NewModel(llmtest.Script{category: {c.step}})
			_, err := w(model).Write(context.Background(), answer.Request{Question: question.Of("?"), Found: passages("Grass.")})
			if !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), category+": ") {
				t.Errorf("%s: %s gives the error %v", c.name, category, err)
			}
		}
	}
}

// TestClassic: the prompt holds complete texts, each with a newline behind it,
// and the answer is the reply.
func TestClassic(t *testing.T) {
	reply := "The wall is old. He wrote: \"It leans to the west.\" Some say “not\nvery much so” of it. It was \"sold\".\n"
	model := llmtest.NewModel(llmtest.Script{llm.Summarize: {llmtest.Say(reply)}})
	w := answer.Classic{Model: model, Prompt: "{documents}|{query}|{other}"}
	draft, err := w.Write(context.Background(), answer.Request{
		Question: question.Of("Old?"),
		Found:    passages("So it is. The wall\nis old. {query}", "Grass.\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	quote := func(s string) answer.Quote { return answer.Quote{Text: s, Hit: answer.NoHit} }
	want := answer.Draft{Writer: "scripted", Form: answer.Verbatim, Text: reply, Statements: []answer.Statement{
		{Text: "The wall is old.", Quotes: []answer.Quote{quote("The wall is old.")}},
		{Text: "He wrote: \"It leans to the west.\"", Quotes: []answer.Quote{quote("It leans to the west.")}},
		{Text: "Some say “not\nvery much so” of it.", Quotes: []answer.Quote{quote("not\nvery much so")}},
		{Text: "It was \"sold\"."},
	}}
	if diff := cmp.Diff(want, draft); diff != "" {
		t.Errorf("draft (-want +got):\n%s", diff)
	}
	prompt := "So it is. The wall\nis old. {query}\nGrass.\n\n|Old?|{other}"
	if diff := cmp.Diff([]string{prompt}, model.Prompts(llm.Summarize)); diff != "" {
		t.Errorf("prompts (-want +got):\n%s", diff)
	}
}
