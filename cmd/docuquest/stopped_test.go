package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/llm/llmtest"
)

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
