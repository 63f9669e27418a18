package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	asked "docuquest/core/search/question"
)

const panel = "../../testdata/panel"

// TestPanel asks the questions of testdata/panel. What a reader sees of the answers must be as
// panel.golden says, by question and by kind, so that a fall shows in a commit. -update rewrites it.
func TestPanel(t *testing.T) {
	t.Parallel()
	compareGolden(t, "panel.golden", evaluate(t, "--answers", "--ranks", panel))
}

// TestWays compares the way in which each question of ways.jsonl is answered with the wanted one.
// Those that differ are marked in ways.golden, and -update shows what a change makes of them.
func TestWays(t *testing.T) {
	t.Parallel()
	lines, err := os.Open(filepath.Join(panel, "ways.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	p := newScript(t, &txtar.Archive{}).program()
	agents := map[string]*agent.Agent{} // by corpus
	var b strings.Builder
	right, all := 0, 0
	for scanner := bufio.NewScanner(lines); scanner.Scan(); all++ {
		var q struct{ Way, Corpus, Question string }
		if err := json.Unmarshal(scanner.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		a := agents[q.Corpus]
		if a == nil {
			folder := filepath.Join(panel, "corpora", q.Corpus)
			if _, err := os.Stat(folder); err != nil {
				folder = filepath.Join(panel, "..", q.Corpus)
			}
			s, err := (&call{program: p, folder: folder}).openPlain()
			if err == nil {
				t.Cleanup(s.agent.Close)
				err = s.agent.Load(t.Context(), nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			a = s.agent
			agents[q.Corpus] = a
		}
		answer, err := a.Ask(t.Context(), agent.Request{Text: q.Question, Conversation: history.NoConversation}, nil)
		if err != nil {
			t.Fatalf("%s: %v", q.Question, err)
		}
		mark, by := "!", wayOf(answer)
		if by == q.Way {
			mark = " "
			right++
		}
		fmt.Fprintf(&b, "%s %-10s  %-10s  %s\n", mark, q.Way, by, q.Question)
	}
	fmt.Fprintf(&b, "\n%d of %d\n", right, all)
	compareGolden(t, "ways.golden", b.String())
}

// wayOf returns the way in which a question was answered: by a stage that needs no passage, or else
// from the text, and then for what the question is taken.
func wayOf(r *replies.Answer) string {
	names := map[string]string{"exact": "counted", "table": "table", "keys": "keys", "code": "graph", replies.HistoryWriter: "history", "outline": "outline"}
	for _, step := range r.Steps {
		if way := names[step.Name]; way != "" {
			return way
		}
	}
	q := asked.Parse(r.Question)
	switch {
	case len(q.Parts) > 1 || len(q.Compared) > 1:
		return "parts"
	case q.Kind == asked.Definition:
		return "definition"
	}
	return "text"
}

// compareGolden compares lines with a file of testdata, which -update rewrites.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	if *update {
		writeFile(t, golden, got)
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	whole := cmp.Comparer(func(a, b string) bool { return a == b }) // shows a line with its question
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n"), whole); diff != "" {
		t.Errorf("%s (-want +got); with -update they are kept:\n%s", name, diff)
	}
}
