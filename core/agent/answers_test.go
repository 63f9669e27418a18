package agent

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
)

// A kept answer comes back, in this session and in the next.
func TestKeep(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "answers")
	a := start(t, sites, Options{Answers: store.NewAnswers(folder)})
	asked, err := a.Ask(t.Context(), Request{Text: "What was found in the well of Kessarim?", ID: "abc123", Encoding: text.UTF16}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Keep(asked); err != nil {
		t.Fatal(err)
	}
	later := start(t, sites, Options{Answers: store.NewAnswers(folder)})
	for name, agent := range map[string]*Agent{"this session": a, "the next": later} {
		got, err := agent.Answer("abc123")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(asked, got, cmpopts.IgnoreFields(replies.Answer{}, "Markdown")); diff != "" {
			t.Errorf("%s (-asked +kept):\n%s", name, diff)
		}
		checkCitations(t, agent, got)
	}
	if want := file.FromPath(filepath.ToSlash(filepath.Join(folder, "abc123.md"))); a.AnswerFile("abc123") != want {
		t.Errorf("the document lies at %s, want %s", a.AnswerFile("abc123"), want)
	}
	if _, err := a.Answer("never"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an answer that was never given: %v", err)
	}
}

// Without a store the session has its last answers, and no more of them than it
// needs.
func TestKeepInMemory(t *testing.T) {
	a := New(Options{})
	for i := range 100 + 1 {
		if err := a.Keep(&replies.Answer{ID: strings.Repeat("x", i+1)}); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Answer("x"); err != nil && i < 100 {
			t.Fatalf("the answer used last is gone after %d more: %v", i, err)
		}
	}
	if _, err := a.Answer("xx"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the oldest answer: %v", err)
	}
}

// Nothing that a question, a file, a file's name or a model holds becomes a
// link, an image or HTML in an answer's document.
func TestDocumentIsHarmless(t *testing.T) {
	const evil = `![x](https://evil.example/?q) <img src=x> [y](command:z) https://evil.example jade`
	folder := folderOf(t, map[string]string{"a](b) ![x](y).txt": "The jade is here: " + evil + ".\n"})
	for _, writer := range []string{"extractive", "generative", "classic"} {
		t.Run(writer, func(t *testing.T) {
			reply := `{"statements":[{"text":"` + evil + `","quotes":["The jade is here"]}]}`
			model := llmtest.NewModel(llmtest.Script{
				"terms": {llmtest.Say("jade")}, "statements": {llmtest.Say(reply)}, "summarize": {llmtest.Say(evil)},
			})
			a := start(t, folder, Options{Model: model, TermsModel: model})
			r, err := a.Ask(t.Context(), Request{Text: "Where is the jade? " + evil, Writer: writer}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for link := range linksOf(r.Document) {
				if !strings.HasPrefix(link, "file:///") {
					t.Errorf("the document links to %q:\n%s", link, r.Document)
				}
			}
		})
	}
}
