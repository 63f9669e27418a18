package answer

import (
	"strings"
	"testing"
)

// As many of the last turns are told as have room, in their order; of the last one what
// has room of its answer.
func TestTurnsText(t *testing.T) {
	turns := []Turn{{"Who found jade?", "Ximo did."}, {"When?", "In\n 1952."}, {"Where?", "In the mud of a drain at Chaquil."}}
	first, second := "Asked: Who found jade?\nAnswered: Ximo did.", "Asked: When?\nAnswered: In 1952."
	last := "Asked: Where?\nAnswered: In the mud of a drain at Chaquil."
	for _, c := range []struct {
		turns  []Turn
		tokens int
		want   string
	}{
		{turns, 1000, first + "\n\n" + second + "\n\n" + last},
		{turns, countTokens(second) + countTokens(last), second + "\n\n" + last},
		{turns, countTokens(second) + countTokens(last) - 1, last},
		{turns, countTokens(last) - 3, "Asked: Where?\nAnswered: In the mud of a …"},
		{turns, countTokens("Asked: Where?\nAnswered: "), ""},
		{turns, 0, ""},
		{nil, 1000, ""},
	} {
		got := TurnsText(c.turns, c.tokens)
		if got != c.want || countTokens(got) > c.tokens {
			t.Errorf("of %d tokens: %q, want %q", c.tokens, got, c.want)
		}
	}
	if got := TurnsText([]Turn{{"Who?", strings.Repeat("word ", 1e5)}}, 200); countTokens(got) > 200 || countTokens(got) < 190 {
		t.Errorf("a long answer takes %d of 200 tokens", countTokens(got))
	}
}
