package eval

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
)

// reported is a report with everything that is printed.
var reported = Report{
	Sets: []Set{
		{
			Name: "a", Queries: 7, Documents: documentMeans(7, 0.5, 0.25, 1, 0.125),
			Figures:  []Figure{{Name: "row_r@10", Value: 0.125, Questions: 3}},
			Placings: []Placing{{Question: "q1", Documents: []int{1, 10}}, {Question: "q2", Documents: []int{0}, Refused: true}, {Question: "q3"}},
		},
		{
			Name: "b|c", Queries: 2, LeftOut: 4, Figures: []Figure{{Name: "page_hit@5", Value: 1, Questions: 2}},
			Placings: []Placing{{Question: "Who\nfound it?", Documents: []int{2}, Passages: []int{3, 0}, Cited: 1}},
		},
	},
	Macro: documentMeans(1, 0.5, 0.25, 1, 0.125),
}

// The tables for people, where what aligns the columns does not matter.
func TestTables(t *testing.T) {
	documents := []string{
		"set queries nDCG@10 R@10 MRR all@10 seconds",
		"a 7 0.500 0.250 1.000 0.125 0.0",
		"macro 0.500 0.250 1.000 0.125",
	}
	others := []string{
		"set measure queries value",
		"a row_r@10 3 0.125",
		"b|c page_hit@5 2 1.000",
		"b|c left out 4",
	}
	alone := reported.Sets[0]
	alone.Figures = nil
	for _, test := range []struct {
		about string
		Report
		want []string
	}{
		{"both", reported, slices.Concat(documents, []string{""}, others)},
		{"other figures alone", Report{Sets: reported.Sets[1:]}, []string{others[0], others[2], others[3]}},
		{"documents alone", Report{Sets: []Set{alone}, Macro: reported.Macro}, documents},
	} {
		var b strings.Builder
		if err := test.WriteTables(&b, Plain); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, squeezed(b.String())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.about, diff)
		}
	}
}

// squeezed are the lines of a text with one space between words.
func squeezed(s string) []string {
	var lines []string
	for line := range strings.Lines(s) {
		lines = append(lines, text.OneLine(line))
	}
	return lines
}

func TestMarkdown(t *testing.T) {
	const want = `| set | queries | nDCG@10 | R@10 | MRR | all@10 | seconds |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| a | 7 | 0.500 | 0.250 | 1.000 | 0.125 | 0.0 |
| macro |  | 0.500 | 0.250 | 1.000 | 0.125 |  |

| set | measure | queries | value |
| --- | ---: | ---: | ---: |
| a | row_r@10 | 3 | 0.125 |
| b\|c | page_hit@5 | 2 | 1.000 |
| b\|c | left out | 4 |  |
`
	checkWritten(t, want, func(b *strings.Builder) error { return reported.WriteTables(b, Markdown) })
}

// A rank that is 0 is no rank, and what a question does not have is no 0 either.
func TestPlacings(t *testing.T) {
	const want = `a, 3 questions
documents  passages  cited refused  question
1,10       .         .     .        q1
-          .         .     refused  q2
.          .         .     .        q3
ndcg@10 0.500 of 7
r@10 0.250 of 7
mrr 1.000 of 7
all@10 0.125 of 7
row_r@10 0.125 of 3

b|c, 1 questions
documents  passages  cited refused  question
2          3,-       1/2   .        Who found it?
page_hit@5 1.000 of 2
`
	checkWritten(t, want, func(b *strings.Builder) error { return reported.WritePlacings(b) })
}

func checkWritten(t *testing.T, want string, write func(*strings.Builder) error) {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
