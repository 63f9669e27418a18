package retrieve

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed"
	"docuquest/core/search/rank"
)

// Which words are searched for that the question does not have. A word that hardly any
// file contains shows little of where to search: "gems" occurs in few texts on rubies
// and lapis lazuli.
const (
	rareWord       = 2   // entries that contain a word for which others are searched for, at most
	mostNeighbours = 5   // by vectors, for one word
	mostKinds      = 100 // by the thesaurus, for one sense of one word
	mostAdded      = 5   // phrases for one question
	kindValue      = 0.5 // of a synonym or a kind of what was asked for, beside the word itself
	distantValue   = 0.7 // of a kind of a kind, beside that
	typedValue     = 0.5 // of a word as it was typed, beside the one it was corrected to
	leastLetters   = 3   // of a word that is added
	// related is the cosine of two words by their vectors from which on one may mean the
	// other: .5 for gems and ruby, .04 for stars and variable.
	related = 0.2
	// equal is the cosine from which on a word means the same in every sense: .82 for car and
	// automobile, .55 for fan and supporter.
	equal = 0.6
)

// Whether a phrase is meant in the sense of the question shows where it occurs.
const (
	frequentShare  = 5  // a word that every fifth entry contains is no sign of a sense
	fewEntries     = 20 // in so small a workspace every word is
	contextWords   = 24 // that two words are apart at most to be near
	contextEntries = 6  // that are read
	contextLength  = 64 << 10
)

// Nouns returns other words for a noun, and its kinds, by its senses; thesaurus.Senses is one.
type Nouns func(noun string) [][]thesaurus.Word

// A candidate is a phrase that may be searched for in place of a word of the question.
type candidate struct {
	term    int // that it replaces
	phrase  string
	stems   []string
	value   float64 // beside that of the word
	origin  Origin
	sense   int // of the word, of equal origin
	depth   int
	holding []uint32 // the numbers of the entries that contain all of its words
	rarest  int      // of its words
	seen    int      // times that it occurs in the texts that were read
	near    int      // times of these that it is near another word of the question
	isEqual bool     // it means the same as the word in every sense
	isAsked bool     // the word is the noun behind "which": an answer names one of its kinds
	beside  bool     // some entry contains it and another word of the question
}

// expand adds words to a question for the words of its own that hardly any entry contains, as
// far as they occur near its other words, and returns their lists. Names and identifiers mean
// themselves, and the words by which others are found are English.
func (r *Retriever) expand(ctx context.Context, result *Result, lists [][]index.Posting) [][]index.Posting {
	start := time.Now()
	q := result.Question
	analyzer := analysis.NewAnalyzer()
	known := len(q.Terms)
	for _, c := range result.Corrected {
		word, as := analyzer.Stem(analysis.Exact(c.Word)), analyzer.Stem(analysis.Exact(c.As))
		i := slices.IndexFunc(q.Terms[:known], func(t rank.Term) bool { return t.Stem == as })
		if i < 0 || slices.ContainsFunc(q.Terms, func(t rank.Term) bool { return t.Stem == word }) {
			continue
		}
		q.Expand(i, c.Word, typedValue, analyzer)
		result.tracing.replaced[word] = replacement{q.Terms[i].Text, FromTyping}
	}
	typed := len(q.Terms)
	phrases := map[string]string{} // by the stems of the words that are searched for
	for _, c := range r.fitting(ctx, result, lists) {
		before := len(q.Terms)
		q.Expand(c.term, strings.Fields(c.phrase)[c.rarest], c.value, analyzer)
		for _, added := range q.Terms[before:] {
			result.tracing.replaced[added.Stem] = replacement{q.Terms[c.term].Text, c.origin}
			phrases[added.Stem] = c.phrase
		}
	}
	if len(q.Terms) == known {
		return lists
	}
	found, _ := r.Library.Collect(q.Stems()[known:])
	kept := slices.Clone(q.Terms[:known])
	for k, l := range found {
		if l.Empty() {
			continue
		}
		kept = append(kept, q.Terms[known+k])
		lists = append(lists, l.Merged())
		result.tracing.forms = append(result.tracing.forms, l)
		if known+k >= typed { // of what was typed the reader knows
			result.Added = append(result.Added, phrases[q.Terms[known+k].Stem])
		}
	}
	q.Keep(kept)
	if len(kept) > known {
		result.Steps.Add("words", start, "%d words added for rare ones", len(kept)-known)
	}
	return lists
}

