package retrieve

import (
	"testing"

	"docuquest/core/search/embed/static"
	"docuquest/core/search/question"
)

// A sentence is like a question that it answers in other words, with the titles above
// it; without vectors nothing is like anything.
func TestSimilarity(t *testing.T) {
	r, _ := newRetriever(cave)
	const title, sentence = "The cave", "Its doctor came from Spain."
	if got := find(t, r, Query{Question: question.Of("physician in the cave")}).Similarity(title, sentence, false); got != 0 {
		t.Errorf("without vectors they are alike by %v", got)
	}
	r.Meaning = Weigh(r.Library, static.BuiltIn())
	found := find(t, r, Query{Question: question.Of("physician in the cave")})
	both, alone, other := found.Similarity(title, sentence, false), found.Similarity("", sentence, false), found.Similarity("", "It rained.", false)
	if both <= alone || alone <= other || 1 < both {
		t.Errorf("with the title %v, alone %v, another sentence %v", both, alone, other)
	}
}
