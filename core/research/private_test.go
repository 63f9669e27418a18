package research

import (
	"strings"
	"testing"
)

// Eight words in a row of a file, and secrets, stay here.
func TestIsPrivate(t *testing.T) {
	texts := []string{"Nothing.", "The gold ring was found in the well,\nin 1931, by Ann Bee."}
	isSecret := func(q string) bool { return strings.Contains(q, "hunter2") }
	for query, want := range map[string]string{
		"":                                    "",
		"gold ring 1931":                      "",
		"The gold ring was found in the":      "", // seven
		"The gold ring was found in the well": keptForWords,
		"who says that THE GOLD RING was found in the well now":   keptForWords,
		"ring; was - found (in) the \"well\" in 1931":             keptForWords,
		"the golden ring was found in a deep well in May of 1931": "",
		"password hunter2": keptForSecret,
	} {
		if got := IsPrivate(query, texts, isSecret); got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
	if got := IsPrivate("password hunter2", nil, nil); got != "" {
		t.Errorf("without a judge of secrets: %q", got)
	}
}

// A piece of a text of eight words or more is always found, whatever stands around it.
func FuzzIsPrivate(f *testing.F) {
	f.Add("a b c d e f g h i j", 1, "x", "y")
	f.Add("Ärger, ÄRGER über «alles» und noch viel, viel mehr davon", 0, "", "!")
	f.Fuzz(func(t *testing.T, text string, start int, before, behind string) {
		words := plainWords(text)
		if start < 0 || len(words) < start+privateWords {
			IsPrivate(before, []string{text}, nil)
			return
		}
		query := before + " " + strings.Join(words[start:start+privateWords], " ") + " " + behind
		if plain := strings.Join(plainWords(query), " "); !strings.Contains(plain, strings.Join(words[start:start+privateWords], " ")) {
			return // folding what was folded split or joined a word
		}
		if IsPrivate(query, []string{text}, nil) == "" {
			t.Errorf("%q is not seen in %q", query, text)
		}
	})
}
