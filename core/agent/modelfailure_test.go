package agent

import (
	"strings"
	"testing"

	"docuquest/core/services/llm/llmtest"
	"docuquest/prompts"
)

// An answer that is taken from the text says why no model wrote it, and one that is so by
// choice says nothing.
func TestModelFailure(t *testing.T) {
	const taken = "the model could not be used, so this answer is taken from the text: "
	terms := []llmtest.Step{llmtest.Say("lamp")}
	for _, test := range []struct {
		name   string
		writer string
		writes []llmtest.Step // nil where no model is configured
		want   string         // how what it says begins and ends
		ending string
	}{
		{"no model", "", nil, "", ""},
		{"a model that writes", "", []llmtest.Step{llmtest.Say(`{"statements":[` + jadeStatement + `],"missing":""}`)}, "", ""},
		{"a model that fails", "", []llmtest.Step{llmtest.Fail("no credit left")}, taken, "no credit left"},
		{"a model that quotes nothing", "", []llmtest.Step{llmtest.Say(`{"statements":[{"text":"It was jade."}],"missing":""}`)}, taken, errUnquoted.Error()},
		{"a model that is not wanted", "extractive", []llmtest.Step{llmtest.Say("")}, "", ""},
	} {
		o := Options{Prompts: prompts.Default()}
		if test.writes != nil {
			model := llmtest.NewModel(llmtest.Script{"terms": terms, "statements": test.writes})
			o.Model, o.TermsModel = model, model
		}
		r := ask(t, start(t, lamp(t), o), Question{Text: "What of the lamp?", Writer: test.writer})
		got := r.ModelFailure()
		if !strings.HasPrefix(got, test.want) || !strings.HasSuffix(got, test.ending) || (got == "") != (test.want == "") {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}
