package agent

import (
	"context"
	"strings"
	"sync"
	"testing"

	"docuquest/core/search/rerank"
	"docuquest/core/services/llm/llmtest"
)

// What is counted, looked up in a table or revised keeps to the limits of an answer, be
// they of the question or of the settings, and says what it leaves out.
func TestLimits(t *testing.T) {
	const (
		green   = `{"passage": 1, "where": [{"column": "Colour", "value": "green"}], "select": "Stone"}`
		unsaid  = `{"text":"It was sold in Oslo.","quotes":[]}`
		revised = `{"statements":[` + soldStatement + `]}`
		ruby    = `{"text": "Ruby is red.", "quotes": [{"passage": 1, "quote": "Ruby | $90 | red"}]}`
	)
	for _, c := range []struct {
		name      string
		files     map[string]string
		prefers   Preferences
		question  Question
		reply     string // of the model; "" for none
		citations int
		says      string
	}{
		{"a count", countedFiles, Preferences{AnswerCitations: 1}, Question{Text: "How many files mention jade?"}, "", 1, "And 1 more."},
		{"a count, by the question", countedFiles, Preferences{AnswerCitations: 1}, Question{Text: "How many files mention jade?", Citations: 2}, "", 2, "[2]"},
		{"words of a count", countedFiles, Preferences{AnswerWords: 10}, Question{Text: "How many files mention jade?"}, "", 1, "And 1 more."},
		{"no limit", countedFiles, Preferences{}, Question{Text: "How many stones have the colour green?"}, "", 2, "[2]"},
		{"a table", countedFiles, Preferences{AnswerCitations: 1}, Question{Text: "How many stones have the colour green?"}, "", 1, "And 1 more."},
		{"words of a table", countedFiles, Preferences{AnswerWords: 9}, Question{Text: "How many stones have the colour green?"}, "", 1, "And 1 more."},
		{"a model's table", map[string]string{"stones.md": stonesTable}, Preferences{AnswerCitations: 1}, Question{Text: "Tell me of the stones"}, `{"statements": [` + ruby + `], "table": ` + green + `}`, 1, "2 rows are not shown."},
		{"a revised statement", map[string]string{"lamp.txt": "The lamp was made of jade in 1901.\n\nIt was sold in Oslo for 40 crowns.\n"}, Preferences{AnswerCitations: 1}, Question{Text: "What of the lamp?"}, `{"statements": [` + jadeStatement + `,` + unsaid + `]}`, 1, "it was cut at the limit of 1 citation."},
	} {
		t.Run(c.name, func(t *testing.T) {
			options := Options{Preferences: c.prefers}
			if c.reply != "" {
				options.Model = llmtest.NewModel(llmtest.Script{"statements": {llmtest.Say(c.reply)}, "revise": {llmtest.Say(revised)}})
			}
			a := start(t, folderOf(t, c.files), options)
			r := ask(t, a, c.question)
			if len(r.Citations) != c.citations || !strings.Contains(r.Answer, c.says) {
				t.Errorf("%d citations, want %d and %q in\n%s", len(r.Citations), c.citations, c.says, r.Answer)
			}
			checkCitations(t, a, r)
		})
	}
}

// A hooked reranker calls a function, and leaves passages in their order.
type hookedReranker func()

func (hookedReranker) Name() string { return "hooked" }

func (h hookedReranker) Rerank(_ context.Context, _ string, passages []rerank.Passage) ([]float64, error) {
	h()
	return make([]float64, len(passages)), nil
}

// Preferences count from the next question on; one that is on its way keeps those with which
// it began.
func TestSetPreferences(t *testing.T) {
	var a *Agent
	reranked := 0
	a = start(t, folderOf(t, countedFiles), Options{
		Preferences: Preferences{AnswerCitations: 2},
		LocalReranker: hookedReranker(func() {
			reranked++
			a.SetPreferences(Preferences{AnswerCitations: 1, Rerank: "off", CheckCitations: "off", Offers: Offers{HoverWords: "off"}})
		}),
	})
	a.options.Reranker = a.options.LocalReranker
	for _, citations := range []int{2, 1} {
		if r := ask(t, a, Question{Text: "Tell me of jade."}); len(r.Citations) != citations || reranked != 1 {
			t.Errorf("%d citations, want %d; %d times reranked:\n%s", len(r.Citations), citations, reranked, r.Answer)
		}
	}
	if a.ChecksCitations() || a.Offers().HoverWords != "off" {
		t.Errorf("%+v", *a.preferences())
	}
}

// Preferences may change at any time, whatever else goes on.
func TestPreferencesAtOnce(t *testing.T) {
	a := start(t, folderOf(t, countedFiles), Options{})
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 10 {
				a.SetPreferences(Preferences{AnswerCitations: n%2 + 1, History: i, Notes: "off", Retrieval: "ranked", Offers: Offers{Symbols: "prose"}})
			}
		})
		all.Go(func() {
			r, err := a.Ask(t.Context(), Question{Text: "Tell me of jade."}, nil)
			if err != nil || len(r.Citations) == 0 {
				t.Errorf("%+v, %v", r, err)
			}
			_, err = a.Search(t.Context(), Search{Query: "jade"})
			if err != nil || a.Offers().HoverWords != "" || a.Status().Writer != extractive {
				t.Error(err)
			}
		})
	}
	all.Wait()
}
