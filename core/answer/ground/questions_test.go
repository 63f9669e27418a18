package ground_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm/llmtest"
	"docuquest/prompts"
)

// TestCheckedQuestions plays the scripted replies of testdata/questions/checked
// to the generative writer, over the documents that hold the terms, and compares
// what is cited and what is not supported.
func TestCheckedQuestions(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/questions/checked/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no questions: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sections := map[string]string{}
			for _, f := range archive.Files {
				sections[f.Name] = strings.TrimSpace(string(f.Data))
			}
			checkQuestion(t, sections)
		})
	}
}

func checkQuestion(t *testing.T, sections map[string]string) {
	t.Helper()
	model := llmtest.NewModel(llmtest.Script{answer.StatementsCategory: {llmtest.Say(sections["statements"])}})
	writer := answer.Generative{Model: model, Prompt: prompts.Default().Statements}
	texts := search(t, sections["terms"])
	draft, err := writer.Write(context.Background(), answer.Request{Question: question.Of(sections["question"]), Found: texts})
	if err != nil {
		t.Fatal(err)
	}
	checked := ground.Check(draft, texts)
	checkHonest(t, checked)
	var citations []string
	for _, c := range checked.Citations {
		citations = append(citations, c.Document.Path+": "+text.OneLine(c.Quote))
	}
	if diff := cmp.Diff(linesOf(sections["citations"]), citations); diff != "" {
		t.Errorf("citations (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(linesOf(sections["unsupported"]), checked.Unsupported); diff != "" {
		t.Errorf("unsupported (-want +got):\n%s", diff)
	}
	if refused := len(citations)+len(checked.Unsupported) == 0; refused != draft.Refused {
		t.Errorf("refused is %v, want %v", draft.Refused, refused)
	}
}

// TestEverySentenceHoldsItself: a statement that is a sentence of a file is never
// denied by what stands there, whatever numbers and negations it has.
func TestEverySentenceHoldsItself(t *testing.T) {
	texts := search(t, "the")
	count := 0
	for hit, h := range texts.Hits {
		d := answer.Draft{Form: answer.Excerpts}
		for _, span := range answer.SentencesAt(h.Document, h.Chunk.Span) {
			raw := span.Of(h.Document.Text)
			d.Statements = append(d.Statements, answer.Statement{
				Text:   answer.Display(raw),
				Quotes: []answer.Quote{{Text: raw, Hit: hit, Span: span}},
			})
		}
		count += len(d.Statements)
		checked := ground.Check(d, texts)
		checkHonest(t, checked)
		for _, s := range checked.Unsupported {
			t.Errorf("%s: %q does not stand", h.Document.Path, s)
		}
	}
	if count < 700 {
		t.Errorf("there are only %d sentences", count)
	}
}

// search takes every document that holds all words of one line.
func search(t testing.TB, groups string) *retrieve.Result {
	t.Helper()
	names, err := filepath.Glob("../../../testdata/sites/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	result := &retrieve.Result{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tokens := text.ClassicTokens(string(content))
		for _, group := range linesOf(groups) {
			if holdsAll(tokens, text.ClassicTokens(group)) {
				addDocument(result, filepath.Base(name), string(content))
				break
			}
		}
	}
	return result
}

func holdsAll(tokens, wanted []string) bool {
	for _, w := range wanted {
		if !slices.Contains(tokens, w) {
			return false
		}
	}
	return true
}

func linesOf(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}