// fitting returns the phrases that may replace rare words of a question, at most mostAdded, the
// best of each word first. They occur near other words of the question; where no file contains
// any of these, they are of the sense of which the files contain the most words.
func (r *Retriever) fitting(ctx context.Context, result *Result, lists [][]index.Posting) []candidate {
	all := r.replacements(result, lists)
	if len(all) == 0 || r.Source == nil {
		return nil
	}
	p := newProbe(result, lists)
	r.probe(ctx, p, all, result)
	all = slices.DeleteFunc(all, func(c candidate) bool {
		fits := c.near > 0 || c.isEqual || c.isAsked && c.beside
		return c.seen == 0 && len(c.stems) > 1 || !fits && p.hasOthers(c.term)
	})

	// Of the senses of a word the one with the most of its words is meant.
	type sense struct{ term, number int }
	words := map[sense]int{}
	best := map[int]int{} // the sense, by the term
	for _, c := range all {
		if c.origin != FromThesaurus {
			continue
		}
		s := sense{c.term, c.sense}
		words[s] += 1 + c.near
		if b, known := best[c.term]; !known || words[s] > words[sense{c.term, b}] {
			best[c.term] = c.sense
		}
	}
	byTerm := map[int][]candidate{}
	for _, c := range all {
		if c.origin != FromThesaurus || c.sense == best[c.term] {
			byTerm[c.term] = append(byTerm[c.term], c)
		}
	}
	contains := func(phrase, other string) bool { return strings.Contains(" "+phrase+" ", " "+other+" ") }
	var kept []candidate
	for _, own := range byTerm {
		slices.SortStableFunc(own, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(b.near, a.near))
		})
	}
	for n := range all { // each word has its turn
		for term := range lists {
			if n >= len(byTerm[term]) || len(kept) == mostAdded {
				continue
			}
			one := byTerm[term][n]
			if !slices.ContainsFunc(kept, func(c candidate) bool { return contains(c.phrase, one.phrase) || contains(one.phrase, c.phrase) }) {
				kept = append(kept, one)
			}
		}
	}
	return kept
}

// replacements returns the phrases of the thesaurus for the rare words of a question, and where
// no entry contains the word its nearest neighbours by vectors too, which are related to it
// and not always the same. All words of each occur in some entry.
func (r *Retriever) replacements(result *Result, lists [][]index.Posting) []candidate {
	if r.Nouns == nil && r.Lexicon == nil || result.Asked == nil || result.Asked.Language != "" && result.Asked.Language != "en" {
		return nil
	}
	q, a := result.Question, analysis.NewAnalyzer()
	isOfFigure := map[int]bool{} // another month is another date
	for _, words := range q.Figures() {
		for _, i := range words {
			isOfFigure[i] = true
		}
	}
	isAsked := map[string]bool{}
	isPlain, isNoun := map[string]bool{}, map[string]bool{} // the stems of words that are no names and no identifiers
	beforeVerbs, openers := lexicon.Any("before verbs"), lexicon.Any("object openers")
	for k, w := range result.Asked.Words {
		if !w.Prose || w.Name || w.Quoted {
			continue
		}
		stem := a.Stem(w.Form)
		isPlain[stem], isAsked[stem] = true, w.Asked
		if k > 0 {
			isNoun[stem] = !beforeVerbs.Has(result.Asked.Words[k-1].Folded)
		} else {
			isNoun[stem] = len(result.Asked.Words) == 1 || !openers.Has(result.Asked.Words[1].Folded)
		}
	}
	var all []candidate
	add := func(c candidate) {
		words := strings.Fields(c.phrase)
		for _, w := range words {
			if utf8.RuneCountInString(w) < leastLetters || analysis.IsStop(w) || isNumber(w) {
				return
			}
			c.stems = append(c.stems, a.Stem(analysis.Exact(w)))
		}
		// A phrase with a word of the question is found by that.
		if !slices.ContainsFunc(c.stems, func(stem string) bool {
			return slices.ContainsFunc(q.Terms, func(t rank.Term) bool { return t.Stem == stem })
		}) {
			all = append(all, c)
		}
	}
	for i, list := range lists {
		t := q.Terms[i]
		if t.CodeOnly || t.Figure || t.Added || isOfFigure[i] || len(list) > rareWord || !isPlain[t.Stem] || utf8.RuneCountInString(t.Text) < leastLetters {
			continue
		}
		if id, whole := wholePiece(r.Lexicon, t.Text); whole && len(list) == 0 { // one of several pieces has no vector of its own
			before := len(all)
			for _, near := range r.Lexicon.Near(id) {
				if word := r.Lexicon.Piece(near.ID); r.Lexicon.IsWord(near.ID) && len(all) < before+mostNeighbours {
					add(candidate{term: i, phrase: word, value: float64(near.Cosine), origin: FromVectors, isEqual: near.Cosine >= equal})
				}
			}
		}
		if r.Nouns == nil || !isNoun[t.Stem] {
			continue
		}
		for sense, words := range r.Nouns(t.Text) {
			for _, w := range words[:min(mostKinds, len(words))] {
				c := candidate{term: i, phrase: w.Text, value: kindValue, origin: FromThesaurus, sense: sense, depth: w.Depth, isAsked: isAsked[t.Stem]}
				if w.Depth > 1 && !c.isAsked {
					c.value *= distantValue
				}
				cosine, known := r.cosine(t.Text, w.Text)
				if singular, also := r.cosine(t.Stem, w.Text); also && singular > cosine {
					cosine = singular
				}
				c.isEqual = known && cosine >= equal && w.Depth == 0
				if !known || cosine >= related {
					add(c)
				}
			}
		}
	}
	return r.held(all, result)
}

