package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"docuquest/core/answer/replies"
	"docuquest/lsp/lsptest"
)

// Where a word may be a slip of two words, the document of the answer links to the question
// with the likelier one, and an action asks it. The link leads to its answer.
func TestSuggestedQuestion(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{State: t.TempDir(), Documents: true, Files: `
-- a.md --
Edith bought the stone of the bridge.
-- b.md --
Edith bought the stove of the kitchen.
`})
	answer, err := e.Ask("Who bought the stobe?")
	if err != nil {
		t.Fatal(err)
	}
	const suggested = "Who bought the stone?"
	if answer.Suggested != suggested {
		t.Errorf("suggested: %q", answer.Suggested)
	}
	address := "docuquest:/answers/" + answer.ID + ".md"
	document, err := e.DocumentText(address)
	if link := "Did you mean [" + suggested + "](" + replies.QuestionURI(suggested) + ")?"; err != nil || !strings.Contains(document, link) {
		t.Errorf("no link in the document, %v:\n%s", err, document)
	}
	text, err := e.DocumentText(replies.QuestionURI(suggested))
	if err != nil || !strings.HasPrefix(text, "# "+suggested) || !strings.Contains(text, "a.md#L1") {
		t.Errorf("the link leads to %v:\n%s", err, text)
	}
	if _, err := e.DocumentText(replies.QuestionURI("")); err == nil {
		t.Error("an address without a question has a document")
	}

	var actions []struct {
		Title   string `json:"title"`
		Command struct {
			Arguments []json.RawMessage `json:"arguments"`
		} `json:"command"`
	}
	at := map[string]any{"line": 0, "character": 0}
	params := map[string]any{
		"textDocument": map[string]any{"uri": address}, "range": map[string]any{"start": at, "end": at},
		"context": map[string]any{"diagnostics": []any{}},
	}
	if err := e.Call("textDocument/codeAction", params, &actions); err != nil || len(actions) != 2 {
		t.Fatalf("actions: %v, %+v", err, actions)
	}
	if actions[0].Title != "Ask: "+suggested || !strings.Contains(string(actions[0].Command.Arguments[0]), suggested) {
		t.Errorf("the first action is %s", actions[0].Title)
	}
}

// An answer that is not from the texts links to the question that asks them, in its document and in
// a hover, which chooses the way as asking does.
func TestOtherwise(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{State: t.TempDir(), Documents: true, Files: `
-- a.md --
The well holds jade, and a rope.
-- b.md --
A rope is long.
-- ask.txt --
?? How many files mention jade?
`})
	link := "[Search the texts instead](" + replies.QuestionURI("way:prose How many files mention jade?") + ")"
	answer, err := e.Ask("How many files mention jade?")
	if err != nil || answer.Way != "counts" {
		t.Fatalf("%v, answered by %q", err, answer.Way)
	}
	address := "docuquest:/answers/" + answer.ID + ".md"
	if document, err := e.DocumentText(address); err != nil || !strings.Contains(document, link) {
		t.Errorf("no link in the document, %v:\n%s", err, document)
	}
	e.Open("ask.txt")
	if hover := e.HoverText("ask.txt", 0, 5); !strings.Contains(hover, "Exactly 1 of 3 files") || !strings.Contains(hover, link) {
		t.Errorf("the hover is\n%s", hover)
	}
	text, err := e.DocumentText(replies.QuestionURI(answer.Otherwise))
	if err != nil || !strings.Contains(text, "a.md#L1") || strings.Contains(text, "Exactly") {
		t.Errorf("the link leads to %v:\n%s", err, text)
	}
}
