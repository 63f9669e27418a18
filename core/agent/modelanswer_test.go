package agent

import (
	"testing"

	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
)

// ringReply is what the model says of the ring, and ringText where it has it from.
const (
	ringText  = "The 🏺 ring lies in the well.\n\nNobody found the lamp.\n"
	ringReply = `{"statements":[{"text":"It lies in the well.","quotes":["The 🏺 ring lies in the well."]}]}`
)

// keepRing has a model answer a question about a folder's one file, and keeps the
// answer in a store.
func keepRing(t *testing.T, folder string, answers history.AnswerStore, q Request) *Agent {
	t.Helper()
	model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("ring")}, "statements": {llmtest.Say(ringReply)}})
	a := start(t, folder, Options{Model: model, TermsModel: model, Answers: answers})
	q.Encoding = text.UTF16
	answer, err := a.Ask(t.Context(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Writer == replies.Extractive || len(answer.Citations) == 0 {
		t.Fatalf("the model did not answer: %+v", answer)
	}
	if err := a.Keep(answer); err != nil {
		t.Fatal(err)
	}
	return a
}

// The newest answer counts; one of a narrower search, one that was taken from the text
// and a refusal do not.
func TestAnsweredChoice(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": ringText})
	answers := store.NewAnswers(t.TempDir())
	a := keepRing(t, folder, answers, Request{Text: "Where is the ring?", ID: "first"})
	for id, change := range map[string]func(*replies.Answer){
		"narrow":  func(r *replies.Answer) { r.Filters = []string{"in:a"} },
		"paged":   func(r *replies.Answer) { r.Paged = &replies.Paged{} },
		"taken":   func(r *replies.Answer) { r.Writer = replies.Extractive },
		"refused": func(r *replies.Answer) { r.Refused = true },
		"stopped": func(r *replies.Answer) { r.Stopped = true },
		"bare":    func(r *replies.Answer) { r.Citations = nil },
		"odd":     func(r *replies.Answer) { r.Encoding = "utf-7" },
	} {
		first, err := a.Answer("first")
		if err != nil {
			t.Fatal(err)
		}
		changed := *first
		changed.ID = id
		change(&changed)
		if err := a.Keep(&changed); err != nil {
			t.Fatal(err)
		}
		if got, ok := a.ModelAnswer(t.Context(), "Where is the ring?", text.UTF8); !ok || got.ID != "first" {
			t.Errorf("with one that is %s: %+v, %v", id, got, ok)
		}
	}
	first, _ := a.Answer("first")
	second := *first
	second.ID = "second"
	if err := a.Keep(&second); err != nil {
		t.Fatal(err)
	}
	if got, ok := a.ModelAnswer(t.Context(), "Where is the ring?", text.UTF8); !ok || got.ID != "second" {
		t.Errorf("after a second one: %+v, %v", got, ok)
	}
}
