package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/why"
	"docuquest/core/language/text"
)

// said is what a reranker says.
func said(x float64) *float64 { return &x }

// What a search over real files hardly shows at once: words of a model, vectors that are
// not there yet, files that are gone, and paths that are longer than the line.
func TestWriteExplanation(t *testing.T) {
	long := strings.Repeat("deep/", 30) + "found.txt"
	reply := &agent.SearchReply{
		Groups: [][]string{{"ring", "gold"}, {"hoard"}},
		Explain: &why.Explanation{
			Words: "ring",
			Terms: []why.ExplainedTerm{
				{Term: "ring", Stem: "ring", Origin: "question", Files: 3, Forms: []why.ExplainedForm{{Form: "ring", Files: 2}, {Form: "rings", Files: 1}, {Form: "rings", Part: true, Files: 1}}},
				{Term: "hoard", Stem: "hoard", Origin: "model"},
				{Term: "jewel", Stem: "jewel", Origin: "vectors", For: "ring", Files: 1},
				{Term: "ringsize", Stem: "size", Origin: "question", CodeOnly: true, Files: 1},
			},
			Files: why.ExplainedFiles{Indexed: 9, Holding: 3, Admitted: 2, Looked: 1},
			Lost:  []replies.SkippedFile{{Path: "b.txt", Reason: "is gone"}},
			Documents: []why.ExplainedDocument{{
				Path: long, Score: 1.5,
				Signals: []why.ExplainedSignal{
					{Signal: "body", Value: 4, Whole: 4, Weight: 1, Adds: 1},
					{Signal: "near", Weight: 0.2},
					{Signal: "vector", Value: 0.5, Whole: 1, Weight: 1, Adds: 0.5, Usual: true},
				},
				Terms: []why.ExplainedPart{{Term: "ring", Times: 7, Adds: 4}},
			}},
			Reranker: "a-model",
			Passages: []why.ExplainedPassage{
				{Path: long, Rank: 1, Found: 2, Said: said(-7.25), Copies: 2, Fate: "kept"},
				{Path: long, Rank: 2, Found: 1, Page: 3, Fate: "below the threshold"},
			},
		},
	}
	for _, width := range []int{60, 80, 200} {
		var b strings.Builder
		if err := writeStages(&b, reply.Explain, interpretation{groups: reply.Groups}, width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("a line has %d characters of %d: %s", n, width, line)
			}
		}
		if width < 80 {
			continue
		}
		for _, part := range []string{
			"Groups: ring gold; hoard\n", "as rings\n", "by the model; in no file\n", "for ring, by vectors\n", "only in code\n",
			"3 with a term, 2 of these admitted by the filters", "b.txt: is gone\n", "found.txt  1.500",
			"7× 4.000  1.000\n", "~0.500  0.500\n", "-7.250", "(2 copies)\n", "page 3 (rejected)\n",
		} {
			if !strings.Contains(b.String(), part) {
				t.Errorf("at %d characters a line lacks %q:\n%s", width, part, b.String())
			}
		}
		if strings.Contains(b.String(), "\n  near") {
			t.Errorf("a signal that adds nothing has a line:\n%s", b.String())
		}
	}
}

// A word that is longer than a line leaves room for the numbers beside it.
func TestExplainLongWord(t *testing.T) {
	long := strings.Repeat("long", 100)
	reply := &agent.SearchReply{Explain: &why.Explanation{
		Words: "short",
		Terms: []why.ExplainedTerm{{Term: long, Stem: long, Origin: "question", Files: 7, IDF: 1.25}},
		Files: why.ExplainedFiles{Indexed: 9, Holding: 7, Looked: 1},
		Documents: []why.ExplainedDocument{{
			Path:    "a.txt",
			Signals: []why.ExplainedSignal{{Signal: "body", Value: 4, Whole: 4, Weight: 1, Adds: 0.5}},
			Terms:   []why.ExplainedPart{{Term: long, Times: 3, Adds: 4}},
		}},
	}}
	var b strings.Builder
	if err := writeStages(&b, reply.Explain, interpretation{}, 80); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"…      7  1.250", "3× 4.000  0.500\n", "in the 1 file that was looked at"} {
		if !strings.Contains(text.OneLine(b.String()), text.OneLine(part)) {
			t.Errorf("%q is not in:\n%s", part, b.String())
		}
	}
}

// The end of a path says which file it is.
func TestShortPath(t *testing.T) {
	for _, c := range []struct {
		path string
		most int
		want string
	}{
		{"a/b.txt:1:1", 11, "a/b.txt:1:1"},
		{"a/b.txt:1:12", 11, "…b.txt:1:12"},
		{"äöü/äöü.txt", 10, "…ü/äöü.txt"},
		{"a/very/long/name.txt", -5, "…/name.txt"},
		{"a\x1b[31m.txt", 20, "a\ufffd[31m.txt"},
	} {
		if got := shortPath(c.path, c.most); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.path, c.most, got, c.want)
		}
	}
}
