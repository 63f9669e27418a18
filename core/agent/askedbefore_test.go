package agent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
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
		r := ask(t, a, Question{Text: q})
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

// told are earlier questions, each with how often it was asked, how its answer begins and
// how its citations stand.
func told(all []Remembered) []string {
	lines := []string{}
	for _, r := range all {
		lines = append(lines, fmt.Sprintf("%s %d: %s (%s)", r.Question, r.Times, r.Says, r.Standing))
	}
	return lines
}

// Earlier questions are found by their words and by what they mean, and what has become of
// their citations is looked up.
func TestAskedBefore(t *testing.T) {
	folder := folderOf(t, pastFiles)
	a := remembering(t, folder, "Where was the gold ring found?", "Who painted the barn?", "Who painted the barn",
		"How much is the rent of the flat?", "Where are the unicorns?", "Have I asked about the barn before?")
	for name, content := range map[string]string{"barn.txt": "New.\n\n" + pastFiles["barn.txt"], "flat.txt": "The flat was sold.\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const (
		ring     = "Where was the gold ring found? 1: ring.txt: The gold ring was found in the well in 1931. (its citation stands)"
		barn     = "Who painted the barn 2: barn.txt: The barn of Ishkar was painted red by Edith Marl. (0 of 1 citations stand, 1 moved)"
		flat     = "How much is the rent of the flat? 1: flat.txt: The rent of the flat in Oslo is 820 euros each month. (0 of 1 citations stand, 1 gone)"
		unicorns = "Where are the unicorns? 1: Not in your files: nothing in the 4 indexed files answers this. (no citations)"
	)
	for _, c := range []struct {
		like string
		most int
		want []string
	}{
		{"who painted the barn?", 5, []string{barn}},
		{"What do I pay as rent for my flat each month?", 5, []string{flat}},
		{"unicorns", 5, []string{unicorns}},
		{"Where was the golden ring lost?", 5, []string{ring}},
		{"ring or barn", 5, []string{ring, barn}},
		{"ring or barn", 1, []string{ring}},
		{"Who is the president of France?", 5, []string{}},
	} {
		found, err := a.AskedBefore(t.Context(), c.like, c.most, text.UTF16)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, told(found)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.like, diff)
		}
	}
}

// Answers that cite files of another folder stand behind those on this one however near
// their questions are, none of what they say is told, and how their citations stand is not
// guessed.
func TestAskedElsewhere(t *testing.T) {
	kept := store.NewAnswers(t.TempDir())
	var a *Agent
	for _, asked := range []struct {
		question string
		files    map[string]string
	}{
		{"To whom was the gold ring sold?", map[string]string{"sale.txt": "The gold ring was sold to a secret buyer.\n"}},
		{"Where was the gold ring found?", pastFiles},
	} {
		a = start(t, folderOf(t, asked.files), Options{Answers: kept, Lexicon: builtIn})
		if err := a.Keep(ask(t, a, Question{Text: asked.question})); err != nil {
			t.Fatal(err)
		}
	}
	const (
		here      = "Where was the gold ring found? 1: ring.txt: The gold ring was found in the well in 1931. (its citation stands)"
		elsewhere = "To whom was the gold ring sold? 1:  (1 citation of another folder, not looked up)"
		like      = "to whom was the gold ring sold"
	)
	for most, want := range map[int][]string{1: {here}, 5: {here, elsewhere}} {
		found, err := a.AskedBefore(t.Context(), like, most, text.UTF16)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, told(found)); diff != "" {
			t.Errorf("%d of them (-want +got):\n%s", most, diff)
		}
	}
	r := ask(t, a, Question{Text: "Have I asked about the gold ring before?"})
	for _, text := range []string{r.Answer, r.Markdown, r.Document, RememberedDocument(like, r.Before)} {
		if strings.Contains(text, "secret buyer") || !strings.Contains(text, "To whom was the gold ring sold?") || !strings.Contains(text, "1 citation of another folder, not looked up") {
			t.Errorf("told is\n%s", text)
		}
	}
}

