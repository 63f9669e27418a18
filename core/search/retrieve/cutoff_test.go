package retrieve

import (
	"testing"
)

// Passages are cut where their scores fall off, and nowhere else.
func TestCutoff(t *testing.T) {
	for _, test := range []struct {
		about  string
		scores []float64
		want   int
	}{
		{"six of one height and a tail", []float64{9, 9, 8.9, 8.8, 8.8, 8.7, 2, 1.9, 1.8, 1.7, 1.7, 1.6, 1.5, 1.5, 1.4}, 6},
		{"one that stands out", []float64{9, 2, 1.9, 1.8, 1.7, 1.7, 1.6, 1.5}, fewest},
		{"falling evenly", []float64{9, 8, 7, 6, 5, 4, 3, 2, 1}, 9},
		{"all alike", []float64{1, 1, 1, 1, 1, 1, 1}, 7},
		{"few", []float64{9, 1, 1}, 3},
		{"none", nil, 0},
	} {
		if got := cutoff(test.scores); got != test.want {
			t.Errorf("%s: %d are kept, want %d", test.about, got, test.want)
		}
	}
}
