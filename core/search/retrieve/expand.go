package retrieve

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed"
	"docuquest/core/search/rank"
)

// How words are found that the question does not contain. A word that hardly any
// file contains says little of where to look: "gems" occurs in few texts on rubies
// and lapis lazuli.
const (
	rareWord       = 2   // entries that have a word for which others are searched for, at most
	mostNeighbours = 5   // by vectors, for one word
	mostKinds      = 60  // by the thesaurus, for one word
	kindValue      = 0.5 // of a synonym or a kind of what was asked for, beside the word itself
	distantValue   = 0.7 // of a kind of a kind, beside that
	typedValue     = 0.5 // of a word as it was typed, beside the one it was corrected to
	leastLetters   = 3   // of a word that is added
)

// Nouns returns other words for a noun, and its kinds; thesaurus.Lookup is one.
type Nouns func(noun string) []thesaurus.Word

// expand adds words to a question for the words of its own that hardly any entry contains, as
// far as they occur in the workspace, and returns their lists.
func (r *Retriever) expand(result *Result, lists [][]index.Posting) [][]index.Posting {
	start := time.Now()
	q := result.Question
	analyzer := analysis.NewAnalyzer()
	written := writtenOtherwise(q, lists)
	typed := map[string]bool{} // the stems of words that were corrected
	for _, c := range result.Corrected {
		word, as := analyzer.Stem(analysis.Exact(c.Word)), analyzer.Stem(analysis.Exact(c.As))
		i := slices.IndexFunc(q.Terms, func(t rank.Term) bool { return t.Stem == as })
		if i < 0 || slices.ContainsFunc(q.Terms, func(t rank.Term) bool { return t.Stem == word }) {
			continue
		}
		q.Expand(i, c.Word, typedValue, analyzer)
		typed[word] = true
		result.tracing.replaced[word] = replacement{q.Terms[i].Text, FromTyping}
	}
	for i := range q.Terms[:len(lists)] {
		if t := q.Terms[i]; t.CodeOnly || t.Figure || written[i] || len(lists[i]) > rareWord || utf8.RuneCountInString(t.Text) < leastLetters || isNumber(t.Text) {
			continue
		}
		for _, o := range r.others(q.Terms[i].Text, len(lists[i]) == 0) {
			known := len(q.Terms)
			q.Expand(i, o.text, o.value, analyzer)
			for _, added := range q.Terms[known:] {
				result.tracing.replaced[added.Stem] = replacement{q.Terms[i].Text, o.origin}
			}
		}
	}
	own := len(lists)
	if len(q.Terms) == own {
		return lists
	}
	stems := q.Stems()[own:]
	found, _ := r.Library.Collect(stems)
	kept := q.Terms[:own]
	for k, l := range found {
		if !l.Empty() {
			kept = append(kept, q.Terms[own+k])
			lists = append(lists, l.Merged())
			result.tracing.forms = append(result.tracing.forms, l)
		}
	}
	q.Keep(kept)
	if len(kept) == own {
		return lists
	}
	for _, t := range q.Terms[own:] {
		if !typed[t.Stem] { // which the reader knows
			result.Added = append(result.Added, t.Text)
		}
	}
	result.Steps.Add("words", start, "%d words added for rare ones", len(q.Terms)-own)
	return lists
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// An other is a word in place of one that was asked for, with what it is worth
// beside that.
type other struct {
	text   string
	value  float64
	origin Origin
}

// others returns the words for one word: what the thesaurus has, and where no entry
// has the word its nearest neighbours by vectors too, which are related to it
// and not always the same.
func (r *Retriever) others(word string, absent bool) []other {
	var all []other
	if id, whole := wholePiece(r.Lexicon, word); whole && absent { // one of several pieces has no vector of its own
		for _, n := range r.Lexicon.Near(id) {
			if near := r.Lexicon.Piece(n.ID); r.Lexicon.IsWord(n.ID) && isPlain(near) && len(all) < mostNeighbours {
				all = append(all, other{near, float64(n.Cosine), FromVectors})
			}
		}
	}
	if r.Nouns == nil {
		return all
	}
	kinds := r.Nouns(word)
	for _, k := range kinds[:min(mostKinds, len(kinds))] {
		value := kindValue
		if k.Depth > 1 {
			value *= distantValue
		}
		if isPlain(k.Text) && !slices.ContainsFunc(all, func(o other) bool { return o.text == k.Text }) {
			all = append(all, other{k.Text, value, FromThesaurus})
		}
	}
	return all
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

func isPlain(word string) bool {
	return utf8.RuneCountInString(word) >= leastLetters && !analysis.IsStop(word) && !isNumber(word)
}

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
