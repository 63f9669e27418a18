package agent

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"docuquest/core/search/retrieve"
)

// kindsOf is a small thesaurus.
func kindsOf(noun string) []retrieve.Kind {
	if noun == "gems" {
		return []retrieve.Kind{{Text: "ruby", Depth: 1}, {Text: "jade", Depth: 1}}
	}
	return nil
}

// A search that asks for it says of the whole way how it came about, and what is added
// up there makes the scores.
func TestExplain(t *testing.T) {
	a := start(t, sites, Options{Nouns: kindsOf, LocalReranker: namedReranker("jade"), Reranker: namedReranker("jade")})
	reply, err := a.Search(t.Context(), Search{Query: "gems in the well in:/", Limit: 3, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	x := reply.Explain
	if x.Words != "gems in the well" || len(reply.Filters) != 1 {
		t.Errorf("the words are %q, the filters %q", x.Words, reply.Filters)
	}
	if gems, ruby := x.Terms[0], x.Terms[2]; gems.Origin != "question" || ruby.Origin != "thesaurus" || ruby.For != "gems" || ruby.Files == 0 {
		t.Errorf("the terms are %+v", x.Terms)
	}
	for _, d := range x.Documents {
		var score, body float64
		for _, s := range d.Signals {
			score += s.Adds
		}
		for _, p := range d.Terms {
			body += p.Adds
		}
		if math.Abs(score-d.Score) > 1e-9 || math.Abs(body-d.Signals[0].Value) > 1e-9 || d.Score <= 0 {
			t.Errorf("%s scores %v of %v, its body is %v of %v", d.Path, d.Score, score, d.Signals[0].Value, body)
		}
	}
	for i, h := range reply.Hits {
		p := x.Passages[i]
		if p.Path != h.Path || p.Range != h.Range || p.Score != h.Score || !p.IsKept() || p.Said == nil {
			t.Errorf("hit %d is %s at %v, explained as %+v", i, h.Path, h.Range, p)
		}
	}
	if x.Reranker != "jade" || x.Counts.Kept != 3 || len(x.Passages) <= 3 || x.Passages[3].IsKept() || len(x.Steps) == 0 {
		t.Errorf("%s left %+v of %d passages in %d steps", x.Reranker, x.Counts, len(x.Passages), len(x.Steps))
	}
}

// What is empty is an empty list for programs, and nothing is explained that nobody
// asked for.
func TestExplainNothing(t *testing.T) {
	a := start(t, folderOf(t, map[string]string{"a.txt": "amber"}), Options{})
	for _, explain := range []bool{true, false} {
		reply, err := a.Search(t.Context(), Search{Query: "zeppelin", Explain: explain})
		if err != nil {
			t.Fatal(err)
		}
		out, err := json.Marshal(reply)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(out), `"explain":`) != explain || strings.Contains(string(out), "null") {
			t.Errorf("explain %v gives %s", explain, out)
		}
	}
}
