package eval

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/retrieve"
)

// measureDocuments measures how well whole documents are found, and what else
// the questions of a corpus allow.
func (c collection) measureDocuments(ctx context.Context, o Options, s *Set) error {
	corpus, err := c.readCorpus(o)
	if err != nil {
		return err
	}
	questions, err := c.readQuestions()
	if err != nil {
		return err
	}
	grades, err := readGrades(c.path(gradesName), "."+c.extension)
	if err != nil {
		return err
	}
	asked := judged(questions, grades)
	if len(asked) == 0 {
		return errors.New("no question has a document that answers it: queries.jsonl and qrels.tsv share no question with a grade above 0")
	}
	metrics, err := askAll(asked, func(q question) (Metrics, error) {
		ranked, err := corpus.finder.Rank(ctx, retrieve.Query{Text: q.Text, Limit: depth})
		return judge(ranked, q.grades), err
	})
	if err != nil {
		return err
	}
	documents := mean(metrics)
	s.Queries, s.Documents = len(asked), &documents
	if err := corpus.measureRefusal(ctx, asked, questions, s); err != nil {
		return err
	}
	if c.has(sentencesName) {
		return c.measureSentences(ctx, corpus, asked, s)
	}
	return nil
}

// measureRefusal says how well the confidence in the best document tells the
// questions with an answer from those without, where the collection has such:
// how often it is greater in one of the first than in one of the second.
func (c *corpus) measureRefusal(ctx context.Context, answered, all []question, s *Set) error {
	unanswered := slices.DeleteFunc(slices.Clone(all), question.hasAnswer)
	if len(unanswered) == 0 {
		return nil
	}
	confidence := func(q question) (float64, error) {
		result, err := c.finder.Find(ctx, retrieve.Query{Text: q.Text, Limit: 1, Passages: 1})
		if err != nil || len(result.Documents) == 0 {
			return 0, err
		}
		return result.Documents[0].Confidence, nil
	}
	above, err := askAll(answered, confidence)
	if err != nil {
		return err
	}
	below, err := askAll(unanswered, confidence)
	if err != nil {
		return err
	}
	s.Figures = append(s.Figures, Figure{"refuse_auc", separation(above, below), len(above) + len(below)})
	return nil
}

// hasAnswer is false where the collection says that no document answers.
func (q question) hasAnswer() bool {
	var said struct{ Answerable json.RawMessage }
	return q.decode(&said) != nil || string(said.Answerable) != "false"
}

// A corpus is the documents of a collection, indexed. It is a file.Source of
// them.
type corpus struct {
	byURI  map[file.URI]file.File
	titles map[string]string // by the documents' names in the collection
	finder *retrieve.Retriever
}

// Read makes a corpus a source of files.
func (c *corpus) Read(_ context.Context, u file.URI) (file.File, error) {
	f, ok := c.byURI[u]
	if !ok {
		return file.File{}, fs.ErrNotExist
	}
	return f, nil
}

// readCorpus reads corpus.jsonl and indexes its documents.
func (c collection) readCorpus(o Options) (*corpus, error) {
	entries, err := readLines[entry](c.path(corpusName))
	if err != nil {
		return nil, err
	}
	docs := &corpus{byURI: map[file.URI]file.File{}, titles: map[string]string{}}
	library := index.New()
	shelve := newBatches(library)
	for _, e := range entries {
		f := c.fileOf(e)
		docs.byURI[f.URI], docs.titles[e.ID] = f, e.Title
		shelve.add(o.Parsers.Parse(f))
	}
	shelve.flush()
	docs.finder = &retrieve.Retriever{Library: library, Source: docs, Parsers: o.Parsers, Weights: o.Weights, Lexicon: o.Lexicon, Nouns: o.Nouns}
	if o.Lexicon != nil {
		docs.finder.Meaning = retrieve.Weigh(library, o.Lexicon)
	}
	return docs, nil
}

// An entry is a line of a corpus.
type entry struct{ ID, Title, Text string }

// fileOf is a document as a person would have it in a folder: its title stands
// on top unless the text begins with it.
func (c collection) fileOf(e entry) file.File {
	content := e.Text
	if title := e.Title; title != "" && !strings.HasPrefix(content, title) {
		if c.extension == "md" {
			title = "# " + title
		}
		content = title + "\n\n" + content
	}
	return newFile(e.ID+"."+c.extension, content)
}

// newFile is a file of a collection as its parser gets it.
func newFile(name, content string) file.File {
	return file.File{
		Identity: file.Identity{URI: file.FromPath("/" + name), Hash: file.HashOf(content)},
		Path:     name,
		Content:  content,
		Language: file.LanguageOf(name),
	}
}
