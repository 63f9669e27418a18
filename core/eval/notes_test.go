package eval

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/embed/static"
	"docuquest/core/notes"
	"docuquest/core/rank"
	"docuquest/core/retrieve"
)

// What notes say of files is added to what a search says, and puts in what it has not
// looked at, behind all that it has.
func TestFuse(t *testing.T) {
	looked := []retrieve.TracedPlace{placed("a", 3), placed("b", 2.96), placed("c", 1)}
	noted := func(paths ...string) (all []notes.ScoredFile) {
		for i, p := range paths {
			all = append(all, notes.ScoredFile{Path: p, Score: 40 / float64(1+i)})
		}
		return all
	}
	for _, test := range []struct {
		looked []retrieve.TracedPlace
		noted  []notes.ScoredFile
		want   []string
	}{
		{looked, nil, []string{"a", "b", "c"}},
		{looked, noted("b"), []string{"b", "a", "c"}},
		{looked, noted("a", "b"), []string{"a", "b", "c"}},
		{looked, noted("c"), []string{"a", "b", "c"}},
		{looked, noted("new"), []string{"a", "b", "new", "c"}},
		{looked, noted("c", "new"), []string{"a", "b", "c", "new"}},
		{nil, noted("x", "y"), []string{"x", "y"}},
		{nil, nil, nil},
	} {
		if diff := cmp.Diff(test.want, fuse(test.looked, test.noted)); diff != "" {
			t.Errorf("%v with %v (-want +got):\n%s", test.looked, test.noted, diff)
		}
	}
}

// placed is a file that a search gives a score.
func placed(path string, score float64) retrieve.TracedPlace {
	return retrieve.TracedPlace{Path: path, Parts: []rank.Part{{Value: score, Whole: 1, Weight: 1}}}
}

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
		for _, f := range r.Sets[0].Figures {
			got[f.Name] = f.Value
		}
		if diff := cmp.Diff(test.want, got); diff != "" || r.Sets[0].Queries != 2 {
			t.Errorf("%s, %d questions (-want +got):\n%s", test.name, r.Sets[0].Queries, diff)
		}
	}
}

// Notes have a say in the order of a collection's documents, and need vectors.
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
