package retrieve

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// spread does a work for the numbers below n, by as many goroutines as there are
// processors, each with a worker of its own. What ctx ends early is left undone.
func spread(ctx context.Context, n int, worker func() func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			work := worker()
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}
