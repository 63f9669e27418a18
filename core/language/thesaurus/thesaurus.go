// Package thesaurus knows which words mean the same as an English noun, and which
// name a kind of what it names: for "gems" that is gemstone, and ruby, jade and
// lapis lazuli. A question asks with the general word where the texts hold the
// particular one.
//
// The words are the nouns of WordNet 3.0 of Princeton University, which are in the
// binary in a form that is read in place (see format.go). The program in
// cmd/wordnettable makes it. WordNet's licence asks that its notice goes with
// every copy: it is in the file NOTICE and in the data itself.
//
// The room knows words alone: no question, no index, no weights.
package thesaurus

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// A Word is a word or a term of several words, which belongs to a noun.
type Word struct {
	// Text is in lower case, with single spaces between the words of a term.
	Text string
	// Depth is 0 for a word that means the same, 1 for a kind of it, 2 for a kind of a kind.
	Depth int
}

// Lookup returns the words that belong to a noun by WordNet; see [Thesaurus.Lookup].
func Lookup(noun string) []Word { return WordNet().Lookup(noun) }

// Senses returns the words that belong to a noun by its senses; see [Thesaurus.Senses].
func Senses(noun string) [][]Word { return WordNet().Senses(noun) }

// Noun reports whether WordNet knows a noun; see [Thesaurus.Noun].
func Noun(word string) bool { return WordNet().Noun(word) }

// WordNet is the thesaurus in the binary. The first call checks its data, in about 12 ms
// of one core, and keeps 0.1 MB; the others take nothing.
func WordNet() *Thesaurus { return wordNet() }

//go:embed wordnet.bin
var wordNetData string

var wordNet = sync.OnceValue(func() *Thesaurus {
	t, err := Decode(wordNetData)
	if err != nil {
		panic(err) // the tests decode these very bytes
	}
	return t
})

// Of a noun, the senses that people mean most often are followed, and kinds of kinds
// are the last that are named. More of either names more that nobody meant: the fourth
// sense of "gem" is a muffin.
const (
	sensesKept = 2
	deepest    = 2
)

// A Thesaurus has nouns with their meanings. It never changes: all its methods may run
// at the same time. The zero value knows no noun; [Decode] makes one that does.
type Thesaurus struct {
	notice     string
	lemmas     dictionary // nouns, with the synsets that are their senses
	exceptions dictionary // plurals that follow no rule, with their lemmas
	synsets    synsets
}

// Lookup returns the words that belong to a noun, which may be a plural, in any case, and
// consist of several words. A noun that is a lemma itself counts as that lemma ("glasses"),
// any other as the plural of every lemma that it can be the plural of ("axes").
//
// The two most frequent senses are followed: for each its synonyms, then its kinds, then
// the kinds of these, each in WordNet's order. Single persons and places ("Rhine" for
// "river") are no kinds. Each word comes once, with its least depth and at the first
// place with that depth; the noun itself does not come. A word that is no noun, or has no
// synonyms or kinds, has no words.
//
// Some words mean something else more often: the signs of the elements are among the
// metals, and so "be" and "am" are.
//
// The caller owns the slice. Most nouns have a few words and take some microseconds; the
// widest, such as "person" and "genus", have thousands and take some milliseconds.
func (t *Thesaurus) Lookup(noun string) []Word {
	bases := t.bases(noun)
	return t.words(t.reach(bases), bases)
}

// words returns the words of lemmas that were reached from others, each once.
func (t *Thesaurus) words(found []reached, bases []int) []Word {
	least := make(map[int]int, len(found))
	for _, f := range found {
		if d, ok := least[f.lemma]; !ok || f.depth < d {
			least[f.lemma] = f.depth
		}
	}
	for _, lemma := range bases {
		least[lemma] = -1
	}
	words := make([]Word, 0, len(least))
	for _, f := range found {
		if least[f.lemma] == f.depth {
			least[f.lemma] = -1
			words = append(words, Word{Text: t.lemmas.key(f.lemma), Depth: f.depth})
		}
	}
	return words
}

// Senses returns the words of Lookup for each sense that it follows by itself, the most
// frequent sense first, and each word once in each. A sense without words is left out.
func (t *Thesaurus) Senses(noun string) [][]Word {
	bases := t.bases(noun)
	var all [][]Word
	var known []int
	for _, base := range bases {
		for _, sense := range t.lemmas.numbers(base) {
			if slices.Contains(known, sense) {
				continue
			}
			known = append(known, sense)
			if words := t.words(t.appendBelow(nil, sense), bases); len(words) > 0 {
				all = append(all, words)
			}
		}
	}
	return all
}

// Noun reports whether a word or term is a noun, or the plural of one, as Lookup finds it.
// Many nouns are other kinds of words more often, such as "find" and "best".
func (t *Thesaurus) Noun(word string) bool { return len(t.bases(word)) > 0 }

// Notice returns the licence of the words, to be shown wherever the program shows the
// licences of its parts.
func (t *Thesaurus) Notice() string { return t.notice }

// A reached lemma is on one of the ways down from a noun.
type reached struct{ lemma, depth int }

// reach returns all lemmas below the senses of the given lemmas, in order. A lemma that is
// reached on several ways comes several times.
func (t *Thesaurus) reach(bases []int) []reached {
	var found []reached
	var senses []int
	for _, base := range bases {
		for _, sense := range t.lemmas.numbers(base) {
			if !slices.Contains(senses, sense) {
				senses = append(senses, sense)
				found = t.appendBelow(found, sense)
			}
		}
	}
	return found
}

// appendBelow appends the words of a synset and, level by level, of its kinds. A
// synset that is a kind in two ways is followed once, where it is nearest.
func (t *Thesaurus) appendBelow(found []reached, sense int) []reached {
	seen := map[int]bool{sense: true}
	level := []int{sense}
	for depth := 0; depth <= deepest; depth++ {
		var below []int
		for _, synset := range level {
			s := t.synsets.at(synset)
			for _, lemma := range s.words {
				found = append(found, reached{lemma, depth})
			}
			for _, kind := range s.kinds {
				if !seen[kind] {
					seen[kind] = true
					below = append(below, kind)
				}
			}
		}
		level = below
	}
	return found
}

// normal returns a noun in the form of the lemmas: lower case, single spaces. It is "" for
// a text that is too long for a lemma, so that a long question costs nothing.
func (t *Thesaurus) normal(noun string) string {
	noun = strings.TrimSpace(noun)
	if len(noun) > max(t.lemmas.longest, t.exceptions.longest)+len("es") {
		return ""
	}
	return strings.Join(strings.Fields(strings.ToLower(noun)), " ")
}
