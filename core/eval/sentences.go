package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/retrieve"
)

// sentenceDocuments is how many documents are read for sentences that may stand
// in several.
const sentenceDocuments = 3

// measureSentences measures how well the sentences that are the evidence are
// found: in the relevant documents, in the document that was found first, and in
// the first few of those that were found.
func (c collection) measureSentences(ctx context.Context, docs *corpus, o Options, questions []question, s *Set) error {
	sentences, err := c.shelveSentences(docs, o)
	if err != nil {
		return err
	}
	asked, err := sentences.withEvidence(questions)
	if err != nil || len(asked) == 0 {
		return err
	}
	rankings, err := askAll(asked, func(q question) (sentenceRanking, error) { return sentences.ask(ctx, q) })
	if err != nil {
		return err
	}
	s.add("sentence_given_hit@1", scores(rankings, func(r sentenceRanking) float64 { return hit(r.given, r.grades, 1) }))
	s.add("sentence_hit@1", scores(rankings, func(r sentenceRanking) float64 { return hit(r.first, r.grades, 1) }))
	s.add("sentence_f1@3", scores(rankings, func(r sentenceRanking) float64 { return f1(r.first, r.grades, 3) }))
	s.add("sentence_r@5", scores(rankings, func(r sentenceRanking) float64 { return recall(r.few, r.grades, 5) }))
	s.add("sentence_all@5", scores(rankings, func(r sentenceRanking) float64 { return complete(r.few, r.grades, 5) }))
	return nil
}

// A sentenceRanking holds the names of sentences for one question: those of the
// relevant documents, of the document found first, and of the first few.
type sentenceRanking struct {
	question
	given, first, few []string
}

// ask ranks sentences for a question whose grades are those of sentences.
func (s *sentenceShelf) ask(ctx context.Context, q question) (r sentenceRanking, err error) {
	r.question = q
	if r.given, err = s.rankOf(ctx, s.bare, q.Text, setKeys(q.owners())); err != nil {
		return r, err
	}
	found, err := s.docs.finder.Rank(ctx, retrieve.Query{Text: q.Text, Limit: sentenceDocuments})
	if err != nil {
		return r, err
	}
	for i, path := range found {
		found[i] = s.owner(path)
	}
	if r.first, err = s.rankOf(ctx, s.bare, q.Text, found[:min(1, len(found))]); err != nil {
		return r, err
	}
	r.few, err = s.rankOf(ctx, s.titled, q.Text, found)
	return r, err
}

// setKeys are the members of a set, sorted.
func setKeys(set map[string]bool) []string {
	var keys []string
	for key := range set {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// rankOf ranks the sentences of some documents. Those that hold no word of the
// question follow in their order, since a reader who wants three gets three.
func (s *sentenceShelf) rankOf(ctx context.Context, on *shelf, question string, documents []string) ([]string, error) {
	owners := map[string]bool{}
	for _, d := range documents {
		owners[d] = true
	}
	ranked, err := on.rank(ctx, question, depth, owners)
	for _, d := range documents {
		for i := range s.texts[d] {
			if name := sentenceName(d, i); len(ranked) < depth && !slices.Contains(ranked, name) {
				ranked = append(ranked, name)
			}
		}
	}
	return ranked, err
}

// A sentenceShelf holds the sentences of a corpus.
type sentenceShelf struct {
	docs      *corpus
	extension string
	texts     map[string][]string // by document

	bare *shelf // each sentence alone, for those of one document
	// titled has each with its document's title, which tells those of several
	// documents apart.
	titled *shelf
}

// owner is the document of a path.
func (s *sentenceShelf) owner(path string) string { return strings.TrimSuffix(path, "."+s.extension) }

func sentenceName(document string, i int) string { return fmt.Sprintf("%s#%d", document, i) }

// shelveSentences reads sents.jsonl.
func (c collection) shelveSentences(docs *corpus, o Options) (*sentenceShelf, error) {
	type list struct {
		ID    string
		Sents []string
	}
	lists, err := readLines[list](c.path(sentencesName))
	if err != nil {
		return nil, err
	}
	s := &sentenceShelf{docs: docs, extension: c.extension, texts: map[string][]string{}, bare: newShelf(), titled: newShelf()}
	for _, l := range lists {
		s.texts[l.ID] = l.Sents
		for i, sentence := range l.Sents {
			name := sentenceName(l.ID, i)
			s.bare.put(piece{name: name, text: sentence})
			s.titled.put(piece{name, docs.titles[l.ID], sentence})
		}
	}
	s.bare.open(o)
	s.titled.open(o)
	return s, nil
}

// withEvidence gives the questions that name sentences as their evidence, with
// grades of these in place of those of documents.
func (s *sentenceShelf) withEvidence(questions []question) ([]question, error) {
	var asked []question
	for _, q := range questions {
		var named struct {
			Evidence evidence
			Selected []string `json:"selected_sentences"`
		}
		if err := q.decode(&named); err != nil {
			return nil, err
		}
		grades := map[string]float64{}
		for _, at := range append(named.Evidence, s.places(q, named.Selected)...) {
			grades[sentenceName(at.document, at.sentence)] = 1
		}
		if len(grades) > 0 {
			q.grades = grades
			asked = append(asked, q)
		}
	}
	return asked, nil
}

// places finds the sentences that are given by their texts in the documents that
// are relevant.
func (s *sentenceShelf) places(q question, selected []string) evidence {
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
