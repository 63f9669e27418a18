// Package question reads what a person typed, once, into one value that all rooms share.
//
// A [Question] has the text, its words and terms, its filters, its names, what it asks for,
// what it compares, and how it depends on earlier questions. No other room takes a question
// as a string: who needs to know something of one asks the value. The words by which a
// question is read are data, in core/language/lexicon.
//
// The room knows no index, no document and no answer.
package question

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// A Question is a typed text with what its words mean. It is immutable: nothing in it is
// written after [Parse] or [Of] returned it, and any number of goroutines may share it.
type Question struct {
	Typed  string // the text as it was typed
	Text   string // the text without its filters, for prompts, services and history
	Filter Filter // the conditions for files, as typed
	Way    Way    // the way to answer it, as typed; "" for none

	// Sought is Text without an instruction at its start: "all sites" of "List all sites".
	Sought   string
	Words    []Word     // of Text, as prose has them
	Terms    []Term     // of Sought, without stop words, as an index has them
	Verbatim []Verbatim // the words of Sought whose spelling matters
	Names    []string   // the names in Text, see [NamesIn]
	// Compounds are words that marks tie together, as typed: "HTTP/3", "--max-size", "do-while".
	Compounds []string

	Aim                       // what the whole question asks for
	Language     string       // "en", "de", "fr", "es", "ja" or "zh"; "" where no word decides
	Extremes     []Extreme    // superlatives, in the order of the words
	Comparisons  []Comparison // with values: "more than 5"
	IsComparison bool         // it sets things against each other
	Denies       bool         // it has a word of denial

	Parts    []Part     // one for each thing that it asks for, at least one
	Compared []Compared // the things that are set against each other, if there are two or more
	Things   []string   // nouns behind articles that say what the question is about

	Statements []string   // the kinds of statements of accounts that it names: "balance"
	LineItems  []LineItem // the lines of these that it asks for

	Dependence Dependence  // on the questions before it
	Collection *FileQuery  // not nil for a question on the files themselves
	History    *History    // not nil for a question on earlier questions
	Code       []CodeQuery // of a question on what programs define, one for each of its halves

	overview bool
	words    *lexicon.Lexicon // of the language, of English where no word decides
}

// Parse reads a typed text, in which filters may occur.
func Parse(typed string) *Question {
	words, filter, way := splitFilters(typed)
	q := parse(words)
	q.Typed, q.Filter, q.Way = typed, filter, way
	return q
}

// Of reads a text in which nothing is a filter: one that was made of a question, or that a
// model wrote.
func Of(words string) *Question { return parse(words) }

// With returns the question that has further words behind its own.
func (q *Question) With(words []string) *Question {
	if len(words) == 0 {
		return q
	}
	return Of(q.Text + " " + strings.Join(words, " "))
}

func parse(s string) *Question {
	q := &Question{Typed: s, Text: s, Words: WordsIn(s)}
	q.Language = languageOf(s, q.Words)
	q.words = lexicon.Of(cmp.Or(q.Language, "en"))
	q.markWords()
	if q.readOverview(); !q.overview {
		q.Sought = q.withoutInstruction()
		q.readLineItems()
		q.Sought = q.withoutAnswerForm(q.Sought)
	}
	analyzer := analysis.NewAnalyzer()
	analyzer.Each(q.Sought, func(word string, f analysis.Form) {
		if !f.Stop {
			q.Terms = append(q.Terms, Term{word, f, analyzer.Stem(f.Text)})
		}
	})
	q.Verbatim = verbatimIn(q.Sought)
	q.Names = NamesIn(s)
	if len(q.LineItems) > 0 {
		q.Names = NamesIn(q.Sought)
	}
	q.Compounds = compoundsIn(q.Sought)
	q.Collection = fileQuery(s, Wording{})
	q.History = historyQuery(s, q.Words)
	q.readComparisons()
	if q.Aim = q.aimOf(wordsOf(s)); q.overview {
		q.Aim = Aim{Kind: Overview}
	}
	switch {
	case q.Collection != nil:
		q.Kind = Collection
	case q.History != nil:
		q.Kind = Earlier
	default:
		q.Code = q.codeQueries()
	}
	q.readParts()
	q.readCompared()
	q.Dependence = q.dependence()
	return q
}

