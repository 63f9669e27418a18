package meaning

import "testing"

// Soft is the soft match that Score gives, of a title and a sentence together.
func TestSoft(t *testing.T) {
	for _, c := range []struct {
		title, text string
		want        float64 // at least, of a question of two words
	}{
		{"", "east north", 1},
		{"east", "north", 1},
		{"east", "west", 0.5},
		{"", "eastish", 0.4},
		{"", "west", 0},
		{"", "", 0},
	} {
		q := evenly().Question("east north", false)
		got := q.Soft(c.title, c.text, false)
		if _, soft := q.Score(c.title, c.text, false); got != soft || got < c.want || c.want == 0 && got != 0 {
			t.Errorf("%q, %q: %v, Score gives %v, want %v at least", c.title, c.text, got, soft, c.want)
		}
	}
}
