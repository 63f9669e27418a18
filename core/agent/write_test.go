package agent

import (
	"context"
	"errors"
	"path/filepath"
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
	r, err := a.Ask(t.Context(), Question{Text: "What of the lamp?"}, func(s Stage) {
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
	r, err := a.Ask(t.Context(), Question{Text: "What of the lamp?", ID: "it"}, func(s Stage) {
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

// What does not stand is given back to the model once, with what it lacks; the better
// of both is taken, and what is still without support is marked.
func TestRevise(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{
		"terms": {llmtest.Say("lamp")},
		"statements": {llmtest.Say(`{"statements":[` + jadeStatement + `,
			{"text":"It was sold in Oslo.","quotes":["It went to Oslo in a crate of straw."]},
			{"text":"A king bought it for his daughter.","quotes":["bought by a king in great haste"]}]}`)},
		"revise": {llmtest.Say(`{"statements":[` + soldStatement + `,
			{"text":"A king bought it for his daughter.","quotes":["still bought by a king in haste"]}]}`)},
	})
	a := start(t, lamp(t), Options{Model: model, TermsModel: model, Prompts: prompts.Default()})
	r, err := a.Ask(t.Context(), Question{Text: "What of the lamp?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "answer", "- The lamp was made of jade. [1]\n- It was sold in Oslo. [2]", r.Answer)
	checkSame(t, "unsupported", []string{"A king bought it for his daughter."}, r.Unsupported)
	asked := model.Prompts("revise")
	if len(asked) != 1 || !strings.Contains(asked[0], "It was sold in Oslo.") || strings.Contains(asked[0], "The lamp was made of jade.\n") {
		t.Errorf("the model was asked %d times: %q", len(asked), asked)
	}
	checkCitations(t, a, r)
}

// Where nothing of what the model said stands, the text answers and the answer says so; where
// the text has no answer either, the question is refused.
func TestRefutedModel(t *testing.T) {
	const (
		king  = `{"text":"The lamp was made for a king.","quotes":["made for a king of Oslo"]}`
		heavy = `{"text":"It weighed 9 kg.","quotes":["The lamp was made of jade in 1901."]}`
	)
	for _, test := range []struct {
		name, question, statements string
		refused                    bool
		said                       string // in the answer
		unsupported                []string
	}{
		{"the only one", "What was the lamp made of?", king, false, "The model's statement did not hold, so this answer is taken from the text.", []string{"The lamp was made for a king."}},
		{"each of several", "What was the lamp made of?", king + "," + heavy, false, "None of the model's 2 statements held, so this answer is taken from the text.", []string{"The lamp was made for a king.", "It weighed 9 kg."}},
		{"nor does the text answer", "Who painted the ceiling?", king, true, "1 statement of the model had no support in them.", []string{"The lamp was made for a king."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			said := llmtest.Say(`{"statements":[` + test.statements + `],"missing":""}`)
			model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("lamp")}, "statements": {said}, "revise": {llmtest.Fail("no credit left")}})
			a := start(t, lamp(t), Options{Model: model, TermsModel: model, Prompts: prompts.Default()})
			r := ask(t, a, Question{Text: test.question})
			if r.Refused != test.refused || !strings.Contains(r.Answer, test.said) || !strings.Contains(r.Document, test.said) {
				t.Errorf("refused %v: %s", r.Refused, r.Document)
			}
			if !test.refused && !strings.Contains(r.Answer, "The lamp was made of jade in 1901. [1]") {
				t.Errorf("not from the text: %s", r.Answer)
			}
			checkSame(t, "unsupported", test.unsupported, r.Unsupported)
			checkSame(t, "failure of the model", "", r.ModelFailure())
			checkCitations(t, a, r)
		})
	}
}

// What a model says in another language than English is marked as not checked, in the
// answer, its document and its account, and not given back to it for that.
func TestUncheckedStatement(t *testing.T) {
	const said = "Der Turm von Halrun ist sicher."
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("Turm")},
		"statements": {llmtest.Say(`{"statements":[{"text":"` + said + `","quotes":["Der Turm von Halrun ist nicht sicher"]}],"missing":""}`)},
	})
	folder := folderOf(t, map[string]string{"turm.txt": "Der Turm von Halrun ist nicht sicher, denn seine Treppe ist gesperrt.\n"})
	a := start(t, folder, Options{Model: model, TermsModel: model, Prompts: prompts.Default()})
	r := ask(t, a, Question{Text: "Ist der Turm von Halrun sicher?"})
	checkSame(t, "unchecked", []Unchecked{{Statement: said, Numbers: []int{1}}}, r.Unchecked)
	checkSame(t, "answer", said+" [1] *(not checked: the check knows English alone)*", r.Answer)
	if !strings.Contains(r.Document, "(not checked: the check knows English alone)") {
		t.Error(r.Document)
	}
	x, err := a.Explain(t.Context(), r.ID)
	if err != nil || !strings.Contains(x.Document(), "not checked, since the check knows English alone: "+said) {
		t.Errorf("%v\n%+v", err, x)
	}
	if asked := model.Prompts("revise"); len(asked) > 0 {
		t.Errorf("given back: %q", asked)
	}
}

// A setting leaves out what has no support, and the answer says how much that is.
func TestDropUnsupported(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("lamp")},
		"statements": {llmtest.Say(`{"statements":[` + jadeStatement + `,{"text":"A king bought it.","quotes":["bought by a king in great haste"]}]}`)},
		"revise":     {llmtest.Fail("no credit left")},
	})
	a := start(t, lamp(t), Options{Model: model, TermsModel: model, Prompts: prompts.Default(), Preferences: Preferences{DropUnsupported: true}})
	r, err := a.Ask(t.Context(), Question{Text: "What of the lamp?"}, nil)
	if err != nil || len(r.Unsupported) > 0 || r.Dropped != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if strings.Contains(r.Document, "king") || !strings.Contains(r.Document, "1 statement was left out, since no file holds it.") {
		t.Error(r.Document)
	}
}

// A refusal is a map: what stands nowhere, what is nearest, with links, and what was
// not searched.
func TestRefusalIsAMap(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"lamp.txt": "The lamp was made of jade in 1901.\n",
		"more.md":  "# Things\n\nA [lamp](http://evil.example/x) is a thing that gives light.\n",
		"a.bin":    "\x00\x01\x02",
	})
	a := start(t, folder, Options{})
	r, err := a.Ask(t.Context(), Question{Text: "Which emperor polished the lamp?", Threshold: 0.99}, nil)
	if err != nil || !r.Refused {
		t.Fatalf("%+v, %v", r, err)
	}
	var nearest []string
	for _, p := range r.Nearest {
		nearest = append(nearest, p.place()+" "+p.Text)
	}
	if len(nearest) != 2 || !strings.Contains(strings.Join(nearest, "\n"), "lamp.txt:1 The lamp was made of jade in 1901.") {
		t.Errorf("%q", nearest)
	}
	for _, part := range []string{
		"Not in your files", "These words stand nowhere: emperor, polished.",
		"[lamp.txt:1](" + string(uriOf(filepath.ToSlash(folder), "lamp.txt")) + "#L1)", "Not searched: 1 binary; ",
	} {
		if !strings.Contains(r.Document, part) {
			t.Errorf("the document lacks %q:\n%s", part, r.Document)
		}
	}
	if strings.Contains(r.Document, "](http://evil.example") {
		t.Errorf("a link of a file is active:\n%s", r.Document)
	}
}
