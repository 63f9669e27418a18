package thesaurus

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// A Source is the content of a thesaurus. Its words are in the form of look-ups: lower
// case, with single spaces.
type Source struct {
	// Notice is the licence of the words.
	Notice string
	// Synsets are the meanings, in any order; elsewhere they are named by their index.
	Synsets []Synset
	// Senses has for every noun the synsets that contain it, the most frequent first. The
	// first two are written.
	Senses map[string][]int
	// Exceptions has plurals that follow no rule, with their nouns. Nouns that are
	// not in Senses are left out.
	Exceptions map[string][]string
}

// A Synset is a meaning: the words with this meaning, and the indexes of the synsets that
// are kinds of it. The order of both is kept.
type Synset struct {
	Words []string
	Kinds []int
}

// Encode returns a thesaurus for [Decode]. The same source results in the same bytes. It
// returns an error when a synset has no words or a word that is not in Senses, when an
// index is out of range, and when a word is empty or longer than 255 bytes.
func Encode(s Source) (string, error) {
	e := encoder{source: s, lemmas: map[string]int{}, synsets: make([]int, len(s.Synsets))}
	for number, lemma := range slices.Sorted(maps.Keys(s.Senses)) {
		e.lemmas[lemma] = number
	}
	if err := e.check(); err != nil {
		return "", err
	}
	order := e.arrange()
	e.out = append(e.out, magic...)
	e.number(len(s.Notice))
	e.out = append(e.out, s.Notice...)
	senses := map[string][]int{} // the numbers of the synsets of every lemma
	for lemma, synsets := range s.Senses {
		senses[lemma] = e.synsetNumbers(synsets[:min(len(synsets), sensesKept)])
	}
	e.entries(senses)
	exceptions := map[string][]int{} // the numbers of the lemmas of every irregular plural
	for plural, nouns := range s.Exceptions {
		for _, noun := range nouns {
			if number, ok := e.lemmas[noun]; ok {
				exceptions[plural] = append(exceptions[plural], number)
			}
		}
	}
	e.entries(exceptions)
	e.number(len(order))
	e.writeSynsets(order)
	return string(e.out), nil
}

type encoder struct {
	source  Source
	lemmas  map[string]int // the number of each lemma
	synsets []int          // the number of each synset, by its index
	out     []byte
}

// check returns an error for a source that cannot be written.
func (e *encoder) check() error {
	for word, senses := range e.source.Senses {
		if err := checkKey(word); err != nil {
			return err
		}
		if err := e.checkIndexes(senses); err != nil {
			return fmt.Errorf("senses of %q: %w", word, err)
		}
	}
	for plural := range e.source.Exceptions {
		if err := checkKey(plural); err != nil {
			return err
		}
	}
	for i, s := range e.source.Synsets {
		if err := e.checkSynset(s); err != nil {
			return fmt.Errorf("synset %d: %w", i, err)
		}
	}
	return nil
}

func (e *encoder) checkSynset(s Synset) error {
	if len(s.Words) == 0 {
		return errors.New("it has no words")
	}
	for _, word := range s.Words {
		if _, ok := e.lemmas[word]; !ok {
			return fmt.Errorf("%q is no noun", word)
		}
	}
	return e.checkIndexes(s.Kinds)
}

func (e *encoder) checkIndexes(indexes []int) error {
	for _, i := range indexes {
		if i < 0 || i >= len(e.synsets) {
			return fmt.Errorf("there is no synset %d", i)
		}
	}
	return nil
}

func checkKey(word string) error {
	if word == "" || len(word) > math.MaxUint8 {
		return fmt.Errorf("a word of %d bytes cannot be kept", len(word))
	}
	return nil
}

// arrange numbers the synsets by their first words and returns their indexes in that order.
func (e *encoder) arrange() []int {
	order := make([]int, len(e.synsets))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(e.firstLemma(a), e.firstLemma(b))
	})
	for number, index := range order {
		e.synsets[index] = number
	}
	return order
}

func (e *encoder) firstLemma(index int) int { return e.lemmas[e.source.Synsets[index].Words[0]] }

func (e *encoder) synsetNumbers(indexes []int) []int {
	numbers := make([]int, len(indexes))
	for i, index := range indexes {
		numbers[i] = e.synsets[index]
	}
	return numbers
}

// entries writes a dictionary.
func (e *encoder) entries(lists map[string][]int) {
	e.number(len(lists))
	before, origin := "", 0
	for n, key := range slices.Sorted(maps.Keys(lists)) {
		if startsBlock(n) {
			before, origin = "", 0
		}
		shared := 0
		for shared < min(len(before), len(key)) && before[shared] == key[shared] {
			shared++
		}
		e.out = append(e.out, byte(shared), byte(len(key)-shared))
		e.out = append(e.out, key[shared:]...)
		origin = e.list(lists[key], origin)
		before = key
	}
}

func (e *encoder) writeSynsets(order []int) {
	origin := 0
	for number, index := range order {
		if startsBlock(number) {
			origin = 0
		}
		s := e.source.Synsets[index]
		words := make([]int, len(s.Words))
		for i, word := range s.Words {
			words[i] = e.lemmas[word]
		}
		origin = e.list(words, origin)
		e.list(e.synsetNumbers(s.Kinds), number)
	}
}

// list writes a list and returns the origin of the next.
func (e *encoder) list(numbers []int, origin int) int {
	e.number(len(numbers))
	before := origin
	for _, n := range numbers {
		e.out = binary.AppendVarint(e.out, int64(n-before)) // in zigzag form
		before = n
	}
	if len(numbers) > 0 {
		return numbers[0]
	}
	return origin
}

func (e *encoder) number(n int) { e.out = binary.AppendUvarint(e.out, uint64(n)) }
