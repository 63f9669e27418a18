package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
)

// keptTalk keeps a conversation of twenty questions, one each minute until now; the third is
// the one that is given.
func keptTalk(t *testing.T, third string) ConversationStore {
	t.Helper()
	talks := store.NewConversations(t.TempDir())
	for i := range 20 {
		turn := Turn{
			ID: fmt.Sprintf("turn%d", i+1), Time: time.Now().Add(time.Duration(i-20) * time.Minute),
			Question: fmt.Sprintf("Which plants grow in field %d?", i+1), Answer: "Barley. [1]", References: []Reference{},
		}
		if i == 2 {
			turn.Question, turn.Answer = third, "It was Edith Marl. [1]"
		}
		record, err := json.Marshal(turn)
		if err != nil {
			t.Fatal(err)
		}
		if err := talks.Append("talk", record, turn.Answer); err != nil {
			t.Fatal(err)
		}
	}
	return talks
}

// How far back a question reaches is chosen by number, by time and by nearness, for all
// questions and for one. What it takes over of the third of twenty turns says whether that
// was among those that it knew.
func TestRecall(t *testing.T) {
	const well, doctor = "How old is the well of Kessarim?", "Which doctor treated the sick sailors?"
	ofWell, ofDoctor, ofField := []string{"old", "Kessarim"}, []string{"doctor", "treated", "sick", "sailors"}, []string{"plants", "grow", "field", "20"}
	for _, c := range []struct {
		name     string
		third    string
		options  Options
		question Question
		carried  []string
	}{
		{"the last five", well, Options{Preferences: Preferences{History: 5}}, Question{Text: "And how deep is the well?"}, ofField},
		{"all", well, Options{Preferences: Preferences{History: 100}}, Question{Text: "And how deep is the well?"}, ofWell},
		{"the last five and the nearest", well, Options{Preferences: Preferences{History: 5, HistoryNearest: 1}}, Question{Text: "And how deep is the well?"}, ofWell},
		{"the nearest, by what it means", doctor, Options{Preferences: Preferences{History: 5, HistoryNearest: 1}}, Question{Text: "Who was that physician?"}, ofDoctor},
		{"what it means does not count by itself", doctor, Options{Preferences: Preferences{History: 100}}, Question{Text: "Who was that physician?"}, ofField},
		{"the nearest for once", well, Options{Preferences: Preferences{History: 5}}, Question{Text: "And how deep is the well?", History: &Recall{Nearest: new(2)}}, ofWell},
		{"not the nearest for once", well, Options{Preferences: Preferences{History: 5, HistoryNearest: 1}}, Question{Text: "And how deep is the well?", History: &Recall{Nearest: new(0)}}, ofField},
		{"nothing is near", well, Options{Preferences: Preferences{History: 5, HistoryNearest: 3}}, Question{Text: "And what of the frogs?"}, ofField},
		{"the nearest alone", well, Options{Preferences: Preferences{HistoryNearest: 1}}, Question{Text: "And how deep is the well?"}, ofWell},
		{"none", well, Options{}, Question{Text: "And how deep is the well?"}, nil},
		{"none for once", well, Options{Preferences: Preferences{History: 5}}, Question{Text: "And how deep is the well?", History: &Recall{Turns: new(0)}}, nil},
		{"too long ago", well, Options{Preferences: Preferences{History: 100, HistoryMinutes: 10}}, Question{Text: "And how deep is the well?"}, ofField},
		{"too long ago, though near", well, Options{Preferences: Preferences{History: 5, HistoryNearest: 1, HistoryMinutes: 10}}, Question{Text: "And how deep is the well?"}, ofField},
		{"not too long ago", well, Options{Preferences: Preferences{History: 100, HistoryMinutes: 30}}, Question{Text: "And how deep is the well?"}, ofWell},
		{"all of it too long ago", well, Options{Preferences: Preferences{History: 5}}, Question{Text: "And how deep is the well?", History: &Recall{Minutes: new(1)}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Conversations, c.options.Lexicon = keptTalk(t, c.third), builtIn
			a := start(t, lamp(t), c.options)
			c.question.Conversation = "talk"
			if diff := cmp.Diff(c.carried, ask(t, a, c.question).Carried); diff != "" {
				t.Errorf("carried (-want +got):\n%s", diff)
			}
		})
	}
}

// A model is told of the near turn in front of the last ones, in the order of time.
func TestRecallTold(t *testing.T) {
	reply := llmtest.Say(`{"statements":[` + jadeStatement + `],"missing":""}`)
	model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("lamp")}, "statements": {reply}})
	a := start(t, lamp(t), Options{
		Model: model, TermsModel: model, Lexicon: builtIn, Conversations: keptTalk(t, "How old is the lamp of Kessarim?"),
		HistoryTokens: 1000, Preferences: Preferences{History: 2, HistoryNearest: 1},
	})
	ask(t, a, Question{Text: "And what is the lamp made of?", Conversation: "talk"})
	for _, category := range []string{"terms", "statements"} {
		sent := model.Prompts(category)[0]
		third, last := strings.Index(sent, "Asked: How old is the lamp of Kessarim?"), strings.Index(sent, "Asked: Which plants grow in field 20?")
		if third < 0 || last < third {
			t.Errorf("%s:\n%s", category, sent)
		}
	}
}

// What is out of its range is refused in one line.
func TestRecallRefused(t *testing.T) {
	a := start(t, lamp(t), Options{})
	for want, r := range map[string]*Recall{
		"turns of history is -1: it may be 0 to 100":          {Turns: new(-1)},
		"minutes of history is 525601: it may be 0 to 525600": {Minutes: new(MaxRecalledMinutes + 1)},
		"nearest of history is 101: it may be 0 to 100":       {Nearest: new(101)},
	} {
		if _, err := a.Ask(t.Context(), Question{Text: "What of the lamp?", History: r}, nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Of one JSON object the fields that are not there are as configured.
func TestRecallFromJSON(t *testing.T) {
	var q Question
	if err := json.Unmarshal([]byte(`{"question": "x", "history": {"nearest": 3}}`), &q); err != nil {
		t.Fatal(err)
	}
	a := &asking{prefer: Preferences{History: 5, HistoryMinutes: 7}, question: q}
	if got, want := a.recalling(), (recalling{turns: 5, minutes: 7, nearest: 3}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The near turns keep their order, and a shared slice of turns stays as it is.
func TestRecallOrder(t *testing.T) {
	a := &asking{Agent: &Agent{}, scope: scope{words: "jade"}, question: Question{History: &Recall{Turns: new(1), Nearest: new(2)}}}
	turns := []Turn{{Question: "jade one"}, {Question: "gold"}, {Question: "jade two"}, {Question: "jade asked", OfHistory: true}, {Question: "jade three"}, {Question: "last"}}
	was := slices.Clone(turns)
	before, near := a.recall(turns)
	var got []string
	for _, turn := range before {
		got = append(got, turn.Question)
	}
	if diff := cmp.Diff([]string{"jade two", "jade three", "last"}, got); diff != "" || near != 2 {
		t.Errorf("%d near (-want +got):\n%s", near, diff)
	}
	if diff := cmp.Diff(was, turns); diff != "" {
		t.Errorf("the turns have changed:\n%s", diff)
	}
}
