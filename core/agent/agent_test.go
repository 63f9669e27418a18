package agent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/core/search/mentions"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm/llmtest"
	"docuquest/prompts"
)

const (
	sites     = "../../testdata/sites"
	questions = "../../testdata/questions"
)

// start makes an agent over a folder that has been read.
func start(t testing.TB, folder string, o Options) *Agent {
	t.Helper()
	abs, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	d, err := disk.Open([]string{abs}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o.Workspace = d
	o.Parsers = document.Parsers{
		ByLanguage: map[string]document.Parser{"markdown": markdown.New()},
		Fallback:   plain.Parser{},
	}
	if o.Prompts == (prompts.Set{}) {
		o.Prompts = prompts.Default()
	}
	a := New(o)
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return a
}

// folderOf writes files into a new folder.
func folderOf(t testing.TB, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		full := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// uriIn is the address of a file below a folder.
func uriIn(folder, path string) string {
	return string(file.FromPath(filepath.Join(folder, filepath.FromSlash(path))))
}

// A testCase is one txtar file: its sections by name.
type testCase map[string]string

// line is a section that is one line, without its end.
func (c testCase) line(name string) string { return strings.TrimRight(c[name], "\r\n") }

func (c testCase) lines(name string) []string {
	return strings.FieldsFunc(c[name], func(r rune) bool { return r == '\n' })
}

func cases(t *testing.T, pattern string) map[string]testCase {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(questions, pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases in %s: %v", pattern, err)
	}
	found := map[string]testCase{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c := testCase{}
		for _, f := range archive.Files {
			c[f.Name] = string(f.Data)
		}
		found[filepath.Base(name)] = c
	}
	return found
}

// The classic pipeline, word for word: the prompts that the model gets, the
// groups, the documents, the answer, or the failure.
func TestClassic(t *testing.T) {
	for name, c := range cases(t, "classic/*.txtar") {
		t.Run(name, func(t *testing.T) {
			model := llmtest.NewModel(llmtest.Script{
				"terms":     {llmtest.Say(c["terms"])},
				"summarize": {llmtest.Say(c.line("summarize"))},
			})
			set := prompts.Default()
			a := start(t, sites, Options{Model: model, TermsModel: model, Prompts: set, Preferences: Preferences{Retrieval: "boolean"}})
			answer, err := a.Ask(t.Context(), Request{Text: c.line("question")}, nil)

			want := []string{strings.ReplaceAll(set.Terms, "{query}", c.line("question"))}
			if diff := cmp.Diff(want, model.Prompts("terms")); diff != "" {
				t.Errorf("terms prompt (-want +got):\n%s", diff)
			}
			if words, fails := c["error"]; fails {
				checkError(t, err, words)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var groups []string
			for _, g := range answer.Groups {
				groups = append(groups, strings.Join(g, " "))
			}
			checkSame(t, "groups", c.lines("groups"), groups)
			checkSame(t, "documents", c.lines("documents"), answer.Documents)
			leftOut, _ := strconv.Atoi(c.line("left out"))
			checkSame(t, "left out", leftOut, answer.LeftOut)
			checkSame(t, "summarize prompt", []string{summarizePrompt(t, set, c)}, model.Prompts("summarize"))
			checkSame(t, "answer", c.line("answer"), answer.Answer)
			checkCitations(t, a, answer)
		})
	}
}

// summarizePrompt is made from the files by the rule itself: the complete text
// of each document, each followed by a newline.
func summarizePrompt(t *testing.T, set prompts.Set, c testCase) string {
	t.Helper()
	var texts strings.Builder
	for _, name := range c.lines("documents") {
		content, err := os.ReadFile(filepath.Join(sites, name))
		if err != nil {
			t.Fatal(err)
		}
		texts.Write(content)
		texts.WriteByte('\n')
	}
	return strings.NewReplacer("{query}", c.line("question"), "{documents}", texts.String()).Replace(set.Summarize)
}

func checkError(t *testing.T, err error, words string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one about %q", words)
	}
	for word := range strings.FieldsSeq(words) {
		if !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(word)) {
			t.Errorf("the error is %q and does not say %q", err, word)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error has several lines: %q", err)
	}
}

func checkSame(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// The text at every citation's range is its quote, as anyone can check from
// outside.
func checkCitations(t *testing.T, a *Agent, r *replies.Answer) {
	t.Helper()
	e, _ := text.ParseEncoding(r.Encoding)
	for _, c := range r.Citations {
		f, err := a.Read(t.Context(), c.URI)
		if err != nil {
			t.Fatal(err)
		}
		at := text.NewLines(f.Content).Span(text.Range{
			Start: text.Position{Line: c.Range.Start.Line, Character: c.Range.Start.Character},
			End:   text.Position{Line: c.Range.End.Line, Character: c.Range.End.Character},
		}, e)
		if got := at.Of(f.Content); got != c.Quote {
			t.Errorf("[%d] %s: the text at the range is %q, the quote %q", c.Number, c.Path, got, c.Quote)
		}
	}
}

// Statements with quotes: what stands is cited, what does not is named.
func TestChecked(t *testing.T) {
	for name, c := range cases(t, "checked/*.txtar") {
		for _, encoding := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
			t.Run(name+" "+encoding.String(), func(t *testing.T) {
				model := llmtest.NewModel(llmtest.Script{
					"terms":      {llmtest.Say(c["terms"])},
					"statements": {llmtest.Say(c["statements"])},
				})
				a := start(t, sites, Options{Model: model, TermsModel: model})
				answer, err := a.Ask(t.Context(), Request{Text: c.line("question"), Encoding: encoding}, nil)
				if err != nil {
					t.Fatal(err)
				}
				var cited []string
				for _, one := range answer.Citations {
					cited = append(cited, one.Path+": "+text.OneLine(one.Quote))
				}
				checkSame(t, "citations", c.lines("citations"), replies.OrEmpty(cited))
				checkSame(t, "unsupported", c.lines("unsupported"), answer.Unsupported)
				if refuse := len(cited) == 0; answer.Refused != refuse {
					t.Errorf("refused is %v: %s", answer.Refused, answer.Answer)
				}
				checkCitations(t, a, answer)
			})
		}
	}
}

// What ends the classic pipeline, and what the user is told.
func TestClassicFailures(t *testing.T) {
	say := llmtest.Say
	for _, test := range []struct {
		name   string
		script llmtest.Script
		set    prompts.Set
		words  string
	}{
		{"the terms prompt is empty", nil, prompts.Set{Summarize: "{documents}", Statements: "x"}, "prompts missing terms"},
		{"the summarize prompt is empty", nil, prompts.Set{Terms: "{query}", Statements: "x"}, "prompts missing summarize"},
		{"the model fails to give terms", llmtest.Script{"terms": {llmtest.Fail("no credit left")}}, prompts.Default(), "terms no credit left"},
		{"no document matches", llmtest.Script{"terms": {say("xyzzy plugh")}}, prompts.Default(), "no document xyzzy plugh"},
		{"the model fails to answer", llmtest.Script{"terms": {say("gold")}, "summarize": {llmtest.Fail("gone")}}, prompts.Default(), "summarize gone"},
		{"the reply is empty", llmtest.Script{"terms": {say("gold")}, "summarize": {say("  ")}}, prompts.Default(), "summarize nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			model := llmtest.NewModel(test.script)
			a := start(t, sites, Options{Model: model, TermsModel: model, Prompts: test.set, Preferences: Preferences{Retrieval: "boolean"}})
			_, err := a.Ask(t.Context(), Request{Text: "Where was gold found?"}, nil)
			checkError(t, err, test.words)
		})
	}
}

// A model that fails outside the classic pipeline is replaced by the text, and a
// step says so.
func TestModelFails(t *testing.T) {
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Fail("no credit left")},
		"statements": {llmtest.Fail("no credit left")},
	})
	a := start(t, sites, Options{Model: model, TermsModel: model})
	answer, err := a.Ask(t.Context(), Request{Text: "What was found in the well of Kessarim?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Writer != "extractive" || answer.Refused || len(answer.Citations) == 0 {
		t.Errorf("%+v", answer)
	}
	told := 0
	for _, s := range answer.Steps {
		if strings.Contains(s.Detail, "no credit left") {
			told++
		}
	}
	if told != 2 {
		t.Errorf("%d steps tell of the failures: %+v", told, answer.Steps)
	}
	checkCitations(t, a, answer)
}

