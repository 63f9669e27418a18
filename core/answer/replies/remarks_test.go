package replies

import (
	"strings"
	"testing"
)

// Words that were added are told in one sentence, the first of them by name.
func TestAlsoLookedFor(t *testing.T) {
	many := strings.Fields("a b c d e f g h i j k l m n")
	for _, test := range []struct {
		added []string
		want  string
	}{
		{nil, ""},
		{many[:1], "Also looked for: a."},
		{many[:5], "Also looked for: a, b, c, d, e."},
		{many, "Also looked for: a, b, c, d, e and 9 more."},
	} {
		if got := (&Answer{Added: test.added}).AlsoLookedFor(); got != test.want {
			t.Errorf("%v: %q, want %q", test.added, got, test.want)
		}
	}
}
