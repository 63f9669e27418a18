package rank_test

import (
	"testing"

	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// What a thing is is said by forms of words, and each is as sure as it is clear.
func TestDefines(t *testing.T) {
	for _, c := range []struct {
		asked, said string
		want        float64
	}{
		{"What is a gannet?", "A gannet is a bird of the sea.", 1},
		{"What is a gannet?", "Rain fell. Gannets are the largest birds here.", 1},
		{"What is a gannet?", "A *gannet* denotes whoever eats much.", 1},
		{"What is a gannet?", "- gannet: a bird", 1},
		{"What is a gannet?", "Gannet - a bird", 1},
		{"What is a gannet?", "An :ref:`gannet` is a bird.", 1},
		{"What is a gannet?", "The gannet diver is a tool.", .5},
		{"What is a gannet?", "This bird is called a gannet.", .8},
		{"What is a gannet?", "This bird, also known as the \"gannet\", dives.", .8},
		{"What is a gannet?", "The gannet is seen in May.", .5},
		{"What is a gannet?", "If a gannet dives, fish are the prey.", 0},
		{"What is a gannet?", "Everybody knows that the gannet is a bird.", 0},
		{"What is a gannet?", "The gannets dive.", 0},
		{"what is a tide pool", "Tide pools are the homes of crabs.", 1},
		{"what is a tide pool", "A tide fills each pool.", 0},
		{"What does TTFB mean?", "The Time To First Byte (TTFB) was measured.", .8},
		{"What does TTFB stand for?", "The TTFB (Time To First Byte) was measured.", .8},
		{"What is WASI?", "It has the WebAssembly System Interface (\"WASI\") built in.", .8},
		{"What does TTFB mean?", "The time that it took (TTFB) was measured.", 0},
		{"What is the beak of a gannet?", "The beak is a bone.", 1},
		{"¿Qué es un alcatraz?", "Un alcatraz es un ave.", 1},
		{"Was ist ein Tölpel?", "Ein Tölpel ist ein Vogel.", 1},
	} {
		asked := question.Of(c.asked)
		m := rank.NewMatcher(rank.Analyse(asked, analysis.NewAnalyzer()), analysis.NewAnalyzer())
		subject, ok := m.Subject(asked)
		if !ok {
			t.Errorf("%s has no subject", c.asked)
			continue
		}
		if got, _ := m.Defines(subject, c.said, false); got != c.want {
			t.Errorf("%s %s: %v, want %v", c.asked, c.said, got, c.want)
		}
	}
}