// How the citations of an answer stand is told in a few words.
func TestStanding(t *testing.T) {
	for _, c := range []struct {
		standing Standing
		want     string
	}{
		{Standing{}, "no citations"},
		{Standing{Cited: 1, OK: 1}, "its citation stands"},
		{Standing{Cited: 3, OK: 3}, "all 3 citations stand"},
		{Standing{Cited: 4, OK: 1, Moved: 1, Changed: 1, Gone: 1}, "1 of 4 citations stand, 1 moved, 1 changed, 1 gone"},
		{Standing{Cited: 1, Unknown: 1}, "1 citation of another folder, not looked up"},
		{Standing{Cited: 2, Unknown: 2, OnWeb: 2}, "2 citations of the web, not looked up"},
		{Standing{Cited: 2, Unknown: 2, OnWeb: 1}, "2 citations of another folder or the web, not looked up"},
		{Standing{Cited: 3, OK: 2, Unknown: 1}, "2 of 3 citations stand, 1 of another folder, not looked up"},
		{Standing{Cited: 3, Changed: 1, Unknown: 2, OnWeb: 2}, "0 of 3 citations stand, 1 changed, 2 of the web, not looked up"},
	} {
		if got := c.standing.String(); got != c.want {
			t.Errorf("%+v is told as %q, want %q", c.standing, got, c.want)
		}
	}
}

// countingAnswers counts how often each answer is read.
type countingAnswers struct {
	AnswerStore
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
	a.options.Answers = countingAnswers{a.options.Answers, read}
	past, err := a.answersBefore("")
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
		if _, err := a.AskedBefore(c.ctx, c.like, c.most, text.UTF16); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.like, err, c.want)
		}
	}
	none := start(t, lamp(t), Options{})
	if found, err := none.AskedBefore(t.Context(), "lamp", 5, text.UTF16); err != nil || len(found) != 0 {
		t.Errorf("without a store: %v, %v", found, err)
	}
}

// The list of earlier questions links to their answers and to where their citations stand,
// and nothing in it means anything to a reader of Markdown.
func TestRememberedDocument(t *testing.T) {
	a := remembering(t, folderOf(t, pastFiles), "Who painted the barn?")
	found, err := a.AskedBefore(t.Context(), "<b>barn", 5, text.UTF16)
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	found[0].Says = "![x](http://example.org/x.png)"
	got := RememberedDocument("<b>barn", found)
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
	if got := RememberedDocument("frogs", nil); !strings.Contains(got, "No earlier question is like this one.") {
		t.Error(got)
	}
}

// A question on what was asked before is answered from the history: with links to the
// answers, and citations of where their quotes stand now.
func TestOfHistory(t *testing.T) {
	folder := folderOf(t, pastFiles)
	a := remembering(t, folder, "Where was the gold ring found?", "Who painted the barn?", "How much is the rent of the flat?")
	if err := os.WriteFile(filepath.Join(folder, "barn.txt"), []byte("New.\n\n"+pastFiles["barn.txt"]), 0o600); err != nil {
		t.Fatal(err)
	}
	a.Touch(uriOf(folder, "barn.txt"))
	for _, c := range []struct {
		question string
		says     []string // of the answer
		cites    []string
	}{
		{"Have I asked about the barn before?", []string{"Yes, 1 earlier question is like this:", "Who painted the barn?", "by Edith Marl. [1]"}, []string{"barn.txt:3"}},
		{"did i ever ask where the ring was found before", []string{"Where was the gold ring found?"}, []string{"ring.txt:1"}},
		{"Have I asked about the president of France before?", []string{`No: among the answers that are kept, no question is like "the president of France".`}, nil},
	} {
		r := ask(t, a, Question{Text: c.question})
		if r.Refused || r.Writer != historyWriter {
			t.Errorf("%q is answered by %s: %s", c.question, r.Writer, r.Answer)
		}
		for _, want := range c.says {
			if !strings.Contains(r.Answer, want) || !strings.Contains(r.Document, strings.TrimSuffix(want, "[1]")) {
				t.Errorf("%q: %q is not in\n%s\n%s", c.question, want, r.Answer, r.Document)
			}
		}
		var cites []string
		for _, one := range r.Citations {
			cites = append(cites, fmt.Sprintf("%s:%d", one.Path, one.Range.Start.Line+1))
		}
		if diff := cmp.Diff(c.cites, cites); diff != "" {
			t.Errorf("%q cites (-want +got):\n%s", c.question, diff)
		}
		for _, b := range r.Before {
			if link := "](" + string(b.URI) + ")"; !strings.Contains(r.Document, link) || !strings.Contains(r.Markdown, link) {
				t.Errorf("%q does not link %s:\n%s", c.question, link, r.Document)
			}
		}
		checkCitations(t, a, r)
	}
}

