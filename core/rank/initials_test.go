package rank

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"docuquest/core/analysis"
	"docuquest/core/text"
)

// Whatever the sieve drops is no form of a term: every word of the sites, as it stands
// and in code, is let through for the question that asks for it.
func TestInitials(t *testing.T) {
	a := analysis.NewAnalyzer()
	for _, word := range append(wordsOf(t, "../../testdata/sites/amarro_wreck.txt"),
		"dying", "skies", "ties", "y", "Ü", "naïve", "é", "x1", "utf8Reader", "HTTPServer", "max_file_size", "_private", "a1b2", "ÉTÉ") {
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
		"gate": true, "Garden": true, "grate": false, "agate": false, "openGate": false, "g": false,
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
