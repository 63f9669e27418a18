package answer

import (
	"slices"
	"strings"
)

const (
	// mostListed is how many sentences answer a question that asks for several things.
	mostListed = 8
	// mostCompared is from how many of the best they are chosen: one document may have
	// many.
	mostCompared = 100
)

// list takes the sentences that answer a question which asks for several things: one of
// each document, and more of one only where there are few.
func (j *judge) list(candidates []candidate) []candidate {
	chosen := varied(affirming(j.order(strong(candidates), mostCompared)), 1)
	documents := map[string]bool{}
	for _, c := range chosen {
		documents[c.document] = true
	}
	return chosen[:min(len(chosen), max(mostStatements, min(mostListed, len(documents))))]
}

// asksForSeveral reports whether a question, as its folded words, asks in English for
// all things of a kind: "in what sites", "which settings", "list all settings".
func asksForSeveral(words []string) bool {
	if len(words) > 2 && (words[0] == "list" || words[0] == "name") && (words[1] == "all" || words[1] == "the") && isPlural(words[2]) {
		return true
	}
	for i, w := range words[:max(0, len(words)-1)] {
		if asksWhich[w] && isPlural(words[i+1]) {
			return true
		}
	}
	return false
}

// isPlural reports whether a word looks like the plural of an English noun.
func isPlural(word string) bool {
	const least = 4
	before, ok := strings.CutSuffix(word, "s")
	return ok && len(word) >= least && !strings.HasSuffix(before, "s") && !strings.HasSuffix(before, "u") && !strings.HasSuffix(before, "i")
}

// affirming puts the sentences that deny something behind the others: who asks in which
// places something was found asks first for those where it was.
func affirming(candidates []candidate) []candidate {
	front := slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return denies(c.display) })
	behind := slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return !denies(c.display) })
	return append(front, behind...)
}

// denies reports whether a sentence has an English word of denial.
func denies(sentence string) bool {
	return slices.ContainsFunc(wordsOf(sentence), func(w string) bool { return denials[w] })
}

// denials leave out "nothing" and "none", which often stand beside an answer: "a buckle,
// and nothing else". The t is what is left of "wasn't".
var denials = setOf("no not never nobody nowhere neither nor without cannot t")
