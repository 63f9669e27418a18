package ground

import "testing"

// What a document uses a word as is told by its small letters anywhere, else by a capital
// where no sentence begins.
func TestUseIn(t *testing.T) {
	for _, test := range []struct {
		text, word string
		want       use
	}{
		{"", "brann", unused},
		{"It was Brann who came.", "brann", asName},
		{"It was BRANN who came.", "brann", asName},
		{"Brann came. Then Brann left.", "brann", asName},
		{"Brann came. \"Brann left,\" she said.", "brann", unused},
		{"Stone by stone, the Stone House rose.", "stone", asWord},
		{"The keystone fell. Where is the Stone?", "stone", asName},
		{"The stone_house of Stone.", "stone", asWord},
		{"The “stone” of Stone.", "stone", asWord},
		{"See the Émile and the émile.", "émile", asWord},
		{"See the Émile.", "émile", asName},
		{"anything", "", unused},
	} {
		if got := useIn(test.text, test.word); got != test.want {
			t.Errorf("%q in %q: %d, want %d", test.word, test.text, got, test.want)
		}
	}
}
