package eval

import (
	"slices"
	"testing"

	"docuquest/core/search/embed/embedtest"
	"docuquest/core/search/meaning"
	"docuquest/core/search/rank"
)

// The documents of a collection get their vectors once, and are ranked by them.
func TestVectors(t *testing.T) {
	folder := write(t, map[string]string{
		"sets.tsv": "boats\ttxt\n",
		"boats/corpus.jsonl": `{"id": "1", "title": "", "text": "The fine was paid in silver coins."}
{"id": "2", "title": "", "text": "The fine vessel sailed over the sea."}
`,
		"boats/queries.jsonl": `{"id": "q", "text": "fine ship"}` + "\n",
		"boats/qrels.tsv":     "q\t2\t1\n",
	})
	e := &embedtest.Embedder{Model: "small"}
	o := options
	o.Passages = &meaning.Passages{Embedder: e, Kept: &embedtest.Kept{}}
	o.Finder.Weights = &rank.Weights{Vector: 9}
	for range 2 {
		r, err := Run(t.Context(), []string{folder}, o)
		if err != nil {
			t.Fatal(err)
		}
		mrr := slices.IndexFunc(r.Sets[0].Documents, func(f Figure) bool { return f.Name == "mrr" })
		if got := r.Sets[0].Documents[mrr].Value; got != 1 {
			t.Errorf("the mean reciprocal rank is %v", got)
		}
	}
	asked := e.Asked()
	slices.Sort(asked)
	if want := []string{"The fine vessel sailed over the sea.", "The fine was paid in silver coins.", "fine ship"}; !slices.Equal(asked, want) {
		t.Errorf("sent %q, want %q", asked, want)
	}
}
