// Package eval measures retrieval on questions with known answers.
//
// What is measured is the product's own line, with its parsers, chunks, library
// and retrieval, so that a figure here is a figure of what people get. A
// collection is a folder, and what stands in it says what can be measured:
//
//	queries.jsonl      the questions: {id, text}, and what a measure needs besides
//	corpus.jsonl       documents {id, title, text}, judged by qrels.tsv
//	sents.jsonl        the sentences {id, sents} of these documents; questions name
//	                   the evidence among them
//	row_corpus.jsonl   rows of tables {id, title, text}, judged by row_qrels.tsv
//	docs/              Markdown files; questions name spans of their characters
//	pdfs/              PDF files; qrels.tsv names their pages as FILE#pN
//
// Documents become files of the kind that sets.tsv beside the collections names.
// Rows, sentences, chunks and pages are small documents in a library of their
// own, so that the same code ranks them.
//
// A question file holds lines {question, want: [{path, quote}], refuse} and asks
// them of a folder of files.
package eval

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"docuquest/core/agent"
	"docuquest/core/document"
	"docuquest/core/embed"
	"docuquest/core/rank"
	"docuquest/core/retrieve"
)

// Options are what collections are measured with.
type Options struct {
	Parsers document.Parsers
	// Open gives the agent of a folder, which asks its files as the product does
	// and has not read them yet. Question files alone need it.
	Open func(folder string) (*agent.Agent, error)
	// Files is the folder that question files ask. Where it is "", that is the
	// folder of the question file's name beside the file or beside its folder,
	// or else the file's own folder.
	Files string
	// Weights rank the documents of collections; nil is what the product uses.
	Weights *rank.Weights
	// Lexicon has the vectors that documents are ranked by; nil for none.
	Lexicon embed.Lexicon
	// Nouns tell kinds of nouns; nil for none.
	Nouns retrieve.Nouns
	// Progress, which may be nil, is told of each set when it is done.
	Progress func(Set)
}

// A Report holds the figures of all sets, in the order in which they were
// measured.
type Report struct {
	Sets  []Set
	Macro Metrics // the plain mean over the sets that judge documents
}

// A Set is the result of one collection.
type Set struct {
	Name    string
	Queries int // questions that were asked
	// LeftOut counts the questions that were not, since the file that they ask
	// is not there.
	LeftOut   int
	Documents *Metrics // how whole documents were found; nil where none are judged
	Figures   []Figure // what else the collection can tell
	Elapsed   time.Duration
}

// A Figure is one more measure of a set, the mean over its questions.
type Figure struct {
	Name      string // such as "row_r@10", unique within its set
	Value     float64
	Questions int // that it is the mean of
}

// Run measures the collections at or below the folders and the question files
// among the paths. Errors name the file that cannot be read.
func Run(ctx context.Context, paths []string, o Options) (Report, error) {
	collections, err := find(paths)
	if err != nil {
		return Report{}, err
	}
	var report Report
	for _, c := range collections {
		s, err := c.measure(ctx, o)
		if err != nil {
			return Report{}, fmt.Errorf("%s: %w", c.name, err)
		}
		report.Sets = append(report.Sets, s)
		if o.Progress != nil {
			o.Progress(s)
		}
	}
	report.Macro = macro(report.Sets)
	return report, nil
}

// measure finds all figures of a collection.
func (c collection) measure(ctx context.Context, o Options) (Set, error) {
	start := time.Now()
	s := Set{Name: c.name}
	for _, m := range c.measures() {
		if err := m(ctx, o, &s); err != nil {
			return Set{}, err
		}
	}
	s.Elapsed = time.Since(start)
	return s, nil
}

// A measure adds figures to a set.
type measure func(ctx context.Context, o Options, s *Set) error

// measures are those that the parts of the collection allow.
func (c collection) measures() []measure {
	if c.file != "" {
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

// add takes one more figure, the mean of values; of none there is no figure.
func (s *Set) add(name string, values []float64) {
	if len(values) > 0 {
		s.Figures = append(s.Figures, Figure{Name: name, Value: average(values), Questions: len(values)})
	}
}

// askAll puts all questions, several at once, and returns what is made of each
// in the order of the questions, or one of the errors.
func askAll[Q, R any](questions []Q, ask func(Q) (R, error)) ([]R, error) {
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
