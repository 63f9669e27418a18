package agent

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"docuquest/core/answer/replies"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
	"docuquest/prompts"
)

const jadeReply = `{"statements":[` + jadeStatement + `],"missing":""}`

// Where a model does not reply, the text answers meanwhile, and the model's answer takes
// the place of that whenever it comes.
func TestMeanwhile(t *testing.T) {
	for _, c := range []struct {
		name   string
		held   string // the request that the model holds back
		writes llmtest.Step
		writer string // of the answer in the end
	}{
		{"at the terms", "terms", llmtest.Say(jadeReply), "scripted"},
		{"at the statements", "statements", llmtest.Say(jadeReply), "scripted"},
		{"and then it fails", "statements", llmtest.Fail("no credit left"), replies.Extractive},
	} {
		t.Run(c.name, func(t *testing.T) {
			gate := llmtest.NewGate()
			script := llmtest.Script{"terms": {llmtest.Say("lamp")}, "statements": {c.writes}}
			script[c.held][0].Before = gate
			model := llmtest.NewModel(script)
			a := start(t, lamp(t), Options{Model: model, TermsModel: model, Prompts: prompts.Default(), ModelPatience: 1})
			var told []*replies.Answer
			r, err := a.Ask(t.Context(), Request{Text: "What was the lamp made of?"}, func(s Stage) {
				if s.Meanwhile != nil {
					told = append(told, s.Meanwhile)
					gate.Open() // the model replies only when this was seen
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(told) != 1 || told[0].Writer != replies.Extractive || !strings.Contains(told[0].Answer, "The lamp was made of jade in 1901. [1]") {
				t.Fatalf("meanwhile: %+v", told)
			}
			checkCitations(t, a, told[0])
			checkSame(t, "writer", c.writer, r.Writer)
			checkSame(t, "id", r.ID, told[0].ID)
		})
	}
}

// No answer from the text is reported where no model is asked, where the model's words
// are the answer, where none of the text is one, or once the model has replied.
func TestNoMeanwhile(t *testing.T) {
	for _, c := range []struct {
		name     string
		question Request
	}{
		{"the text is chosen", Request{Text: "What was the lamp made of?", Writer: "extractive"}},
		{"the classic way", Request{Text: "What was the lamp made of?", Writer: "classic", Retrieval: "boolean"}},
		{"no answer", Request{Text: "Who painted the ceiling?"}},
	} {
		model := llmtest.NewModel(llmtest.Script{
			"terms": {llmtest.Say("lamp")}, "summarize": {llmtest.Say("Jade.")}, "statements": {llmtest.Say(`{"statements":[],"missing":""}`)},
		})
		a := start(t, lamp(t), Options{Model: model, TermsModel: model, Prompts: prompts.Default(), ModelPatience: 1})
		if _, err := a.Ask(t.Context(), c.question, func(s Stage) {
			if s.Meanwhile != nil {
				t.Errorf("%s: %s", c.name, s.Meanwhile.Answer)
			}
		}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// silence is how long a test waits for a service that hangs: long enough for a request to
// reach it.
const silence = 300 * time.Millisecond

// A service that fails is asked no more for the same question, and the text answers.
func TestFailingService(t *testing.T) {
	for _, c := range []struct {
		name     string
		act      llmtest.Act
		idle     time.Duration // of the client; 0 is longer than it takes
		requests int
		why      string
	}{
		{"a fault of its own", llmtest.Status(500, "out of memory"), 0, 3, "has a fault of its own (500): out of memory"},
		{"a wait that nobody believes", llmtest.RateLimit("1000000000"), 0, 1, "wants fewer requests (429), and asks for a wait of a day or more: too many requests"},
		{"it hangs", llmtest.After(llmtest.NewGate(), llmtest.Reply("")), silence, 1, "took too long: no answer within 300ms"},
		{"it sends comments alone", llmtest.OnlyComments(), silence, 1, "took too long: no answer within 300ms"},
		{"it hangs behind half of a reply", llmtest.Hang("la", llmtest.NewGate(), "mp"), silence, 1, "took too long: no more of the reply came within 300ms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := llmtest.NewServer(t, llmtest.InOrder(c.act))
			client := outside.New(outside.Options{
				Retries: outside.Retries{Backoff: 1}, Timeouts: outside.Timeouts{Idle: c.idle}, Limits: outside.Limits{Stream: 1 << 40},
			})
			t.Cleanup(client.Close)
			model, err := openai.New(openai.Options{BaseURL: server.URL, Model: "m", Client: client})
			if err != nil {
				t.Fatal(err)
			}
			a := start(t, lamp(t), Options{Model: model, TermsModel: model, Prompts: prompts.Default()})
			r := ask(t, a, Request{Text: "What was the lamp made of?"})
			host := strings.TrimPrefix(server.URL, "http://")
			checkSame(t, "failure", fmt.Sprintf("the model could not be used, so this answer is taken from the text: m: statements: %s %s", host, c.why), r.ModelFailure())
			if n := len(server.Requests()); n != c.requests || r.Refused {
				t.Errorf("%d requests, want %d; the answer is %s", n, c.requests, r.Answer)
			}
		})
	}
}
