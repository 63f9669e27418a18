package eval

import (
	"context"
	"slices"
	"strings"
	"testing"

	"docuquest/core/search/embed/static"
	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
)

// Passages are measured behind the reranker: what it puts first is read, though seven
// sections hold the word that was asked for and only five are read.
func TestPassagesAreReranked(t *testing.T) {
	folder := write(t, map[string]string{
		"docs/a.md":     strings.Repeat("# Jade\n\nJade, jade.\n\n", 6) + "# Stones\n\nJade in Burma.\n",
		"queries.jsonl": `{"id": "q", "doc": "a", "text": "jade", "spans": [[136, 149]]}`,
	})
	o := options
	if got := figure(t, folder, o, "passage_recall@5"); got != 0 {
		t.Errorf("without a reranker the recall is %v", got)
	}
	o.Finder.Reranker = firstIs("Burma")
	if got := figure(t, folder, o, "passage_recall@5"); got != 1 {
		t.Errorf("with a reranker the recall is %v", got)
	}
}

// A firstIs is a reranker that puts passages with a word first.
type firstIs string

func (firstIs) Name() string { return "first" }

func (word firstIs) Rerank(_ context.Context, _ *question.Question, passages []rerank.Passage) ([]float64, error) {
	scores := make([]float64, len(passages))
	for i, p := range passages {
		if strings.Contains(p.Text, string(word)) {
			scores[i] = 1
		}
	}
	return scores, nil
}

// Of two sentences that hold no word of the question the nearer one is its evidence.
func TestSentencesByMeaning(t *testing.T) {
	folder := write(t, map[string]string{
		"corpus.jsonl":  `{"id": "1", "title": "Harbour", "text": "The baker sells bread. The ship left at noon."}`,
		"sents.jsonl":   `{"id": "1", "sents": ["The baker sells bread.", "The ship left at noon."]}`,
		"queries.jsonl": `{"id": "q", "text": "harbour boat", "evidence": [["1", 1]]}`,
		"qrels.tsv":     "q\t1\t1\n",
	})
	o := options
	if got := figure(t, folder, o, "sentence_hit@1"); got != 0 {
		t.Errorf("by words alone the first sentence is right: %v", got)
	}
	o.Finder.Lexicon = static.BuiltIn()
	if got := figure(t, folder, o, "sentence_hit@1"); got != 1 {
		t.Errorf("by vectors the first sentence is wrong: %v", got)
	}
}

// figure measures one collection and gives one of its figures.
func figure(t *testing.T, folder string, o Options, name string) float64 {
	t.Helper()
	report, err := Run(t.Context(), []string{folder}, o)
	if err != nil {
		t.Fatal(err)
	}
	all := report.Sets[0].all()
	i := slices.IndexFunc(all, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("there is no %s among %v", name, all)
	}
	return all[i].Value
}
