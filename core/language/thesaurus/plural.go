package thesaurus

import "strings"

// bases returns the lemmas that a noun is a form of, from the first of these that finds
// any: the noun itself, the list of exceptions, the rules, and all of these for one word of
// a term. Only an exception has more than one.
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

// singular returns the lemmas with a noun as their plural.
func (t *Thesaurus) singular(noun string) []int {
	if plural, ok := t.exceptions.find(noun); ok {
		return t.exceptions.numbers(plural)
	}
	if lemma, ok := t.byRule(noun); ok {
		return []int{lemma}
	}
	return nil
}

// endings are WordNet's rules for plurals, in its order; the first that results in a lemma
// applies.
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

// byRule returns the lemma with a noun as its regular plural. A word in "ful" may have the
// plural inside ("boxesful").
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

// singularTerm returns the lemma of a term with one word in the plural, which it tries from
// the last word to the first: "computer mice", "attorneys general", "mothers-in-law".
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