// Who asks for the text itself sends nothing, whatever model there is.
func TestExtractiveSendsNothing(t *testing.T) {
	model := llmtest.NewModel(nil)
	a := start(t, sites, Options{Model: model, TermsModel: model})
	_, err := a.Ask(t.Context(), Request{Text: "Where was gold found?", Writer: "extractive"}, nil)
	if err != nil || len(model.Requests()) > 0 {
		t.Errorf("%v, %d requests", err, len(model.Requests()))
	}
}

// The question that the README opens with.
func TestGoldOrGems(t *testing.T) {
	a := start(t, sites, Options{})
	answer, err := a.Ask(t.Context(), Request{Text: "In what sites was gold or gems found?", Encoding: text.UTF16}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Refused || len(answer.Citations) < 3 {
		t.Errorf("%d citations: %s", len(answer.Citations), answer.Answer)
	}
	checkCitations(t, a, answer)
}

// An unsaved edit is searched by the next request; closing without saving
// brings the disk's text back.
func TestUnsavedEdits(t *testing.T) {
	folder := folderOf(t, map[string]string{"notes.txt": "Nothing of note.\n", "other.txt": "Other.\n"})
	a := start(t, folder, Options{})
	u := file.FromPath(filepath.ToSlash(filepath.Join(folder, "notes.txt")))
	documents := func(word string) int {
		m, err := a.Lookup(word).Mentions(t.Context(), 5, text.UTF16)
		if err != nil {
			t.Fatal(err)
		}
		return m.Documents
	}
	a.Open(u, "plaintext", 1, "Nothing of note.\n")
	edit := text.Edit{Range: &text.Range{End: text.Position{Character: 7}}, Text: "Chrysoprase"}
	if err := a.Edit(u, 2, []text.Edit{edit}, text.UTF16); err != nil {
		t.Fatal(err)
	}
	checkSame(t, "after the edit", []int{1, 0}, []int{documents("chrysoprase"), documents("nothing")})
	answer, err := a.Ask(t.Context(), Request{Text: "Where is chrysoprase?"}, nil)
	if err != nil || len(answer.Citations) != 1 || answer.Citations[0].Quote != "Chrysoprase of note." {
		t.Errorf("%v, %+v", err, answer)
	}
	a.CloseBuffer(u)
	checkSame(t, "after closing", []int{0, 1}, []int{documents("chrysoprase"), documents("nothing")})
	if err := a.Edit(u, 3, nil, text.UTF16); err == nil {
		t.Error("a file that is not open was edited")
	}
}

// A file that the workspace ignores is not searched because it is open.
func TestIgnoredBuffer(t *testing.T) {
	folder := folderOf(t, map[string]string{".gitignore": "secret.txt\n", "secret.txt": "hunter2\n", "a.txt": "a\n"})
	a := start(t, folder, Options{})
	u := file.FromPath(filepath.ToSlash(filepath.Join(folder, "secret.txt")))
	a.Open(u, "plaintext", 1, "hunter2\n")
	if a.Lookup("hunter2").Found(t.Context()) {
		t.Error("an ignored file is searched while it is open")
	}
}

func TestMentions(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"a.md":  "# On jade\n\nText.\n\n## More\n\nSome *Jade* here, jade there.\n",
		"b.txt": "One jade.\n",
		"c.txt": "Jaded.\n",
	})
	a := start(t, folder, Options{})
	m, err := a.Lookup("JADE").Mentions(t.Context(), 5, text.UTF16)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range m.Best {
		got = append(got, p.Path+" "+p.Title+": "+p.Line[:p.Word.Start]+"["+p.Word.Of(p.Line)+"]"+p.Line[p.Word.End:])
	}
	checkSame(t, "counts", []int{2, 4}, []int{m.Documents, m.Places})
	checkSame(t, "places", []string{
		"a.md On jade: # On [jade]",
		"b.txt : One [jade].",
		"a.md More: Some *[Jade]* here, jade there.",
		"a.md More: Some *Jade* here, [jade] there.",
	}, got)
	for word, want := range map[string]bool{"jade": true, "the": false, "absent": false, "one": true} {
		if got := a.Lookup(word).Found(t.Context()); got != want {
			t.Errorf("Found(%q) is %v", word, got)
		}
	}
}

