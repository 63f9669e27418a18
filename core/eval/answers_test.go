package eval

import (
	"testing"

	"docuquest/core/agent"
)

// A passage holds a quote whatever the white space in both, and a row of a table
// without its brackets. In another file it is another quote.
func TestQuoteInPassage(t *testing.T) {
	for _, test := range []struct {
		passage agent.Hit
		quote   string
		want    bool
	}{
		{agent.Hit{Path: "a", Text: "Jade is\n  green."}, "is green", true},
		{agent.Hit{Path: "a", Text: "Jade is green."}, "is  red", false},
		{agent.Hit{Path: "b", Text: "Jade is green."}, "is green", false},
		{agent.Hit{Path: "a", Text: `28 °C", 318, 31`}, `["28 °C", 318, 31]`, true},
		{agent.Hit{Path: "a", Text: `28 °C", 318, 30`}, `["28 °C", 318, 31]`, false},
	} {
		if got := (want{Path: "a", Quote: test.quote}).isIn(test.passage); got != test.want {
			t.Errorf("%q in %q of %s: %v", test.quote, test.passage.Text, test.passage.Path, got)
		}
	}
}
