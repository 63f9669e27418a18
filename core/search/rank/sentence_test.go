package rank_test

import (
	"testing"

	"docuquest/core/search/rank"
)

// In each case the first sentence is worth more.
func TestSentenceWorth(t *testing.T) {
	for _, c := range []struct {
		name          string
		better, worse rank.Sentence
	}{
		{"what holds more of the question", rank.Sentence{Coverage: 0.5}, rank.Sentence{Coverage: 0.4}},
		{"what is nearer to it", rank.Sentence{Coverage: 0.5, Soft: 0.3}, rank.Sentence{Coverage: 0.5, Soft: 0.2}},
		{"both count alike", rank.Sentence{Coverage: 0.4, Soft: 0.7}, rank.Sentence{Coverage: 0.7, Soft: 0.3}},
		{"what stands in a surer document", rank.Sentence{Coverage: 0.4, Confidence: 0.9}, rank.Sentence{Coverage: 0.7, Confidence: 0.5}},
		{"what was found sooner", rank.Sentence{Coverage: 0.5, Place: 1}, rank.Sentence{Coverage: 0.5, Place: 2}},
		{"far more of the question outweighs a place", rank.Sentence{Coverage: 0.9, Place: 1}, rank.Sentence{Coverage: 0.5}},
		{"a year where one is asked for", rank.Sentence{Coverage: 0.5, IsWanted: true}, rank.Sentence{Coverage: 0.6}},
		{"a sentence, before the heading that says the same", rank.Sentence{Coverage: 0.6}, rank.Sentence{Coverage: 1, IsHeading: true}},
		{"a comment, before the line below it", rank.Sentence{Coverage: 0.5}, rank.Sentence{Coverage: 0.6, IsLine: true}},
	} {
		if better, worse := c.better.Worth(), c.worse.Worth(); better <= worse {
			t.Errorf("%s: %+v is worth %v, %+v is worth %v", c.name, c.better, better, c.worse, worse)
		}
	}
}
