package lsp_test

import (
	"os"
	"strings"
	"testing"

	"docuquest/core/answer/why"
	"docuquest/core/file"
	"docuquest/core/store"
	"docuquest/lsp/lsptest"
)

const rubyQuestion = "Who dug out the temple of Ashkeld?"

// explained is what comes of docuquest.explain, and whyNot of docuquest.whyNot.
type (
	explained struct {
		URI     string
		Account why.Account
	}
	whyNot struct {
		why.WhyNotReply
		Document string
	}
)

// How an answer came about, and why a file is not in one, are documents that an editor
// opens: by their address, or as a file where it knows none of ours.
func TestExplainAndWhyNot(t *testing.T) {
	for _, knowsOurs := range []bool{true, false} {
		texts := store.NewTexts(t.TempDir())
		e := lsptest.Start(t, lsptest.Options{Files: ruins, State: t.TempDir(), Texts: texts, Documents: knowsOurs})
		r, err := e.Ask(rubyQuestion)
		if err != nil {
			t.Fatal(err)
		}
		var got explained
		if err := e.Command("docuquest.explain", map[string]any{"answer": r.ID, "show": true}, &got); err != nil {
			t.Fatal(err)
		}
		if got.Account.Answer != r.ID || got.Account.Again || len(got.Account.Written.Statements) == 0 {
			t.Errorf("explained as %+v", got.Account)
		}
		checkShown(t, e, got.URI, "docuquest:/explain/"+r.ID+".md", "# Why: "+rubyQuestion+"\n", "temple.md, line")

		var not whyNot
		if err := e.Command("docuquest.whyNot", map[string]any{"uri": e.URI("private.txt"), "answer": r.ID, "show": true}, &not); err != nil {
			t.Fatal(err)
		}
		if not.Step != why.LostNotIndexed || !strings.Contains(not.Detail, "by the rule private.txt in .gitignore") || not.Path != "private.txt" {
			t.Errorf("%+v", not.WhyNotReply)
		}
		checkShown(t, e, not.Document, "docuquest:/whynot/", "# Why not private.txt\n", "**Step: not indexed.**")
	}
}

// checkShown reads the document at an address, and wants that the editor was told to open
// it.
func checkShown(t *testing.T, e *lsptest.Editor, address, ours string, says ...string) {
	t.Helper()
	e.Await(func(story []lsptest.Message) bool {
		for _, shown := range shownIn(story) {
			if shown == address {
				return true
			}
		}
		return false
	})
	text, err := e.DocumentText(address)
	if u, isFile := strings.CutPrefix(address, "file:"); isFile {
		var raw []byte
		raw, err = os.ReadFile(file.URI("file:" + u).Path())
		text = string(raw)
		if !strings.HasSuffix(address, ".md") {
			t.Errorf("%s is no Markdown by its name", address)
		}
	} else if !strings.HasPrefix(address, ours) {
		t.Errorf("the address is %s", address)
	}
	for _, want := range says {
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%s does not say %q: %v\n%s", address, want, err, text)
		}
	}
}

// The document of an answer names it as well as its id does, and a question needs no
// answer.
func TestWhyNotByAddress(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: t.TempDir(), Documents: true})
	r, err := e.Ask(rubyQuestion)
	if err != nil {
		t.Fatal(err)
	}
	var got explained
	if err := e.Command("docuquest.explain", "docuquest:/answers/"+r.ID+".md", &got); err != nil || got.Account.Answer != r.ID {
		t.Errorf("%v, %+v", err, got.Account)
	}
	for _, argument := range []map[string]any{
		{"uri": e.URI("temple.md"), "answer": "docuquest:/answers/" + r.ID + ".md"},
		{"uri": e.URI("temple.md"), "question": rubyQuestion},
	} {
		var not whyNot
		if err := e.Command("docuquest.whyNot", argument, &not); err != nil || not.Step != why.NotLost {
			t.Errorf("%v: %v, %+v", argument, err, not.WhyNotReply)
		}
	}
}

