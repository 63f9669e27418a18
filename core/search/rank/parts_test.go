package rank

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each part says what its signal is, beside what, and what that adds.
func TestParts(t *testing.T) {
	w := Weights{Pairs: 0.2, Title: 0.4, Near: 0.2, Heading: 0.3, TitleShare: 0.2, Verbatim: 0.2, Cosine: 1, Soft: 1, Vector: 2}
	cs := []Candidate{
		{Body: 10, Title: 2, Near: 4, Cosine: 0.5, Vector: 0.25, HasVector: true},
		{Body: 5, Pairs: 8, Near: 1, Heading: 3, TitleShare: 0.5, Verbatim: 2, Soft: 0.25},
	}
	type part struct {
		Part
		Adds float64
	}
	var got []part
	for _, p := range Parts(cs, w)[1] {
		got = append(got, part{p, p.Adds()})
	}
	want := []part{ // the strongest sum is the first one's: 1 + 0.4
		{Part{"body", 5, 14, 1, false}, 5.0 / 14},
		{Part{"pairs", 8, 11.2, 0.2, false}, 0.2 / 1.4},
		{Part{"title", 0, 2.8, 0.4, false}, 0},
		{Part{"near", 1, 4, 0.2, false}, 0.05},
		{Part{"heading", 3, 3, 0.3, false}, 0.3},
		{Part{"titleshare", 0.5, 1, 0.2, false}, 0.1},
		{Part{"verbatim", 2, 1, 0.2, false}, 0.4},
		{Part{"cosine", 0, 1, 1, false}, 0},
		{Part{"soft", 0.25, 1, 1, false}, 0.25},
		{Part{"vector", 0.25, 1, 2, true}, 0.5},
	}
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Parts(nil, w); len(got) != 0 {
		t.Errorf("no candidates have the parts %v", got)
	}
}

// What the parts of a candidate add is its score, whatever its signals are.
func TestPartsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 10))
	for range 200 {
		cs := make([]Candidate, r.IntN(8))
		for i := range cs {
			cs[i] = anyCandidate(r)
		}
		w := Simple
		if r.IntN(4) == 0 {
			w.Vector = 0
		}
		scores := Combine(cs, w)
		for i, parts := range Parts(cs, w) {
			var added float64
			for _, p := range parts {
				added += p.Adds()
			}
			if diff := cmp.Diff(scores[i], added, near); diff != "" {
				t.Fatalf("candidate %d of %+v (-score +parts):\n%s", i, cs, diff)
			}
		}
	}
}

// anyCandidate has some signals, and lacks others.
func anyCandidate(r *rand.Rand) Candidate {
	some := func(most float64) float64 { return most * r.Float64() * float64(r.IntN(2)) }
	return Candidate{
		Body: some(30), Title: some(9), Pairs: some(20), Near: some(20), Heading: some(5),
		TitleShare: some(1), Verbatim: some(3), Cosine: some(1), Soft: some(1),
		Vector: some(2) - some(1), HasVector: r.IntN(2) == 0,
	}
}
