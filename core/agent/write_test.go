package agent

import (
	"context"
	"errors"
	"strings"
	"testing"

	"docuquest/core/services/llm/llmtest"
	"docuquest/prompts"
)

// lamp is a workspace of one file.
func lamp(t *testing.T) string {
	return folderOf(t, map[string]string{"lamp.txt": "The lamp was made of jade in 1901.\n\nIt was sold in Oslo for 40 crowns.\n"})
}

const (
	jadeStatement = `{"text":"The lamp was made of jade.","quotes":[{"passage":1,"quote":"The lamp was made of jade in 1901."}]}`
	soldStatement = `{"text":"It was sold in Oslo.","quotes":[{"passage":1,"quote":"It was sold in Oslo for 40 crowns."}]}`
)

// A statement appears as soon as it is proven, while the model still writes.
func TestProvenAppears(t *testing.T) {
	gate := llmtest.NewGate()
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("lamp")},
		"statements": {{Pieces: []string{`{"statements":[` + jadeStatement + `,`, soldStatement + `],"missing":""}`}, Between: gate}},
	})
	a := start(t, lamp(t), Options{Model: model, TermsModel: model, Prompts: prompts.Default()})
	var grown []string
	r, err := a.Ask(t.Context(), Request{Text: "What of the lamp?"}, func(s Stage) {
		if s.Proven != "" {
			grown = append(grown, s.Proven)
			gate.Open() // the rest comes only when this was seen
		}
	})
	if err != nil || r.Stopped {
		t.Fatal(err, r)
	}
	checkSame(t, "what grew", []string{
		"The lamp was made of jade. [1]",
		"- The lamp was made of jade. [1]\n- It was sold in Oslo. [2]",
	}, grown)
	checkCitations(t, a, r)
}

// A question that is stopped keeps what was proven, and is marked.
func TestStoppedKeepsProven(t *testing.T) {
	gate := llmtest.NewGate()
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("lamp")},
		"statements": {{Pieces: []string{`{"statements":[` + jadeStatement + `,`, soldStatement + `]}`}, Between: gate}},
	})
	a := start(t, lamp(t), Options{Model: model, TermsModel: model, Prompts: prompts.Default()})
	r, err := a.Ask(t.Context(), Request{Text: "What of the lamp?", ID: "it"}, func(s Stage) {
		if s.Proven != "" {
			a.Stop("it")
		}
	})
	if !errors.Is(err, context.Canceled) || r == nil || !r.Stopped {
		t.Fatalf("%+v, %v", r, err)
	}
	checkSame(t, "answer", "The lamp was made of jade. [1]", r.Answer)
	if !strings.Contains(r.Document, "Stopped: this is what was proven until then.") {
		t.Error(r.Document)
	}
	checkCitations(t, a, r)
}
