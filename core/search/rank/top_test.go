package rank

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTop(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, limit := range []int{0, 1, 3, 10, 1000} {
		top := NewTop(limit, cmp.Compare[int])
		var all []int
		for range 200 {
			n := r.IntN(500)
			all = append(all, n)
			top.Add(n)
		}
		slices.Sort(all)
		if got := top.Sorted(); !slices.Equal(got, all[:min(limit, len(all))]) {
			t.Errorf("the first %d: %v", limit, got)
		}
	}
}
