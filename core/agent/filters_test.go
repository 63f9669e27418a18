package agent

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/llm/llmtest"
)

// libraryFiles are a few files in folders.
var libraryFiles = map[string]string{
	"docs/ring.md":   "# Rings\n\nThe gold ring was found in the well.\n",
	"docs/old/a.txt": "The gold ring was lost in the tower.\n",
	"src/ring.go":    "package ring\n\n// The gold ring is a type.\n",
}

// A filter limits what is searched, is told of, and is no part of what is looked
// for.
func TestAskWithFilters(t *testing.T) {
	a := start(t, folderOf(t, libraryFiles), Options{})
	for _, test := range []struct {
		question  Question
		documents []string
		answer    string // its beginning
		remarks   []string
	}{
		{Question{Text: "Where was the gold ring in:docs -in:old"}, []string{"docs/ring.md"}, "- **Rings**", nil},
		{Question{Text: "Where was the gold ring?", In: []string{"docs", "-old"}}, []string{"docs/ring.md"}, "- **Rings**", nil},
		{Question{Text: "gold ring type:go"}, []string{"src/ring.go"}, "", nil},
		{Question{Text: "gold ring", Types: []string{"code"}}, []string{"src/ring.go"}, "", nil},
		{
			Question{Text: "gold ring in:dcos,src"},
			[]string{"src/ring.go"},
			"",
			[]string{"No file is in dcos."},
		},
		{Question{Text: "gold ring in:dcos"}, []string{}, "Not in your files: no file is in dcos.", nil},
		{
			Question{Text: "Which telescope observed Neptune in:docs"},
			[]string{},
			"Not in your files: nothing in the 2 files for in:docs answers this.", nil,
		},
	} {
		answer, err := a.Ask(t.Context(), test.question, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.documents, answer.Documents); diff != "" {
			t.Errorf("%+v: documents (-want +got):\n%s", test.question, diff)
		}
		if diff := cmp.Diff(test.remarks, answer.Remarks()); diff != "" {
			t.Errorf("%+v: remarks (-want +got):\n%s", test.question, diff)
		}
		if !strings.HasPrefix(answer.Answer, test.answer) || answer.Question != test.question.Text {
			t.Errorf("%+v: %q", test.question, answer.Answer)
		}
	}
}

// Search limits in the same way.
func TestSearchWithFilters(t *testing.T) {
	a := start(t, folderOf(t, libraryFiles), Options{})
	for _, test := range []struct {
		search Search
		paths  []string
		taken  Taken
	}{
		{Search{Query: "gold in:docs/old"}, []string{"docs/old/a.txt"}, Taken{Filters: []string{"in:docs/old"}}},
		{Search{Query: "gold", Types: []string{"md"}, In: []string{"docs"}}, []string{"docs/ring.md"}, Taken{Filters: []string{"in:docs", "type:md"}}},
		{Search{Query: "gold file:x"}, nil, Taken{Filters: []string{"file:x"}, Nowhere: "no file is named x"}},
	} {
		reply, err := a.Search(t.Context(), test.search)
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, h := range reply.Hits {
			paths = append(paths, h.Path)
		}
		if diff := cmp.Diff(test.paths, paths); diff != "" {
			t.Errorf("%+v: paths (-want +got):\n%s", test.search, diff)
		}
		if diff := cmp.Diff(test.taken, reply.Taken); diff != "" {
			t.Errorf("%+v: taken (-want +got):\n%s", test.search, diff)
		}
	}
}

// What limits a question and is no question is refused in one line.
func TestFilterErrors(t *testing.T) {
	a := start(t, folderOf(t, libraryFiles), Options{})
	for _, test := range []struct {
		question Question
		want     string
	}{
		{Question{Text: "in:docs type:pdf"}, "the question has filters alone: it needs words to look for, too"},
		{Question{Text: " "}, "the question is empty"},
		{Question{Text: "gold", In: []string{""}}, "in needs folders, such as docs or core/search/rank"},
		{Question{Text: "gold" + strings.Repeat(" in:a", 101)}, "the question has 101 filters: it may have 100"},
		{Question{Text: "gold in:dcos", Retrieval: "boolean"}, "no document matches: no file is in dcos"},
	} {
		_, err := a.Ask(t.Context(), test.question, nil)
		if err == nil || err.Error() != test.want {
			t.Errorf("%.40q: %v, want %s", test.question.Text, err, test.want)
		}
	}
}

// No model sees a filter.
func TestModelSeesNoFilter(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{
		"terms":     {llmtest.Say("gold")},
		"summarize": {llmtest.Say("Gold.")},
	})
	a := start(t, folderOf(t, libraryFiles), Options{Model: model, TermsModel: model, Preferences: Preferences{Retrieval: "boolean"}})
	if _, err := a.Ask(t.Context(), Question{Text: "Which gold in:docs?"}, nil); err != nil {
		t.Fatal(err)
	}
	for _, category := range []string{"terms", "summarize"} {
		for _, prompt := range model.Prompts(category) {
			if strings.Contains(prompt, "in:docs") || !strings.Contains(prompt, "Which gold?") {
				t.Errorf("%s: %s", category, prompt)
			}
		}
	}
}

// A hit can bring along what stands beside it, and a copy of it is named.
func TestSearchAround(t *testing.T) {
	text := "# Rings\n\nOn rings.\n\n## Gold\n\nThe gold ring.\n\n## Iron\n\nThe *iron* ring.\n"
	a := start(t, folderOf(t, map[string]string{"a.md": text, "b.md": text}), Options{})
	reply, err := a.Search(t.Context(), Search{Query: "gold", Limit: 1, Around: 1})
	if err != nil || len(reply.Hits) != 1 {
		t.Fatal(reply, err)
	}
	hit := reply.Hits[0]
	want := Around{Before: []string{"On rings."}, After: []string{"## Iron\n\nThe *iron* ring."}}
	got := Around{Before: []string{strings.TrimPrefix(strings.TrimSpace(hit.Before[0]), "# Rings\n\n")}, After: []string{strings.TrimSpace(hit.After[0])}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("around (-want +got):\n%s", diff)
	}
	if _, err := a.Search(t.Context(), Search{Query: "gold", Around: 21}); err == nil || err.Error() != "around is 21: it may be 0 to 20 passages" {
		t.Errorf("%v", err)
	}
}

// A slip of the keyboard is told.
func TestAskCorrected(t *testing.T) {
	a := start(t, folderOf(t, libraryFiles), Options{})
	answer, err := a.Ask(t.Context(), Question{Text: "Where was the gold rign in the twoer?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`Searched for "ring" instead of "rign", for "tower" instead of "twoer".`}
	if diff := cmp.Diff(want, answer.Remarks()); diff != "" {
		t.Errorf("remarks (-want +got):\n%s", diff)
	}
	if !strings.Contains(answer.Document, "instead of") || answer.Question != "Where was the gold rign in the twoer?" {
		t.Errorf("%s", answer.Document)
	}
}
