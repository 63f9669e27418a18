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
	return inFewLetters(q)
}

func inFewLetters(q ExactQuestion) string {
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

// A question that goes on with another counts what that was on, if it was on one thing.
func TestAskExactOn(t *testing.T) {
	for _, c := range []struct{ before, question, want string }{
		{"What is jade?", "And how many files mention it?", "count all=jade"},
		{"What is jade?", "Which files never mention it?", "list none=jade"},
		{"What is jade?", "And which files mention it but not gold?", "list all=jade none=gold"},
		{"What is jade?", "How often is it mentioned?", "places all=jade"},
		{"What is jade?", "And how many files contain it?", "-"},                  // it was no word in quotes
		{"What is jade?", "And how many beads hold it?", "-"},                     // the texts answer
		{"What is jade?", "How many files mention it often?", "-"},                // not all is understood
		{"What is jade?", "How many files mention gold?", "-"},                    // needs nothing before it
		{"Where was the gold ring found?", "And how many files mention it?", "-"}, // which of these words?
		{"How many files mention the gold ring?", "And which documents mention it?", "list all=gold ring"},
		{"How many files contain \"gold ring\"?", "And which files contain it?", "list all=\"gold ring\""},
		{"How many files mention jade or gold?", "And which files mention it?", "-"},
		{"", "And how many files mention it?", "-"},
	} {
		last := Past{Question: c.before}
		got := "-"
		if q, ok := AskExactOn(c.question, Follow(c.question, []Past{last}), last); ok {
			got = inFewLetters(q)
		}
		if got != c.want {
			t.Errorf("%s %s\n\tis %s\n\twant %s", c.before, c.question, got, c.want)
		}
	}
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