// cosine compares a word with a phrase by their vectors: the word of the phrase that is nearest
// counts. It is not known where one of them has no vector of its own.
func (r *Retriever) cosine(word, phrase string) (nearest float64, known bool) {
	of, whole := wholePiece(r.Lexicon, word)
	if !whole {
		return 0, false
	}
	vector, nearest := r.Lexicon.Vector(of), -1.0
	for other := range strings.FieldsSeq(phrase) {
		id, whole := wholePiece(r.Lexicon, other)
		if !whole {
			return 0, false
		}
		nearest = max(nearest, float64(r.Lexicon.Dot(id, vector)/(r.Lexicon.Length(id)*r.Lexicon.Length(of))))
	}
	return nearest, true
}

// held returns the candidates of which some entry contains all words, and not every fifth one.
func (r *Retriever) held(all []candidate, result *Result) []candidate {
	var stems []string
	at := map[string]int{} // in stems
	for _, c := range all {
		for _, stem := range c.stems {
			if _, known := at[stem]; !known {
				at[stem] = len(stems)
				stems = append(stems, stem)
			}
		}
	}
	found, _ := r.Library.Collect(stems)
	var kept []candidate
	for _, c := range all {
		for i, stem := range c.stems {
			var holding []uint32
			word := strings.Fields(c.phrase)[i]
			if c.origin == FromThesaurus && !slices.ContainsFunc(found[at[stem]].Forms, func(f index.Form) bool { return isForm(f.Text, word) }) {
				c.holding = nil // "subtracter" is not in a text that subtracts
				break
			}
			for _, p := range found[at[stem]].Merged() {
				if i == 0 || slices.Contains(c.holding, p.Entry()) {
					holding = append(holding, p.Entry())
				}
			}
			if c.holding = holding; found[at[stem]].Holding() < found[at[c.stems[c.rarest]]].Holding() {
				c.rarest = i
			}
		}
		if len(c.holding) > 0 && (c.isEqual || !isFrequent(len(c.holding), result)) {
			kept = append(kept, c)
		}
	}
	return kept
}

// isForm reports whether a form is a noun or its plural.
func isForm(form, noun string) bool {
	if ending, ok := strings.CutPrefix(form, noun); ok {
		return ending == "" || ending == "s" || ending == "es"
	}
	stem, isY := strings.CutSuffix(noun, "y")
	return isY && form == stem+"ies"
}

// isFrequent reports whether so many entries are too many for a word to show what a text is
// about.
func isFrequent(entries int, result *Result) bool {
	n := result.Snapshot.Len()
	return n >= fewEntries && frequentShare*entries > n
}

// wholePiece returns the piece that a word is, if it is one that says something; none without a
// lexicon.
func wholePiece(l embed.Lexicon, word string) (id int, whole bool) {
	if l == nil {
		return 0, false
	}
	pieces := 0
	for p := range l.Pieces(word, false) {
		id = p.ID
		pieces++
	}
	return id, pieces == 1 && l.IsWord(id) && l.Speaks(id)
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// addedShare is how much an added word counts in the order of files, beside what
// it counts as an answer.
const addedShare = 0.4

// orderMass returns what a term counts in the order of files.
func orderMass(t rank.Term) float64 {
	if t.Added {
		return addedShare * t.Mass()
	}
	return t.Mass()
}
