package answer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/search/question"
	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
)

// unkept4 is what is said where a statement has more words than there may be in all.
const unkept4 = "The limit of 4 words is not kept: one statement is always given, and whole."

// TestExtractiveLimits: sentences of files keep to both limits as those of a model do.
func TestExtractiveLimits(t *testing.T) {
	var documents []*document.Document
	for _, name := range []string{"a", "b", "c"} {
		identity := file.Identity{URI: file.URI("file:///" + name + ".txt")}
		documents = append(documents, &document.Document{Identity: identity, Path: name + ".txt", Text: "The wall " + name + " is very old."})
	}
	for _, c := range []struct {
		why              string
		words, citations int
		want             int
		note             string
	}{
		{"no limits", 0, 0, 3, ""},
		{"of words", 12, 0, 2, "The answer may be incomplete: it was cut at the limit of 12 words."},
		{"of citations", 0, 1, 1, "The answer may be incomplete: it was cut at the limit of 1 citation."},
		{"a quarter more", 5, 0, 1, "The answer may be incomplete: it was cut at the limit of 5 words."},
		{"less than a statement", 4, 0, 1, "The answer may be incomplete: it was cut at the limit of 4 words. " + unkept4},
	} {
		var told []answer.Statement
		draft, err := answer.Extractive{}.Write(t.Context(), answer.Request{
			Question: question.Of("How old is the wall?"), Found: search("How old is the wall?", documents), Words: c.words, Citations: c.citations,
			Each: func(s answer.Statement) { told = append(told, s) },
		})
		if err != nil || len(draft.Statements) != c.want || draft.Note != c.note {
			t.Errorf("%s: %d statements, note %q, %v; want %d, %q", c.why, len(draft.Statements), draft.Note, err, c.want, c.note)
		}
		if diff := cmp.Diff(draft.Statements, told); diff != "" {
			t.Errorf("%s: in the draft, but told otherwise (-draft +told):\n%s", c.why, diff)
		}
	}
}

// TestWithin: a draft whose statements were replaced says of the limit what is true of it now.
func TestWithin(t *testing.T) {
	const cut, missing = "The answer may be incomplete: it was cut at the limit of 4 words.", "Nobody says how old."
	short, long := answer.Statement{Text: "It is old."}, answer.Statement{Text: "The wall is very old indeed."}
	for _, c := range []struct {
		why        string
		statements []answer.Statement
		note, want string
	}{
		{"it fits", []answer.Statement{short}, missing, missing},
		{"one more does not", []answer.Statement{short, long}, missing, missing + " " + cut},
		{"it was cut before", []answer.Statement{short, long}, cut, cut},
		{"the first does not", []answer.Statement{long}, missing, missing + " " + unkept4},
		{"nor did the one before", []answer.Statement{long, short}, cut + " " + unkept4, cut + " " + unkept4},
		{"the first was replaced", []answer.Statement{short}, missing + " " + unkept4, missing},
	} {
		if got := (answer.Draft{Statements: c.statements, Note: c.note}).Within(answer.Request{Words: 4}); got.Note != c.want {
			t.Errorf("%s: note %q, want %q", c.why, got.Note, c.want)
		}
	}
}

// TestClassicHasNoLimits: its answer is the reply, whose claims are told of all the same.
func TestClassicHasNoLimits(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{llm.Summarize: {llmtest.Say("The wall is old. It leans.")}})
	told := 0
	draft, err := answer.Classic{Model: model}.Write(t.Context(), answer.Request{
		Question: question.Of("Old?"), Found: passages("The wall is old."), Words: 1, Citations: 1, Each: func(answer.Statement) { told++ },
	})
	if err != nil || len(draft.Statements) != 2 || told != 2 || draft.Note != "" {
		t.Errorf("%+v, %v, told of %d; want two statements and no note", draft, err, told)
	}
}
