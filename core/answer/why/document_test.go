package why_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/why"
)

// What a search over real files hardly shows at once: words of a model, vectors that are
// not there yet, files that are gone, and words and paths that are longer than a line.
func TestExplanationMarkdown(t *testing.T) {
	path, word := strings.Repeat("deep/", 30)+"found.txt", strings.Repeat("long", 30)
	said := -7.25
	x := &why.Explanation{
		Words: "ring",
		Terms: []why.ExplainedTerm{
			{Term: "ring", Stem: "ring", Origin: "question", Files: 3, Forms: []why.ExplainedForm{{Form: "ring", Files: 2}, {Form: "rings", Files: 1}, {Form: "rings", Part: true, Files: 1}}},
			{Term: "hoard", Stem: "hoard", Origin: "model"},
			{Term: "jewel", Stem: "jewel", Origin: "vectors", For: "ring", Files: 1},
			{Term: word, Stem: "size", Origin: "question", CodeOnly: true, Files: 1, IDF: 1.25},
		},
		Files: why.ExplainedFiles{Indexed: 9, Holding: 3, Admitted: 2, Looked: 1},
		Lost:  []replies.SkippedFile{{Path: "b.txt", Reason: "is gone"}},
		Documents: []why.ExplainedDocument{{
			Path: path, Score: 1.5,
			Signals: []why.ExplainedSignal{
				{Signal: "body", Value: 4, Whole: 4, Weight: 1, Adds: 1},
				{Signal: "near", Weight: 0.2},
				{Signal: "vector", Value: 0.5, Whole: 1, Weight: 1, Adds: 0.5, Usual: true},
			},
			Terms: []why.ExplainedPart{{Term: "ring", Times: 7, Adds: 4}},
		}},
		Reranker: "a-model",
		Passages: []why.ExplainedPassage{
			{Path: path, Rank: 1, Found: 2, Said: &said, Copies: 2, Fate: "kept"},
			{Path: path, Rank: 2, Found: 1, Page: 3, Fate: "below the threshold"},
		},
		Steps: []replies.Step{{Name: "rank", Ms: 1, Depth: 1}, {Name: "search", Ms: 2.5, Detail: "1 of 9 files"}},
	}
	md := x.Markdown([]string{"in:deep"}, [][]string{{"ring", "gold"}, {"hoard"}}, []string{"A remark."})
	for _, part := range []string{
		"Limited to: in:deep\n", "Groups: ring gold; hoard\n", "A remark.\n",
		"| ring | ring | 3 | 0.000 | 0.000 | 0.000 | as rings |\n", "| by the model; in no file |\n", "| for ring, by vectors |\n", "| only in code |\n",
		"3 with a term, 2 of these admitted by the filters", "b.txt: is gone\n", "found.txt | 1.500 | 0.000 | ring 7× |\n",
		"| – ring |  | 4.000 | 1.000 |\n", "| ≈0.500 | 0.500 |\n", "| -7.250 |", "](#L1): kept, 2 copies |", "found.txt, page 3](#L1): below the threshold |",
		"in the 1 file that was looked at", "- search, 2.50 ms: 1 of 9 files\n  - rank, 1.00 ms",
	} {
		if !strings.Contains(md, part) {
			t.Errorf("%q is not in:\n%s", part, md)
		}
	}
	if strings.Contains(md, "| near |") {
		t.Errorf("a signal that adds nothing has a row:\n%s", md)
	}
	for _, width := range []int{130, 200} {
		for line := range strings.Lines(render.Terminal(md, width)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("a line has %d characters of %d: %s", n, width, line)
			}
		}
	}
}
