package notebook

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/code/notes"
)

// A choice of notes is read as it stands, and what is none is refused.
func TestParseNotes(t *testing.T) {
	of := func(x float64) *float64 { return &x }
	type weights = map[notes.Kind]float64
	for _, test := range []struct {
		choice string
		want   Choice
	}{
		{"", Choice{}},
		{"off", Choice{}},
		{"on", Choice{On: true}},
		{"hits=1", Choice{On: true, hits: 1, weights: weights{}}},
		{"hits=1000, min=-1 ,chunks=300", Choice{On: true, hits: 1000, Chunks: 300, min: of(-1), weights: weights{}}},
		{"min=0", Choice{On: true, min: of(0), weights: weights{}}},
		{"summaries=0.5,tags=0,keywords=10", Choice{On: true, weights: weights{notes.Summaries: .5, notes.Tags: 0, notes.Keywords: 10}}},
		{"synonyms=1,synonyms=2,dependencies=3", Choice{On: true, weights: weights{notes.Synonyms: 2, notes.Dependencies: 3}}},
		{"summaries=0,keywords=0,tags=0,synonyms=0", Choice{On: true, weights: weights{notes.Summaries: 0, notes.Keywords: 0, notes.Tags: 0, notes.Synonyms: 0}}},
	} {
		got, err := ParseChoice(test.choice)
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(Choice{})); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", test.choice, err, diff)
		}
	}
}

// What is chosen takes the place of what a query says, and nothing else does.
func TestChoiceOver(t *testing.T) {
	q := notes.Query{Best: 7}
	for k := range q.Of {
		q.Of[k] = notes.Ask{Text: "x", MaxHits: 4, MinScore: .25, Weight: 1}
	}
	if diff := cmp.Diff(q, Choice{On: true}.over(q)); diff != "" {
		t.Errorf("without numbers (-want +got):\n%s", diff)
	}
	c, err := ParseChoice("hits=9,min=-0.5,chunks=12,tags=0,summaries=3")
	if err != nil {
		t.Fatal(err)
	}
	want := notes.Query{Best: 12}
	for k := range want.Of {
		want.Of[k] = notes.Ask{Text: "x", MaxHits: 9, MinScore: -.5, Weight: 1}
	}
	want.Of[notes.Tags].Weight, want.Of[notes.Summaries].Weight = 0, 3
	if diff := cmp.Diff(want, c.over(q)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
