// Package lexicon holds the words of languages that the house knows something about:
// months, numerals, units, and what else a room must recognise in a sentence. It is
// data, one file a language, and one list for each purpose; no Go file repeats them.
//
// A file is a sequence of sections:
//
//	# A comment.
//	[months]
//	1: january jan
//	2: february feb
//
//	[numerals]
//	12: twelve dozen "a dozen"
//	   duodecimal
//
// A line gives the words of one key. A word that has spaces is written in quotation
// marks, and a line that begins with a space continues the one before. Words are folded
// as [text.Fold] does; keys are kept as they are written.
package lexicon

import (
	"embed"
	"iter"
	"slices"
	"sync"

	"docuquest/core/language/text"
)

//go:embed *.txt
var files embed.FS

// languages are the tags of the languages in the order in which Any joins them.
var languages = []string{"en", "de", "fr", "es", "ja", "zh"}

// Languages returns the tags of the known languages, as in BCP 47: "en", "de". The first
// is English.
func Languages() []string { return slices.Clone(languages) }

// A Lexicon is the words of one language. It is never changed.
type Lexicon struct {
	language string
	sections map[string]Section
}

// Of returns the lexicon of a language, one without words for an unknown language.
func Of(language string) *Lexicon {
	if l := lexicons()[language]; l != nil {
		return l
	}
	return &Lexicon{language: language}
}

var lexicons = sync.OnceValue(func() map[string]*Lexicon {
	all := map[string]*Lexicon{}
	for _, language := range languages {
		data, _ := files.ReadFile(language + ".txt") // embedded; TestFiles reads each
		all[language], _ = Parse(language, string(data))
	}
	return all
})

// Language returns the tag of the language.
func (l *Lexicon) Language() string { return l.language }

// Section returns the section of a name. It is empty where the language has none.
func (l *Lexicon) Section(name string) Section { return l.sections[name] }

// Has reports whether a key of a section has a word.
func (l *Lexicon) Has(section, key, word string) bool {
	return slices.Contains(l.Section(section).Keys(word), key)
}

// Any returns the section of a name with the words of all languages. Words of the earlier
// languages come first. The result is built once for each name.
func Any(name string) Section {
	if s, ok := joined.Load(name); ok {
		return s.(Section)
	}
	var s Section
	for _, language := range languages {
		for key, words := range Of(language).Section(name).All() {
			s.add(key, words...)
		}
	}
	joined.Store(name, s)
	return s
}

var joined sync.Map // of sections by their name

// A Section is a list of keys with the words of each. The zero Section is empty.
type Section struct {
	keys  []string            // in the order of the file
	words map[string][]string // by key
	byKey map[string][]string // keys by word
}

// Key returns the first key of a word, in any case.
func (s Section) Key(word string) (key string, ok bool) {
	if keys := s.Keys(word); len(keys) > 0 {
		return keys[0], true
	}
	return "", false
}

// Keys returns all keys of a word: a word may mean several things, and a word of two
// languages may mean one in each. The slice is shared.
func (s Section) Keys(word string) []string { return s.byKey[text.Fold(word)] }

// Has reports whether any key has a word.
func (s Section) Has(word string) bool { return len(s.Keys(word)) > 0 }

// Words returns the words of a key in their order. The slice is shared.
func (s Section) Words(key string) []string { return s.words[key] }

// All yields the keys in their order, each with its words.
func (s Section) All() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, key := range s.keys {
			if !yield(key, s.words[key]) {
				return
			}
		}
	}
}

// add gives words to a key.
func (s *Section) add(key string, words ...string) {
	if s.words == nil {
		s.words, s.byKey = map[string][]string{}, map[string][]string{}
	}
	if _, ok := s.words[key]; !ok {
		s.keys = append(s.keys, key)
		s.words[key] = nil
	}
	for _, w := range words {
		w = text.Fold(w)
		if !slices.Contains(s.words[key], w) {
			s.words[key] = append(s.words[key], w)
			s.byKey[w] = append(s.byKey[w], key)
		}
	}
}
