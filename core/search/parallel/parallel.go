// Package parallel runs the same work on many items, with as many goroutines as there are
// processors.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// For calls a worker with each number below n. Each goroutine makes a worker of its own, so that
// a worker needs no locks. What ctx ends early is left undone.
//
// A panic of a worker becomes one of the caller, with the worker's stack: who contains the
// faults of a question contains those of its goroutines, too.
func For(ctx context.Context, n int, worker func() func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	var fault atomic.Pointer[string]
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					message := fmt.Sprintf("%v\n%s", v, debug.Stack())
					fault.CompareAndSwap(nil, &message)
				}
			}()
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