// "This" is the question in front of it, and an answer of the history is nothing that a
// later question goes on with.
func TestOfHistoryThis(t *testing.T) {
	a := remembering(t, folderOf(t, pastFiles), "Who painted the barn?")
	if _, err := a.Converse(""); err != nil {
		t.Fatal(err)
	}
	if r := ask(t, a, Question{Text: "Did I ask this already?"}); r.Writer == historyWriter {
		t.Errorf("there is nothing that it can mean: %s", r.Answer)
	}
	if _, err := a.Converse(""); err != nil {
		t.Fatal(err)
	}
	if err := a.Keep(ask(t, a, Question{Text: "Who painted the barn of Ishkar?"})); err != nil {
		t.Fatal(err)
	}
	r := ask(t, a, Question{Text: "Did I ask this already?"})
	if r.Writer != historyWriter || len(r.Before) != 1 || r.Before[0].Question != "Who painted the barn?" {
		t.Errorf("%s: %v", r.Answer, told(r.Before))
	}
	if r := ask(t, a, Question{Text: "And when?"}); strings.Join(r.Carried, " ") != "painted barn Ishkar" {
		t.Errorf("carried %q", r.Carried)
	}
}

// Which questions are on the history is a narrow rule: what may be on files is on files.
func TestAskHistory(t *testing.T) {
	for question, want := range map[string]historyAsk{
		"Have I asked about jade before?":                       {about: "jade"},
		"have i asked you about the old well already":           {about: "the old well"},
		"Have we ever asked about jade?":                        {about: "jade"},
		"Did I ask about the rent of the flat in Oslo before?":  {about: "the rent of the flat in Oslo"},
		"Did I already ask where jade was found?":               {about: "where jade was found"},
		"Have I asked how deep the well of Kessarim is before?": {about: "how deep the well of Kessarim is"},
		"Did I ask this before?":                                {this: true},
		"Have I already asked this question?":                   {this: true},
		"did I ask that already":                                {this: true},
		"Have I asked it yet?":                                  {this: true},
	} {
		if got, ok := askHistory(question); !ok || got != want {
			t.Errorf("%q is taken for %+v, %v", question, got, ok)
		}
	}
	for _, question := range []string{
		"Did I ask about the rent?",
		"Have I asked this?",
		"Did I ask Tom about the rent before?",
		"Have I asked for leave before?",
		"Has anyone asked about jade before?",
		"Did the minister ask about the bridge before?",
		"What did I ask about the rent before?",
		"Have I asked about the rent before March 2020?",
		"Did I ask whether Tom came before he left?",
		"Have I ever asked about the rent of the flat in my letters to Tom?",
		"Who asked about jade before?",
		"Where have I asked about jade before?",
		"Have I been asked about jade before?",
		"Have they asked about jade already?",
		"I asked about jade before.",
		"Before I asked about jade, had I asked about gold?",
		"Have I asked about?",
		"",
	} {
		if got, ok := askHistory(question); ok {
			t.Errorf("%q is taken for %+v", question, got)
		}
	}
}

// A question with filters, one of a file, and one of the classic way are on files.
func TestOfHistoryNot(t *testing.T) {
	folder := folderOf(t, pastFiles)
	a := remembering(t, folder, "Who painted the barn?")
	for _, q := range []Question{
		{Text: "Have I asked about the barn before? in:/"},
		{Text: "Have I asked about the barn before?", Types: []string{"txt"}},
		{Text: "Have I asked about the barn before?", URI: string(uriOf(folder, "barn.txt"))},
	} {
		if r := ask(t, a, q); r.Writer == historyWriter {
			t.Errorf("%+v: %s", q, r.Answer)
		}
	}
	if _, err := a.Ask(t.Context(), Question{Text: "Have I asked about frogs before?", Retrieval: "boolean", Writer: extractive}, nil); err != nil && !errors.Is(err, ErrNoMatch) {
		t.Error(err)
	}
}

// Whatever is asked is read without a fault, and names something where it is taken.
func FuzzAskHistory(f *testing.F) {
	for _, seed := range []string{"Have I asked about jade before?", "did I ask this already", "have i ever asked who \xff before?", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, question string) {
		if got, ok := askHistory(question); ok && got.this == (strings.TrimSpace(got.about) != "") {
			t.Fatalf("%q is taken for %+v", question, got)
		}
	})
}
