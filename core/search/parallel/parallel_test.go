package parallel

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

// Each number is worked on once, however many goroutines there are.
func TestFor(t *testing.T) {
	for _, n := range []int{0, 1, 100} {
		done := make([]atomic.Int32, n)
		For(t.Context(), n, func() func(int) { return func(i int) { done[i].Add(1) } })
		for i := range done {
			if done[i].Load() != 1 {
				t.Errorf("%d of %d was done %d times", i, n, done[i].Load())
			}
		}
	}
}

func fails(int) { panic("a fault") }

// A panic of a worker reaches the caller with the stack of the worker.
func TestForPanics(t *testing.T) {
	defer func() {
		message := fmt.Sprint(recover())
		if !strings.HasPrefix(message, "a fault") || !strings.Contains(message, "parallel.fails") {
			t.Errorf("the panic is %q", message)
		}
	}()
	For(t.Context(), 3, func() func(int) { return fails })
	t.Error("no panic")
}
