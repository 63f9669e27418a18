// Package eval measures retrieval on questions with known answers.
//
// A test collection is a folder with corpus.jsonl, queries.jsonl and qrels.tsv.
// Its documents go through the product's own line, parser, library and
// retrieval, as files of the kind that sets.tsv beside the collections names, so
// that a figure here is a figure of what people get.
package eval

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"docuquest/core/document"
	"docuquest/core/index"
	"docuquest/core/retrieve"
)

// Options are what collections are measured with.
type Options struct {
	Parsers document.Parsers
	// Progress, which may be nil, is told of each set when it is done.
	Progress func(Set)
}

// A Report holds the figures of all sets, in the order in which they were given.
type Report struct {
	Sets  []Set
	Macro Metrics // the plain mean over the sets
}

// A Set is the result of one collection.
type Set struct {
	Name    string
	Queries int
	Metrics
	Elapsed time.Duration // of indexing and all questions
}

// Run measures the collections at or below the folders. Errors name the file
// that cannot be read.
func Run(ctx context.Context, folders []string, o Options) (Report, error) {
	collections, err := find(folders)
	if err != nil {
		return Report{}, err
	}
	var report Report
	for _, c := range collections {
		s, err := measure(ctx, c, o)
		if err != nil {
			return Report{}, fmt.Errorf("%s: %w", c.name, err)
		}
		report.Sets = append(report.Sets, s)
		if o.Progress != nil {
			o.Progress(s)
		}
	}
	report.Macro = mean(report.Sets)
	return report, nil
}

// depth is how many documents are judged for each question.
const depth = 10

func measure(ctx context.Context, c collection, o Options) (Set, error) {
	start := time.Now()
	data, err := c.load()
	if err != nil {
		return Set{}, err
	}
	if len(data.questions) == 0 {
		return Set{}, errors.New("no question has a document that answers it: queries.jsonl and qrels.tsv share no question with a grade above 0")
	}
	library := index.New()
	for batch := range slices.Chunk(data.files, 64) {
		docs := make([]*document.Document, len(batch))
		for i, f := range batch {
			docs[i] = o.Parsers.Parse(f)
		}
		library.Put(docs...)
	}
	finder := &retrieve.Retriever{Library: library, Source: data, Parsers: o.Parsers}
	metrics, err := data.ask(ctx, finder)
	if err != nil {
		return Set{}, err
	}
	return Set{Name: c.name, Queries: len(metrics), Metrics: sum(metrics), Elapsed: time.Since(start)}, nil
}

// ask puts all judged questions, several at once, and returns their metrics in
// the order of the questions.
func (d *data) ask(ctx context.Context, finder *retrieve.Retriever) ([]Metrics, error) {
	metrics := make([]Metrics, len(d.questions))
	var group sync.WaitGroup
	var failed error
	var once sync.Once
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				q := d.questions[i]
				ranked, err := finder.Rank(ctx, retrieve.Query{Text: q.text, Limit: depth})
				if err != nil {
					once.Do(func() { failed = err })
					continue
				}
				metrics[i] = judge(ranked, q.grades)
			}
		})
	}
	for i := range d.questions {
		next <- i
	}
	close(next)
	group.Wait()
	return metrics, failed
}
