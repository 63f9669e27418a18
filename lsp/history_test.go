package lsp_test

import (
	"strings"
	"testing"

	"docuquest/core/answer/replies"
	"docuquest/core/store"
	"docuquest/lsp/lsptest"
)

const rings = `
-- ring.md --
# The ring

The gold ring was found in the well in 1931.
-- barn.md --
# The barn

The barn of Ishkar was painted red by Edith Marl.
`

// The earlier questions that are like one are listed, and shown as a document: by its
// address, or as a file, which goes with the answers.
func TestAskedBefore(t *testing.T) {
	for _, knowsOurs := range []bool{true, false} {
		e := lsptest.Start(t, lsptest.Options{Files: rings, State: t.TempDir(), Texts: store.NewTexts(t.TempDir()), Documents: knowsOurs})
		for _, question := range []string{"Where was the gold ring found?", "Who painted the barn?"} {
			if _, err := e.Ask(question); err != nil {
				t.Fatal(err)
			}
		}
		for i, c := range []struct {
			like string
			want string // the earlier question, "" for none
		}{{"rings of gold", "Where was the gold ring found?"}, {"Which president signed it?", ""}} {
			var before []replies.Remembered
			if err := e.Command("docuquest.history", map[string]any{"like": c.like, "show": true}, &before); err != nil {
				t.Fatal(err)
			}
			says := []string{"# Asked before: " + c.like}
			if c.want == "" {
				says = append(says, "No earlier question is like this one.")
			} else {
				says = append(says, "["+c.want+"](file:", "its citation stands", "- ok: [ring.md:3]("+e.URI("ring.md")+"#L3)")
			}
			if got := questionsOf(before); got != c.want {
				t.Errorf("like %q: %q", c.like, got)
			}
			checkShown(t, e, askedAddress(e, i), "docuquest:/asked/", says...)
		}
		if knowsOurs {
			continue
		}
		if err := e.Command("docuquest.forget", map[string]any{"all": true}, nil); err != nil {
			t.Fatal(err)
		}
		if text, err := e.DocumentText(askedAddress(e, 1)); err == nil {
			t.Errorf("the list outlives its answers: %s", text)
		}
	}
}

func questionsOf(before []replies.Remembered) string {
	var all []string
	for _, one := range before {
		all = append(all, one.Question)
	}
	return strings.Join(all, " ")
}

// askedAddress is where a list of earlier questions is shown, the first of them with
// number 0.
func askedAddress(e *lsptest.Editor, number int) (address string) {
	e.Await(func(story []lsptest.Message) bool {
		var lists []string
		for _, shown := range shownIn(story) {
			if strings.Contains(shown, "asked") {
				lists = append(lists, shown)
			}
		}
		if number < len(lists) {
			address = lists[number]
		}
		return address != ""
	})
	return address
}

// In the background the command replies at once, and the document comes by itself.
func TestAskedBeforeInBackground(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: rings, State: t.TempDir(), Documents: true})
	if _, err := e.Ask("Who painted the barn?"); err != nil {
		t.Fatal(err)
	}
	var before []replies.Remembered
	if err := e.Command("docuquest.history", map[string]any{"like": "a/b barn?", "show": true, "background": true}, &before); err != nil || before != nil {
		t.Errorf("%v, %v", before, err)
	}
	checkShown(t, e, askedAddress(e, 0), "docuquest:/asked/", "# Asked before: a/b barn?", "Who painted the barn?")
}

// A plain string is a question that others are like; nothing, or an empty one, lists the
// newest.
func TestHistoryArgument(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: rings, State: t.TempDir()})
	for _, question := range []string{"Where was the gold ring found?", "Who painted the barn?"} {
		if _, err := e.Ask(question); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		argument any
		want     int
	}{{"rings of gold", 1}, {map[string]any{"like": "rings of gold"}, 1}, {"", 2}, {map[string]any{}, 2}, {nil, 2}} {
		var before []replies.Remembered
		if err := e.Command("docuquest.history", c.argument, &before); err != nil || len(before) != c.want {
			t.Errorf("%v lists %q, %v", c.argument, questionsOf(before), err)
		}
	}
}

// What cannot be listed says why.
func TestAskedBeforeErrors(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: rings, State: t.TempDir(), Documents: true})
	for _, c := range []struct {
		argument map[string]any
		want     string
	}{
		{map[string]any{"like": "x", "limit": 101}, "with like, limit is a number of questions from 1 to 100"},
		{map[string]any{"like": strings.Repeat("x ", 2001)}, "the question is longer than 2000 words"},
		{map[string]any{"like": 7}, "like cannot be a number"},
		{map[string]any{"show": true}, "which one?"},
	} {
		if err := e.Command("docuquest.history", c.argument, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v gives %v, not %q", c.argument, err, c.want)
		}
	}
	for _, address := range []string{"docuquest:/asked/.md", "docuquest:/asked/%20.md"} {
		if text, err := e.DocumentText(address); err == nil {
			t.Errorf("%s has the text %q", address, text)
		}
	}
}

// What a question may say of the conversation and of calls is checked before it is asked.
func TestAskLimits(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: rings, Documents: true})
	for want, more := range map[string]map[string]any{
		"turns of history is 101":                    {"history": map[string]any{"turns": 101}},
		"nearest cannot be a string":                 {"history": map[string]any{"nearest": "x"}},
		"calls is 21: it may be 0 to 20 definitions": {"calls": 21},
	} {
		more["question"] = "Where is the ring?"
		if _, err := e.Ask(more); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v gives %v, not %q", more, err, want)
		}
	}
}
