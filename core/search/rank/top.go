package rank

import "slices"

// A Top keeps the best of what it is given, for a number of them that is much
// smaller. The zero value keeps nothing; make one with NewTop.
type Top[T any] struct {
	limit   int
	compare func(a, b T) int
	kept    []T
	full    bool // the first limit of kept are sorted, and what is no better than the last of them stays out
}

// NewTop keeps the first limit elements of the order that compare gives.
func NewTop[T any](limit int, compare func(a, b T) int) *Top[T] {
	return &Top[T]{limit: limit, compare: compare}
}

// Add takes one more in. It costs O(log limit) amortised: twice the limit is let
// in before all are sorted and half of them go.
func (t *Top[T]) Add(one T) {
	if t.full && t.compare(t.kept[t.limit-1], one) <= 0 {
		return
	}
	t.kept = append(t.kept, one)
	if len(t.kept) >= 2*t.limit+16 {
		t.shrink()
	}
}

// Sorted returns the best in order. The slice is the Top's own, until the next Add.
func (t *Top[T]) Sorted() []T {
	t.shrink()
	return t.kept
}

func (t *Top[T]) shrink() {
	slices.SortStableFunc(t.kept, t.compare)
	t.kept = t.kept[:min(t.limit, len(t.kept))]
	t.full = 0 < t.limit && len(t.kept) == t.limit
}
