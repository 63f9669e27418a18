package retrieve

import (
	"fmt"
	"testing"
)

// Passages are cut where their scores fall off, and nowhere else.
func TestKnee(t *testing.T) {
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
		if got := knee(test.scores); got != test.want {
			t.Errorf("%s: %d are kept, want %d", test.about, got, test.want)
		}
	}
}

// Ranked passages are cut where a few say nearly all that was asked and many a word of
// it; the classic rule keeps one passage at least of every document that it found.
func TestKneeByMode(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		files[fmt.Sprintf("a%d.txt", i)] = fmt.Sprintf("The ruby crown of Brann lay in hall %d.", i)
	}
	for i := range 12 {
		files[fmt.Sprintf("b%02d.txt", i)] = fmt.Sprintf("In %d a long list of farms, mills, ponds, roads and inns names one crown.", 1700+i)
	}
	r, _ := newRetriever(files)
	for mode, want := range map[Mode]int{Ranked: 6, Boolean: 18} {
		query := Query{Text: "ruby crown Brann", Mode: mode, Limit: 20, Passages: 20, Knee: true}
		if mode == Boolean {
			query.Text = "crown"
		}
		if got := len(find(t, r, query).Hits); got != want {
			t.Errorf("%v: %d passages, want %d", mode, got, want)
		}
	}
}
