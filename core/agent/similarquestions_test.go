package agent

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
	"docuquest/core/store"
)

// The files that earlier questions were asked of.
var pastFiles = map[string]string{
	"ring.txt":  "The gold ring was found in the well in 1931.\n",
	"barn.txt":  "The barn of Ishkar was painted red by Edith Marl.\n",
	"flat.txt":  "The rent of the flat in Oslo is 820 euros each month.\n",
	"frogs.txt": "Frogs of the lake are counted each spring.\n",
}

// remembering makes an agent that keeps the answers to some questions, of which one a minute
// was asked.
func remembering(t *testing.T, folder string, questions ...string) *Agent {
	t.Helper()
	kept := t.TempDir()
	a := start(t, folder, Options{Answers: store.NewAnswers(kept), Conversations: store.NewConversations(t.TempDir()), Lexicon: builtIn, Preferences: Preferences{History: 5}})
	first := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, q := range questions {
		r := ask(t, a, Request{Text: q})
		if err := a.Keep(r); err != nil {
			t.Fatal(err)
		}
		at := first.Add(time.Duration(i) * time.Minute)
		if err := os.Chtimes(filepath.Join(kept, r.ID+".json"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// countingAnswers counts how often each answer is read.
type countingAnswers struct {
	history.AnswerStore
	read map[string]int
}

func (c countingAnswers) Load(id string) ([]byte, string, error) {
	c.read[id]++
	return c.AnswerStore.Load(id)
}

// An answer is read once however often its question was asked.
func TestAskedBeforeReadsOnce(t *testing.T) {
	a := remembering(t, folderOf(t, pastFiles), "Who painted the barn?", "Where was the gold ring found?", "Who painted the barn?")
	read := map[string]int{}
	later := start(t, t.TempDir(), Options{Answers: countingAnswers{a.options.Answers, read}, Lexicon: builtIn})
	past, err := later.SimilarQuestions(t.Context(), "the painted barn, or the gold ring", 5, text.UTF16)
	if err != nil || len(past) != 2 || len(read) != 3 {
		t.Fatalf("%d questions of %d answers, %v", len(past), len(read), err)
	}
	for id, times := range read {
		if times != 1 {
			t.Errorf("%s is read %d times", id, times)
		}
	}
}

// What cannot be looked for says why; without a store nothing was asked before.
func TestAskedBeforeErrors(t *testing.T) {
	a := remembering(t, folderOf(t, pastFiles), "Who painted the barn?")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		like string
		most int
		want string
	}{
		{t.Context(), " ", 5, "the question is empty"},
		{t.Context(), "x", 0, "limit is 0: it may be 1 to 100 questions"},
		{t.Context(), "x", 101, "limit is 101: it may be 1 to 100 questions"},
		{gone, "barn", 5, context.Canceled.Error()},
	} {
		if _, err := a.SimilarQuestions(c.ctx, c.like, c.most, text.UTF16); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.like, err, c.want)
		}
	}
	none := start(t, lamp(t), Options{})
	if found, err := none.SimilarQuestions(t.Context(), "lamp", 5, text.UTF16); err != nil || len(found) != 0 {
		t.Errorf("without a store: %v, %v", found, err)
	}
}

// The list of earlier questions links to their answers and to where their citations stand,
// and nothing in it means anything to a reader of Markdown.
func TestRememberedDocument(t *testing.T) {
	a := remembering(t, folderOf(t, pastFiles), "Who painted the barn?")
	found, err := a.SimilarQuestions(t.Context(), "<b>barn", 5, text.UTF16)
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	found[0].Says = "![x](http://example.org/x.png)"
	got := replies.RememberedDocument("<b>barn", found)
	for _, want := range []string{
		"# Asked before: \\<b>barn\n", "](" + string(found[0].URI) + ")", "its citation stands",
		"- ok: [barn.txt:1](" + string(found[0].Evidence[0].URI) + "#L1)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "[x](") {
		t.Errorf("it loads something:\n%s", got)
	}
	if got := replies.RememberedDocument("frogs", nil); !strings.Contains(got, "No earlier question is like this one.") {
		t.Error(got)
	}
}

// builtIn has the vectors that come with the program.
func builtIn() embed.Lexicon { return static.BuiltIn() }
