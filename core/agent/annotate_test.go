package agent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"docuquest/core/answer/sent"
	"docuquest/core/code/annotate"
	"docuquest/core/code/notebook"
	"docuquest/core/document"
	codeparser "docuquest/core/document/code"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file/disk"
	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
	"docuquest/core/store"
	"docuquest/prompts"
)

// codeBase is 300 different chunks: ten files of each of three languages, with the file
// and nine pieces in it.
func codeBase() map[string]string {
	files := map[string]string{}
	for i := range 10 {
		golang := fmt.Sprintf("// Package p%d keeps wells.\npackage p%[1]d\n\n// A Well%[1]d is deep.\ntype Well%[1]d struct{ depth int }\n", i)
		python := fmt.Sprintf("\"\"\"Module %d digs.\"\"\"\n\n\nclass Digger%[1]d:\n    \"\"\"Digs.\"\"\"\n", i)
		prose := fmt.Sprintf("Guide %d tells of wells.\n", i)
		for j := range 8 {
			golang += fmt.Sprintf("\n// Step%d goes on.\nfunc (w *Well%d) Step%[1]d() int { return w.depth + %d }\n", j, i, 100*i+j)
			python += fmt.Sprintf("\n    def step_%d(self):\n        return %d\n", j, 100*i+j)
		}
		for j := range 9 {
			prose += fmt.Sprintf("\n## Part %d of %d\n\nDig %d feet.\n", j, i, 100*i+j)
		}
		files[fmt.Sprintf("well/well%d.go", i)] = golang
		files[fmt.Sprintf("digger/digger%d.py", i)] = python
		files[fmt.Sprintf("guide/guide%d.md", i)] = prose
	}
	return files
}

// A scribe is a model behind a real server that writes notes about what it is shown.
type scribe struct {
	*llmtest.Server
	mu     sync.Mutex
	number int
	kept   annotate.Store // of the agents that are opened; nil for the one of their state
	sent   sent.Store     // likewise; nil keeps nothing
	// act takes the place of the reply to a request, counted from 1, where it gives any.
	act func(number int, good string) llmtest.Act
}

func newScribe(t *testing.T) *scribe {
	s := &scribe{}
	s.Server = llmtest.NewServer(t, llmtest.InOrder(func(x *llmtest.Exchange) {
		s.mu.Lock()
		s.number++
		number, act := s.number, s.act
		s.mu.Unlock()
		good := notesFor(x.Prompt)
		if act != nil {
			if instead := act(number, good); instead != nil {
				instead(x)
				return
			}
		}
		llmtest.Reply(good)(x)
	}))
	return s
}

// pieceMark matches the line in front of a piece in a prompt.
var pieceMark = regexp.MustCompile(`(?m)^\[\[(\d+): (.*)\]\]$`)

// piecesIn are the pieces that a prompt asks about: "digger/digger3.py: method step_1, in
// Digger3".
func piecesIn(prompt string) []string {
	_, shown, _ := strings.Cut(prompt, "\nFile: ")
	path, _, _ := strings.Cut(shown, " (")
	var all []string
	for _, m := range pieceMark.FindAllStringSubmatch(shown, -1) {
		all = append(all, path+": "+m[2])
	}
	return all
}

// notesFor is a good reply to a prompt.
func notesFor(prompt string) string {
	var parts []string
	for i, piece := range piecesIn(prompt) {
		parts = append(parts, fmt.Sprintf(`{"chunk": %d, "summary": "Tells of %s.", "keywords": ["well", "depth"], "tags": ["digging"], "synonyms": ["shaft", "borehole"], "dependencies": []}`, i+1, piece))
	}
	return "{\"notes\": [\n" + strings.Join(parts, ",\n") + "\n]}"
}

// asked are the pieces that were asked about since a request, in order.
func (s *scribe) asked(since int) (all []string) {
	for _, r := range s.Requests()[since:] {
		all = append(all, piecesIn(r.Prompt)...)
	}
	return all
}

// open makes an agent over a folder that asks a scribe, as a new process would.
func (s *scribe) open(t *testing.T, folder, state string, limits annotate.Limits) *Agent {
	t.Helper()
	return s.openAll(t, []string{folder}, state, limits)
}

