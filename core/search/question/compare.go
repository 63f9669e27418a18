package question

import (
	"slices"
	"strings"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// An Extreme is a word that asks for the greatest or the least of something.
type Extreme struct {
	Word      int    // its number in Words
	Most      bool   // greatest, not least
	Dimension string // what it orders by: "mass" of "heaviest"; "" where another word names it
}

// A Comparison is one or two words that compare with a value: "more than".
type Comparison struct {
	First, End int // of Words
	Operator   Operator
	HasNumber  bool // a number follows
}

// An Operator is how a value compares to another one.
type Operator string

// The operators of comparisons.
const (
	More    Operator = "more"
	Less    Operator = "less"
	AtLeast Operator = "at-least"
	AtMost  Operator = "at-most"
)

// A Compared is one of the things that a question sets against each other.
type Compared struct {
	Name string
	Own  []string // the words of the name
}

// readComparisons reads the words that compare or deny.
func (q *Question) readComparisons() {
	comparatives, superlatives := q.words.Section("comparatives"), q.words.Section("superlatives")
	compared := 0 // the end of the last comparison: "at least" asks for no least one
	for i, w := range q.Words {
		key, ok := comparatives.Key(w.Folded)
		end := i + 1
		if !ok && end < len(q.Words) {
			key, ok = comparatives.Key(w.Folded + " " + q.Words[end].Folded)
			end++
		}
		if ok {
			hasNumber := end < len(q.Words) && strings.ContainsAny(q.Words[end].Folded, "0123456789")
			q.Comparisons = append(q.Comparisons, Comparison{i, end, Operator(key), hasNumber})
			compared = end
		}
		key, ok = superlatives.Key(w.Folded)
		dimension, _ := q.words.Section("dimensions").Key(w.Folded)
		if !ok && i == len(q.Words)-1 { // "Which mill was built first?", but not "the first mill"
			key, ok = q.words.Section("superlatives of order").Key(w.Folded)
			dimension = "date"
		}
		if ok && compared <= i {
			q.Extremes = append(q.Extremes, Extreme{i, key == "most", dimension})
		}
		q.IsComparison = q.IsComparison || q.words.Section("comparing").Has(w.Folded)
		q.Denies = q.Denies || q.words.Section("denials").Has(w.Folded)
	}
}

// readCompared reads the things that the question sets against each other: its names, each
// with the nouns that belong to it alone, such as the "theatre" of "the Corrin theatre or
// the Durapha citadel".
func (q *Question) readCompared() {
	if !q.IsComparison {
		return
	}
	names := q.AskedNames()
	at := 0
	for i, name := range names {
		found := strings.Index(q.Text[at:], name)
		if found < 0 {
			continue
		}
		start := at + found
		at = start + len(name)
		nouns, ended := q.nounsBehind(at)
		before := WordsIn(q.Text[:start])
		hasArticle := len(before) > 0 && q.words.Has("articles", "article", before[len(before)-1].Folded)
		// "Are Ann and Bob directors?": the noun belongs to both.
		isShared := i == len(names)-1 && q.words.Section("asking verbs").Has(q.Words[0].Folded)
		if hasArticle || ended && !isShared {
			names[i] = strings.Join(append([]string{name}, nouns...), " ")
		}
	}
	if len(names) < 2 {
		return
	}
	for _, name := range names {
		q.Compared = append(q.Compared, Compared{Name: name, Own: ContentWords(name)})
	}
}

// nounsBehind returns the words right behind a name that ends at an offset, up to a stop
// word, one that compares, a further name or a mark. ended reports that a mark or "and" or
// "or" ends the thing.
func (q *Question) nounsBehind(at int) (nouns []string, ended bool) {
	rest, end := q.Text[at:], 0
	for w := range text.Words(rest) {
		word := w.Span.Of(rest)
		between := text.Span{Start: end, End: w.Span.Start}.Of(rest) // "" for pairs of a script without spaces, which overlap
		switch {
		case strings.ContainsAny(between, ",;:.?!()\""), q.joins(word):
			return nouns, true
		case word != strings.ToLower(word), analysis.IsStop(word), q.words.Section("comparing").Has(word), q.words.Section("compared by").Has(word):
			return nouns, false
		}
		nouns, end = append(nouns, word), w.Span.End
	}
	return nouns, true
}

// ComparedBy returns what has to be known of each thing that is compared: a Date, a Value, a
// Place, or Anything.
func (q *Question) ComparedBy() Kind {
	by := q.words.Section("compared by")
	for _, kind := range []struct {
		key  string
		kind Kind
	}{{"date", Date}, {"number", Value}, {"place", Place}} {
		if slices.ContainsFunc(q.Words, func(w Word) bool { return slices.Contains(by.Keys(w.Form), kind.key) }) {
			return kind.kind
		}
	}
	return Anything
}

// SaidOfAll returns the words of the question that say something of all things that it
// compares.
func (q *Question) SaidOfAll() []string {
	return slices.DeleteFunc(q.askedWords(q.Text), func(w string) bool {
		isName := slices.ContainsFunc(q.Compared, func(c Compared) bool {
			return strings.Contains(analysis.Phrase(c.Name), " "+w+" ")
		})
		return isName || q.words.Section("comparing").Has(w)
	})
}

// longestThing is the number of words that the name of a thing in small letters has at
// most: what follows is often the verb, as in "the north bridge opened".
const longestThing = 2

// readThings reads the nouns behind articles: the "engineer" and the "north bridge" of "Did
// the engineer see the north bridge?". A noun that says what is asked for
// rather than of what is none of them: "the author", "the height", "the difference".
func (q *Question) readThings() {
	for i, w := range q.Words {
		if !q.words.Has("articles", "article", w.Folded) {
			continue
		}
		end := i + 1
		for end < min(len(q.Words), i+1+longestThing) && !q.Words[end].Stop {
			end++
		}
		if end == i+1 {
			continue
		}
		thing := q.Text[q.Words[i+1].Span.Start:q.Words[end-1].Span.End]
		noun := text.Fold(thing)
		key, _ := q.words.Section("asked nouns").Key(noun)
		isAskedFor := key == "date" || key == "place" || key == "person" || key == "symbol" || key == "value"
		if !isAskedFor && !q.words.Section("measures").Has(noun) && !q.words.Section("comparing").Has(noun) {
			q.Things = append(q.Things, thing)
		}
	}
}