// Forgetting an answer removes what was written of it, and forgetting all the rest. Until
// then the file that stands in for an explanation names its answer, as its address does.
func TestForgetExplained(t *testing.T) {
	folder := t.TempDir()
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: t.TempDir(), Texts: store.NewTexts(folder)})
	var ids []string
	for range 2 {
		r, err := e.Ask(rubyQuestion)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
		var why explained
		for _, name := range []string{r.ID, "docuquest:/explain/" + r.ID + ".md"} {
			if err := e.Command("docuquest.explain", name, &why); err != nil || why.Account.Answer != r.ID {
				t.Errorf("%s: %v, %+v", name, err, why.Account)
			}
		}
		if err := e.Command("docuquest.explain", why.URI, &why); err != nil || why.Account.Answer != r.ID || strings.Count(why.URI, ".md") > 1 {
			t.Errorf("%s: %v, %+v", why.URI, err, why.Account)
		}
		if err := e.Command("docuquest.whyNot", map[string]any{"uri": e.URI("private.txt"), "answer": why.URI}, nil); err != nil {
			t.Error(err)
		}
	}
	for _, step := range []struct {
		forget any
		left   int
	}{{ids[0], 2}, {map[string]any{"all": true}, 0}} {
		if err := e.Command("docuquest.forget", step.forget, nil); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != step.left {
			t.Errorf("after %v %v are left, %v", step.forget, left, err)
		}
	}
}

// What is said of a file that is not in an answer goes with the answer.
func TestForgetReasons(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins, State: t.TempDir(), Documents: true})
	for _, all := range []bool{false, true} {
		r, err := e.Ask(rubyQuestion)
		if err != nil {
			t.Fatal(err)
		}
		var not whyNot
		if err := e.Command("docuquest.whyNot", map[string]any{"uri": e.URI("private.txt"), "answer": r.ID}, &not); err != nil {
			t.Fatal(err)
		}
		if _, err := e.DocumentText(not.Document); err != nil {
			t.Error(err)
		}
		what := map[string]any{"answer": r.ID}
		if all {
			what = map[string]any{"all": true}
		}
		if err := e.Command("docuquest.forget", what, nil); err != nil {
			t.Fatal(err)
		}
		if text, err := e.DocumentText(not.Document); err == nil {
			t.Errorf("after forgetting %v there is %s", what, text)
		}
	}
}

// What cannot be answered is refused in one line.
func TestExplainRefuses(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Documents: true})
	for _, c := range []struct {
		command  string
		argument any
		want     string
	}{
		{"docuquest.explain", "nosuchanswer", "no answer with the id \"nosuchanswer\" is kept"},
		{"docuquest.explain", "", "needs the id of an answer"},
		{"docuquest.whyNot", "tomb.txt", "needs the uri of a file"},
		{"docuquest.whyNot", map[string]any{"uri": "file:///a"}, "needs the id of an answer, or a question"},
		{"docuquest.whyNot", map[string]any{"uri": "file:///a", "question": "a", "answer": "b"}, "needs the id of an answer, or a question"},
		{"docuquest.whyNot", map[string]any{"uri": "https://a", "question": "a"}, "uri"},
		{"docuquest.whyNot", map[string]any{"uri": "file:///a", "answer": "nosuchanswer"}, "no answer with the id \"nosuchanswer\" is kept"},
		{"docuquest.whyNot", map[string]any{"uri": "file:///a", "question": strings.Repeat("why ", 2001)}, "longer than 2000 words"},
	} {
		if err := e.Command(c.command, c.argument, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: %v, want %q", c.command, c.argument, err, c.want)
		}
	}
	for address, want := range map[string]string{
		"docuquest:/explain/nosuchanswer.md": "no answer with the id \"nosuchanswer\" is kept",
		"docuquest:/whynot/nosuchanswer.md":  "not known any more",
		"docuquest:/explain/.md":             "no document of DocuQuest",
	} {
		if _, err := e.DocumentText(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}
