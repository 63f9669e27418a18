package agent

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/research"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
	"docuquest/prompts"
)

// threeFiles is a question whose answer stands in three of the sites.
const threeFiles = "Who was in charge of the excavation of the Othmere aqueduct, at which wreck did he work until 2004, and how did his teacher date the frames at Ombry?"

// Without a model the facts are found in three files, each in its own citation, and the
// document holds them as a table.
func TestResearch(t *testing.T) {
	a := start(t, sites, Options{})
	r, err := a.Research(t.Context(), Request{Text: threeFiles, Conversation: history.NoConversation}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkCitations(t, a, r)
	var cited []string
	for _, c := range r.Citations {
		cited = append(cited, c.Path)
	}
	checkSame(t, "files", []string{"othmere_aqueduct.txt", "amarro_wreck.txt", "ombry_deeps.txt"}, cited)
	checkSame(t, "slots", []replies.ResearchSlot{
		{Type: research.Person, Asked: "Who was in charge of the excavation of the Othmere aqueduct", Citation: 1},
		{Type: research.Free, Asked: "at which wreck did he work until 2004", Citation: 2},
		{Type: research.Free, Asked: "how did his teacher date the frames at Ombry", Citation: 3},
	}, r.Research.Slots)
	checkSame(t, "open", []string{}, r.Research.Open)
	if !strings.Contains(r.Document, "| how did his teacher date the frames at Ombry | free |") || strings.Contains(r.Document, "stayed open") {
		t.Error(r.Document)
	}
	if err := a.Keep(r); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Explain(t.Context(), r.ID); err != nil {
		t.Error(err)
	}
}

// Pages of the web are no files of the workspace.
func TestReadingOf(t *testing.T) {
	for want, uris := range map[string][]file.URI{
		"Reading 0 of 0 files":                        {},
		"Reading 1 of 0 files":                        {"file:///a.txt"},
		"Reading 1 of 0 files and 1 page of the web":  {"file:///a.txt", "https://x.example/"},
		"Reading 0 of 0 files and 2 pages of the web": {"http://x.example/", "https://x.example/"},
	} {
		found := &retrieve.Result{Snapshot: index.New().Snapshot()}
		for _, u := range uris {
			found.Documents = append(found.Documents, retrieve.Document{Document: &document.Document{Identity: file.Identity{URI: u}}})
		}
		var said []string
		asking := &asking{Agent: start(t, t.TempDir(), Options{}), scope: scope{question: question.Parse("lamp")}, progress: func(s Stage) { said = append(said, s.Message) }}
		if _, err := asking.write(t.Context(), answer.Extractive{}, found); err != nil {
			t.Error(err)
		}
		checkSame(t, "progress", []string{want}, said)
	}
}

// What stays open is said, with the limit that ended the search.
func TestResearchOpen(t *testing.T) {
	a := start(t, lamp(t), Options{})
	r, err := a.Research(t.Context(), Request{Text: "Who made the lamp of jade, and when was it sold in Oslo?", Rounds: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "open", []string{"Who made the lamp of jade", "when was it sold in Oslo"}, r.Research.Open)
	checkSame(t, "rounds", 1, r.Research.Rounds)
	for _, want := range []string{"## What stayed open\n\n- Who made the lamp of jade\n", "The search ended at the limit of 1 round."} {
		if !strings.Contains(r.Document, want) {
			t.Errorf("no %q in\n%s", want, r.Document)
		}
	}
}

// What was found and has no room in the answer is not open: its place is told, wherever the
// facts are. What a file does not say any more is none.
func TestResearchBeyondLimits(t *testing.T) {
	const wreck, teacher = "at which wreck did he work until 2004", "how did his teacher date the frames at Ombry"
	for name, c := range map[string]struct {
		words, citations int
		gone             string            // a file that is emptied before the answer is checked
		left             map[string]string // facts, and the places of those that are left out
		open             []string
		note             string
	}{
		"words":                {words: 40, left: map[string]string{wreck: "amarro_wreck.txt:5", teacher: "ombry_deeps.txt:5"}, open: []string{}, note: "cut at the limit of 40 words"},
		"citations":            {citations: 2, left: map[string]string{teacher: "ombry_deeps.txt:5"}, open: []string{}, note: "cut at the limit of 2 citations"},
		"words enough for all": {words: 60, left: map[string]string{}, open: []string{}},
		"a file that changed":  {citations: 2, gone: "ombry_deeps.txt", left: map[string]string{}, open: []string{teacher}, note: "cut at the limit of 2 citations"},
	} {
		t.Run(name, func(t *testing.T) {
			folder, err := filepath.Abs(sites)
			if err != nil {
				t.Fatal(err)
			}
			a := start(t, folder, Options{})
			r, err := a.Research(t.Context(), Request{Text: threeFiles, Words: c.words, Citations: c.citations, Conversation: history.NoConversation}, func(s Stage) {
				if s.Name == "check" && c.gone != "" {
					a.Open(uriOf(folder, c.gone), "plaintext", 1, "Nothing.\n")
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			left := map[string]string{}
			for _, s := range r.Research.Slots {
				if s.LeftOut != nil {
					left[s.Asked] = s.LeftOut.Place()
				}
			}
			checkSame(t, "left out", c.left, left)
			checkSame(t, "open", c.open, r.Research.Open)
			for asked, place := range c.left {
				if line := "| " + asked + " | free | found, but left out by the limit: " + place + " |"; !strings.Contains(r.Document, line) {
					t.Errorf("no %q in\n%s", line, r.Document)
				}
			}
			if isCut := strings.Contains(r.Answer, "incomplete"); isCut != (c.note != "") || !strings.Contains(r.Answer, c.note) {
				t.Errorf("want %q in\n%s", c.note, r.Answer)
			}
			checkCitations(t, a, r)
		})
	}
}

// A fact that a model's answer does not quote, and that has no room behind it, is told as well.
func TestResearchByModelBeyondLimits(t *testing.T) {
	model := served(t, map[string][]llmtest.Act{
		research.PlanCategory:     {llmtest.Reply(lampPlan)},
		research.ReflectCategory:  {llmtest.Reply(lampReflect)},
		answer.StatementsCategory: {llmtest.Reply(`{"statements":[` + jadeStatement + `],"missing":""}`)},
	})
	a := start(t, lamp(t), Options{Model: model, TermsModel: model})
	r, err := a.Research(t.Context(), Request{Text: "What of the lamp?", Citations: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sold := r.Research.Slots[1]
	if sold.LeftOut == nil || sold.LeftOut.Quote != "It was sold in Oslo for 40 crowns." || sold.LeftOut.Number != 0 || len(r.Research.Open) > 0 {
		t.Errorf("%+v", r.Research)
	}
}

// A refusal fills nothing.
func TestResearchRefused(t *testing.T) {
	a := start(t, lamp(t), Options{})
	r, err := a.Research(t.Context(), Request{Text: "Which zebra won the election?"}, nil)
	if err != nil || !r.Refused || len(r.Research.Open) != 1 || r.Research.Slots[0].Citation != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// What makes no sense is refused in one line.
func TestResearchErrors(t *testing.T) {
	a := start(t, lamp(t), Options{})
	for _, c := range []struct {
		q    Request
		want string
	}{
		{Request{}, "the question is empty"},
		{Request{Text: "x", Rounds: 11}, "rounds is 11: it may be 1 to 10"},
		{Request{Text: "x", Rounds: -1}, "rounds is -1: it may be 1 to 10"},
		{Request{Text: "x", Retrieval: "boolean"}, "research ranks what it finds: boolean retrieval is for questions by themselves"},
		{Request{Text: "x", Writer: "classic"}, "research needs quotes, which the classic writer does not give: writer is extractive or generative"},
	} {
		if _, err := a.Research(t.Context(), c.q, nil); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
}

// Ask makes one search, whatever rounds a question names.
func TestAskIsNoResearch(t *testing.T) {
	a := start(t, lamp(t), Options{})
	if r, err := a.Ask(t.Context(), Request{Text: "When was the lamp made?", Rounds: 3}, nil); err != nil || r.Research != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// served is a model behind a real server, with the acts of each category.
func served(t *testing.T, acts map[string][]llmtest.Act) llm.Model {
	t.Helper()
	set := prompts.Default()
	templates := map[string]string{
		research.PlanCategory: set.Plan, research.ReflectCategory: set.Reflect,
		answer.StatementsCategory: set.Statements, answer.ReviseCategory: set.Revise,
	}
	server := llmtest.NewServer(t, llmtest.Play{Acts: acts, Category: func(prompt string) string {
		for name, template := range templates {
			if before, _, _ := strings.Cut(template, "{"); strings.HasPrefix(prompt, before) {
				return name
			}
		}
		return "unknown"
	}})
	m, err := openai.New(openai.Options{BaseURL: server.URL, Model: "m", Client: outside.New(outside.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const (
	lampPlan    = `{"queries":["lamp jade"],"slots":[{"type":"date","asked":"when it was made"},{"type":"place","asked":"where it was sold"}]}`
	lampReflect = `{"filled":[{"slot":1,"passage":1,"quote":"The lamp was made of jade in 1901."},{"slot":2,"passage":1,"quote":"It was sold in Oslo for 40 crowns."}],"queries":[]}`
)

// A model plans, looks and writes; a fact that its answer does not quote is added, and
// what it was sent for that is told.
func TestResearchByModel(t *testing.T) {
	model := served(t, map[string][]llmtest.Act{
		research.PlanCategory:     {llmtest.Reply(lampPlan)},
		research.ReflectCategory:  {llmtest.Reply(lampReflect)},
		answer.StatementsCategory: {llmtest.Reply(`{"statements":[` + jadeStatement + `],"missing":""}`)},
	})
	a := start(t, lamp(t), Options{Model: model, TermsModel: model})
	r, err := a.Research(t.Context(), Request{Text: "What of the lamp?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "answer", "- The lamp was made of jade. [1]\n- It was sold in Oslo for 40 crowns. [2]", r.Answer)
	checkSame(t, "slots", []replies.ResearchSlot{{Type: research.Date, Asked: "when it was made", Citation: 1}, {Type: research.Place, Asked: "where it was sold", Citation: 2}}, r.Research.Slots)
	if len(r.Sent) != 1 || len(r.Sent[0].Ranges) == 0 {
		t.Errorf("sent: %+v", r.Sent)
	}
	checkCitations(t, a, r)
}

// A quote that fills a slot stays where the model's only statement on it does not stand.
func TestResearchByModelKeepsQuotes(t *testing.T) {
	const wrong = `{"text":"It was sold in Oslo for 90 crowns.","quotes":[{"passage":1,"quote":"It was sold in Oslo for 40 crowns."}]}`
	for about, statements := range map[string]string{"beside one that stands": jadeStatement + "," + wrong, "alone": wrong} {
		model := served(t, map[string][]llmtest.Act{
			research.PlanCategory:     {llmtest.Reply(lampPlan)},
			research.ReflectCategory:  {llmtest.Reply(lampReflect)},
			answer.StatementsCategory: {llmtest.Reply(`{"statements":[` + statements + `],"missing":""}`)},
			answer.ReviseCategory:     {llmtest.Reply(`{"statements":[]}`)},
		})
		a := start(t, lamp(t), Options{Model: model, TermsModel: model})
		r, err := a.Research(t.Context(), Request{Text: "What of the lamp?"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, about+", open", []string{}, r.Research.Open)
		for _, s := range r.Research.Slots {
			if s.Citation == 0 {
				t.Errorf("%s: no citation for %q in\n%s", about, s.Asked, r.Answer)
			}
		}
		if strings.Contains(r.Answer, "90 crowns") {
			t.Errorf("%s: %s", about, r.Answer)
		}
		checkCitations(t, a, r)
	}
}

// Where it is stopped in the middle of a stage, the facts that were found are the answer.
func TestResearchStopped(t *testing.T) {
	for stage, found := range map[string]int{"Planning": 0, "Searching for": 0, "Looking": 2, "Reading": 2} {
		t.Run(stage, func(t *testing.T) {
			model := served(t, map[string][]llmtest.Act{
				research.PlanCategory:     {llmtest.Reply(lampPlan)},
				research.ReflectCategory:  {llmtest.Reply(lampReflect)},
				answer.StatementsCategory: {llmtest.Reply(`{"statements":[` + jadeStatement + `]}`)},
			})
			a := start(t, lamp(t), Options{Model: model, TermsModel: model})
			r, err := a.Research(t.Context(), Request{Text: "What of the lamp?", ID: "it"}, func(s Stage) {
				if strings.HasPrefix(s.Message, stage) {
					a.Stop("it")
				}
			})
			if !errors.Is(err, context.Canceled) || (r != nil) != (found > 0) {
				t.Fatalf("%+v, %v", r, err)
			}
			if r == nil {
				return
			}
			if !r.Stopped || len(r.Citations) != found || len(r.Research.Open) > 0 {
				t.Errorf("%+v", r)
			}
			checkCitations(t, a, r)
		})
	}
}

// Of things that are compared more is shown than what stands beside their names, which is
// no proof of the date that is asked for.
func TestResearchCompared(t *testing.T) {
	a := start(t, sites, Options{})
	r, err := a.Research(t.Context(), Request{Text: "Which is older, the Corrin theatre or the Durapha citadel?", Conversation: history.NoConversation}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "slots", []replies.ResearchSlot{{Type: research.Date, Asked: "Corrin theatre", Citation: 1}, {Type: research.Date, Asked: "Durapha citadel", Citation: 2}}, r.Research.Slots)
	if len(r.Citations) <= len(r.Research.Slots) {
		t.Errorf("no more than the slots: %s", r.Answer)
	}
}

// "It" is the pit, and no file says who dug that.
func TestResearchLeans(t *testing.T) {
	a := start(t, sites, Options{})
	r, err := a.Research(t.Context(), Request{Text: "How many burials are in the Draymoor plague pit and who dug it?", Conversation: history.NoConversation}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "open", []string{"who dug it"}, r.Research.Open)
	if len(r.Citations) == 0 || !strings.Contains(r.Citations[0].Quote, "1,207 people") {
		t.Error(r.Answer)
	}
}
