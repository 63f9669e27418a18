package retrieve

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/file"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/rank"
)

// What a closer look at the texts tells decides between files that hold the same
// words equally often.
func TestRerank(t *testing.T) {
	for _, test := range []struct {
		about, question string
		texts           map[string]string
		want            string // the first document
	}{
		{"words that follow each other", "iron gate", map[string]string{
			"a.txt": "The iron was melted, long before anybody had thought of walls and doors and a gate.",
			"b.txt": "The wood was carved, long before anybody had thought of walls and an iron gate here.",
		}, "b.txt"},
		{"the title", "Where is the gate?", map[string]string{
			"a.md": "# The wall\n\nThere is a gate in it, and a tower.",
			"b.md": "# The gate\n\nThere is a wall on both sides of it.",
		}, "b.md"},
		{"the path", "Where is the gate?", map[string]string{
			"a.go":       "package a\n\n// gate opens\nfunc f() {}\n",
			"z/gate.go":  "package a\n\n// gate opens\nfunc f() {}\n",
			"b/other.go": "package b\n",
		}, "z/gate.go"},
		{"a number as it was written", "What happened in 1931?", map[string]string{
			"a.txt": "It happened in 19310 and happened again.",
			"b.txt": "It happened in 1931 and never again, though.",
		}, "b.txt"},
	} {
		r, _ := newRetriever(test.texts)
		got := find(t, r, Query{Text: test.question}).Documents
		if len(got) == 0 || got[0].Path != test.want {
			t.Errorf("%s: the first of %d is not %s", test.about, len(got), test.want)
		}
	}
}

// A file that has gone since it was indexed is left out, and the others stay.
func TestRerankGone(t *testing.T) {
	r, files := newRetriever(map[string]string{"a.txt": "the gate gate gate", "b.txt": "the gate"})
	delete(files, file.FromPath("/a.txt"))
	result := find(t, r, Query{Text: "gate"})
	if len(result.Documents) != 1 || result.Documents[0].Path != "b.txt" {
		t.Errorf("%d documents", len(result.Documents))
	}
	if !slices.ContainsFunc(result.Steps, func(s Step) bool { return s.Name == "read" && s.Detail == "a.txt: is gone" }) {
		t.Errorf("no step says so: %+v", result.Steps)
	}
}

// Vectors prefer the text that means the same where the words do not decide, and
// signals that are left out decide nothing.
func TestMeaning(t *testing.T) {
	r, _ := newRetriever(map[string]string{
		"a.txt": "The ring was lost by the merchant on the way home.",
		"b.txt": "The ring was set with a ruby and an emerald by hand.",
		"c.txt": "Nothing else is told.",
	})
	r.Meaning = Weigh(r.Library, static.BuiltIn())
	query := Query{Text: "Which jewels did the ring hold?"}
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