// Samples hold each line once, also where copies and other editions of a file have it; rows
// that differ in numbers alone are not the same. A known place hides none that is not known.
func TestSamples(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"v1/guide-1.md": "The winch of 1931 lifts **ten** ells.\n",
		"v2/guide-2.md": "The winch of 1932 lifts ten ells.\n",
		"copy.txt":      "the WINCH of 1931 lifts ten ells\n",
		"log.txt":       "The winch of 1933 lifts ten ells.\n\nA winch and a winch.\n",
	})
	m, err := start(t, folder, Options{}).Lookup("winch").Samples(t.Context(), 9, text.UTF8, func(mentions.Place) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "counts", []int{4, 6}, []int{m.Documents, m.Places})
	said := map[string]int{}
	for _, p := range m.Best {
		said[strings.ToLower(strings.NewReplacer("*", "", ".", "", "1932", "1931").Replace(p.Line))]++
	}
	want := map[string]int{"the winch of 1931 lifts ten ells": 1, "the winch of 1933 lifts ten ells": 1, "a winch and a winch": 1}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	isCopy := func(p mentions.Place) bool { return p.Path == "copy.txt" }
	m, err = start(t, folder, Options{}).Lookup("winch").Samples(t.Context(), 9, text.UTF8, isCopy)
	if err != nil || len(m.Best) != len(want) || slices.ContainsFunc(m.Best, isCopy) {
		t.Errorf("without the copy there are %+v, %v", m.Best, err)
	}
}

