package annotate

import (
	"math"
	"slices"
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A reader finds the words of texts that may be keywords, one text after another. What it
// has found out about a word it keeps for the next file, where most words stand again.
type reader struct {
	rules    *Rules
	analyzer *analysis.Analyzer
	stemmer  analysis.Stemmer
	words    map[dialect]map[string][]int32 // the forms of a word, by number
	numbers  map[string]int32               // of forms
	forms    []form
	known    int // how many words it knows

	long, short []term // the last ones found in a text and in a name
}

// A dialect says how a text is to be read.
type dialect struct {
	code     bool
	language string // whose reserved words are left out, "" for that of a name
}

// dialectOf is how the text of a file in a language is to be read.
func dialectOf(language string) dialect {
	if !file.IsCode(language) {
		return dialect{}
	}
	return dialect{code: true, language: language}
}

// A form of a word, with what is the same wherever it stands, and for the node at hand how
// often it stands there, mostly 0, and how much it says of it.
type form struct {
	text, stem string
	rarity     float64
	count      int
	weight     float64
}

// A term is a word of a text, or a part of an identifier, at its place.
type term struct {
	at   int   // where its word begins, in bytes
	form int32 // its number
}

// mostKnown is how many words a reader knows until it begins anew.
const mostKnown = 1 << 17

// borrow gives a reader that nobody else has until it is given back.
func (r *Rules) borrow() *reader {
	if known, ok := r.readers.Get().(*reader); ok {
		return known
	}
	return &reader{
		rules: r, analyzer: analysis.NewAnalyzer(),
		words: map[dialect]map[string][]int32{}, numbers: map[string]int32{},
	}
}

// giveBack leaves a reader to others. One that a fault left in the midst of a text is not
// given back.
func (r *Rules) giveBack(known *reader) {
	if known.known < mostKnown {
		r.readers.Put(known)
	}
}

// whole are the terms of a text, in its order; valid until the next call. A part of an
// identifier is no reserved word: "importUsers" speaks of an import.
func (r *reader) whole(s string, d dialect) []term {
	r.long = r.append(r.long[:0], s, d)
	return r.long
}

// brief is whole for a name, whose terms are valid beside those of a text.
func (r *reader) brief(s string, d dialect) []term {
	r.short = r.append(r.short[:0], s, d)
	return r.short
}

func (r *reader) append(terms []term, s string, d dialect) []term {
	words := r.words[d]
	if words == nil {
		words = map[string][]int32{}
		r.words[d] = words
	}
	for w := range (text.Options{Underscores: d.code}).Words(s) {
		word := w.Span.Of(s)
		forms, known := words[word]
		if !known {
			forms = r.learn(word, d)
			words[strings.Clone(word)] = forms
		}
		for _, f := range forms {
			terms = append(terms, term{w.Span.Start, f})
		}
	}
	return terms
}

// learn gives the numbers of those forms of a word that may be keywords.
func (r *reader) learn(word string, d dialect) []int32 {
	r.known++
	if d.language != "" && reservedIn(d.language)[word] {
		return nil
	}
	var numbers []int32
	for _, form := range telling(r.analyzer.Forms(word, d.code)) {
		numbers = append(numbers, r.number(form))
	}
	return numbers
}

func (r *reader) number(text string) int32 {
	at, known := r.numbers[text]
	if !known {
		at, text = int32(len(r.forms)), strings.Clone(text)
		r.forms = append(r.forms, form{text: text, stem: r.stemmer.Stem(text), rarity: r.rules.rarity(text)})
		r.numbers[text] = at
	}
	return at
}

// count counts a form so many times more, and adds it to those that were counted.
func (r *reader) count(counted []int32, form int32, times int) []int32 {
	if r.forms[form].count == 0 {
		counted = append(counted, form)
	}
	r.forms[form].count += times
	return counted
}

// distinct are the first of some forms, of those with one stem the first.
func (r *reader) distinct(forms []int32, most int) []string {
	var kept, stems []string
	for _, f := range forms {
		if len(kept) == most {
			break
		}
		if stem := r.forms[f].stem; !slices.Contains(stems, stem) {
			kept, stems = append(kept, r.forms[f].text), append(stems, stem)
		}
	}
	return kept
}

// rarity is how much it says of a document that it holds a word.
func (r *Rules) rarity(form string) float64 {
	holding := max(1, r.workspace.Holding(form))
	return math.Log(1 + float64(r.workspace.Documents)/float64(holding))
}
