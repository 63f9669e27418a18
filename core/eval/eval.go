// Package eval measures retrieval on questions with known answers.
//
// What is measured is the product's own line, with its parsers, chunks, library
// and retrieval, so that a figure here is a figure of what people get. A
// collection is a folder, and its files decide what can be measured:
//
//	queries.jsonl      the questions: {id, text}, and what else a measure needs;
//	                   "answerable": false if no document answers
//	corpus.jsonl       documents {id, title, text}, judged by qrels.tsv
//	sents.jsonl        the sentences {id, sents} of these documents; questions name
//	                   the evidence among them
//	row_corpus.jsonl   rows of tables {id, title, text}, judged by row_qrels.tsv
//	docs/              Markdown files; questions name spans of their characters
//	pdfs/              PDF files; qrels.tsv names their pages as FILE#pN
//	questions.jsonl    with corpora/, the questions of a panel and the folders that are asked,
//	                   one for each corpus: {id, corpus, kind, question, file, answer or items,
//	                   unanswerable}; file, answer and items are regular expressions. A corpus
//	                   that is not in corpora/ is a folder next to the panel
//
// Documents become files of the kind that sets.tsv next to the collections names.
// Rows, chunks and pages are small documents in a library of their own, so that the
// same code ranks them, with the same closer look. Sentences are ranked by the writer that
// answers without a model.
//
// A question file has lines {question, want: [{path, quote}], refuse} and asks
// them of a folder of files. One with lines {first, then, full, want: [{path}]} asks
// pairs, each a conversation: its second question may need the first.
//
// The answers to the questions of panels, and to those with pages of evidence, are measured as a
// reader sees them, where [Options.Answers] asks for that, and nothing else is then.
//
// A run can be kept as a [Record], with what each question got, and two of them
// compared question by question.
package eval

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"docuquest/core/agent"
	"docuquest/core/document"
	"docuquest/core/search/meaning"
	"docuquest/core/search/retrieve"
)

// Options are what collections are measured with.
type Options struct {
	Parsers document.Parsers
	// Open returns the agent of a folder, which asks its files as the product does
	// and has not read them yet. Question files alone need it.
	Open func(folder string) (*agent.Agent, error)
	// Files is the folder that question files ask. Where it is "", that is the
	// folder of the question file's name next to the file or next to its folder,
	// or else the file's own folder.
	Files string
	// Finder searches the documents and the pieces of collections. Its Library,
	// Source, Parsers and Meaning are replaced for each collection; all else is
	// used as it is, so that what the product searches with is measured.
	Finder retrieve.Retriever
	// Passages makes the vectors of a collection's documents before it is asked, and
	// compares questions with them; nil for none.
	Passages *meaning.Passages
	// Notes, where it is not nil, has notes made by rules on all documents, and ranks by
	// them too: the documents of collections, and those of question files, of which
	// nothing else is measured then.
	Notes *NoteOptions
	// Answers has answers measured alone: those to the questions of panels, and those to
	// questions with pages of evidence.
	Answers bool
	// Progress, which may be nil, is called with each set when it is done.
	Progress func(Set)
}

// A Report has the figures of all sets, in the order in which they were
// measured.
type Report struct {
	Sets []Set
	// Macro are the plain means over the sets that judge documents; their
	// Questions count these sets.
	Macro []Figure
}

// A Set is the result of one collection.
type Set struct {
	Name    string
	Queries int // questions that were asked
	// LeftOut counts the questions that were not, since the file that they ask
	// is missing.
	LeftOut   int
	Documents []Figure      // how whole documents were found; nil if none are judged
	Figures   []Figure      // what else the collection measures
	Placings  []Placing     // of the questions to documents, or of a question file
	Answers   []ShownAnswer // to the questions of a panel, or to those with pages of evidence
	Elapsed   time.Duration
}

// all are the figures of documents and the others.
func (s Set) all() []Figure { return slices.Concat(s.Documents, s.Figures) }

// A Figure is one measure of a set, from 0 to 1.
type Figure struct {
	Name      string // for example "row_r@10", unique within its set
	Value     float64
	Questions int // that it is measured on
	// Value is the mean of Scores, which are in the order of the questions;
	// nil for a figure that is no mean.
	Scores []Score
}

// A Score is what one question adds to a figure, from 0 to 1.
type Score struct {
	Question string // its id, or its text in a question file
	Value    float64
}

// Run measures the collections at or below the folders and the question files
// among the paths. Errors name the file that cannot be read.
func Run(ctx context.Context, paths []string, o Options) (Report, error) {
	list := Collections
	if o.Answers {
		list = answerCollections
	}
	collections, err := list(paths)
	if err != nil {
		return Report{}, err
	}
	var report Report
	for _, c := range collections {
		s, start := Set{Name: c.Name}, time.Now()
		for _, measure := range c.measures(o) {
			if err := measure(ctx, o, &s); err != nil {
				return Report{}, fmt.Errorf("%s: %w", c.Name, err)
			}
		}
		s.Elapsed = time.Since(start)
		report.Sets = append(report.Sets, s)
		if o.Progress != nil {
			o.Progress(s)
		}
	}
	report.Macro = macro(report.Sets)
	return report, nil
}

// A measure adds figures to a set.
type measure func(ctx context.Context, o Options, s *Set) error

// measures returns the measures that the parts of the collection allow.
func (c Collection) measures(o Options) []measure {
	if o.Answers {
		if c.isPanel() {
			return []measure{c.measurePanel}
		}
		return []measure{c.measurePageAnswers}
	}
	pairs, err := []followup(nil), error(nil)
	if c.file != "" {
		pairs, err = readLines[followup](c.path(c.file))
	}
	switch {
	case err == nil && slices.ContainsFunc(pairs, func(f followup) bool { return f.Then != "" }):
		return []measure{c.measureFollowups}
	case c.file != "" && o.Notes != nil:
		return []measure{c.measureNotes}
	case c.file != "":
		return []measure{c.measureAnswers}
	}
	var all []measure
	for _, m := range []struct {
		part string
		measure
	}{
		{corpusName, c.measureDocuments},
		{rowsName, c.measureRows},
		{docsName, c.measureSpans},
		{pdfsName, c.measurePages},
	} {
		if c.has(m.part) {
			all = append(all, m.measure)
		}
	}
	return all
}

// add adds a figure, the mean of scores; without scores it adds none.
func (s *Set) add(name string, scores []Score) {
	if len(scores) > 0 {
		s.Figures = append(s.Figures, meanOf(name, scores))
	}
}

func meanOf(name string, scores []Score) Figure {
	value := average(values(scores, func(s Score) float64 { return s.Value }))
	return Figure{Name: name, Value: value, Questions: len(scores), Scores: scores}
}

// scores takes one number out of what came of each question.
func scores[Q interface{ name() string }](all []Q, of func(Q) float64) []Score {
	scores := make([]Score, len(all))
	for i, one := range all {
		scores[i] = Score{Question: one.name(), Value: of(one)}
	}
	return scores
}

// AskAll puts all questions, several at once, and returns what is made of each
// in the order of the questions, or one of the errors.
func AskAll[Q, R any](questions []Q, ask func(Q) (R, error)) ([]R, error) {
	results := make([]R, len(questions))
	var group sync.WaitGroup
	var failed error
	var once sync.Once
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				var err error
				if results[i], err = ask(questions[i]); err != nil {
					once.Do(func() { failed = err })
				}
			}
		})
	}
	for i := range questions {
		next <- i
	}
	close(next)
	group.Wait()
	return results, failed
}
