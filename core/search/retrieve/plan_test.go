package retrieve

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Models write lists in every way that people do; what counts are the words.
func TestParseGroups(t *testing.T) {
	for _, test := range []struct {
		name  string
		reply string
		want  [][]string
	}{
		{"one group a line", "gold discovered\ngolden objects", [][]string{{"gold", "discovered"}, {"golden", "objects"}}},
		{"blank lines", "\n\ngold\n \n\t\njade\n\n", [][]string{{"gold"}, {"jade"}}},
		{"CRLF", "gold coin\r\njade\r\n", [][]string{{"gold", "coin"}, {"jade"}}},
		{"bullets", "- gold\n* jade\n+ opal\n• ruby\n-amber", [][]string{{"gold"}, {"jade"}, {"opal"}, {"ruby"}, {"amber"}}},
		{"numbers", "1. gold\n2) jade\n10.opal\n 3. ruby", [][]string{{"gold"}, {"jade"}, {"opal"}, {"ruby"}}},
		{"numbers that are words", "3.5 carat\n1974\n2 rings", [][]string{{"3", "5", "carat"}, {"1974"}, {"2", "rings"}}},
		{"a year is no marker", "1984.\n1984. A novel", [][]string{{"1984"}, {"1984", "a", "novel"}}},
		{"a marker alone", "3.\n-\n*\n1)", nil},
		{"quotes and commas", "\"lapis lazuli\", 'jade'", [][]string{{"lapis", "lazuli", "jade"}}},
		{"a fence goes, what it holds stays", "```text\ngold\n```\n~~~\njade\n~~~", [][]string{{"gold"}, {"jade"}}},
		{"emphasis", "**gold** _coin_", [][]string{{"gold", "coin"}}},
		{"capitals", "GOLD Coin", [][]string{{"gold", "coin"}}},
		{"letters beyond ASCII separate", "café", [][]string{{"caf"}}},
		{"nothing", "", nil},
		{"no words", "...\n---\n", nil},
		{"a hyphen inside a word", "hand-made", [][]string{{"hand", "made"}}},
	} {
		var got [][]string
		for _, g := range parseGroups(test.reply) {
			got = append(got, g.classic)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func FuzzParseGroups(f *testing.F) {
	for _, reply := range []string{"1. gold\n- jade", "```\nx\n```", "\r\r\n3)", "•", "3.5"} {
		f.Add(reply)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		for _, g := range parseGroups(reply) {
			if len(g.classic) == 0 {
				t.Errorf("a group without terms in %q", reply)
			}
			for _, token := range g.classic {
				for _, c := range []byte(token) {
					if (c < '0' || '9' < c) && (c < 'a' || 'z' < c) {
						t.Errorf("token %q of %q", token, reply)
					}
				}
			}
		}
	})
}
