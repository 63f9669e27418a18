package retrieve

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/embed/static"
)

// kinds is a small thesaurus.
func kinds(noun string) []Kind {
	return map[string][]Kind{
		"gems":  {{"jewel", 0}, {"ruby", 1}, {"lapis lazuli", 1}, {"agate", 2}, {"am", 1}, {"the", 1}},
		"metal": {{"iron", 1}},
	}[noun]
}

// Words that hardly any file holds bring others along, as far as these stand in
// the workspace; frequent words, stop words and numbers do not.
func TestExpand(t *testing.T) {
	texts := map[string]string{
		"a.txt": "A ruby was found.", "b.txt": "Lapis lazuli, and an agate.", "c.txt": "iron and metal",
		"d.txt": "metal", "e.txt": "metal gate", "f.txt": "It happened in 1931.",
	}
	for _, test := range []struct {
		question string
		added    []string
		first    string
	}{
		{"What gems?", []string{"ruby", "lapis", "lazuli", "agate"}, "b.txt"},
		{"Which metal?", nil, "d.txt"},
		{"ruby gems", []string{"lapis", "lazuli", "agate"}, "a.txt"},
		{"1932", nil, ""},
	} {
		r, _ := newRetriever(texts)
		r.Nouns = kinds
		result := find(t, r, Query{Text: test.question})
		if diff := cmp.Diff(test.added, result.Added); diff != "" {
			t.Errorf("%s: added (-want +got):\n%s", test.question, diff)
		}
		first := ""
		if len(result.Documents) > 0 {
			first = result.Documents[0].Path
		}
		if first != test.first {
			t.Errorf("%s: the first is %q, want %q", test.question, first, test.first)
		}
	}
}

// Where no file holds a word its nearest neighbours by vectors are looked for. The
// word itself is still told to be missing, and added ones never are.
func TestExpandByVectors(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.txt": "The ship sank.", "b.txt": "The tower stands."})
	r.Lexicon = static.BuiltIn()
	result := find(t, r, Query{Text: "vessel"})
	if len(result.Documents) == 0 || result.Documents[0].Path != "a.txt" {
		t.Errorf("%d documents", len(result.Documents))
	}
	if diff := cmp.Diff([]string{"vessel"}, result.Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	if result.Question.Mass() <= 0 || result.Documents[0].Confidence >= 1 {
		t.Errorf("mass %v, confidence %v", result.Question.Mass(), result.Documents[0].Confidence)
	}
}
