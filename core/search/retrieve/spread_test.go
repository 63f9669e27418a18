package retrieve

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"docuquest/core/file"
)

// Each number is worked on once, however many goroutines there are.
func TestSpread(t *testing.T) {
	for _, n := range []int{0, 1, 100} {
		done := make([]atomic.Int32, n)
		spread(t.Context(), n, func() func(int) { return func(i int) { done[i].Add(1) } })
		for i := range done {
			if done[i].Load() != 1 {
				t.Errorf("%d of %d was done %d times", i, n, done[i].Load())
			}
		}
	}
}

// faulty is a workspace whose files cannot be read without a fault.
type faulty struct{}

func (faulty) Read(context.Context, file.URI) (file.File, error) { panic("a fault") }

// A fault in a goroutine of a question reaches whoever asked it, and ends no process.
func TestSpreadPanics(t *testing.T) {
	r, _ := newRetriever(cave)
	r.Source = faulty{}
	defer func() {
		said := fmt.Sprint(recover())
		if !strings.HasPrefix(said, "a fault") || !strings.Contains(said, "faulty.Read") {
			t.Errorf("the panic says %q", said)
		}
	}()
	_, err := r.Find(t.Context(), Query{Text: "cave", Limit: 1, Passages: 1})
	t.Errorf("ended with %v", err)
}
