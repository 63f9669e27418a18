package rank_test

import (
	"testing"

	"docuquest/core/analysis"
	"docuquest/core/rank"
)

// In each case the sentences stand in the order of their scores.
func TestSentenceScores(t *testing.T) {
	for _, c := range []struct {
		name          string
		better, worse rank.Sentence
	}{
		{"what holds more of the question", rank.Sentence{Context: 0.5}, rank.Sentence{Context: 0.4}},
		{"what is nearer to it", rank.Sentence{Context: 0.5, Soft: 0.3}, rank.Sentence{Context: 0.5, Soft: 0.2}},
		{"both count alike", rank.Sentence{Context: 0.4, Soft: 0.7}, rank.Sentence{Context: 0.7, Soft: 0.3}},
		{"what was found sooner", rank.Sentence{Context: 0.5, Place: 1}, rank.Sentence{Context: 0.5, Place: 2}},
		{"far more of the question outweighs a place", rank.Sentence{Context: 0.9, Place: 1}, rank.Sentence{Context: 0.5}},
	} {
		if better, worse := c.better.Score(), c.worse.Score(); better <= worse {
			t.Errorf("%s: %v scores %v, %v scores %v", c.name, c.better, better, c.worse, worse)
		}
	}
}

// The words of a title count for each sentence below it, and once.
func TestContext(t *testing.T) {
	q := rank.Analyse("ruby from Burma", analysis.NewAnalyzer())
	for i := range q.Terms {
		q.Terms[i].IDF = 1
	}
	m := rank.NewMatcher(q, analysis.NewAnalyzer())
	for _, c := range []struct {
		title, sentence string
		want            float64
	}{
		{"", "The best come from Burma.", 0.5},
		{"Rubies", "The best come from Burma.", 1},
		{"Rubies", "A ruby is red.", 0.5},
		{"Jade", "It is green.", 0},
	} {
		if got := m.Context(c.title, c.sentence); got != c.want {
			t.Errorf("%q below %q holds %v of the question, want %v", c.sentence, c.title, got, c.want)
		}
	}
}
