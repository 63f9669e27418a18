package history

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"docuquest/core/answer/replies"
	"docuquest/core/search/question"
)

// A Recall says how much of a conversation a question may go on with. What is nil is as
// configured.
type Recall struct {
	// Turns is how many of the last questions, 0 to MaxRecalled.
	Turns *int `json:"turns,omitempty"`
	// Minutes is how old a question may be, 0 to MaxRecalledMinutes; 0 for as old as it is.
	Minutes *int `json:"minutes,omitempty"`
	// Nearest is how many of those before the last ones, 0 to MaxRecalled: the ones that are
	// nearest to the question, by their words and by the built-in vectors.
	Nearest *int `json:"nearest,omitempty"`
}

// The greatest values of a Recall.
const (
	MaxRecalled        = keptTurns
	MaxRecalledMinutes = 365 * 24 * 60
)

// Check refuses values that are out of their ranges. A nil Recall is none.
func (r *Recall) Check() error {
	if r == nil {
		return nil
	}
	for _, one := range []struct {
		name  string
		value *int
		most  int
	}{{"turns", r.Turns, MaxRecalled}, {"minutes", r.Minutes, MaxRecalledMinutes}, {"nearest", r.Nearest, MaxRecalled}} {
		if one.value != nil && (*one.value < 0 || one.most < *one.value) {
			return fmt.Errorf("%s of history is %d: it may be 0 to %d", one.name, *one.value, one.most)
		}
	}
	return nil
}

// A Limits is how much of a conversation one question may go on with; see [Recall].
type Limits struct{ Turns, Minutes, Nearest int }

// Or returns what a question chose, and what is configured where it did not.
func (r *Recall) Or(configured Limits) Limits {
	if r == nil {
		return configured
	}
	return Limits{orElse(r.Turns, configured.Turns), orElse(r.Minutes, configured.Minutes), orElse(r.Nearest, configured.Nearest)}
}

func orElse(chosen *int, configured int) int {
	if chosen != nil {
		return *chosen
	}
	return configured
}

// Relevant returns the turns that may count for a question, the oldest first: those that are
// nearest to it, as many as the second result says, and then the last ones. What speaks
// of the history itself is left out: it may be of other folders.
func (h *History) Relevant(turns []Turn, asked *question.Question, limits Limits) (before []Turn, near int) {
	turns = slices.DeleteFunc(slices.Clone(turns), func(t Turn) bool {
		return t.OfHistory || limits.Minutes > 0 && time.Since(t.Time) > time.Duration(limits.Minutes)*time.Minute
	})
	first := max(0, len(turns)-limits.Turns)
	var best []int
	if limits.Nearest > 0 && first > 0 {
		near := h.nearness(asked, replies.Each(turns[:first], func(t Turn) exchange { return exchange{t.Question, t.Answer} }))
		best = slices.DeleteFunc(indices(first), func(i int) bool { return near[i] < leastNear })
		slices.SortStableFunc(best, func(i, j int) int { return cmp.Or(cmp.Compare(near[j], near[i]), cmp.Compare(j, i)) })
		best = best[:min(limits.Nearest, len(best))]
		slices.Sort(best)
	}
	nearest := replies.Each(best, func(i int) Turn { return turns[i] })
	return append(nearest, turns[first:]...), len(nearest)
}

// indices are the numbers below n.
func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
