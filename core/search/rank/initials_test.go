package rank

import (
	"bufio"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// Whatever the sieve drops is no form of a term: every word of the sites, as it stands
// and in code, is let through for the question that asks for it.
func TestInitials(t *testing.T) {
	a := analysis.NewAnalyzer()
	for _, word := range append(wordsOf(t, "../../../testdata/sites/amarro_wreck.txt"),
		"dying", "lying", "skies", "skis", "news", "only", "hoping", "dyes", "ies", "as", "is", "ugly", "yyyy", "ties", "y", "Ü", "naïve", "é", "x1", "utf8Reader", "HTTPServer", "max_file_size", "_private", "a1b2", "ÉTÉ") {
		for _, code := range []bool{false, true} {
			for _, f := range a.Forms(word, code) {
				var in initials
				in.add(a.Stem(f.Text))
				if !in.mayMatch(word, code) {
					t.Errorf("%q is dropped, code %v, though %q is a form of it", word, code, f.Text)
				}
			}
		}
	}
}

// Words that begin otherwise are dropped.
func TestInitialsDrop(t *testing.T) {
	var in initials
	in.add("gate")
	for word, want := range map[string]bool{
		"gate": true, "Gather": true, "garden": false, "grate": false, "agate": false, "openGate": false, "g": false,
	} {
		if in.mayMatch(word, false) != want {
			t.Errorf("%q: %v", word, !want)
		}
	}
	for word, want := range map[string]bool{"openGate": true, "open_gate": true, "openGrate": false, "agate": false} {
		if in.mayMatch(word, true) != want {
			t.Errorf("%q in code: %v", word, !want)
		}
	}
}

func wordsOf(t *testing.T, name string) []string {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		for w := range text.Words(lines.Text()) {
			all = append(all, strings.Clone(w.Span.Of(lines.Text())))
		}
	}
	return all
}

// Stems of words that nobody wrote begin as the sieve takes for granted, too.
func TestInitialsOfAnyWord(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	a := analysis.NewAnalyzer()
	for range 100_000 {
		word := make([]byte, 1+r.IntN(9))
		for i := range word {
			word[i] = "aeiouysdbtnlgi"[r.IntN(14)]
		}
		for _, ending := range []string{"", "s", "ies", "ing", "edly"} {
			form := string(word) + ending
			var in initials
			if in.add(a.Stem(form)); !in.mayMatch(form, false) {
				t.Fatalf("%q is dropped, though its stem is %q", form, a.Stem(form))
			}
		}
	}
}
