package eval

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// What a reader sees of an answer, by hand: its statements with what they cite, in this order.
func TestJudgeAnswer(t *testing.T) {
	cites := []replies.Citation{
		{Number: 1, Path: "docs/jade.md", Quote: "Jade is green.", Entry: "Jade is green.\nIt was found in 1931."},
		{Number: 2, Path: "ruby.md", Quote: "Rubies are `red`."},
	}
	long := strings.Repeat("word ", 150)
	for _, test := range []struct {
		name     string
		question panelQuestion
		answer   replies.Answer
		want     ShownAnswer
	}{
		{
			"the first statement has it in what it cites",
			panelQuestion{File: `^docs/`, Answer: "FOUND in 1931"},
			replies.Answer{Answer: "- Jade is **green**. [1]\n- Rubies. [2]", Citations: cites},
			ShownAnswer{HasWanted: true, FileFirst: true, FileCited: true, First: true, Shown: true, Items: 1, Words: 8, WordsTo: 17},
		},
		{
			"the second statement says it",
			panelQuestion{File: `ruby`, Answer: `red(?!d)`},
			replies.Answer{Answer: "1. Jade. [1]\n2. Rubies are red. [2]", Citations: cites},
			ShownAnswer{HasWanted: true, FileCited: true, Shown: true, Items: 1, Words: 8, WordsTo: 7},
		},
		{
			"one of two items, and a line of numbers is no statement",
			panelQuestion{File: `opal`, Items: []string{`(?<!\*)green`, "blue"}},
			replies.Answer{Answer: "Jade is green.\n\n[1] [2]", Citations: cites},
			ShownAnswer{HasWanted: true, Items: .5, Words: 3},
		},
		{
			"what is far down in the first statement is not first",
			panelQuestion{File: `opal`, Answer: "green"},
			replies.Answer{Answer: long + "green"},
			ShownAnswer{HasWanted: true, Shown: true, Items: 1, Words: 151, WordsTo: 151},
		},
		{
			"a refusal shows nothing",
			panelQuestion{File: `docs`, Answer: "green"},
			replies.Answer{Answer: "Jade is green. [1]", Citations: cites, Refused: true, Confidence: .25},
			ShownAnswer{HasWanted: true, FileFirst: true, FileCited: true, Refused: true, HeldBack: true, Confidence: .25},
		},
		{
			"a page of the evidence",
			panelQuestion{File: `a\.pdf`, pages: map[string]bool{"a.pdf#p2": true}},
			replies.Answer{Answer: "Two words [3]", Citations: []replies.Citation{{Number: 3, Path: "a.pdf", Page: 2, Quote: "Two"}}},
			ShownAnswer{HasPages: true, FileFirst: true, FileCited: true, PageCited: true, Words: 3},
		},
		{
			"nothing answers it, and the answer says so",
			panelQuestion{Unanswerable: true},
			replies.Answer{Answer: "Jade is green. [1]", Citations: cites, Standing: replies.Uncertain, Confidence: .5},
			ShownAnswer{Unanswerable: true, HeldBack: true, Confidence: .5},
		},
		{
			"nothing answers it",
			panelQuestion{Unanswerable: true},
			replies.Answer{Answer: "Jade is green. [1]", Citations: cites, Confidence: .5},
			ShownAnswer{Unanswerable: true, Confidence: .5},
		},
	} {
		if err := test.question.compile(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, test.question.judge(&test.answer)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// A quote is cut where it begins or ends in the middle of a sentence; brackets are around it.
func TestCut(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"a.txt", "Jade is green. [Rubies are red.] Opals are white.", false},
		{"a.txt", "[Jade is green]", false},
		{"a.txt", "Jade is [green. Rubies are red.]", true},
		{"a.txt", "Jade [is green.] Rubies are red.", true},
		{"a.txt", "[Jade is] green.", true},
		{"a.txt", "[Use stones, e.g.] jade.", true},
		{"a.txt", "[It takes 2.]5 hours.", true},
		{"a.txt", "Jade, which was found in the summer of that year\n[on a hill, is green.]", true},
		{"a.txt", "[Jade, which was found in the summer of that year]\non a hill, is green.", true},
		{"a.txt", "[Jade, which was found\non a hill, is green.]\n\nRubies are red.", false},
		{"a.txt", "[the stones]\n\nof the hill", false},
		{"a.txt", "- jade\n[- ruby]\n- opal", false},
		{"a.txt", "stone\n    [a hard thing]\nhill", false},
		{"a.yaml", "name: jade\n[colour: green]\nweight: 3", false},
		{"a.md", "Some stones:\n\n* [jade and]\n* ruby", false},
		{"a.md", "He said: “[Jade is green.]” Then he left.", false},
		{"a.md", "| stone | colour |\n| --- | --- |\n[| jade | green |]\n| ruby | red |", false},
		{"a.md", "```\nfind jade\n[find ruby]\nfind opal\n```", false},
		{"a.go", "x := find(jade)\n[y := find(ruby)]\nreturn x", false},
		{"a.go", "// [Find returns the first stone.] It never\n// fails.", false},
		{"a.go", "[// Find returns the first stone of all stones that is]\n// green.", true},
		{"a.go", "/*\n * Find returns the first stone of all stones that is\n [* green.]\n */", true},
		{"a.conf", "# The least weight of a stone that is sold, in\n[# grams.]\nleast 3", true},
		{"a.conf", "# The least weight of a stone that is sold, in\n# grams.\n[least 3]\nmost 5", false},
		{"a.txt", "copy          Copies the stones of one hill to another\n[diff          Shows the difference of two stones on the hill]\ndump          Prints the stones", false},
		{"a.txt", "Title: Stones of the hill and of the valley\n[Author: Ann Bee <ann@example.org>], Joe Doe <joe@example.org>\n", false},
		{"a.txt", "翡翠は緑です。[ルビーは赤です。]オパールは白です。", false},
	} {
		before, rest, _ := strings.Cut(test.text, "[")
		quote, after, _ := strings.Cut(rest, "]")
		f := newFile(test.name, before+quote+after)
		d := parsers.Parse(f)
		span := text.Span{Start: len(before), End: len(before) + len(quote)}
		if got := isCut(d, span); got != test.want {
			t.Errorf("%s (%s): %q is cut: %v", test.name, file.LanguageOf(test.name), test.text, got)
		}
	}
}

// A table of answers has the columns that its questions allow, and says how well the confidence
// separates what is answered rightly from what the files do not answer.
func TestAnswerTable(t *testing.T) {
	answers := []ShownAnswer{
		{ID: "1", Kind: "why", HasWanted: true, FileFirst: true, FileCited: true, First: true, Shown: true, Items: 1, Words: 10, WordsTo: 4, Confidence: .9},
		{ID: "2", Kind: "list", HasWanted: true, FileCited: true, Items: .5, Words: 20, Confidence: .8, Citations: 2, Cut: 1},
		{ID: "3", Kind: "why", HasWanted: true, FileCited: true, Shown: true, Items: 1, Words: 13, WordsTo: 7, HeldBack: true, Confidence: .3},
		{ID: "4", Kind: "unanswerable", Unanswerable: true, HeldBack: true, Confidence: .4},
		{ID: "5", Kind: "unanswerable", Unanswerable: true, Confidence: .2},
	}
	r := Report{Sets: []Set{{Name: "stones", Queries: 5, Answers: answers, Figures: figuresOf(answers)}}}
	var b strings.Builder
	if err := r.WriteTables(&b, Markdown); err != nil {
		t.Fatal(err)
	}
	want := `stones, 5 questions

| kind | n | file 1st | file cited | answer 1st | answer shown | items shown | words to it | words in all | held back | cut citations | seconds |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| why | 2 | 50 % | 100 % | 50 % | 100 % | 100 % | 6 | 12 | 1 | 0 | 0.00 |
| list | 1 | 0 % | 100 % | 0 % | 0 % | 50 % | - | 20 | 0 | 1 | 0.00 |
| all | 3 | 33 % | 100 % | 33 % | 67 % | 83 % | 6 | 13 | 1 | 1 | 0.00 |

Unanswerable: 1 of 2 refused or flagged (0 refused). Answerable: 1 of 3 refused or flagged, wrongly.
AUC of the confidence, rightly answered (2) against unanswerable (2): 0.750.
A bar at 0.90 would hold back 2 of 2 unanswerable ones and 1 of 2 right ones.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBadPanels(t *testing.T) {
	for name, test := range map[string]struct{ line, words string }{
		"no answer":  {`{"id": "q", "corpus": "a", "file": "x"}`, "question q: it has neither"},
		"no corpus":  {`{"id": "q", "corpus": "b", "file": "x", "answer": "y"}`, "no folder corpora/b"},
		"above":      {`{"id": "q", "corpus": "..", "file": "x", "answer": "y"}`, "no folder corpora/.."},
		"no pattern": {`{"id": "q", "corpus": "a", "file": "(", "answer": "y"}`, "question q: error parsing"},
		"nothing":    {"", "there is no question"},
		"no text":    {`{"id": "q", "corpus": "a", "file": "x", "answer": "y"}`, "question q: the question is empty"},
	} {
		o := options
		o.Answers = true
		_, err := Run(t.Context(), []string{write(t, map[string]string{"questions.jsonl": test.line, "corpora/a/x.txt": "y"})}, o)
		if err == nil || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
