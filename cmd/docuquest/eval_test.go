package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"docuquest/core/language/text"
)

const questions = "../../testdata/questions"

// TestRanks asks every question of testdata/questions. Where the files and the
// quotes that it wants were found, whether they are cited and whether the question
// is refused must be as ranks.golden says, so that a change of the ranking shows in
// a commit as what it makes of the questions. -update rewrites the file.
func TestRanks(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(questions + "/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no questions: %v", err)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return filepath.Base(file) == "gotree.jsonl" }) // of files that are not ours
	var sets []string
	for _, file := range files {
		sets = append(sets, evaluate(t, "--ranks", "--files", askedFolder(file), file))
	}
	compareGolden(t, "ranks.golden", strings.Join(sets, "\n"))
}

// askedFolder is the folder of a question file's own name, that of the sites for pairs of
// questions, or else that of the structured documents.
func askedFolder(questions string) string {
	testdata := filepath.Dir(filepath.Dir(questions))
	name := strings.TrimSuffix(filepath.Base(questions), ".jsonl")
	if name == "followups" {
		name = "sites"
	}
	folder := filepath.Join(testdata, name)
	if _, err := os.Stat(folder); err == nil {
		return folder
	}
	return filepath.Join(testdata, "structured")
}

// stones is a small collection.
var stones = map[string]string{
	"corpus.jsonl":  `{"id": "1", "title": "Jade", "text": "green"}` + "\n" + `{"id": "2", "title": "Ruby", "text": "red"}` + "\n",
	"queries.jsonl": `{"id": "q1", "text": "jade"}` + "\n" + `{"id": "q2", "text": "red ruby"}` + "\n",
	"qrels.tsv":     "q1\t1\t1\nq2\t2\t1\n",
}

// A run that was kept can be compared with another, and says what it left out of
// the ranking.
func TestRecordAndCompare(t *testing.T) {
	folder := t.TempDir()
	for name, content := range stones {
		writeFile(t, filepath.Join(folder, "stones", name), content)
	}
	a, b := filepath.Join(folder, "a.json"), filepath.Join(folder, "b.json")
	evaluate(t, "--record", a, folder)
	evaluate(t, "--record", b, "--ablate", " cosine,title", folder)
	got := evaluate(t, "--compare", a, b)
	for _, want := range []string{"A: " + a + ", docuquest (devel)\n", "B: " + b + ", docuquest (devel), without cosine, title\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not stand in\n%s", want, got)
		}
	}
	const row = "r@10 stones 2 1.000 1.000 0.000 0.000 to 0.000 0 0 2 1.000"
	if lines := text.OneLine(got); !strings.Contains(lines, row) {
		t.Errorf("%q does not stand in\n%s", row, got)
	}
}

// evaluate gives what a run of eval prints that must succeed.
func evaluate(t *testing.T, args ...string) string {
	t.Helper()
	code, stdout, stderr := start(t.Context(), t, "", append([]string{"eval"}, args...)...)
	if code != 0 || stderr != "" {
		t.Fatalf("%v: exit code %d, standard error %q", args, code, stderr)
	}
	return stdout
}

func TestCommit(t *testing.T) {
	for _, test := range []struct {
		build
		want string
	}{
		{build{}, ""},
		{build{Modified: true}, ""},
		{build{Revision: "4b3fd6f0a1c2d3e4f5"}, "4b3fd6f0a1c2"},
		{build{Revision: "4b3fd6f", Modified: true}, "4b3fd6f+changes"},
	} {
		if got := test.commit(); got != test.want {
			t.Errorf("the commit of %+v is %q, want %q", test.build, got, test.want)
		}
	}
}
