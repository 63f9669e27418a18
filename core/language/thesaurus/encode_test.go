package thesaurus

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// decoded writes a source and reads it back.
func decoded(t *testing.T, s Source) *Thesaurus {
	t.Helper()
	data, err := Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	th, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for seed := range uint64(25) {
		s := randomSource(rand.New(rand.NewPCG(seed, 1)))
		th := decoded(t, s)
		if th.Notice() != s.Notice {
			t.Fatalf("seed %d: notice %q, want %q", seed, th.Notice(), s.Notice)
		}
		for lemma := range s.Senses {
			if diff := cmp.Diff(plainLookup(s, lemma), th.Lookup(lemma)); diff != "" {
				t.Fatalf("seed %d: Lookup(%q) (-want +got):\n%s", seed, lemma, diff)
			}
			if !th.Noun(lemma) || th.Noun(lemma+"!") {
				t.Fatalf("seed %d: Noun(%q), Noun(%q) = %v, %v", seed, lemma, lemma+"!", th.Noun(lemma), th.Noun(lemma+"!"))
			}
		}
	}
}

func TestTheSameSourceGivesTheSameBytes(t *testing.T) {
	s := randomSource(rand.New(rand.NewPCG(7, 7)))
	first, err := Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if again, err := Encode(s); again != first || err != nil {
			t.Fatalf("the bytes differ, error %v", err)
		}
	}
}

// randomSource makes up to 300 words that share beginnings, and synsets whose kinds may
// be anything, themselves and a circle of them as well.
func randomSource(r *rand.Rand) Source {
	s := Source{
		Notice:     strings.Repeat("n", r.IntN(300)),
		Senses:     map[string][]int{},
		Exceptions: map[string][]string{"zz": {"a", "nobody"}},
	}
	for range r.IntN(100) {
		var synset Synset
		for range 1 + r.IntN(4) {
			word := randomWord(r)
			if !slices.Contains(synset.Words, word) {
				synset.Words = append(synset.Words, word)
			}
		}
		for _, word := range synset.Words {
			s.Senses[word] = append(s.Senses[word], len(s.Synsets))
		}
		s.Synsets = append(s.Synsets, synset)
	}
	for i := range s.Synsets {
		for range r.IntN(4) {
			s.Synsets[i].Kinds = append(s.Synsets[i].Kinds, r.IntN(len(s.Synsets)))
		}
	}
	return s
}

func randomWord(r *rand.Rand) string {
	word := make([]byte, 1+r.IntN(6))
	for i := range word {
		word[i] = "ab c"[r.IntN(4)]
	}
	// Words begin and end with a letter and have no two spaces in a row.
	return "a" + strings.ReplaceAll(strings.TrimSpace(string(word)), "  ", "b") + "a"
}

// plainLookup is Lookup of a lemma, said with maps.
func plainLookup(s Source, noun string) []Word {
	var all []Word
	least := map[string]int{}
	for _, sense := range slices.Compact(s.Senses[noun][:min(2, len(s.Senses[noun]))]) {
		seen := map[int]bool{sense: true}
		level := []int{sense}
		for depth := range 3 {
			var below []int
			for _, i := range level {
				for _, word := range s.Synsets[i].Words {
					if d, ok := least[word]; !ok || depth < d {
						least[word] = depth
					}
					all = append(all, Word{word, depth})
				}
				below = append(below, s.Synsets[i].Kinds...)
			}
			level = nil
			for _, i := range below {
				if !seen[i] {
					seen[i] = true
					level = append(level, i)
				}
			}
		}
	}
	delete(least, noun)
	words := []Word{}
	for _, w := range all {
		if d, ok := least[w.Text]; ok && d == w.Depth {
			delete(least, w.Text)
			words = append(words, w)
		}
	}
	return words
}

