package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// rankedStatements is how many statements of a ranking are measured at most.
const rankedStatements = 5

// measureSentences measures how well the writer that needs no model finds the sentences
// that are the evidence: in the order in which it would take them for its answer, whether
// the question is refused or not, and in the answer that it gives, where what is refused
// finds nothing. With "given" only the documents that are relevant are searched.
func (c Collection) measureSentences(ctx context.Context, docs *corpus, findings []finding, s *Set) error {
	texts, err := c.Sentences()
	if err != nil {
		return err
	}
	sentences := &sentences{docs: docs, extension: c.extension, texts: texts}
	asked, err := sentences.withEvidence(findings)
	if err != nil {
		return err
	}
	rankings, err := AskAll(asked, func(f finding) (sentenceRanking, error) { return sentences.rank(ctx, f) })
	if err != nil {
		return err
	}
	s.add("sentence_given_hit@1", scores(rankings, func(r sentenceRanking) float64 { return hit(r.given, r.grades, 1) }))
	s.add("sentence_hit@1", scores(rankings, func(r sentenceRanking) float64 { return hit(r.all, r.grades, 1) }))
	s.add("sentence_r@3", scores(rankings, func(r sentenceRanking) float64 { return recall(r.all, r.grades, 3) }))
	s.add("sentence_f1@3", scores(rankings, func(r sentenceRanking) float64 { return f1(r.all, r.grades, 3) }))
	s.add("sentence_r@5", scores(rankings, func(r sentenceRanking) float64 { return recall(r.all, r.grades, 5) }))
	s.add("sentence_all@5", scores(rankings, func(r sentenceRanking) float64 { return complete(r.all, r.grades, 5) }))
	s.add("answer_recall", scores(rankings, func(r sentenceRanking) float64 { return recall(r.shown, r.grades, len(r.shown)) }))
	s.add("answer_f1", scores(rankings, func(r sentenceRanking) float64 { return f1(r.shown, r.grades, len(r.shown)) }))
	return nil
}

// A sentenceRanking has the names of sentences for one question, best first: as they
// were ranked, also with the relevant documents alone, and as they were shown.
type sentenceRanking struct {
	labelled
	given, all, shown []string
}

// sentences are the sentences of the documents of a corpus.
type sentences struct {
	docs      *corpus
	extension string
	texts     map[string][]string // by document
}

// rank ranks sentences for a question whose grades are those of sentences.
func (s *sentences) rank(ctx context.Context, f finding) (sentenceRanking, error) {
	r := sentenceRanking{labelled: f.labelled, shown: s.names(f.request.Found, f.draft.Statements)}
	var err error
	if r.all, err = s.ranked(ctx, f.request); err != nil {
		return r, err
	}
	owners := f.owners()
	given, err := s.docs.request(ctx, f.labelled, func(e *index.Entry) bool { return owners[s.owner(e.Path)] })
	if err != nil {
		return r, err
	}
	r.given, err = s.ranked(ctx, given)
	return r, err
}

func (s *sentences) ranked(ctx context.Context, request answer.Request) ([]string, error) {
	statements, err := answer.Extractive{}.Rank(ctx, request, rankedStatements)
	return s.names(request.Found, statements), err
}

// names returns the names of the sentences that statements quote, each once. A quote is of a
// sentence if they share at least half of the shorter one. A statement that quotes several, since
// the collection cuts sentences in other places, gives all of their names; one that quotes none
// gives "", so that it has a rank too.
func (s *sentences) names(found *retrieve.Result, statements []answer.Statement) []string {
	var all []string
	for _, statement := range statements {
		quotesAny := false
		for _, q := range statement.Quotes {
			d := found.Hits[q.Hit].Document
			for i, span := range s.spans(d) {
				shared := min(span.End, q.Span.End) - max(span.Start, q.Span.Start)
				if shared <= 0 || 2*shared < min(span.Len(), q.Span.Len()) {
					continue
				}
				quotesAny = true
				if name := sentenceName(s.owner(d.Path), i); !slices.Contains(all, name) {
					all = append(all, name)
				}
			}
		}
		if !quotesAny {
			all = append(all, "")
		}
	}
	return all
}

// spans are the places of a document's sentences in its text. One that does not occur in
// it as it is has none.
func (s *sentences) spans(d *document.Document) []text.Span {
	sentences := s.texts[s.owner(d.Path)]
	spans := make([]text.Span, len(sentences))
	from := 0
	for i, sentence := range sentences {
		sentence = strings.TrimSpace(sentence)
		if at := strings.Index(d.Text[from:], sentence); at >= 0 {
			spans[i] = text.Span{Start: from + at, End: from + at + len(sentence)}
			from = spans[i].End
		}
	}
	return spans
}

// owner is the document of a path.
func (s *sentences) owner(path string) string { return strings.TrimSuffix(path, "."+s.extension) }

func sentenceName(document string, i int) string { return fmt.Sprintf("%s#%d", document, i) }

// withEvidence returns the questions that name sentences as their evidence, with
// grades of sentences in place of grades of documents.
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
		for _, at := range named.Evidence {
			grades[sentenceName(at.document, at.sentence)] = 1
		}
		for path := range f.grades { // sentences that are given by their texts
			document := s.owner(path)
			for i, sentence := range s.texts[document] {
				if slices.Contains(named.Selected, sentence) {
					grades[sentenceName(document, i)] = 1
				}
			}
		}
		if len(grades) > 0 {
			f.grades = grades
			asked = append(asked, f)
		}
	}
	return asked, nil
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
	var pairs [][2]json.RawMessage
	if err := json.Unmarshal(b, &pairs); err != nil {
		return err
	}
	for _, pair := range pairs {
		var at place
		if err := errors.Join(json.Unmarshal(pair[0], &at.document), json.Unmarshal(pair[1], &at.sentence)); err != nil {
			return err
		}
		*e = append(*e, at)
	}
	return nil
}
