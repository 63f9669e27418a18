package history

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"docuquest/core/answer/replies"
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

// Relevant gives the turns that may have a say in the question, the oldest first: those that
// are near to it, as many as the second result tells, and then the last ones. What speaks
// of the history itself is left out: it may be of other folders.
func (h *History) Relevant(turns []Turn, typed string, limits Limits) (before []Turn, near int) {
	turns = slices.DeleteFunc(slices.Clone(turns), func(t Turn) bool {
		return t.OfHistory || limits.Minutes > 0 && time.Since(t.Time) > time.Duration(limits.Minutes)*time.Minute
	})
	first := max(0, len(turns)-limits.Turns)
	nearest := h.nearest(turns[:first], typed, limits.Nearest)
	return append(nearest, turns[first:]...), len(nearest)
}

// nearest are those of some turns that are nearest to the question, in their order, up to
// most of them. The slice is the caller's.
func (h *History) nearest(turns []Turn, typed string, most int) []Turn {
	if most == 0 || len(turns) == 0 {
		return nil
	}
	past := replies.Each(turns, func(t Turn) exchange { return exchange{t.Question, t.Answer} })
	near := h.nearness(typed, past)
	best := indices(len(turns))
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Or(cmp.Compare(near[j], near[i]), cmp.Compare(j, i)) })
	best = slices.DeleteFunc(best, func(i int) bool { return near[i] < leastNear })
	best = best[:min(most, len(best))]
	slices.Sort(best)
	return replies.Each(best, func(i int) Turn { return turns[i] })
}

// indices are the numbers below n.
func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
