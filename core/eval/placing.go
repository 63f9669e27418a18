package eval

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/language/text"
)

// A Placing is where the things that a question wants were found. A rank is
// from 1; 0 means not among the first ten.
type Placing struct {
	Question  string // its id, or its text in a question file
	Documents []int  // the ranks of the wanted documents, by their names in order
	Passages  []int  // the ranks of the first passages that have the wanted quotes
	Cited     int    // how many of these quotes are cited
	Refused   bool   // the answer is that the files have none
}

// WritePlacings prints a line for each question, and below them the figures of
// each set; of answers the rows of their kinds. Two such texts differ in the questions that a
// change of the ranking has moved, so one can be kept with the code.
func (r Report) WritePlacings(w io.Writer) error {
	var b strings.Builder
	for i, s := range r.Sets {
		if i > 0 {
			b.WriteByte('\n')
		}
		if len(s.Answers) > 0 {
			if err := s.writeAnswers(&b); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(&b, "%s, %d questions\n", s.Name, len(s.Placings))
		// The columns have fixed widths, so that a change of one question is a change of one line.
		const line = "%-10s %-9s %-5s %-7s  %s\n"
		fmt.Fprintf(&b, line, "documents", "passages", "cited", "refused", "question")
		for _, p := range s.Placings {
			cited, refused := none, none
			if len(p.Passages) > 0 {
				cited = fmt.Sprintf("%d/%d", p.Cited, len(p.Passages))
			}
			if p.Refused {
				refused = "refused"
			}
			fmt.Fprintf(&b, line, ranksText(p.Documents), ranksText(p.Passages), cited, refused, text.OneLine(p.Question))
		}
		for _, f := range s.all() {
			fmt.Fprintf(&b, "%s %.3f of %d\n", f.Name, f.Value, f.Questions)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeAnswers prints a line for each answer: whether a right file is cited, and first; how much of
// what is wanted is shown, and whether first; whether it is refused or flagged, and how many of its
// citations are cut. Below are the rows of the kinds, without the seconds, which differ each time.
func (s Set) writeAnswers(b *strings.Builder) error {
	fmt.Fprintf(b, "%s, %d questions\n", s.Name, len(s.Answers))
	const line = "%-5s %-6s %-8s %-4s  %s\n"
	fmt.Fprintf(b, line, "file", "answer", "held", "cut", "question")
	for _, a := range s.Answers {
		file, answer, held, cut := "-", "-", none, none
		switch {
		case a.Unanswerable:
			file = none
		case a.PageCited:
			file = "page"
		case a.FileFirst:
			file = "first"
		case a.FileCited:
			file = "cited"
		}
		switch {
		case !a.HasWanted:
			answer = none
		case a.First:
			answer = "first"
		case a.Shown:
			answer = "shown"
		case a.Items > 0:
			answer = fmt.Sprintf("%.0f%%", 100*a.Items)
		}
		switch {
		case a.Refused:
			held = "refused"
		case a.HeldBack:
			held = "flagged"
		}
		if a.Cut > 0 {
			cut = strconv.Itoa(a.Cut)
		}
		fmt.Fprintf(b, line, file, answer, held, cut, a.ID+": "+text.OneLine(a.Question))
	}
	b.WriteByte('\n')
	if err := WriteTables(b, Plain, answerTable(s.Answers, false)); err != nil {
		return err
	}
	b.WriteString(s.answerSentences())
	return nil
}

// none marks a column without a value.
const none = "."

// ranksText is a list such as "1,4,-", where the last was not found.
func ranksText(ranks []int) string {
	if len(ranks) == 0 {
		return none
	}
	texts := make([]string, len(ranks))
	for i, rank := range ranks {
		if texts[i] = "-"; rank > 0 {
			texts[i] = strconv.Itoa(rank)
		}
	}
	return strings.Join(texts, ",")
}

// firstRank returns the rank of the first wanted one among the first ten, from 1, or 0.
func firstRank[T any](ranked []T, isWanted func(T) bool) int {
	return 1 + slices.IndexFunc(ranked[:min(depth, len(ranked))], isWanted)
}
