package retrieve

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAskExact takes exactask.txt: each line is a question, " => " and how it was
// understood, "-" where it is none about the files.
func TestAskExact(t *testing.T) {
	for _, line := range lines(t, "exactask.txt") {
		question, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("no => in %q", line)
		}
		if got := understood(question); got != want {
			t.Errorf("%s\n\tis %s\n\twant %s", question, got, want)
		}
	}
}

// lines are those of a file of testdata that are neither blank nor a comment.
func lines(t *testing.T, name string) []string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

// understood is an exact question in few letters: files[all=jade,"gold ring" none=silver].
func understood(question string) string {
	q, ok := AskExact(question)
	if !ok {
		return "-"
	}
	parts := []string{[]string{"count", "list", "places"}[q.Asks]}
	for _, set := range []struct {
		name     string
		wordings []Wording
	}{{"all", q.All}, {"any", q.Any}, {"none", q.None}} {
		for _, w := range set.wordings {
			said := w.Text
			if w.Literal {
				said = fmt.Sprintf("%q", said)
			}
			parts = append(parts, set.name+"="+said)
		}
	}
	return strings.Join(append(parts, q.Filter.Strings()...), " ")
}

func FuzzAskExact(f *testing.F) {
	for _, seed := range []string{"How many files mention jade?", "list all files, 'a", "Which files mention \"a\" and `b` but not c, d or e?", "in how many", "how often does the word"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, question string) {
		q, ok := AskExact(question)
		if !ok && len(q.Wordings()) > 0 {
			t.Errorf("%q is no exact question and has wordings", question)
		}
		for _, w := range q.Wordings() {
			if len(newNeedle(w).words) == 0 {
				t.Errorf("%q: the wording %q has no word", question, w.Text)
			}
		}
	})
}

// The index knows no marks, so that a wording which they are a part of is not counted.
func TestNotCountable(t *testing.T) {
	for _, wording := range []string{"C#", `"C++"`, `"--force"`, `".env"`, `"$HOME"`} {
		if ask, ok := AskExact("How many files mention " + wording + "?"); ok {
			t.Errorf("%s is counted as %+v", wording, ask)
		}
	}
}
