package retrieve

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"docuquest/core/search/parallel"
	"docuquest/core/search/rank"
)

// EachWithMatcher does a work for the numbers below n by several goroutines, each with a matcher
// for the question of its own. What ctx ends early is left undone; a panic of the work is
// a panic of the caller.
func (r *Result) EachWithMatcher(ctx context.Context, n int, work func(i int, m *rank.Matcher)) error {
	eachWithMatcher(ctx, n, r.Question, work)
	return ctx.Err()
}

// eachWithMatcher does a work by several workers, each of which needs a matcher for a question.
func eachWithMatcher(ctx context.Context, n int, q *rank.Query, work func(i int, m *rank.Matcher)) {
	var mu sync.Mutex // guards lent
	var lent []*rank.Matcher
	parallel.For(ctx, n, func() func(int) {
		m := q.Matcher()
		mu.Lock()
		defer mu.Unlock()
		lent = append(lent, m)
		return func(i int) { work(i, m) }
	})
	for _, m := range lent {
		m.Done()
	}
}

// largestFirst are the numbers of entries, the largest first: begun last, one of them
// would keep a single worker busy when the others are done.
func largestFirst(entries []scored) []int {
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(entries[b].entry.Size, entries[a].entry.Size) })
	return order
}
