package thesaurus

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLookup(t *testing.T) {
	tests := []struct {
		noun string
		want string // all words, those of a level after its depth
	}{
		// Two senses: what is prized, and the stone. A third is a person, a fourth a muffin.
		{"gems", `0 treasure, gemstone, stone
			1 cabochon, opaque gem, transparent gem
			2 chrysoberyl, opal, cat's eye, coral, red coral, precious coral, jade, jadestone, jasper,
			lapis lazuli, lazuli, turquoise, garnet, amethyst, aquamarine, chalcedony, calcedony,
			chrysolite, chrysoprase, citrine, diamond, adamant, emerald, kunzite, moonstone, morganite,
			peridot, ruby, water sapphire, sapphire, hiddenite, sunstone, aventurine, topaz, tourmaline`},
		{"precious stones", `0 jewel, gem 1 crown jewel, solitaire, diamond, ruby, pearl, emerald, sapphire
			2 ice, sparkler, seed pearl`},
		{"lapis lazuli", `0 lazuli`},
		{"computer mouse", `0 mouse`},
		{"glasses", `0 spectacles, specs, eyeglasses
			1 bifocals, goggles, lorgnette, pince-nez, sunglasses, dark glasses, shades`},
		// What is named with capitals is found and given without.
		{"Attorney General", `0 united states attorney general, us attorney general`},
		// A kind of the first sense, and a synonym of the second.
		{"men-of-war", `0 ship of the line 1 sailing warship 0 portuguese man-of-war, jellyfish`},
		// A noun that has neither synonyms nor kinds, but single rivers.
		{"river", ``},
		// No nouns.
		{"bring", ``},
		{"recommended", ``},
		{"beautiful", ``},
		{"the", ``},
		{"xyzzy", ``},
		{"lapis lazuli xyzzy", ``},
		{"", ``},
		{" \t\n", ``},
	}
	for _, test := range tests {
		if diff := cmp.Diff(wordsOf(test.want), Lookup(test.noun)); diff != "" {
			t.Errorf("Lookup(%q) (-want +got):\n%s", test.noun, diff)
		}
	}
}

// wordsOf reads words as the tests write them.
func wordsOf(list string) []Word {
	words := []Word{}
	depth := 0
	var term []string
	end := func() {
		if len(term) > 0 {
			words = append(words, Word{Text: strings.Join(term, " "), Depth: depth})
		}
		term = nil
	}
	for _, field := range strings.Fields(list) {
		if len(field) == 1 && "0" <= field && field <= "2" {
			end()
			depth = int(field[0] - '0')
			continue
		}
		word, isLast := strings.CutSuffix(field, ",")
		if term = append(term, word); isLast {
			end()
		}
	}
	end()
	return words
}

func TestWideNouns(t *testing.T) {
	tests := []struct {
		noun, has, lacks string
		count            int
	}{
		{
			noun: "metal", count: 350, lacks: "wood, metal",
			has: "0 metallic element 1 noble metal, copper, iron, be 2 gold, silver, cast iron 0 alloy 1 steel, pewter, electrum 2 bronze, brass",
		},
		{
			noun: "weapon", count: 117, lacks: "weapon, excalibur",
			has: "0 arm 1 bow, bow and arrow, sword, spear, knife 2 crossbow, dagger, rapier, javelin, sabre",
		},
		{
			noun: "dog", count: 100, lacks: "cat, dog, rin tin tin",
			has: "0 domestic dog, canis familiaris 1 puppy, mongrel, hunting dog 2 terrier, hound, sled dog, chihuahua",
		},
		{
			noun: "vessels", count: 136, lacks: "cup, titanic",
			has: "0 vas 1 blood vessel 2 artery, vein 0 watercraft 1 boat, ship, galley 2 trireme, brig, lugger",
		},
	}
	for _, test := range tests {
		got := map[Word]bool{}
		for _, w := range Lookup(test.noun) {
			got[w] = true
		}
		if len(got) != test.count {
			t.Errorf("Lookup(%q) gives %d words, want %d", test.noun, len(got), test.count)
		}
		for _, want := range wordsOf(test.has) {
			if !got[want] {
				t.Errorf("Lookup(%q) lacks %+v", test.noun, want)
			}
		}
		for text := range strings.SplitSeq(test.lacks, ", ") {
			if got[Word{text, 0}] || got[Word{text, 1}] || got[Word{text, 2}] {
				t.Errorf("Lookup(%q) has %q", test.noun, text)
			}
		}
	}
}