// markWords notes what words are by those next to them.
func (q *Question) markWords() {
	before := ""
	for i := range q.Words {
		w := &q.Words[i]
		w.Asked = q.words.Has("asks", "choice", before)
		isMeasure := q.words.Has("measures", "count", w.Folded) || q.words.Has("measures", "amount", w.Folded)
		w.Number = isMeasure && q.words.Has("asks", "way", before)
		w.Or = q.words.Has("joins", "or", w.Folded)
		w.Function = w.Stop || w.Filler || q.words.Has("function words", "word", w.Folded)
		w.Light = q.words.Has("light words", "word", w.Folded)
		before = w.Folded
	}
}

// Word returns the first word of the question with a folded form, the zero Word where there is none.
func (q *Question) Word(folded string) Word {
	for _, w := range q.Words {
		if w.Folded == folded {
			return w
		}
	}
	return Word{}
}

// AsTyped returns a word of the question in its form as it was typed; the form where it has none.
func (q *Question) AsTyped(form string) string {
	for w := range (text.Options{Underscores: true}).Words(q.Text) {
		if typed := w.Span.Of(q.Text); text.Fold(typed) == form {
			return typed
		}
	}
	return form
}

// HasTerms reports whether the question has a word to search for: "And?" has none.
func (q *Question) HasTerms() bool { return len(q.Terms) > 0 }

// Content returns the different words of the question that are no stop words, in the form
// in which words are compared.
func (q *Question) Content() []string { return ContentWords(q.Text) }

// withoutInstruction returns the text without the word that only asks for an answer at its
// start, as in "List all sites" or "Please tell me who led the dig". That word must be
// before one that begins an object, and something to search for must be left: "list in",
// "name and default" and list_all are searched for as they are.
func (q *Question) withoutInstruction() string {
	rest := -1 // where the instruction ends, -1 before it
	for _, w := range q.Words {
		switch {
		case rest >= 0:
			object := q.Text[rest:]
			if strings.TrimSpace(q.Text[rest:w.Span.Start]) != "" || !q.words.Has("instructions", "object", w.Folded) || len(ContentWords(object)) == 0 {
				return q.Text
			}
			return object
		case q.words.Has("instructions", "verb", w.Folded):
			rest = w.Span.End
		case !q.words.Has("instructions", "polite", w.Folded):
			return q.Text
		}
	}
	return q.Text
}

// languageOf returns the language of most words of a text. Among those with spaces it is the
// one with the most function words; of two with as many, the earlier one of
// [lexicon.Languages] counts. Kana are Japanese; Han without kana are Chinese.
func languageOf(s string, words []Word) string {
	script := ""
	for _, r := range s {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			script = "ja"
			break
		}
		if unicode.Is(unicode.Han, r) {
			script = "zh"
		}
	}
	spaced, pairs := "", 0
	most := 0
	for _, language := range lexicon.Languages() {
		own, n := lexicon.Of(language).Section("function words"), 0
		for _, w := range words {
			if own.Has(w.Folded) {
				n++
			}
		}
		if n > most {
			spaced, most = language, n
		}
	}
	for _, w := range words {
		if w.Bigram {
			pairs++
		}
	}
	if script == "" || spaced == "" {
		return cmp.Or(script, spaced)
	}

	// Both occur: a word of a script without spaces has about two of the pairs, which overlap.
	// One that asks decides against a foreign name of many words: 在哪里找到 the amulet of Amarro.
	asks := lexicon.Of(spaced).Section("asks")
	asksSpaced := slices.ContainsFunc(words, func(w Word) bool { return asks.Has(w.Folded) })
	asksScript := false
	for _, said := range lexicon.Of(script).Section("asks").All() {
		asksScript = asksScript || slices.ContainsFunc(said, func(w string) bool { return strings.Contains(text.Fold(s), w) })
	}
	if len(words)-pairs < (pairs+1)/2 || asksScript && !asksSpaced {
		return script
	}
	return spaced
}

// wordsOf returns the words of a text, folded.
func wordsOf(s string) []string {
	var words []string
	for w := range text.Words(s) {
		words = append(words, text.Fold(w.Span.Of(s)))
	}
	return words
}

// ContentWords returns the different words of a text that are no stop words, in the form in
// which words are compared.
func ContentWords(s string) []string {
	var words []string
	seen := map[string]bool{}
	for w := range text.Words(s) {
		if form := analysis.Exact(w.Span.Of(s)); !analysis.IsStop(form) && !seen[form] {
			seen[form] = true
			words = append(words, form)
		}
	}
	return words
}
