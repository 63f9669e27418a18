package analysis

import (
	"strings"
	"testing"
)

// Words that the rules of English are not meant for stay as they are.
func TestStemLeavesAlone(t *testing.T) {
	var s Stemmer
	for _, word := range []string{
		"", "as", "utf8s", "2nds", "1990s", "деревьями", "λόγους", "كتابات", "文書ings", "x_ings",
		strings.Repeat("y", longestStemmed-3) + "ings",
	} {
		if got := s.Stem(word); got != word {
			t.Errorf("Stem(%q) = %q", word, got)
		}
	}
	if got := s.Stem("cafés"); got != "café" {
		t.Errorf("Stem(cafés) = %q: an accent is no reason to leave a word alone", got)
	}
}

// A word stems to the same whatever was stemmed before it.
func TestStemAgain(t *testing.T) {
	var s Stemmer
	for _, word := range []string{"archaeologists", "excavations", "happily", "internationalization", "dying", "news"} {
		first := s.Stem(word)
		s.Stem("something else entirely")
		if again := s.Stem(word); again != first || new(Stemmer).Stem(word) != first {
			t.Errorf("%q stems to %q, then to %q, and alone to %q", word, first, again, new(Stemmer).Stem(word))
		}
	}
}

// A contraction is cut at its apostrophe, and both of its pieces are stop words.
func TestStopWordPieces(t *testing.T) {
	for contraction := range strings.FieldsSeq(`you're you've you'll you'd she's it's that'll don't should've
		aren't couldn't didn't doesn't hadn't hasn't haven't isn't mightn't mustn't needn't shan't
		shouldn't wasn't weren't won't wouldn't`) {
		for piece := range strings.SplitSeq(contraction, "'") {
			if !IsStop(piece) {
				t.Errorf("%q of %s is no stop word", piece, contraction)
			}
		}
	}
}

func FuzzStem(f *testing.F) {
	for _, seed := range []string{"", "yyyy", "ing", "sses", "e\u0301s", "generically", "\xff", strings.Repeat("ational", 8)} {
		f.Add(seed)
	}
	var s Stemmer
	f.Fuzz(func(t *testing.T, word string) {
		got := s.Stem(word)
		if got != new(Stemmer).Stem(word) {
			t.Fatalf("Stem(%q) depends on what was stemmed before", word)
		}
		if len(got) > len(word)+1 { // some rules add an e
			t.Fatalf("Stem(%q) = %q", word, got)
		}
	})
}
