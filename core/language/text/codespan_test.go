package text_test

import (
	"testing"

	"docuquest/core/language/text"
)

// Code ends at as many backticks as it began with, and nowhere without them.
func TestCodeLength(t *testing.T) {
	for _, c := range []struct {
		rest, backticks string
		want            int
	}{
		{"a` b", "`", 2},
		{"a`` b` c", "`", 6},
		{"a` b`` c", "``", 6},
		{"a`` b", "`", 0},
		{"`", "`", 1},
		{"a", "`", 0},
		{"", "`", 0},
	} {
		if got := text.CodeLength(c.rest, c.backticks); got != c.want {
			t.Errorf("%q behind %q: %d, want %d", c.rest, c.backticks, got, c.want)
		}
	}
}
