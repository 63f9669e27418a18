package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/services/llm/llmtest"
)

// At a terminal the text answers while the model has not replied, and the model's answer
// follows; whatever reads the output otherwise gets one answer.
func TestEarlyAnswer(t *testing.T) {
	const (
		early = "- lamp.txt: The lamp was made of jade in 1901. [1]"
		yet   = "The model has not replied yet: this answer is taken from the text."
		late  = "The lamp was made of jade. [1]"
	)
	reply := llmtest.Reply(`{"statements":[{"text":"The lamp was made of jade.","quotes":["The lamp was made of jade in 1901."]}]}`)
	for _, c := range []struct {
		name     string
		terminal bool
		args     []string
		act      llmtest.Act
		want     []string // in this order, each once
		not      string
	}{
		{"it replies at last", true, []string{"ask"}, reply, []string{early, yet, late}, ""},
		{"in a chat", true, []string{"chat", "--writer", "generative"}, reply, []string{early, yet, late}, ""},
		{"it fails", true, []string{"ask"}, llmtest.Status(402, "no credit"), []string{early, yet}, late},
		{"a pipe", false, []string{"ask"}, reply, []string{late}, early},
		{"JSON", true, []string{"ask", "--json"}, reply, []string{`"answer": "` + late}, yet},
	} {
		t.Run(c.name, func(t *testing.T) {
			gate := llmtest.NewGate()
			server := llmtest.NewServer(t, llmtest.Play{Category: category, Acts: map[string][]llmtest.Act{
				"terms": {llmtest.Reply("lamp")}, "statements": {llmtest.After(gate, c.act)},
			}})
			script := newScript(t, &txtar.Archive{Files: []txtar.File{{Name: "lamp.txt", Data: []byte("The lamp was made of jade in 1901.\n")}}})
			script.stdin = "What was the lamp made of?\nquit\n"
			p := script.program()
			var out bytes.Buffer
			p.stdout = writeCloser{&out}
			p.stderr = onText{"Waiting for the model", gate.Open} // the model replies only then
			p.screens.stdout, p.screens.stderr, p.modelPatience = c.terminal, true, 1
			p.environ = []string{"DOCUQUEST_BASE_URL=" + server.URL, "DOCUQUEST_MODEL=scripted"}
			p.args = append(c.args, "-C", script.folder)
			if c.args[0] == "ask" {
				p.args = append(p.args, "What was the lamp made of?")
			}
			if code := run(t.Context(), p); code != 0 {
				t.Errorf("exit code %d", code)
			}
			rest := out.String()
			for _, part := range c.want {
				before, after, found := strings.Cut(rest, part)
				if !found || strings.Contains(after, part) {
					t.Errorf("%q is not there once, behind what comes before it:\n%s", part, out.String())
				}
				_, rest = before, after
			}
			if c.not != "" && strings.Contains(out.String(), c.not) {
				t.Errorf("%q was printed:\n%s", c.not, out.String())
			}
		})
	}
}

// Who interrupts a question while the model still writes gets what was proven until
// then, and the code of an interrupt.
func TestInterruptKeepsProven(t *testing.T) {
	const begun = `{"statements":[{"text":"The lamp was made of jade.","quotes":["The lamp was made of jade in 1901."]},`
	server := llmtest.NewServer(t, llmtest.Play{Category: category, Acts: map[string][]llmtest.Act{
		"terms":      {llmtest.Reply("lamp")},
		"statements": {llmtest.Hang(begun, llmtest.NewGate(), "")},
	}})
	ctx, cancel := context.WithCancel(t.Context())
	script := newScript(t, &txtar.Archive{Files: []txtar.File{{
		Name: "lamp.txt", Data: []byte("The lamp was made of jade in 1901.\n\nIt was sold.\n"),
	}}})
	p := script.program()
	var out bytes.Buffer
	p.stdout, p.stderr = writeCloser{&out}, onText{"Writing, 1 statement", cancel}
	p.screens.stderr = true
	p.environ = []string{"DOCUQUEST_BASE_URL=" + server.URL, "DOCUQUEST_MODEL=scripted"}
	p.args = []string{"ask", "-C", script.folder, "What was the lamp made of?"}
	if code := run(ctx, p); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	for _, part := range []string{"The lamp was made of jade. [1]", "lamp.txt:1:1", "Stopped: this is what was proven until then."} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the output lacks %q:\n%s", part, out.String())
		}
	}
}
