package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// A demand is a question as a measure of its answers.
type demand struct {
	terms  []rank.Term
	masses []float64 // by term
	needs  []need
	added  need    // the terms that a model or a thesaurus added: other words for what is asked
	mass   float64 // of all needs
	asked  *question.Question
}

// A need is something that an answer should contain: one term of the question, or any one of
// several alternatives.
type need []int // indexes of terms

// The share of its weight that a word of the question keeps.
const (
	// askedShare is for the word behind "which" or "what": an answer to "In which sites
	// ..." names sites and seldom contains the word.
	askedShare = 0.5
	// countedShare is for the word in "how many" and "how much": an answer gives a number.
	countedShare = 0
)

func newDemand(asked *question.Question, found *retrieve.Result) demand {
	d := demand{terms: found.Question.Terms, asked: asked}
	for i, t := range d.terms {
		share := 1.0
		if at := slices.IndexFunc(asked.Words, func(w question.Word) bool { return w.Folded == t.Text }); at >= 0 {
			switch w := asked.Words[at]; {
			case w.Asked:
				share = askedShare
			case w.Number:
				share = countedShare
			}
		}
		d.masses = append(d.masses, t.Mass()*share)
		switch {
		case t.CodeOnly, t.Figure: // its words are needed
		case t.Added, slices.Contains(found.Added, t.Text):
			d.added = append(d.added, i)
		default:
			d.needs = append(d.needs, need{i})
		}
	}
	d.joinAlternatives()
	for _, n := range d.needs {
		d.mass += d.heaviest(n, whole)
	}
	return d
}

// joinAlternatives makes one need of the words on both sides of an "or". Each of them is
// enough, and so each weighs as much as the heaviest.
func (d *demand) joinAlternatives() {
	words := d.asked.Words
	for i := 1; i < len(words)-1; i++ {
		if !words[i].Or {
			continue
		}
		before, after := d.needOf(words[i-1].Folded), d.needOf(words[i+1].Folded)
		if before < 0 || after < 0 || before == after {
			continue
		}
		joined := append(d.needs[before], d.needs[after]...)
		most := d.heaviest(joined, whole)
		for _, term := range joined {
			d.masses[term] = most
		}
		d.needs[before] = joined
		d.needs = slices.Delete(d.needs, after, after+1)
	}
}

// needOf returns the index of the need that a word of the question belongs to, -1 if the
// word is no term.
func (d *demand) needOf(word string) int {
	return slices.IndexFunc(d.needs, func(n need) bool {
		return slices.ContainsFunc(n, func(i int) bool { return d.terms[i].Text == word })
	})
}

// heaviest returns the greatest mass of a need's terms, each times its weight.
func (d *demand) heaviest(n need, weight func(term int) float64) float64 {
	most := 0.0
	for _, i := range n {
		most = max(most, d.masses[i]*weight(i))
	}
	return most
}

// whole is the weight 1 for each term.
func whole(int) float64 { return 1 }

// only returns the weight 1 for the terms of a set, and 0 for all others.
func only(set []bool) func(term int) float64 {
	return func(term int) float64 {
		if set[term] {
			return 1
		}
		return 0
	}
}

// coverage returns the share of the mass of all needs that the weights of terms make up, 0
// to 1. Only the best of the added terms counts beside the question's own, so that no number
// of them replaces all of these.
func (d *demand) coverage(weight func(term int) float64) float64 {
	if d.mass <= 0 {
		return 0
	}
	sum := d.heaviest(d.added, weight)
	for _, n := range d.needs {
		sum += d.heaviest(n, weight)
	}
	return min(1, sum/d.mass)
}

// floor returns the coverage from which the question counts as answered, where no file
// contains the words in missing. Missing words in a row, as in "Harry Potter", are one
// subject. Where a missing name makes up much of the question, an answer must know it.
func (d *demand) floor(missing []string) float64 {
	const leastLetters = 3 // of a name; signs of units have fewer
	isMissing := func(word string) bool { return slices.Contains(missing, word) }
	mass := 0.0    // of the missing words in a row up to here
	named := false // one of them is written as a name
	end := 0       // of the word before
	for _, w := range d.asked.Words {
		if w.Bigram || !isBlank(text.Span{Start: end, End: w.Span.Start}.Of(d.asked.Text)) {
			mass, named = 0, false
		}
		isFirst := end == 0
		end = w.Span.End
		word := strings.ToLower(w.Typed)
		if !isMissing(word) {
			mass, named = 0, false
			continue
		}
		if at := d.needOf(word); at >= 0 {
			hasAlternative := slices.ContainsFunc(d.needs[at], func(i int) bool { return !isMissing(d.terms[i].Text) })
			if !hasAlternative {
				mass += d.heaviest(d.needs[at], whole)
			}
		}
		letter, _ := utf8.DecodeRuneInString(w.Typed)
		isName := !isFirst && unicode.IsUpper(letter) && leastLetters <= utf8.RuneCountInString(w.Typed)
		named = named || isName
		if named && leastMatter*d.mass <= mass {
			return leastWithoutMatter
		}
	}
	return leastCoverage
}
