package eval

import (
	"context"
	"fmt"
	"slices"
	"time"

	"docuquest/core/answer/research"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// Research measures what research in two rounds finds, without a model, beside one search
// for the question: over the collections of documents at or below the folders. all@5 is
// the share of the questions for which all relevant documents are among the first five,
// r@10 the recall in the first ten. The evidence of research is ranked first, then what the
// single search gives. An error names the file that cannot be read.
func Research(ctx context.Context, paths []string, o Options) (Report, error) {
	collections, err := Collections(paths)
	if err != nil {
		return Report{}, err
	}
	collections = slices.DeleteFunc(collections, func(c Collection) bool { return !c.has(corpusName) })
	if len(collections) == 0 {
		return Report{}, fmt.Errorf("no collection of documents: research is measured where there is %s", corpusName)
	}
	var report Report
	for _, c := range collections {
		s, err := c.measureResearch(ctx, o)
		if err != nil {
			return Report{}, fmt.Errorf("%s: %w", c.Name, err)
		}
		report.Sets = append(report.Sets, s)
		if o.Progress != nil {
			o.Progress(s)
		}
	}
	return report, nil
}

func (c Collection) measureResearch(ctx context.Context, o Options) (Set, error) {
	start := time.Now()
	corpus, err := c.readCorpus(o)
	if err != nil {
		return Set{}, err
	}
	questions, err := c.readQuestions()
	if err != nil {
		return Set{}, err
	}
	grades, err := readGrades(c.path(gradesName), "."+c.extension)
	if err != nil {
		return Set{}, err
	}
	asked := judged(questions, grades)
	type researched struct {
		labelled
		single, ranked []string // the documents that both ways find, best first
	}
	found, err := AskAll(asked, func(q labelled) (researched, error) {
		r := research.Researcher{Workspace: corpus.finder}
		report, err := r.Run(ctx, retrieve.Query{Question: question.Of(q.Text), Limit: depth, Passages: readPassages, Cutoff: true})
		if err != nil {
			return researched{}, err
		}
		return researched{q, report.Found.Ranked, report.Ranked}, nil
	})
	if err != nil {
		return Set{}, err
	}
	s := Set{Name: c.Name, Queries: len(asked)}
	s.add("single_all@5", scores(found, func(r researched) float64 { return complete(r.single, r.grades, research.Evidence) }))
	s.add("research_all@5", scores(found, func(r researched) float64 { return complete(r.ranked, r.grades, research.Evidence) }))
	s.add("single_r@10", scores(found, func(r researched) float64 { return recall(r.single, r.grades, depth) }))
	s.add("research_r@10", scores(found, func(r researched) float64 { return recall(r.ranked, r.grades, depth) }))
	s.Elapsed = time.Since(start)
	return s, nil
}
