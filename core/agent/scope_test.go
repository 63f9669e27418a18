package agent

import (
	"strings"
	"testing"
)

// An empty folder is the reason why nothing is found there, and not the question.
func TestNothingInAnEmptyFolder(t *testing.T) {
	a := start(t, folderOf(t, map[string]string{}), Options{})
	for _, question := range []string{"What is it?", "Where was jade found?"} {
		checkSame(t, question, "Not in your files: there is no file to search here.\n", ask(t, a, Question{Text: question}).Answer)
	}
}

// A question of nothing but words that stand everywhere is told so: that no file answers
// it would be said of the files.
func TestNoWordToLookFor(t *testing.T) {
	a := start(t, folderOf(t, countedFiles), Options{})
	const noWord = `Not in your files: the question has no word to look for.`
	for question, want := range map[string]string{
		"?":                   noWord,
		"and":                 noWord,
		"What is it? in:docs": noWord,
		"1931":                "Not in your files: nothing in the 3 indexed files answers this.",
		"basalt in:docs":      "Not in your files: nothing in the 1 file for in:docs answers this.",
	} {
		r := ask(t, a, Question{Text: question})
		said, _, _ := strings.Cut(r.Answer, "\n")
		checkSame(t, question, want, said)
		if want == noWord && len(r.Nearest) > 0 {
			t.Errorf("%s: nearest to nothing are %+v", question, r.Nearest)
		}
	}
}