// openAll is open for several folders.
func (s *scribe) openAll(t *testing.T, folders []string, state string, limits annotate.Limits) *Agent {
	t.Helper()
	client := outside.New(outside.Options{Retries: outside.Retries{Tries: 1}})
	t.Cleanup(client.Close)
	model, err := openai.New(openai.Options{BaseURL: s.URL, Model: "scribe", Client: client})
	if err != nil {
		t.Fatal(err)
	}
	d, err := disk.Open(folders, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var kept annotate.Store = store.NewNotes(state)
	if s.kept != nil {
		kept = s.kept
	}
	a := New(Options{
		Workspace: d, Parsers: programParsers(), Prompts: prompts.Default(),
		Lexicon:    func() embed.Lexicon { return static.BuiltIn() },
		Annotate:   notebook.AnnotateOptions{Model: model, Host: "here", Store: kept, Limits: limits, Price: annotate.Price{In: 150_000, Out: 600_000}},
		ModelNotes: annotate.NewModelNotes(kept, "scribe", prompts.Default().Annotate).Of,
		Sent:       s.sent, NotesPatience: time.Hour,
	})
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return a
}

func programParsers() document.Parsers {
	byLanguage := map[string]document.Parser{"markdown": markdown.New()}
	programs := codeparser.New(codeparser.Options{})
	for _, language := range programs.Languages() {
		byLanguage[language] = programs
	}
	return document.Parsers{ByLanguage: byLanguage, Fallback: plain.Parser{}}
}

// checkRun has notes written and compares how far that came.
func checkRun(t *testing.T, a *Agent, folder string, done, left, failed, calls int) notebook.AnnotateState {
	t.Helper()
	s, err := a.Annotate(t.Context(), folder, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkProgress(t, s.Progress, done, left, failed, calls)
	return s
}

func checkProgress(t *testing.T, p annotate.Progress, done, left, failed, calls int) {
	t.Helper()
	if p.Done != done || p.Left != left || p.Failed != failed || p.Calls != calls || p.Chunks != done+left {
		t.Errorf("%+v, want %d done, %d left, %d failed, %d calls", p, done, left, failed, calls)
	}
}

func overwrite(t *testing.T, folder, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A code base of 300 chunks gets its notes although its first run is broken off in the
// middle of a request, as Ctrl-C does, and nothing but the request under way is paid for twice. A file that is renamed costs
// nothing, and an edit its chunk and what encloses it.
func TestAnnotate(t *testing.T) {
	folder, state := folderOf(t, codeBase()), t.TempDir()
	s := newScribe(t)
	ctx, kill := context.WithCancel(t.Context())
	const killed = 12
	s.act = func(number int, good string) llmtest.Act {
		if number != killed {
			return nil
		}
		kill()
		return llmtest.After(llmtest.NewGate(), llmtest.Reply(good))
	}
	first := s.open(t, folder, state, annotate.Limits{})
	estimate, err := first.EstimateNotes(t.Context(), "")
	if err != nil || estimate.Chunks != 300 || estimate.Left != 300 || estimate.Files != 30 || estimate.Calls != 30 {
		t.Fatalf("the estimate is %+v, %v", estimate, err)
	}
	before, err := first.Annotate(ctx, "", nil, nil)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the run ended with %v", err)
	}
	checkProgress(t, before.Progress, 10*(killed-1), 300-10*(killed-1), 0, killed)

	second := s.open(t, folder, state, annotate.Limits{})
	after := checkRun(t, second, "", 300, 0, 0, 30-(killed-1))
	checkAskedOnce(t, s.asked(0), piecesIn(s.Requests()[killed-1].Prompt))
	checkEstimate(t, s, estimate, before.Progress, after.Progress)
	checkRun(t, second, "", 300, 0, 0, 0)

	if err := os.Rename(filepath.Join(folder, "digger/digger3.py"), filepath.Join(folder, "well/spade.py")); err != nil {
		t.Fatal(err)
	}
	third := s.open(t, folder, state, annotate.Limits{})
	checkRun(t, third, "", 300, 0, 0, 0)
	checkKept(t, third, "digger/digger3.py", 0)
	checkKept(t, third, "well/spade.py", 10)

	edited := strings.Replace(codeBase()["digger/digger3.py"], "return 304", "return -304", 1)
	overwrite(t, folder, "well/spade.py", edited)
	since := len(s.Requests())
	fourth := s.open(t, folder, state, annotate.Limits{})
	checkRun(t, fourth, "", 300, 0, 0, 1)
	checkSame(t, "asked about", []string{"well/spade.py: file", "well/spade.py: class Digger3", "well/spade.py: method step_4, in Digger3"}, s.asked(since))
	checkSame(t, "the prompt", prompts.Render(prompts.Default().Annotate, map[string]string{
		"path": "well/spade.py", "language": "python", "count": "3", "documents": editedShown,
	}), s.Requests()[since].Prompt)
	checkKept(t, fourth, "well/spade.py", 10)

	if err := os.Remove(filepath.Join(folder, "well/spade.py")); err != nil {
		t.Fatal(err)
	}
	fifth := s.open(t, folder, state, annotate.Limits{})
	checkRun(t, fifth, "", 290, 0, 0, 0)
	checkKept(t, fifth, "", 290)
}

const editedShown = `[[1: file]]
"""Module 3 digs."""


[[2: class Digger3]]
class Digger3:
    """Digs."""

    def step_0(self) …

    def step_1(self) …

    def step_2(self) …

    def step_3(self) …

[[3: method step_4, in Digger3]]
    def step_4(self):
        return -304

    def step_5(self) …

    def step_6(self) …

    def step_7(self) …`

// checkAskedOnce checks that each piece was asked about once, but for those that were
// asked about when the program was killed.
func checkAskedOnce(t *testing.T, asked, killed []string) {
	t.Helper()
	counts := map[string]int{}
	for _, piece := range asked {
		counts[piece]++
	}
	for piece, n := range counts {
		want := 1
		if slices.Contains(killed, piece) {
			want = 2
		}
		if n != want {
			t.Errorf("%s was asked about %d times", piece, n)
		}
	}
	if len(counts) != 300 {
		t.Errorf("%d pieces were asked about", len(counts))
	}
}

// checkEstimate compares what was expected with what was counted, and both with what the
// vocabulary of the built-in vectors makes of what went over the wire.
func checkEstimate(t *testing.T, s *scribe, estimate *notebook.AnnotateEstimate, runs ...annotate.Progress) {
	t.Helper()
	in, out, counted := 0, 0, int64(0)
	for _, r := range s.Requests() {
		in += pieces(r.Prompt)
		out += pieces(notesFor(r.Prompt))
	}
	for _, p := range runs {
		counted += p.TokensIn
	}
	t.Logf("estimated %d calls, %d tokens sent and %d received, %v; counted %d sent; the vocabulary makes %d and %d of %d requests",
		estimate.Calls, estimate.TokensIn, estimate.TokensOut, estimate.Money, counted, in, out, len(s.Requests()))
	perCall := float64(estimate.TokensIn) / float64(estimate.Calls)
	if real := float64(in) / float64(len(s.Requests())); perCall < .7*real || 1.4*real < perCall {
		t.Errorf("%.0f tokens of a request are expected, and there are %.0f", perCall, real)
	}
	if !estimate.Priced || estimate.Money != annotate.Money((estimate.TokensIn*15+estimate.TokensOut*60+99)/100) {
		t.Errorf("the price is %v", estimate.Money)
	}
}

func pieces(s string) (n int) {
	for range static.BuiltIn().Pieces(s, true) {
		n++
	}
	return n
}

// checkKept counts the texts in a folder that a model has written about.
func checkKept(t *testing.T, a *Agent, folder string, want int) {
	t.Helper()
	all, err := a.KeptNotes(folder)
	if err != nil || len(all) != want {
		t.Errorf("notes of %d texts in %q are kept, want %d (%v)", len(all), folder, want, err)
	}
}

// A broken reply costs the chunk that it breaks: that keeps the notes of the rules, is
// left, and the next run asks about it alone.
func TestAnnotateBroken(t *testing.T) {
	folder, state := folderOf(t, map[string]string{"dig.py": codeBase()["digger/digger0.py"]}), t.TempDir()
	s := newScribe(t)
	s.act = func(number int, good string) llmtest.Act {
		if number > 1 {
			return nil
		}
		broken := regexp.MustCompile(`"chunk": 5, .*\n`).ReplaceAllString(good, `"chunk": 5, "summary": "Tells of", "keywords": [`+"\n")
		return llmtest.Reply("```\n" + broken + "\n```")
	}
	a := s.open(t, folder, state, annotate.Limits{})
	checkRun(t, a, "", 9, 1, 1, 1)
	by := map[string]int{}
	if err := a.ListNotes(t.Context(), "", func(c notebook.ChunkNotes) bool {
		by[c.By]++
		if c.By == "rules" && len(c.Notes["keywords"]) == 0 {
			t.Errorf("%+v has no notes of the rules", c)
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	checkSame(t, "who made them", map[string]int{"model": 9, "rules": 1}, by)
	checkRun(t, a, "", 10, 0, 0, 1)
	checkSame(t, "asked again", []string{"dig.py: method step_2, in Digger0"}, s.asked(1))
}

// The budget of a day holds over restarts, and what it does not cover is left.
func TestAnnotateBudget(t *testing.T) {
	for name, limits := range map[string]annotate.Limits{
		"annotate_calls": {Calls: 3}, "annotate_tokens": {Tokens: 12_000}, "annotate_money": {Money: 5000},
	} {
		folder, state := folderOf(t, codeBase()), t.TempDir()
		s := newScribe(t)
		for run := range 2 {
			a := s.open(t, folder, state, limits)
			p, err := a.Annotate(t.Context(), "", nil, nil)
			if !errors.Is(err, annotate.ErrSpent) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: run %d ended with %v", name, run, err)
			}
			sent := p.TokensIn + p.TokensOut
			if run == 0 && (p.Calls == 0 || limits.Calls > 0 && p.Calls != 3 || limits.Tokens > 0 && sent > limits.Tokens || limits.Money > 0 && p.Money > limits.Money) {
				t.Errorf("%s: it cost %+v", name, p.Cost)
			}
			if run == 1 && p.Calls > 1 {
				t.Errorf("%s: another run made %d calls", name, p.Calls)
			}
		}
	}
}

// A model that fails all the time ends the run with one sentence.
func TestAnnotateFailing(t *testing.T) {
	for _, c := range []struct {
		name  string
		act   llmtest.Act
		calls int
		paid  bool // the service wrote something
		want  string
	}{
		{"rejected", llmtest.Status(400, "no such model"), 4, false, "no more notes are made, since scribe failed 3 times in a row, the last time so: annotate: "},
		{"prose", llmtest.Reply("I cannot do that."), 3, true, "its reply holds none of the notes that were asked for"},
		{"too many requests", llmtest.RateLimit("1"), 3, false, "wants fewer requests"},
		{"a wrong key", llmtest.Status(401, "no"), 1, false, "did not accept the key"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScribe(t)
			s.act = func(int, string) llmtest.Act { return c.act }
			a := s.open(t, folderOf(t, codeBase()), t.TempDir(), annotate.Limits{})
			state, err := a.Annotate(t.Context(), "", nil, nil)
			if paid := state.TokensIn > 0; state.Calls != c.calls || paid != c.paid || state.Reason == "" {
				t.Errorf("the state is %+v", state)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || len(s.Requests()) != c.calls {
				t.Errorf("%d calls, %v", len(s.Requests()), err)
			}
			checkKept(t, a, "", 0)
		})
	}
}

// A run waits while it is paused and while a question is answered, goes on when it is told
// to, and ends when it is stopped. There is one at a time.
func TestAnnotateSteering(t *testing.T) {
	s := newScribe(t)
	gates := []*llmtest.Gate{llmtest.NewGate(), llmtest.NewGate(), llmtest.NewGate()}
	s.act = func(number int, good string) llmtest.Act {
		if number > len(gates) {
			return nil
		}
		return llmtest.After(gates[number-1], llmtest.Reply(good))
	}
	a := s.open(t, folderOf(t, codeBase()), t.TempDir(), annotate.Limits{})
	checkSame(t, "paused at first", "idle", a.PauseAnnotating().State)
	checkSame(t, "resumed at first", "idle", a.ResumeAnnotating().State)
	told := make(chan notebook.AnnotateState, 100)
	type outcome struct {
		notebook.AnnotateState
		err error
	}
	ended := make(chan outcome, 1)
	go func() {
		state, err := a.Annotate(context.Background(), "well", nil, func(s notebook.AnnotateState) { told <- s })
		ended <- outcome{state, err}
	}()
	checkSame(t, "begun", 0, (<-told).Calls)
	<-gates[0].Arrived()
	if _, err := a.Annotate(t.Context(), "", nil, nil); !errors.Is(err, notebook.ErrRunning) {
		t.Errorf("another run: %v", err)
	}
	checkSame(t, "paused", "paused", a.PauseAnnotating().State)
	gates[0].Open()
	checkSame(t, "while paused", "paused", (<-told).State)
	checkSame(t, "requests while paused", 1, len(s.Requests()))

	_, done := a.inFlight.begin(t.Context(), "a question")
	checkSame(t, "resumed", "running", a.ResumeAnnotating().State)
	checkSame(t, "requests while a question is answered", 1, len(s.Requests()))
	done()
	<-gates[1].Arrived()
	gates[1].Open()
	checkSame(t, "calls", 2, (<-told).Calls)
	<-gates[2].Arrived()
	stopped, wasRunning := a.StopAnnotating()
	last := <-ended
	if _, again := a.StopAnnotating(); !wasRunning || again {
		t.Errorf("a run was stopped: %v, and after it: %v", wasRunning, again)
	}
	if !stopped.Stopped || stopped.State != "idle" || last.err != nil || !last.Stopped || last.Done != 20 {
		t.Errorf("stopped %+v, ended %+v", stopped, last)
	}
}

// Notes of the files in a folder can be deleted, and come back at the price of new ones.
func TestDeleteNotes(t *testing.T) {
	s := newScribe(t)
	s.kept = store.NewNotes(t.TempDir())
	a := s.open(t, folderOf(t, codeBase()), t.TempDir(), annotate.Limits{})
	checkRun(t, a, "guide", 100, 0, 0, 10)
	for folder, want := range map[string]int{"guide/guide7.md": 10, "nowhere": 0} {
		kept, err := a.KeptNotes(folder)
		if err == nil {
			err = annotate.Delete(s.kept, kept)
		}
		if err != nil || len(kept) != want {
			t.Errorf("%s: %d deleted, %v", folder, len(kept), err)
		}
	}
	checkKept(t, a, "", 90)
	checkRun(t, a, "guide", 100, 0, 0, 1)
}

// What a model wrote takes the place of the rules' notes in what a question explores, as
// soon as it is there.
func TestAnnotateReachesQuestions(t *testing.T) {
	s := newScribe(t)
	a := s.open(t, folderOf(t, codeBase()), t.TempDir(), annotate.Limits{})
	const synonyms = "synonyms=1,summaries=0,keywords=0,tags=0,dependencies=0"
	explored(t, a, Search{Query: "borehole", Notes: synonyms})
	checkRun(t, a, "well/well3.go", 10, 0, 0, 1)
	_, noted := explored(t, a, Search{Query: "borehole", Notes: synonyms})
	var found bool
	for _, table := range noted.Tables {
		for _, h := range table.Hits {
			found = found || h.Text == "borehole"
		}
	}
	if !found {
		t.Error("the index of notes has none of the model's")
	}
}

// Without a model, or for a folder without files, it is said what to do.
func TestAnnotateNothing(t *testing.T) {
	a := start(t, folderOf(t, wares), Options{})
	if _, err := a.EstimateNotes(t.Context(), ""); !errors.Is(err, notebook.ErrNoAnnotator) {
		t.Errorf("without a model: %v", err)
	}
	if err := a.CheckAnnotate(); !errors.Is(err, notebook.ErrNoAnnotator) {
		t.Errorf("without a model a run may begin: %v", err)
	}
	if _, err := a.KeptNotes(""); err == nil {
		t.Error("without a store there are notes")
	}
	b := newScribe(t).open(t, folderOf(t, wares), t.TempDir(), annotate.Limits{})
	if _, err := b.Annotate(t.Context(), "nowhere", nil, nil); err == nil || !strings.Contains(err.Error(), `"nowhere"`) {
		t.Errorf("in no folder: %v", err)
	}
}
