package http

import (
	"math"
	"testing"
)

// Whatever a service replies, there is a finite score for each passage or an error.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"results":[{"index":0,"relevance_score":1},{"index":1,"relevance_score":0.5}]}`,
		`[{"index":1,"score":-3.5},{"index":0,"score":1e300}]`, `{"data":[]}`, `[]`, `null`, `{"results":null}`,
		`[{"index":0,"score":1e999}]`, `[{"index":9223372036854775807,"score":1}]`, `[{}]`, `<html>`, ``,
	} {
		f.Add([]byte(seed), 2)
	}
	f.Fuzz(func(t *testing.T, reply []byte, passages int) {
		passages = max(1, min(passages, 20))
		results, err := parse(reply)
		if err != nil {
			return
		}
		scores, err := inOrder(results, passages)
		if err != nil {
			return
		}
		if len(scores) != passages {
			t.Fatalf("%d scores for %d passages", len(scores), passages)
		}
		for _, s := range scores {
			if math.IsNaN(s) || math.IsInf(s, 0) {
				t.Fatalf("a score is %v", s)
			}
		}
	})
}
