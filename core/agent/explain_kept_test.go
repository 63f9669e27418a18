package agent

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
)

// The account of an answer is that of its own run, with what the check found of each
// statement, in this session and in a later one; without it a second run says so; and it
// goes with its answer.
func TestExplainAnswer(t *testing.T) {
	folder, kept := folderOf(t, lamps(map[string]string{"copy.md": lamps(nil)["answer.md"]})), t.TempDir()
	said := `{"statements": [
		{"text": "Odile Marrant polished it.", "quotes": [{"passage": 1, "quote": "The copper lantern was polished by Odile Marrant in 1931."}]},
		{"text": "That was in 1932.", "quotes": [{"passage": 1, "quote": "The copper lantern was polished by Odile Marrant in 1931."}]}]}`
	model := llmtest.NewModel(llmtest.Script{"statements": {llmtest.Say(said)}, "revise": {llmtest.Say(said)}})
	a := start(t, folder, Options{Answers: store.NewAnswers(kept), Model: model})
	r, err := a.Ask(t.Context(), Question{Text: "Who polished the coper lantern?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := explain(t, a, r.ID)
	if err := a.Keep(r); err != nil {
		t.Fatal(err)
	}
	later := start(t, folder, Options{Answers: store.NewAnswers(kept)})
	checkSame(t, "the account in a later session", own, explain(t, later, r.ID))
	for _, want := range []string{
		"# Why: Who polished the coper lantern?", "Searched for \"copper\" instead of \"coper\".", "| polished | polish | 2 |",
		"2 read, 1 kept.", "| given to the writer | [answer.md, line ", "copy.md says the same as answer.md.", "2 statements, 1 of them cut.",
		"- Kept \\[1\\]: Odile Marrant polished it.\n", "- Cut, since its quotes do not say it (1932): That was in 1932.\n",
		"Nothing left this machine.", "| check | ",
	} {
		if document := own.Document(); !strings.Contains(document, want) {
			t.Errorf("the document does not say %q:\n%s", want, document)
		}
	}

	if err := os.WriteFile(filepath.Join(kept, r.ID+".account.gz"), []byte("cut short"), 0o600); err != nil {
		t.Fatal(err)
	}
	again := explain(t, start(t, folder, Options{Answers: store.NewAnswers(kept)}), r.ID)
	if !again.Again || again.Answer != r.ID || again.Question != r.Question || !strings.Contains(again.Document(), "asked once more") {
		t.Errorf("the second run is %+v", again)
	}
	if _, err := a.Forget(Forgetting{Answer: r.ID}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Explain(t.Context(), r.ID); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the account of a forgotten answer: %v", err)
	}
	if left, err := os.ReadDir(kept); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

func explain(t *testing.T, a *Agent, id string) *Account {
	t.Helper()
	x, err := a.Explain(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// What was counted has an account without a search.
func TestExplainCounted(t *testing.T) {
	a := start(t, folderOf(t, lamps(nil)), Options{})
	r, err := a.Ask(t.Context(), Question{Text: "How many files mention lantern? -in:old"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	document := explain(t, a, r.ID).Document()
	for _, want := range []string{"Limited to: -in:old", "Counted in 3 files, and not searched: it is true of 1.", "every row was read where it stands"} {
		if !strings.Contains(document, want) {
			t.Errorf("the document does not say %q:\n%s", want, document)
		}
	}
}

// What the index was believed in, or is a lower bound, is not said to have been read.
func TestSaidOfCounts(t *testing.T) {
	for _, c := range []struct {
		exact *Exact
		want  string
	}{
		{&Exact{}, "It was counted, and every row was read where it stands."},
		{&Exact{ByIndex: true}, "It was counted by the index, since too many files would have to be read; every row that is shown was read where it stands."},
		{&Exact{ByIndex: true, AtLeast: true}, "It was counted in as many files as are read for that, so that it may be more; every row that is shown was read where it stands."},
	} {
		x := &Account{Exact: c.exact, Written: Written{Writer: exactWriter}}
		checkSame(t, "said", c.want, x.Said())
	}
}

// What the classic writer says stands as it is: none of it was cut, and it was given the
// files as a whole.
func TestExplainVerbatim(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{"summarize": {llmtest.Say("It was sold in 1950.")}})
	a := start(t, folderOf(t, lamps(nil)), Options{Model: model, Preferences: Preferences{Retrieval: "boolean"}})
	r, err := a.Ask(t.Context(), Question{Text: "copper lantern", Writer: "classic"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := explain(t, a, r.ID)
	for _, want := range []string{"1 statement, 1 of them not proven.", "- Not proven, since no quote says it (", "The writer was given 1 file as a whole.", "| given to the writer |"} {
		if document := x.Document(); !strings.Contains(document, want) || strings.Contains(document, "Cut, since") {
			t.Errorf("the document does not say %q:\n%s", want, document)
		}
	}
}

// An account is made with its answer, and holds nothing that may change.
func TestExplainAtOnce(t *testing.T) {
	a := start(t, folderOf(t, lamps(nil)), Options{})
	r, err := a.Ask(t.Context(), Question{Text: lampQuestion}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Citations = nil
	if x := explain(t, a, r.ID); len(x.Cited) != 1 || x.Cited[0].URI == "" {
		t.Errorf("it cites %+v", x.Cited)
	}
}

// A second run is of the same question: of its file, and on what it went on with.
func TestExplainAgain(t *testing.T) {
	kept := t.TempDir()
	folder := folderOf(t, lamps(map[string]string{"other.md": "The copper lantern was polished by nobody in 1931.\n"}))
	o := Options{Answers: store.NewAnswers(kept), Preferences: Preferences{History: 5}}
	a := start(t, folder, o)
	for _, q := range []Question{{Text: lampQuestion, URI: uriIn(folder, "answer.md")}, {Text: "And when?"}} {
		r, err := a.Ask(t.Context(), q, nil)
		if err == nil {
			err = a.Keep(r)
		}
		if err != nil {
			t.Fatal(err)
		}
		own := explain(t, a, r.ID)
		if err := os.Remove(filepath.Join(kept, r.ID+".account.gz")); err != nil {
			t.Fatal(err)
		}
		again := explain(t, start(t, folder, o), r.ID)
		checkSame(t, "limits", own.Limits(), again.Limits())
		checkSame(t, "carried", own.Carried, again.Carried)
		checkSame(t, "words", own.Search.Words, again.Search.Words)
		checkSame(t, "terms", own.Search.Terms, again.Search.Terms)
		if q.URI == "" && own.Carried == nil || !strings.Contains(again.Notice(), "not repeated") {
			t.Errorf("%q takes over %q; the notice is %q", q.Text, own.Carried, again.Notice())
		}
	}
}

var escaped = regexp.MustCompile(`\\.`)

// A file and a question cannot put anything of their own into a document.
func TestExplainSafe(t *testing.T) {
	evil := "[a](https://x.example/) ![b](https://x.example/b.png) <b>lantern</b> | c `d`"
	a := start(t, folderOf(t, map[string]string{"e.md": "# " + evil + "\n\nThe copper lantern: " + evil + "\n"}), Options{})
	r, err := a.Ask(t.Context(), Question{Text: "copper lantern " + evil}, nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := a.WhyNot(t.Context(), WhyNot{URI: "file:///x/" + "%5Ba%5D(https:%2F%2Fx.example)", Answer: r.ID})
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range []string{explain(t, a, r.ID).Document(), reply.Explanation} {
		for _, active := range []string{"](https:", "![", "<b>", "<http"} {
			if strings.Contains(escaped.ReplaceAllString(document, ""), active) {
				t.Errorf("%q is in\n%s", active, document)
			}
		}
	}
}