func TestSingular(t *testing.T) {
	tests := []struct{ noun, want string }{
		{"gem", "gem"},
		{"gems", "gem"},
		{"GEMS", "gem"},
		// Exceptions.
		{"geese", "goose"},
		{"knives", "knife"},
		{"mice", "mouse"},
		{"children", "child"},
		{"axes", "ax, axis"},
		{"passers-by", "passer-by"},
		// Rules, one of each.
		{"buses", "bus"},
		{"foxes", "fox"},
		{"waltzes", "waltz"},
		{"churches", "church"},
		{"brushes", "brush"},
		{"policemen", "policeman"},
		{"berries", "berry"},
		{"cupsful", "cupful"},
		// Nouns as they stand, although they could be plurals.
		{"glasses", "glasses"},
		{"men", "men"},
		{"glass", "glass"},
		// No plurals by a rule: two letters, and what ends in ss.
		{"ys", ""},
		{"gass", ""},
		// Terms, with the plural anywhere.
		{"lapis lazulis", "lapis lazuli"},
		{" Lapis\n Lazuli ", "lapis lazuli"},
		{"precious stones", "precious stone"},
		{"computer mice", "computer mouse"},
		{"attorneys general", "attorney general"},
		{"men of letters", "man of letters"},
		{"sergeants-at-law", "sergeant-at-law"},
		{"stone's throws", "stone's throw"},
		// No nouns.
		{"recommended", ""},
		{"precious gems stones", ""},
		{"the", ""},
		{"sful", ""},
		{"- -", ""},
		{strings.Repeat("gems ", 200_000), ""},
		{strings.Repeat("-", 1_000_000), ""},
	}
	th := WordNet()
	for _, test := range tests {
		var bases []string
		for _, lemma := range th.bases(test.noun) {
			bases = append(bases, th.lemmas.key(lemma))
		}
		if got := strings.Join(bases, ", "); got != test.want {
			t.Errorf("bases of %.40q = %q, want %q", test.noun, got, test.want)
		}
		if Noun(test.noun) != (test.want != "") {
			t.Errorf("Noun(%.40q) = %v", test.noun, Noun(test.noun))
		}
	}
}

// TestSeveralBases has the words of both nouns that a plural may be of, and neither noun.
func TestSeveralBases(t *testing.T) {
	got := map[string]bool{}
	for _, w := range Lookup("axes") {
		got[w.Text] = true
	}
	if !got["hatchet"] || !got["coordinate axis"] || got["ax"] || got["axis"] {
		t.Errorf("Lookup(axes) = %v", got)
	}
}

func TestZeroThesaurus(t *testing.T) {
	var th Thesaurus
	if words := th.Lookup("gems"); len(words) > 0 || th.Noun("gem") || th.Notice() != "" {
		t.Errorf("the zero thesaurus knows %v", words)
	}
}

func TestWholeWordNet(t *testing.T) {
	th := WordNet()
	got := []int{th.lemmas.count, th.exceptions.count, th.synsets.count}
	// The lemmas of index.noun and the synsets of data.noun; 597 of the 2054 exceptions
	// are of words that are no lemmas.
	if diff := cmp.Diff([]int{117_798, 1_457, 82_115}, got); diff != "" {
		t.Errorf("lemmas, exceptions, synsets (-want +got):\n%s", diff)
	}
	// Every seventh, which takes all places of a block in turn.
	for lemma := 0; lemma < th.lemmas.count; lemma += 7 {
		key := th.lemmas.key(lemma)
		if found, ok := th.lemmas.find(key); !ok || found != lemma {
			t.Fatalf("find(%q) = %d, %v, want %d", key, found, ok, lemma)
		}
		if key != th.normal(key) {
			t.Fatalf("%q is never looked for", key)
		}
	}
}

// TestNotice holds the licence to what it asks: that it stands on every copy.
func TestNotice(t *testing.T) {
	file, err := os.ReadFile("NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	notice := WordNet().Notice()
	for _, part := range []string{"WordNet 3.0 Copyright 2006 by Princeton University.", "LICENSEE agrees to preserve same."} {
		if !strings.Contains(notice, part) {
			t.Errorf("the notice lacks %q", part)
		}
	}
	if !strings.Contains(string(file), notice) {
		t.Error("the file NOTICE does not hold the notice of the data")
	}
}
