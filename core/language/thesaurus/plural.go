package thesaurus

import "strings"

// bases gives the lemmas that a noun is a form of. They are those of the first that
// finds any: the noun as it stands, the list of exceptions, the rules, and all of these
// for one word of a term. Only an exception has more than one.
func (t *Thesaurus) bases(noun string) []int {
	noun = t.normal(noun)
	if lemma, ok := t.lemmas.find(noun); ok {
		return []int{lemma}
	}
	if lemmas := t.singular(noun); len(lemmas) > 0 {
		return lemmas
	}
	return t.singularTerm(noun)
}

// singular gives the lemmas whose plural a noun is.
func (t *Thesaurus) singular(noun string) []int {
	if plural, ok := t.exceptions.find(noun); ok {
		return t.exceptions.numbers(plural)
	}
	if lemma, ok := t.byRule(noun); ok {
		return []int{lemma}
	}
	return nil
}

// endings are WordNet's rules for plurals, in its order; the first that makes a lemma
// holds.
var endings = []struct{ plural, singular string }{
	{"s", ""},
	{"ses", "s"},
	{"xes", "x"},
	{"zes", "z"},
	{"ches", "ch"},
	{"shes", "sh"},
	{"men", "man"},
	{"ies", "y"},
}

// byRule gives the lemma whose regular plural a noun is. The plural of what ends in "ful"
// may be inside ("boxesful").
func (t *Thesaurus) byRule(noun string) (lemma int, ok bool) {
	if strings.HasSuffix(noun, "ss") || len(noun) <= len("as") {
		return 0, false
	}
	stem, isMeasure := strings.CutSuffix(noun, "ful")
	tail := ""
	if isMeasure {
		tail = "ful"
	}
	for _, e := range endings {
		if root, ok := strings.CutSuffix(stem, e.plural); ok && root != "" {
			if lemma, ok := t.lemmas.find(root + e.singular + tail); ok {
				return lemma, true
			}
		}
	}
	return 0, false
}

// singularTerm gives the lemma of a term in which one word stands in the plural, the last
// before the others: "computer mice", "attorneys general", "mothers-in-law".
func (t *Thesaurus) singularTerm(noun string) []int {
	const separators = " -"
	for end := len(noun); end > 0; {
		start := strings.LastIndexAny(noun[:end], separators) + 1
		for _, base := range t.singular(noun[start:end]) {
			if lemma, ok := t.lemmas.find(noun[:start] + t.lemmas.key(base) + noun[end:]); ok {
				return []int{lemma}
			}
		}
		end = start - 1
	}
	return nil
}
