package retrieve

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/embed/static"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// Vectors prefer the text that means the same where the words do not decide, and
// signals that are left out decide nothing.
func TestMeaning(t *testing.T) {
	r, _ := newRetriever(map[string]string{
		"a.txt": "The ring was lost by the merchant on the way home.",
		"b.txt": "The ring was set with a ruby and an emerald by hand.",
		"c.txt": "Nothing else is told.",
	})
	r.Meaning = Weigh(r.Library, static.BuiltIn())
	query := Query{Question: question.Of("Which jewels did the ring hold?")}
	if got := find(t, r, query).Documents[0].Path; got != "b.txt" {
		t.Errorf("the first is %s", got)
	}
	r.Weights = &rank.Weights{}
	if got := find(t, r, query).Documents[0].Path; got != "a.txt" {
		t.Errorf("without any signal the first is %s, want the first of equal ones", got)
	}
}

// A piece weighs more the fewer entries hold a word with it.
func TestWeigh(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.txt": "gate ring", "b.txt": "gate", "c.txt": "gate tower", "d.txt": "ring gates"})
	lexicon := static.BuiltIn()
	weights := Weigh(r.Library, lexicon)
	var got []string
	words := []string{"gate", "ring", "tower", "emerald"}
	for _, word := range words {
		for p := range lexicon.Pieces(word, false) {
			got = append(got, lexicon.Piece(p.ID))
			if i := len(got); i > 1 {
				var before int
				for q := range lexicon.Pieces(words[i-2], false) {
					before = q.ID
				}
				if weights.Of(p.ID) <= weights.Of(before) {
					t.Errorf("%s weighs %v, %s %v", word, weights.Of(p.ID), words[i-2], weights.Of(before))
				}
			}
		}
	}
	if diff := cmp.Diff(words, got); diff != "" {
		t.Errorf("pieces (-want +got):\n%s", diff)
	}
}
