package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/answer/values"
	"docuquest/core/document"
	"docuquest/core/document/entry"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// A Support says how far the best entry of an answer has what the question asks for. An entry on
// the subject that says nothing of what is asked of it supports little.
type Support struct {
	// Share is 0 to 1: how much of the question's weight the entry and the titles above it have,
	// less for what it must have and lacks.
	Share float64
	// Lacks are what the entry must have and lacks, for people: "3.16.0", "a date".
	Lacks []string
	// Missing are the words of the question that none of the answer's entries has.
	Missing []string
}

// DefaultBar is the share that the support of an answer must reach where a workspace has no bar of
// its own yet.
const DefaultBar = 0.65

// IsWeak reports whether what is shown probably does not answer: it lacks what it must have, or does
// not reach a bar, 0 for DefaultBar.
func (s Support) IsWeak(bar float64) bool {
	return len(s.Lacks) > 0 || s.Share < cmp.Or(bar, DefaultBar)
}

// What an entry loses of its share, and what words weigh that it lacks.
const (
	lackingVerbatim = 0.3 // for all verbatim words of the question
	lackingCompound = 0.3
	lackingKind     = 0.2 // a date where one is asked for
	lackingMoney    = 0.3
	verbWeight      = 0.7 // of a word that is no noun
	lightWeight     = 0.2 // of a word for which an answer mostly has another
	verbOfKind      = 0.4 // of a verb where the entry has the kind of thing that is asked for: its author is who wrote it
	titleWeight     = 0.9 // of a word above the entry
	likeWeight      = 0.5 // of a word that the entry has one like it of
	leastLike       = 0.4 // the likeness of such a word
	// commonIDF is that of a word in a quarter of all files: who asks of a project by its name
	// finds answers without the name.
	commonIDF = 1.4
)

// add adds the support of one of so many parts of a question.
func (s *Support) add(part Support, parts int) {
	s.Share += part.Share / float64(parts)
	s.Lacks = append(s.Lacks, part.Lacks...)
	s.Missing = append(s.Missing, part.Missing...)
}

// supportOf returns the support of the best of the entries that an answer was made of.
func (j *judge) supportOf(chosen []candidate) (best Support) {
	likeness := make([]func(titles, s string, code bool) float64, len(j.needs))
	for i, n := range j.needs {
		likeness[i] = j.found.Likeness(j.terms[n[0]].Text)
	}
	missing := make([]bool, len(j.needs)) // in all entries
	for i, c := range chosen {
		s, lacked := j.support(c.of, j.found.Hits[c.hit].Document, likeness)
		if i == 0 || best.Share < s.Share {
			best = s
		}
		for n := range missing {
			missing[n] = (i == 0 || missing[n]) && lacked[n]
		}
	}
	for n, isMissing := range missing {
		if isMissing {
			best.Missing = append(best.Missing, j.terms[j.needs[n][0]].Text)
		}
	}
	return best
}

// support compares an entry with the question. lacked reports for each need that neither the
// entry nor a title above it has it.
func (j *judge) support(e *ratedEntry, d *document.Document, likeness []func(titles, s string, code bool) float64) (s Support, lacked []bool) {
	isCode, said := file.IsCode(d.Language), e.Span.Of(d.Text)
	inside, above := j.contained(said, isCode), j.above(d, e.above, isCode)
	for _, item := range e.lineItems {
		for term := range inside {
			inside[term] = inside[term] || item.Says(j.asked, j.terms[term].Text)
		}
	}
	isKindKnown := j.asked.Kind.IsRecognized()
	// A table says in its header, or above it, what its numbers are.
	isPriced := j.asked.Dimension == values.Money && e.Kind == entry.Table && question.HasNumber(question.WordsIn(said))
	hasKind := isKindKnown && (isPriced || values.Has(j.asked, said) || j.asked.Kind == question.Date && values.Has(j.asked, e.above))

	held, all := j.heaviest(j.added, only(inside)), 0.0 // one word that was searched for besides counts
	lacked = make([]bool, len(j.needs))
	for i, n := range j.needs {
		weight, has := j.heaviest(n, whole), 0.0
		for _, term := range n {
			switch {
			case inside[term]:
				has = 1
			case above[term]:
				has = max(has, titleWeight)
			}
		}
		word := j.terms[n[0]].Text
		asked := j.asked.Word(word)
		if asked.Function || asked.Number || word == j.asked.Measure || hasKind && j.asked.Dimension == values.Money && j.asked.IsOfMoney(word) {
			continue
		}
		if has == 0 && leastLike <= likeness[i](e.above, said[:min(len(said), softBytes)], isCode) {
			has = likeWeight
		}
		if has == 0 {
			lacked[i] = !asked.Light
			isVerb := !thesaurus.Noun(word) || word == j.asked.LastVerb()
			switch {
			case asked.Light:
				weight *= lightWeight
			case isVerb && hasKind:
				weight *= verbWeight * verbOfKind
			case isVerb:
				weight *= verbWeight
			}
		}
		held, all = held+weight*has, all+weight
	}
	s.Share = 1
	if all > 0 {
		s.Share = min(1, held/all)
	}

	texts := append(j.around(d, e), said)
	forms, share := j.matcher.Lacking(texts, isCode)
	s.Share -= lackingVerbatim * share
	for _, form := range forms {
		isCommon := func(t rank.Term) bool { return t.Text == form && t.IDF < commonIDF }
		if !slices.ContainsFunc(j.terms, isCommon) {
			s.Lacks = append(s.Lacks, j.asked.AsTyped(form))
		}
	}
	for _, c := range j.asked.Compounds {
		if !question.HasCompound(strings.Join(texts, "\n"), c) {
			s.Share -= lackingCompound
			if isCode := strings.ContainsAny(c, "0123456789._/") || strings.HasPrefix(c, "--"); isCode {
				s.Lacks = slices.DeleteFunc(s.Lacks, func(part string) bool { return strings.Contains(c, part) })
				s.Lacks = append(s.Lacks, c)
			}
		}
	}
	if isKindKnown && !hasKind {
		s.Share -= lackingKind
		if j.asked.Dimension == values.Money {
			s.Share -= lackingMoney
		}
		if j.asked.Kind != question.Person { // who did something may be the king, or the one on duty
			s.Lacks = append(s.Lacks, values.Wanted(j.asked))
		}
	}
	s.Share = max(0, s.Share)
	return s, lacked
}

// String is what a reader should know of a support that is too weak: what the entries lack.
func (s Support) String() string {
	var lacks []string
	for _, w := range slices.Concat(s.Lacks, s.Missing) { // two parts of a question may lack the same
		if !slices.ContainsFunc(lacks, func(l string) bool { return strings.Contains(text.Fold(l), w) }) {
			lacks = append(lacks, w)
		}
	}
	if len(lacks) == 0 {
		return "what is asked for is not said in one place"
	}
	return fmt.Sprintf("what comes nearest says nothing of: %s", strings.Join(lacks, ", "))
}