// TestExampleOfTheFormat holds format.go to the bytes that it shows.
func TestExampleOfTheFormat(t *testing.T) {
	e := encoder{}
	e.entries(map[string][]int{"gem": {7, 900}, "gemstone": {900}})
	const want = "\x03\x05stone\x01\xfa\x0d"
	if !strings.HasSuffix(string(e.out), want) {
		t.Errorf("got % x, want % x at its end", e.out, want)
	}
}

func TestSourcesThatCannotBeWritten(t *testing.T) {
	one := []Synset{{Words: []string{"gem"}}}
	senses := map[string][]int{"gem": {0}}
	tests := map[string]Source{
		"sense that is none":       {Synsets: one, Senses: map[string][]int{"gem": {1}}},
		"negative sense":           {Synsets: one, Senses: map[string][]int{"gem": {-1}}},
		"third sense that is none": {Synsets: one, Senses: map[string][]int{"gem": {0, 0, 9}}},
		"kind that is none":        {Synsets: []Synset{{Words: []string{"gem"}, Kinds: []int{1}}}, Senses: senses},
		"synset without words":     {Synsets: []Synset{{}}, Senses: senses},
		"word without senses":      {Synsets: []Synset{{Words: []string{"jade"}}}, Senses: senses},
		"empty lemma":              {Synsets: one, Senses: map[string][]int{"gem": {0}, "": {0}}},
		"lemma of 256 bytes":       {Synsets: one, Senses: map[string][]int{"gem": {0}, strings.Repeat("x", 256): {0}}},
		"empty plural":             {Synsets: one, Senses: senses, Exceptions: map[string][]string{"": {"gem"}}},
	}
	for name, source := range tests {
		if data, err := Encode(source); err == nil || data != "" {
			t.Errorf("%s: Encode = %d bytes, %v", name, len(data), err)
		}
	}
}

// TestEverySynsetIsFollowedOnce has 30 synsets that are all kinds of one another: 30^3
// ways lead down from each.
func TestEverySynsetIsFollowedOnce(t *testing.T) {
	s := Source{Senses: map[string][]int{}}
	for i := range 30 {
		word := fmt.Sprintf("gem%02d", i)
		s.Senses[word] = []int{i}
		s.Synsets = append(s.Synsets, Synset{Words: []string{word}})
		for kind := range 30 {
			s.Synsets[i].Kinds = append(s.Synsets[i].Kinds, kind)
		}
	}
	th := decoded(t, s)
	if found := th.reach(th.bases("gem07")); len(found) != 30 {
		t.Errorf("%d words were reached, want 30", len(found))
	}
}

// TestCountsAreBelievedWithinReason: room is made for as many things as are announced.
func TestCountsAreBelievedWithinReason(t *testing.T) {
	for data, bad := range map[string]bool{"\x03abc": false, "\x04abc": true, "\xff\xff\xff\x7f": true} {
		if c := (cursor{data: data}); c.count() > len(data) || c.bad != bad {
			t.Errorf("count of % x: bad %v, want %v", data, c.bad, bad)
		}
	}
}

func TestLongestLemma(t *testing.T) {
	long := strings.Repeat("x", 255)
	th := decoded(t, Source{
		Synsets: []Synset{{Words: []string{"gem", long}}},
		Senses:  map[string][]int{"gem": {0}, long: {0}},
	})
	for _, noun := range []string{long, long + "s", "gem"} {
		if len(th.Lookup(noun)) != 1 {
			t.Errorf("Lookup of %d bytes = %v", len(noun), th.Lookup(noun))
		}
	}
}

// TestDamagedData takes every byte of a small thesaurus away, and changes each: that
// either is refused, or is another thesaurus that can be used.
func TestDamagedData(t *testing.T) {
	data := smallData(t)
	for n := range len(data) {
		if _, err := Decode(data[:n]); err == nil {
			t.Errorf("the first %d of %d bytes were accepted", n, len(data))
		}
		for _, b := range []byte{0, 0x7f, 0xff, data[n] + 1, data[n] - 1} {
			checkDecode(t, data[:n]+string(b)+data[n+1:])
		}
	}
	if _, err := Decode(data + "\x00"); err == nil {
		t.Error("a byte too many was accepted")
	}
}

