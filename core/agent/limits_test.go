package agent

import (
	"context"
	"sync"
	"testing"

	"docuquest/core/answer/replies"
	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
)

// countedFiles have words and a table to count in.
var countedFiles = map[string]string{
	"a.txt":     "Jade here.\nMore | jades `there.\n",
	"b.txt":     "Gold.\n",
	"docs/c.md": "# Stones\n\nThe jade and the [gold](http://x).\n\n| Stone | Price | Colour |\n|---|---|---|\n| Jade | $20 | green |\n| Ruby | $90 | red |\n| Beryl | $45 | green |\n",
}

// A hooked reranker calls a function, and leaves passages in their order.
type hookedReranker func()

func (hookedReranker) Name() string { return "hooked" }

func (h hookedReranker) Rerank(_ context.Context, _ *question.Question, passages []rerank.Passage) ([]float64, error) {
	h()
	return make([]float64, len(passages)), nil
}

// Preferences count from the next question on; one that is on its way keeps those with which
// it began.
func TestSetPreferences(t *testing.T) {
	var a *Agent
	reranked := 0
	reranker := hookedReranker(func() {
		reranked++
		a.SetPreferences(Preferences{AnswerCitations: 1, Rerank: "off", CheckCitations: "off", Offers: Offers{HoverWords: "off"}})
	})
	a = start(t, folderOf(t, countedFiles), Options{
		Preferences: Preferences{AnswerCitations: 2},
		Reranker:    reranker, LocalReranker: reranker,
	})
	for _, citations := range []int{2, 1} {
		if r := ask(t, a, Request{Text: "Tell me of jade."}); len(r.Citations) != citations || reranked != 1 {
			t.Errorf("%d citations, want %d; %d times reranked:\n%s", len(r.Citations), citations, reranked, r.Answer)
		}
	}
	if a.ChecksCitations() || a.Offers().HoverWords != "off" {
		t.Errorf("citations are checked: %t, offers are %+v", a.ChecksCitations(), a.Offers())
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
			r, err := a.Ask(t.Context(), Request{Text: "Tell me of jade."}, nil)
			if err != nil || len(r.Citations) == 0 {
				t.Errorf("%+v, %v", r, err)
			}
			_, err = a.Search(t.Context(), Search{Query: "jade"})
			if err != nil || a.Offers().HoverWords != "" || a.Status().Writer != replies.Extractive {
				t.Error(err)
			}
		})
	}
	all.Wait()
}
