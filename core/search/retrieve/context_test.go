package retrieve

import (
	"strings"
	"testing"

	"docuquest/core/search/question"
)

// Whatever is asked, before and now, has an answer: a bounded number of words, of which
// none is twice.
func FuzzFollow(f *testing.F) {
	f.Add("And who found it?", "Where was jade found?", "Ximo Calderane found it.")
	f.Add("what about", "…,;?", "")
	f.Add("那么谁找到了它?", "玉石是在哪里被发现的?", "它是在矿山里被发现的。")
	f.Add("\xff, I mean\x00", "a\nb", "Ü Ö")
	f.Fuzz(func(t *testing.T, typed, before, said string) {
		c := Follow(question.Of(typed), []Past{{Question: question.Of(before), Said: said, Carried: []string{said}}})
		seen := map[string]bool{}
		for _, w := range c.Words {
			if folded := strings.ToLower(w); seen[w] || w == "" || folded == "it" {
				t.Fatalf("%q: %q", w, c.Words)
			}
			seen[w] = true
		}
		if len(c.Words) > mostCarried {
			t.Fatalf("%d words", len(c.Words))
		}
	})
}
