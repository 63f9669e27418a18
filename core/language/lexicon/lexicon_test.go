package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// Each language has a file without a mistake, with the sections that all rooms need.
func TestFiles(t *testing.T) {
	for _, language := range lexicon.Languages() {
		l := lexicon.Of(language)
		for _, section := range []string{"months", "weekdays", "numerals", "units"} {
			keys := 0
			for key, words := range l.Section(section).All() {
				keys++
				if len(words) == 0 {
					t.Errorf("%s: [%s] has no words for %q", language, section, key)
				}
			}
			if least := map[string]int{"months": 12, "weekdays": 7, "numerals": 15, "units": 10}[section]; keys < least {
				t.Errorf("%s: [%s] has %d keys, want %d", language, section, keys, least)
			}
		}
	}
	if problems := lexicon.Problems(); len(problems) > 0 {
		t.Errorf("problems:\n%s", strings.Join(problems, "\n"))
	}
}

func TestSections(t *testing.T) {
	for _, c := range []struct {
		why, language, section, word string
		want                         []string
	}{
		{"a word", "en", "months", "march", []string{"3"}},
		{"in any case", "en", "months", "MARCH", []string{"3"}},
		{"with an accent", "fr", "months", "Août", []string{"8"}},
		{"another language", "de", "months", "march", nil},
		{"no word", "en", "months", "monday", nil},
		{"no section", "en", "colours", "red", nil},
		{"no language", "tlh", "months", "march", nil},
	} {
		if got := lexicon.Of(c.language).Section(c.section).Keys(c.word); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q in [%s] of %s has the keys %q, want %q", c.why, c.word, c.section, c.language, got, c.want)
		}
	}
}

// Any has the words of all languages, those of English first.
func TestAny(t *testing.T) {
	months := lexicon.Any("months")
	for _, word := range []string{"march", "März", "mars", "marzo", "三月"} {
		if key, ok := months.Key(word); !ok || key != "3" {
			t.Errorf("the month %s has the key %q", word, key)
		}
	}
	if words := months.Words("3"); words[0] != "march" || !months.Has("märz") {
		t.Errorf("the words of March are %q", words)
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ why, in, section, want, problems string }{
		{"words and phrases", "[a]\nk: One \"two  three\" # four\n", "a", "k=one,two three", ""},
		{"a line that goes on", "[a]\nk: one\n  two\n\n# comment\n  three", "a", "k=one,two,three", ""},
		{"a key twice", "[a]\nk: one\nl: two\nk: one three", "a", "k=one,three l=two", ""},
		{"a key without words", "[a]\nk:", "a", "k=", ""},
		{"a key outside", "k: one", "a", "", "x.txt:1: words without a section or a key"},
		{"no key", "[a]\none", "a", "", "x.txt:2: a line is a key, a colon and words"},
		{"an open mark", "[a]\nk: one \"two", "a", "k=one", "x.txt:2: a quotation mark is not closed"},
		{"an open section", "[a\nk: one", "a", "k=one", `x.txt:1: "[a" is no new section`},
		{"a section twice", "[a]\nk: one\n[a]\nl: two", "a", "k=one l=two", `x.txt:3: "[a]" is no new section`},
	} {
		l, problems := lexicon.Parse("x", c.in)
		var got []string
		for key, words := range l.Section(c.section).All() {
			got = append(got, key+"="+strings.Join(words, ","))
		}
		if strings.Join(got, " ") != c.want || strings.Join(problems, "\n") != c.problems {
			t.Errorf("%s: %q\n got %q, %q\nwant %q, %q", c.why, c.in, got, problems, c.want, c.problems)
		}
	}
}

// Whatever a file holds, its words are folded and lead to their keys.
func FuzzParse(f *testing.F) {
	f.Add("[a]\nk: One \"two three\" # four\n  five")
	f.Add("k\n[\n]: \"")
	f.Fuzz(func(t *testing.T, data string) {
		l, _ := lexicon.Parse("x", data)
		for _, name := range []string{"", "a"} {
			for key, words := range l.Section(name).All() {
				for _, w := range words {
					if text.Fold(w) != w || !slices.Contains(l.Section(name).Keys(w), key) {
						t.Fatalf("Parse(%q): the word %q has the keys %q, want %q", data, w, l.Section(name).Keys(w), key)
					}
				}
			}
		}
	})
}
