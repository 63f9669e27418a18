package agent

import (
	"strings"
	"testing"

	"docuquest/core/llm/llmtest"
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
		options   Options
		question  Question
		reply     string // of the model; "" for none
		citations int
		says      string
	}{
		{"a count", countedFiles, Options{AnswerCitations: 1}, Question{Text: "How many files mention jade?"}, "", 1, "And 1 more."},
		{"a count, by the question", countedFiles, Options{AnswerCitations: 1}, Question{Text: "How many files mention jade?", Citations: 2}, "", 2, "[2]"},
		{"words of a count", countedFiles, Options{AnswerWords: 10}, Question{Text: "How many files mention jade?"}, "", 1, "And 1 more."},
		{"no limit", countedFiles, Options{}, Question{Text: "How many stones have the colour green?"}, "", 2, "[2]"},
		{"a table", countedFiles, Options{AnswerCitations: 1}, Question{Text: "How many stones have the colour green?"}, "", 1, "And 1 more."},
		{"words of a table", countedFiles, Options{AnswerWords: 9}, Question{Text: "How many stones have the colour green?"}, "", 1, "And 1 more."},
		{"a model's table", map[string]string{"stones.md": stonesTable}, Options{AnswerCitations: 1}, Question{Text: "Tell me of the stones"}, `{"statements": [` + ruby + `], "table": ` + green + `}`, 1, "2 rows are not shown."},
		{"a revised statement", map[string]string{"lamp.txt": "The lamp was made of jade in 1901.\n\nIt was sold in Oslo for 40 crowns.\n"}, Options{AnswerCitations: 1}, Question{Text: "What of the lamp?"}, `{"statements": [` + jadeStatement + `,` + unsaid + `]}`, 1, "it was cut at the limit of 1 citation."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.reply != "" {
				c.options.Model = llmtest.NewModel(llmtest.Script{"statements": {llmtest.Say(c.reply)}, "revise": {llmtest.Say(revised)}})
			}
			a := start(t, folderOf(t, c.files), c.options)
			r := ask(t, a, c.question)
			if len(r.Citations) != c.citations || !strings.Contains(r.Answer, c.says) {
				t.Errorf("%d citations, want %d and %q in\n%s", len(r.Citations), c.citations, c.says, r.Answer)
			}
			checkCitations(t, a, r)
		})
	}
}
