package retrieve

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
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

// catch ends a panic and notes what it was. It is deferred.
func catch(fault *atomic.Pointer[string]) {
	if v := recover(); v != nil {
		said := fmt.Sprintf("%v\n%s", v, debug.Stack())
		fault.CompareAndSwap(nil, &said)
	}
}
