package thesaurus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzDecode(f *testing.F) {
	data := smallData(f)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(magic + "\x00\x00\x00\x00")
	f.Add(magic + "\x00\x02\x00\x01a\x00\x01\x01b\x00\x00\x00")
	f.Add("")
	f.Fuzz(checkDecode)
}

func FuzzLookup(f *testing.F) {
	for _, noun := range []string{
		"gems", "Lapis Lazuli", "attorneys general", "mothers-in-law", "boxesful", "", " ", "-", "- -",
		"s", "es", "men", "ful", "sful", "Kelvin", "straße", "\xff\xfe", strings.Repeat("a ", 40), strings.Repeat("-", 1<<20),
	} {
		f.Add(noun)
	}
	th := WordNet()
	f.Fuzz(func(t *testing.T, noun string) {
		checkWords(t, th, noun)
		for _, w := range th.Lookup(noun) {
			if w.Text != th.normal(w.Text) || w.Text == "" {
				t.Fatalf("Lookup(%q) has %q, which is not in normal form", noun, w.Text)
			}
		}
		if diff := cmp.Diff(th.Lookup(noun), th.Lookup(" "+noun+" ")); diff != "" {
			t.Fatalf("spaces around %q change its words:\n%s", noun, diff)
		}
	})
}
