package answer

import (
	"slices"
	"strings"

	"docuquest/core/language/text"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// A need is something that an answer should hold: one term of the question, or
// one of several.
type need []int // indexes of terms

// What is left of the weight of a word that asks.
const (
	// askedShare is for the word behind "which" or "what": an answer to "In which sites
	// ..." names sites and seldom says the word.
	askedShare = 0.5
	// countedShare is for the word in "how many" and "how much": an answer says a number.
	countedShare = 0
)

// A demand is a question as its answers are measured by it.
type demand struct {
	terms   []rank.Term
	masses  []float64 // by term
	needs   []need
	instead need    // terms that a model or a thesaurus added: other words for what is asked
	mass    float64 // of all needs
	wanted  kind
	several bool // asks for all things of a kind, in a way that denies nothing
}

func newDemand(question string, found *retrieve.Result) demand {
	d := demand{terms: found.Question.Terms, wanted: kindOf(question)}
	words := wordsOf(question)
	d.several = asksForSeveral(words) && !denies(question)
	for i, t := range d.terms {
		d.masses = append(d.masses, t.Mass()*askingShare(t.Text, words))
		switch {
		case t.CodeOnly, t.Figure: // its words are needed
		case slices.Contains(found.Added, t.Text):
			d.instead = append(d.instead, i)
		default:
			d.needs = append(d.needs, need{i})
		}
	}
	d.joinAlternatives(words)
	for _, n := range d.needs {
		d.mass += d.heaviest(n, func(int) float64 { return 1 })
	}
	return d
}

// askingShare is what is left of the weight of a word of the question.
func askingShare(word string, words []string) float64 {
	at := slices.Index(words, word)
	switch {
	case at > 0 && asksWhich[words[at-1]]:
		return askedShare
	case at > 0 && words[at-1] == "how" && asksCount[word]:
		return countedShare
	}
	return 1
}

// joinAlternatives makes one need of the words on both sides of an "or". Each of them is
// enough, and so each weighs as much as the heaviest.
func (d *demand) joinAlternatives(words []string) {
	for i, w := range words {
		if w != "or" || i == 0 || i+1 == len(words) {
			continue
		}
		before, after := d.needOf(words[i-1]), d.needOf(words[i+1])
		if before >= 0 && after >= 0 && before != after {
			d.needs[before] = append(d.needs[before], d.needs[after]...)
			d.level(d.needs[before])
			d.needs = slices.Delete(d.needs, after, after+1)
		}
	}
}

// level gives the terms of a need the mass of the heaviest of them.
func (d *demand) level(n need) {
	most := d.heaviest(n, func(int) float64 { return 1 })
	for _, i := range n {
		d.masses[i] = most
	}
}

// needOf is the index of the need that a word of the question belongs to, -1 if
// it is no term.
func (d *demand) needOf(word string) int {
	return slices.IndexFunc(d.needs, func(n need) bool {
		return slices.ContainsFunc(n, func(i int) bool { return d.terms[i].Text == word })
	})
}

// heaviest is the greatest mass of a need's terms, each times its weight.
func (d *demand) heaviest(n need, weight func(term int) float64) float64 {
	most := 0.0
	for _, i := range n {
		most = max(most, d.masses[i]*weight(i))
	}
	return most
}

// coverage is how much of the mass of all needs the weights of terms make up, 0
// to 1. Of the terms that were added the best counts beside the question's own,
// and no number of them makes up for all of those.
func (d *demand) coverage(weight func(term int) float64) float64 {
	if d.mass <= 0 {
		return 0
	}
	held := d.heaviest(d.instead, weight)
	for _, n := range d.needs {
		held += d.heaviest(n, weight)
	}
	return min(1, held/d.mass)
}

// hasKin says whether a word of some lower-case text begins with a term's stem.
func (d *demand) hasKin(term int, words string) bool {
	stem := d.terms[term].Stem
	return leastKin <= len(stem) && strings.Contains(words, " "+stem)
}

// addDimension marks the term behind "how" as held by lower-case text that names what it
// measures, and reports whether there is one: to ask how high is to ask for a height.
func (d *demand) addDimension(held []bool, words string) bool {
	dimension, ok := dimensions[d.wanted.measure]
	term := slices.IndexFunc(d.terms, func(t rank.Term) bool { return t.Text == d.wanted.measure })
	if !ok || term < 0 || !strings.Contains(words, " "+dimension) {
		return false
	}
	held[term] = true
	return true
}

const leastKin = 4 // bytes of a stem that tells kin from chance

// asksWhich are the words that ask for one of a kind.
var asksWhich = setOf("what which")

// asksCount are the words behind "how" that ask for a number.
var asksCount = setOf("many much")

// wordsOf are the words of s, folded.
func wordsOf(s string) []string {
	var all []string
	for w := range text.Words(s) {
		all = append(all, text.Fold(w.Span.Of(s)))
	}
	return all
}
