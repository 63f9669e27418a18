package eval

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer"
	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/retrieve"
)

// cars is a folder where the words of the question stand in one file, and what it means
// in the summary of another.
var cars = map[string]string{
	"questions/cars.jsonl": `{"question": "Which package mends a broken automobile?", "want": [{"path": "workshop/"}]}
{"question": "Who reads poems?", "want": [{"path": "verse/verse.txt"}]}
{"question": "What is not there?", "want": [], "refuse": true}
`,
	"cars/workshop/a.txt":      "Repairs of damaged cars and vehicles.",
	"cars/workshop/deep/a.txt": "Nothing of the kind.",
	"cars/verse/verse.txt":     "Poems are read aloud by whoever reads poems.",
}

func TestNotesOfQuestionFile(t *testing.T) {
	folder := write(t, cars)
	o := options
	o.Finder.Lexicon = static.BuiltIn()
	all := []notes.Kind{notes.Summaries, notes.Keywords, notes.Tags, notes.Synonyms, notes.Dependencies}
	for _, test := range []struct {
		name    string
		without []notes.Kind
		want    map[string]float64
	}{
		{"all notes", nil, map[string]float64{"search_acc@5": 1, "notes_acc@5": 1, "both_acc@5": 1}},
		{"no notes", all, map[string]float64{"search_acc@5": 1, "notes_acc@5": 0, "both_acc@5": 1}},
	} {
		o.Notes = &NoteOptions{Without: test.without}
		r, err := Run(t.Context(), []string{filepath.Join(folder, "questions/cars.jsonl")}, o)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for _, f := range r.Sets[0].Figures[:len(test.want)] {
			got[f.Name] = f.Value
		}
		if diff := cmp.Diff(test.want, got); diff != "" || r.Sets[0].Queries != 2 {
			t.Errorf("%s, %d questions (-want +got):\n%s", test.name, r.Sets[0].Queries, diff)
		}
	}
}

// Notes count in the order of a collection's documents, and need vectors.
func TestNotesOfCollection(t *testing.T) {
	folder := write(t, map[string]string{
		"sets.tsv": "cars\ttxt\n",
		"cars/corpus.jsonl": `{"id": "1", "title": "", "text": "Broken poem."}
{"id": "2", "title": "", "text": "Damaged car."}
`,
		"cars/queries.jsonl": `{"id": "q", "text": "Broken automobile"}` + "\n",
		"cars/qrels.tsv":     "q\t2\t1\n",
	})
	o := options
	o.Notes = &NoteOptions{}
	if _, err := Run(t.Context(), []string{folder}, o); err == nil {
		t.Error("notes are compared without vectors")
	}
	o.Finder.Lexicon = static.BuiltIn()
	r, err := Run(t.Context(), []string{folder}, o)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(r.Sets[0].Documents, func(f Figure) bool { return f.Name == "r@10" })
	if got := r.Sets[0].Documents[at].Value; got != 1 {
		t.Errorf("r@10 is %v: the notes do not lead to the car", got)
	}
}

func TestIsWanted(t *testing.T) {
	for _, test := range []struct {
		wanted, found string
		want          bool
	}{
		{"a/b.go", "a/b.go", true},
		{"a/b.go", "a/c.go", false},
		{"a/", "a/b.go", true},
		{"a/", "a/b/c.go", false},
		{"a/", "ab/c.go", false},
		{"a", "a/b.go", false},
	} {
		if got := isWanted(test.wanted, test.found); got != test.want {
			t.Errorf("%s where %s is wanted: %v", test.found, test.wanted, got)
		}
	}
}

// Of what a model would be shown, the first wanted passage is told in both orders, and how
// much of it stands together.
func TestPrompted(t *testing.T) {
	a, b := &document.Document{Path: "a"}, &document.Document{Path: "b"}
	p := prompted{hits: []retrieve.Hit{{Document: a}, {Document: b}, {Document: a}, {Document: b}}}
	p.orders[answer.ByScore], p.orders[answer.ByPlace] = []int{0, 1, 2, 3}, []int{0, 2, 1, 3}
	for _, test := range []struct {
		order           answer.Order
		wanted          string
		first, together float64
	}{
		{answer.ByScore, "a", 1, 0},
		{answer.ByScore, "b", 1. / 2, 0},
		{answer.ByPlace, "b", 1. / 3, 2. / 3},
		{answer.ByPlace, "c", 0, 2. / 3},
	} {
		q := fileQuestion{Want: []want{{Path: test.wanted}}}
		if first, together := p.first(test.order, q), p.together(test.order); first != test.first || together != test.together {
			t.Errorf("%+v: %v, %v", test, first, together)
		}
	}
	s := Set{}
	s.addPrompted([]fileQuestion{{Want: []want{{Path: "b"}}}}, []prompted{p})
	got := map[string]float64{}
	for _, f := range s.Figures {
		got[f.Name] = f.Value
	}
	if diff := cmp.Diff(map[string]float64{
		"prompt_holds": 1, "prompt_mrr_by_score": 1. / 2, "prompt_mrr_by_place": 1. / 3,
		"prompt_together_by_score": 0, "prompt_together_by_place": 2. / 3,
	}, got); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
}