func TestDataThatIsRefused(t *testing.T) {
	// The numbers: no notice, then lemmas, exceptions, synsets.
	tests := map[string]string{
		"nothing":                 "",
		"another magic":           "thesaurus 2\n\x00\x00\x00\x00",
		"notice too long":         magic + "\x05abc",
		"more lemmas than bytes":  magic + "\x00\xff\xff\xff\x7f\x00\x00",
		"a number without an end": magic + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		"key descends":            magic + "\x00\x02\x00\x01b\x00\x00\x01a\x00\x00\x00",
		"key twice":               magic + "\x00\x02\x00\x01b\x00\x01\x00\x00\x00\x00",
		"empty key":               magic + "\x00\x01\x00\x00\x00\x00\x00",
		"first key shares":        magic + "\x00\x01\x01\x01b\x00\x00\x00",
		"sense that is none":      magic + "\x00\x01\x00\x01a\x01\x00\x00\x00",
		"negative sense":          magic + "\x00\x01\x00\x01a\x01\x01\x00\x00",
		"exception of no lemma":   magic + "\x00\x00\x01\x00\x01a\x01\x00\x00",
		"word that is none":       magic + "\x00\x00\x00\x01\x01\x00\x00",
		"kind that is none":       magic + "\x00\x00\x00\x01\x00\x01\x02",
	}
	for name, data := range tests {
		if _, err := Decode(data); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for name, data := range map[string]string{
		"empty thesaurus": magic + "\x00\x00\x00\x00",
		"ascending keys":  magic + "\x00\x02\x00\x01a\x00\x01\x01b\x00\x00\x00",
		"its own kind":    magic + "\x00\x00\x00\x01\x00\x01\x00",
	} {
		if _, err := Decode(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// smallData is a thesaurus of two blocks.
func smallData(t testing.TB) string {
	t.Helper()
	s := Source{Notice: "free", Senses: map[string][]int{}, Exceptions: map[string][]string{"gemmata": {"gem"}}}
	for i := range 20 {
		word := fmt.Sprintf("gem%02d", i)
		s.Synsets = append(s.Synsets, Synset{Words: []string{word, "gem"}, Kinds: []int{(i + 1) % 20, i / 2}})
		s.Senses[word] = []int{i}
	}
	s.Senses["gem"] = []int{0, 10, 15}
	data, err := Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// checkDecode checks that data is refused, or that what it holds can be looked up.
func checkDecode(t *testing.T, data string) {
	t.Helper()
	th, err := Decode(data)
	if err != nil {
		if th != nil {
			t.Fatalf("a thesaurus besides the error %v", err)
		}
		return
	}
	for lemma := range min(th.lemmas.count, 300) {
		key := th.lemmas.key(lemma)
		if found, ok := th.lemmas.find(key); !ok || found != lemma {
			t.Fatalf("find(key(%d)) = %d, %v", lemma, found, ok)
		}
		checkWords(t, th, key)
	}
}

// checkWords checks what holds for every answer of Lookup.
func checkWords(t *testing.T, th *Thesaurus, noun string) {
	t.Helper()
	words := th.Lookup(noun)
	if len(words) > 0 && !th.Noun(noun) {
		t.Fatalf("Lookup(%q) has words, Noun is false", noun)
	}
	seen := map[string]int{}
	for _, lemma := range th.bases(noun) {
		seen[th.lemmas.key(lemma)] = -1
	}
	for _, w := range words {
		if _, twice := seen[w.Text]; twice || w.Depth < 0 || w.Depth > deepest {
			t.Fatalf("Lookup(%q) has %+v, before it %v", noun, w, slices.Sorted(maps.Keys(seen)))
		}
		seen[w.Text] = w.Depth
	}
}
