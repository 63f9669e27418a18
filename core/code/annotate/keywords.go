package annotate

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

const (
	mostKeywords  = 10
	nameCounts    = 3  // times that a word counts which stands in the name of a node
	shortestWord  = 3  // characters of a keyword
	longestWord   = 40 // bytes of a keyword: what is longer is a hash or a key
	mostSynonyms  = 8
	synonymsOf    = 2 // of one word, of each source
	keywordsAsked = 5 // for whose synonyms is looked
	shortestNoun  = 4 // bytes: the thesaurus takes shorter ones for the initials of something
	nearEnough    = 0.6
)

// telling are the forms of a word that say something: the parts of an identifier in place
// of what they are joined to.
func telling(forms []analysis.Form) []string {
	var all []string
	for i, f := range forms {
		whole := f.Kind == analysis.Joined || i+1 < len(forms) && forms[i+1].Kind == analysis.Part && f.Kind == analysis.Word
		if !whole && !f.Stop && mayBeKeyword(f.Text) {
			all = append(all, f.Text)
		}
	}
	return all
}

func mayBeKeyword(form string) bool {
	return len(form) <= longestWord && shortestWord <= utf8.RuneCountInString(form) && !strings.ContainsAny(form, "0123456789")
}

// within are the terms of a span.
func (p *page) within(span text.Span) []term {
	from := sort.Search(len(p.terms), func(i int) bool { return span.Start <= p.terms[i].at })
	to := sort.Search(len(p.terms), func(i int) bool { return span.End <= p.terms[i].at })
	return p.terms[from:max(from, to)]
}

// keywords are the words of a node that set it apart, best first.
func (p *page) keywords(n node) []string {
	r := p.reader
	var forms []int32
	for _, t := range p.within(n.span) {
		forms = r.count(forms, t.form, 1)
	}
	for _, t := range p.inTitle(n) {
		forms = r.count(forms, t.form, nameCounts)
	}
	for _, form := range forms {
		f := &r.forms[form]
		f.weight = (1 + math.Log(float64(f.count))) * f.rarity
		f.count = 0 // for the next node
	}
	slices.SortFunc(forms, func(a, b int32) int {
		return cmp.Or(cmp.Compare(r.forms[b].weight, r.forms[a].weight), strings.Compare(r.forms[a].text, r.forms[b].text))
	})
	return r.distinct(forms, mostKeywords)
}

// inTitle are the words of what a node is called. They are valid until the next call.
func (p *page) inTitle(n node) []term { return p.reader.brief(n.title(), dialect{code: p.code}) }

// A weighed name is one with how much it says.
type weighed struct {
	text   string
	weight float64
}

// byWeight puts what says most first.
func byWeight(a, b weighed) int {
	return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.text, b.text))
}

// synonyms are other words for what a node is called and for its first keywords, without
// those that are among its keywords anyway.
func (p *page) synonyms(n node, keywords []string) []string {
	var words []string
	for _, t := range p.inTitle(n) {
		words = append(words, p.reader.forms[t.form].text)
	}
	words = append(words, keywords[:min(len(keywords), keywordsAsked)]...)
	var all []string
	for _, w := range words {
		for _, other := range p.otherWords(w) {
			if len(all) < mostSynonyms && !slices.Contains(words, other) && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// otherWords are those for one word: what the thesaurus has for it, then what is near to
// it by vectors, other forms of the word among them.
func (r *Rules) otherWords(word string) []string {
	if known, ok := r.others.Load(word); ok {
		return known.([]string)
	}
	all := append(r.synonymsOf(word), r.near(word)...)
	r.others.Store(word, all)
	return all
}

// synonymsOf are the first that the thesaurus has. What only differs in its ending is no
// other word: of "calls" that is "call".
func (r *Rules) synonymsOf(word string) []string {
	if r.workspace.Nouns == nil || len(word) < shortestNoun {
		return nil
	}
	var stemmer analysis.Stemmer
	stem := stemmer.Stem(word)
	var all []string
	for _, w := range r.workspace.Nouns(word) {
		if w.Depth == 0 && len(all) < synonymsOf && mayBeKeyword(w.Text) && stemmer.Stem(w.Text) != stem {
			all = append(all, w.Text)
		}
	}
	return all
}

// near are the words whose vectors are nearest to that of a word, which is one piece.
func (r *Rules) near(word string) []string {
	l := r.workspace.Lexicon
	id, pieces := 0, 0
	for p := range l.Pieces(word, false) {
		id = p.ID
		pieces++
	}
	if pieces != 1 || !l.Speaks(id) {
		return nil
	}
	var all []string
	for _, n := range l.Near(id) {
		if piece := l.Piece(n.ID); nearEnough <= n.Cosine && l.IsWord(n.ID) && mayBeKeyword(piece) && len(all) < synonymsOf {
			all = append(all, piece)
		}
	}
	return all
}
