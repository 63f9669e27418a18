package eval

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"docuquest/core/analysis"
	"docuquest/core/meaning"
	"docuquest/core/rank"
)

// sentenceDocuments is how many documents are read for sentences that may stand
// in several.
const sentenceDocuments = 3

// measureSentences measures how well the sentences that are the evidence are
// found: in the relevant documents, in the document that was found first, and in
// the first few of those that were found.
func (c collection) measureSentences(docs *corpus, findings []finding, s *Set) error {
	sentences, err := c.readSentences(docs)
	if err != nil {
		return err
	}
	asked, err := sentences.withEvidence(findings)
	if err != nil {
		return err
	}
	rankings, err := askAll(asked, func(f finding) (sentenceRanking, error) { return sentences.rank(f), nil })
	if err != nil {
		return err
	}
	s.add("sentence_given_hit@1", scores(rankings, func(r sentenceRanking) float64 { return hit(r.given, r.grades, 1) }))
	s.add("sentence_hit@1", scores(rankings, func(r sentenceRanking) float64 { return hit(r.first, r.grades, 1) }))
	s.add("sentence_r@3", scores(rankings, func(r sentenceRanking) float64 { return recall(r.first, r.grades, 3) }))
	s.add("sentence_f1@3", scores(rankings, func(r sentenceRanking) float64 { return f1(r.first, r.grades, 3) }))
	s.add("sentence_r@5", scores(rankings, func(r sentenceRanking) float64 { return recall(r.few, r.grades, 5) }))
	s.add("sentence_all@5", scores(rankings, func(r sentenceRanking) float64 { return complete(r.few, r.grades, 5) }))
	return nil
}

// A sentenceRanking holds the names of sentences for one question, best first:
// those of the relevant documents, of the document found first, and of the first
// few.
type sentenceRanking struct {
	question
	given, first, few []string
}

// Sentences are those of the documents of a corpus.
type sentences struct {
	docs      *corpus
	extension string
	texts     map[string][]string // by document
}

// readSentences reads sents.jsonl.
func (c collection) readSentences(docs *corpus) (*sentences, error) {
	type list struct {
		ID    string
		Sents []string
	}
	lists, err := readLines[list](c.path(sentencesName))
	s := &sentences{docs: docs, extension: c.extension, texts: map[string][]string{}}
	for _, l := range lists {
		s.texts[l.ID] = l.Sents
	}
	return s, err
}

// rank ranks sentences for a question whose grades are those of sentences.
func (s *sentences) rank(f finding) sentenceRanking {
	given, first, few := map[string]int{}, map[string]int{}, map[string]int{}
	for document := range f.owners() {
		given[document] = 0
	}
	for place, path := range f.ranked[:min(sentenceDocuments, len(f.ranked))] {
		few[s.owner(path)] = place
		if place == 0 {
			first[s.owner(path)] = 0
		}
	}
	j := s.judgeFor(f)
	return sentenceRanking{question: f.question, given: j.best(given), first: j.best(first), few: j.best(few)}
}

// A sentenceJudge scores sentences for one question. It belongs to one goroutine.
type sentenceJudge struct {
	*sentences
	matcher *rank.Matcher
	asked   *meaning.Question // nil without vectors of pieces
}

func (s *sentences) judgeFor(f finding) sentenceJudge {
	j := sentenceJudge{sentences: s, matcher: rank.NewMatcher(f.terms, analysis.NewAnalyzer())}
	if weights := s.docs.finder.Meaning; weights != nil {
		j.asked = weights.Question(f.Text, true)
	}
	return j
}

// best gives the names of the first sentences of documents, each with its place
// among those that were found. Of equal ones those that are read first come first.
func (j sentenceJudge) best(places map[string]int) []string {
	type scored struct {
		name  string
		score float64
	}
	top := rank.NewTop(depth, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for _, document := range byPlace(places) {
		for i, text := range j.texts[document] {
			top.Add(scored{sentenceName(document, i), j.score(document, text, places[document])})
		}
	}
	var names []string
	for _, s := range top.Sorted() {
		names = append(names, s.name)
	}
	return names
}

func byPlace(places map[string]int) []string {
	return slices.SortedFunc(maps.Keys(places), func(a, b string) int {
		return cmp.Or(cmp.Compare(places[a], places[b]), cmp.Compare(a, b))
	})
}

func (j sentenceJudge) score(document, text string, place int) float64 {
	s := rank.Sentence{Context: j.matcher.Context(j.docs.titles[document], text), Place: place}
	if j.asked != nil {
		_, s.Soft = j.asked.Score("", text, false)
	}
	return s.Score()
}

// owner is the document of a path.
func (s *sentences) owner(path string) string { return strings.TrimSuffix(path, "."+s.extension) }

func sentenceName(document string, i int) string { return fmt.Sprintf("%s#%d", document, i) }

// withEvidence gives the questions that name sentences as their evidence, with
// grades of these in place of those of documents.
func (s *sentences) withEvidence(findings []finding) ([]finding, error) {
	var asked []finding
	for _, f := range findings {
		var named struct {
			Evidence evidence
			Selected []string `json:"selected_sentences"`
		}
		if err := f.decode(&named); err != nil {
			return nil, err
		}
		grades := map[string]float64{}
		for _, at := range append(named.Evidence, s.places(f.question, named.Selected)...) {
			grades[sentenceName(at.document, at.sentence)] = 1
		}
		if len(grades) > 0 {
			f.grades = grades
			asked = append(asked, f)
		}
	}
	return asked, nil
}

// places finds the sentences that are given by their texts in the documents that
// are relevant.
func (s *sentences) places(q question, selected []string) evidence {
	var all evidence
	for path := range q.grades {
		document := s.owner(path)
		for i, sentence := range s.texts[document] {
			if slices.Contains(selected, sentence) {
				all = append(all, place{document, i})
			}
		}
	}
	return all
}

// A place is one sentence of a document, from 0.
type place struct {
	document string
	sentence int
}

// Evidence is sentences as collections name them: a list of [document,
// sentence], or an object of {document: [{"sentences": [sentence]}]}.
type evidence []place

// UnmarshalJSON reads both forms.
func (e *evidence) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(b, []byte("{")) {
		return e.readGroups(b)
	}
	return e.readPairs(b)
}

func (e *evidence) readGroups(b []byte) error {
	var groups map[string][]struct{ Sentences []int }
	err := json.Unmarshal(b, &groups)
	for document, all := range groups {
		for _, group := range all {
			for _, i := range group.Sentences {
				*e = append(*e, place{document, i})
			}
		}
	}
	return err
}

func (e *evidence) readPairs(b []byte) error {
	var pairs [][2]json.RawMessage
	if err := json.Unmarshal(b, &pairs); err != nil {
		return err
	}
	for _, pair := range pairs {
		var at place
		if err := json.Unmarshal(pair[0], &at.document); err != nil {
			return err
		}
		if err := json.Unmarshal(pair[1], &at.sentence); err != nil {
			return err
		}
		*e = append(*e, at)
	}
	return nil
}
