package eval

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Placing says where the things that a question wants were found. A rank is
// from 1; 0 is a thing that is not among the first ten.
type Placing struct {
	Question  string // its id, or its text in a question file
	Documents []int  // the ranks of the wanted documents, by their names in order
	Passages  []int  // the ranks of the first passages that hold the wanted quotes
	Cited     int    // how many of these quotes are cited
	Refused   bool   // the answer is that the files hold none
}

// WritePlacings prints a line for each question, and the figures below those of
// each set. Two such texts differ in the questions that a change of the ranking
// has moved, so one can be kept beside the code.
func (r Report) WritePlacings(w io.Writer) error {
	var b strings.Builder
	for i, s := range r.Sets {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s, %d questions\n", s.Name, len(s.Placings))
		fmt.Fprintf(&b, placingLine, "documents", "passages", "cited", "refused", "question")
		for _, p := range s.Placings {
			b.WriteString(p.line())
		}
		for _, f := range s.all() {
			fmt.Fprintf(&b, "%s %.3f of %d\n", f.Name, f.Value, f.Questions)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// placingLine has columns of fixed widths, so that a change of one question is a
// change of one line.
const placingLine = "%-10s %-9s %-5s %-7s  %s\n"

func (p Placing) line() string {
	cited, refused := none, none
	if len(p.Passages) > 0 {
		cited = fmt.Sprintf("%d/%d", p.Cited, len(p.Passages))
	}
	if p.Refused {
		refused = "refused"
	}
	return fmt.Sprintf(placingLine, ranksText(p.Documents), ranksText(p.Passages), cited, refused, oneLine(p.Question))
}

// none stands where there is nothing to tell.
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

// firstRank gives the rank of the first that is wanted among the first ten, 0 if none
// is.
func firstRank[T any](ranked []T, isWanted func(T) bool) int {
	return 1 + slices.IndexFunc(ranked[:min(depth, len(ranked))], isWanted)
}
