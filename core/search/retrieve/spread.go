package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"docuquest/core/search/rank"
)

// spread does a work for the numbers below n, by as many goroutines as there are
// processors, each with a worker of its own. What ctx ends early is left undone.
//
// A panic of a worker is one of the caller, with the worker's stack: whoever contains
// faults of a question contains those of its goroutines, too.
func spread(ctx context.Context, n int, worker func() func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	var fault atomic.Pointer[string]
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			defer catch(&fault)
			work := worker()
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
	if f := fault.Load(); f != nil {
		panic(*f)
	}
}

// Spread does a work for the numbers below n by several goroutines, each with a matcher
// for the question of its own. What ctx ends early is left undone; a panic of the work is
// one of the caller.
func (r *Result) Spread(ctx context.Context, n int, work func(i int, m *rank.Matcher)) error {
	spreadMatching(ctx, n, r.Question, work)
	return ctx.Err()
}

// spreadMatching spreads a work of which each worker needs a matcher for a question.
func spreadMatching(ctx context.Context, n int, q *rank.Question, work func(i int, m *rank.Matcher)) {
	var mu sync.Mutex // guards lent
	var lent []*rank.Matcher
	spread(ctx, n, func() func(int) {
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

// catch ends a panic and notes what it was. It is deferred.
func catch(fault *atomic.Pointer[string]) {
	if v := recover(); v != nil {
		said := fmt.Sprintf("%v\n%s", v, debug.Stack())
		fault.CompareAndSwap(nil, &said)
	}
}