// Samples begin with the newest edition, and a line that is broken elsewhere is the same line.
func TestSamplesOfEditions(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"v1/guide.md":      "The capstan lifts ten ells of rope.\n",
		"v2/guide.md":      "The capstan lifts more than ten ells.\n",
		"testdata/page.md": "A capstan, a capstan, a capstan.\n",
		"guide.html":       "<p>At noon the capstan lifts more than ten ells. Then it rests.</p>\n",
	})
	m, err := start(t, folder, Options{}).Lookup("capstan").Samples(t.Context(), 9, text.UTF8, func(mentions.Place) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range m.Best {
		paths = append(paths, p.Path)
	}
	if diff := cmp.Diff([]string{"v2/guide.md", "testdata/page.md", "v1/guide.md"}, paths); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

// What occurs in every third file is frequent; in a small folder hardly anything is.
func TestFrequent(t *testing.T) {
	for _, test := range []struct {
		holding, files int
		want           bool
	}{{10, 10, false}, {11, 11, true}, {11, 44, false}, {12, 44, true}} {
		files := map[string]string{}
		for i := range test.files {
			files[fmt.Sprintf("%d.txt", i)] = "A lamp.\n"
			if i < test.holding {
				files[fmt.Sprintf("%d.txt", i)] = "A winch.\n"
			}
		}
		if got := start(t, folderOf(t, files), Options{}).Lookup("winch").Frequent(); got != test.want {
			t.Errorf("in %d of %d files: frequent is %v", test.holding, test.files, got)
		}
	}
}

// Stop ends a question that waits for its model, and the caller is told so.
func TestStop(t *testing.T) {
	gate := llmtest.NewGate()
	model := llmtest.NewModel(llmtest.Script{"terms": {{Text: "gold", Before: gate}}})
	a := start(t, sites, Options{Model: model, TermsModel: model})
	done := make(chan error, 1)
	go func() {
		_, err := a.Ask(context.Background(), Request{Text: "Where was gold found?"}, nil)
		done <- err
	}()
	<-gate.Arrived()
	if n := a.Stop("no-such-id"); n != 0 {
		t.Errorf("%d questions stopped by an id that nobody has", n)
	}
	if n := a.Stop(""); n != 1 {
		t.Errorf("%d questions stopped", n)
	}
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the question ended with %v", err)
	}
}

// A question in which the file changes between finding and answering is checked
// against what the file says now.
func TestTextMovesOn(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "The lamp was made of jade in 1901.\n"})
	gate := llmtest.NewGate()
	reply := `{"statements":[{"text":"The lamp was made of jade in 1901.","quotes":["The lamp was made of jade in 1901."]}]}`
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("lamp jade")},
		"statements": {{Text: reply, Before: gate}},
	})
	a := start(t, folder, Options{Model: model, TermsModel: model})
	answers := make(chan *replies.Answer, 1)
	go func() {
		answer, _ := a.Ask(context.Background(), Request{Text: "When was the lamp made?"}, nil)
		answers <- answer
	}()
	<-gate.Arrived()
	u := file.FromPath(filepath.ToSlash(filepath.Join(folder, "a.txt")))
	a.Open(u, "plaintext", 1, "It is said:\n\nThe lamp was made of jade in 1902.\n")
	gate.Open()
	answer := <-answers
	checkSame(t, "unsupported", []string{"The lamp was made of jade in 1901."}, answer.Unsupported)
	checkCitations(t, a, answer)
}

func TestStatus(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "jade\n", "b.bin": "\x00\x01", "node_modules/x.js": "x"})
	s := start(t, folder, Options{Version: "v1"}).Status()
	if s.Files != 1 || !s.Complete || s.Skipped.Count != 2 || s.Writer != "extractive" || s.Version != "v1" {
		t.Errorf("%+v", s)
	}
	if s.Sizes["tokens"] != 1 || s.Sizes["bytes"] != 5 {
		t.Errorf("%+v", s.Sizes)
	}
	if !strings.Contains(retrieve.Boolean.String(), "boolean") {
		t.Error(retrieve.Boolean)
	}
}
