package agent

import (
	"strings"
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
		want   noteChoice
	}{
		{"", noteChoice{}},
		{"off", noteChoice{}},
		{"on", noteChoice{on: true}},
		{"hits=1", noteChoice{on: true, hits: 1, weights: weights{}}},
		{"hits=1000, min=-1 ,chunks=300", noteChoice{on: true, hits: 1000, chunks: 300, min: of(-1), weights: weights{}}},
		{"min=0", noteChoice{on: true, min: of(0), weights: weights{}}},
		{"summaries=0.5,tags=0,keywords=10", noteChoice{on: true, weights: weights{notes.Summaries: .5, notes.Tags: 0, notes.Keywords: 10}}},
		{"synonyms=1,synonyms=2,dependencies=3", noteChoice{on: true, weights: weights{notes.Synonyms: 2, notes.Dependencies: 3}}},
		{"summaries=0,keywords=0,tags=0,synonyms=0", noteChoice{on: true, weights: weights{notes.Summaries: 0, notes.Keywords: 0, notes.Tags: 0, notes.Synonyms: 0}}},
	} {
		got, err := parseNotes(test.choice)
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(noteChoice{})); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", test.choice, err, diff)
		}
	}
}

func TestParseNotesErrors(t *testing.T) {
	for _, test := range []struct {
		choice string
		want   string
	}{
		{"yes", "notes is on, off, or numbers"},
		{"hits", "notes is on, off, or numbers"},
		{"hits=0", "(1 to 1000)"},
		{"hits=1.5", "(1 to 1000)"},
		{"hits=1001", "(1 to 1000)"},
		{"chunks=0", "(1 to 300)"},
		{"chunks=301", "(1 to 300)"},
		{"min=1.1", "(-1 to 1)"},
		{"min=NaN", "(-1 to 1)"},
		{"tags=-1", "(0 to 10)"},
		{"tags=11", "(0 to 10)"},
		{"colour=1", "notes is on, off, or numbers"},
		{"on,hits=1", "notes is on, off, or numbers"},
		{",", "notes is on, off, or numbers"},
		{"summaries=0,keywords=0,tags=0,synonyms=0,dependencies=0", "one of summaries, keywords, tags, synonyms and dependencies has to count more"},
	} {
		if err := CheckNotes(test.choice); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v", test.choice, err)
		}
	}
}

// What is chosen takes the place of what a query says, and nothing else does.
func TestChoiceOver(t *testing.T) {
	q := notes.Query{Best: 7}
	for k := range q.Of {
		q.Of[k] = notes.Ask{Text: "x", MaxHits: 4, MinScore: .25, Weight: 1}
	}
	if diff := cmp.Diff(q, noteChoice{on: true}.over(q)); diff != "" {
		t.Errorf("without numbers (-want +got):\n%s", diff)
	}
	c, err := parseNotes("hits=9,min=-0.5,chunks=12,tags=0,summaries=3")
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
