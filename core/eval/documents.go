package eval

import (
	"context"
	"errors"
	"io/fs"
	"maps"
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
	if corpus.finder.Floor, err = corpus.finder.Calibrate(ctx); err != nil {
		return err
	}
	if err := o.makeVectors(ctx, corpus); err != nil {
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
	findings, err := askAll(asked, func(q question) (finding, error) { return corpus.find(ctx, q) })
	if err != nil {
		return err
	}
	s.Queries, s.Documents = len(asked), documentFigures(findings)
	if err := corpus.measureRefusal(ctx, findings, questions, s); err != nil {
		return err
	}
	if c.has(sentencesName) {
		return c.measureSentences(ctx, corpus, o, asked, s)
	}
	return nil
}

// A finding is what one question got of the documents that answer it.
type finding struct {
	question
	ranked []string
	metrics
	verdict
}

func (c *corpus) find(ctx context.Context, q question) (finding, error) {
	ranked, err := c.finder.Rank(ctx, retrieve.Query{Text: q.Text, Limit: depth})
	if err != nil {
		return finding{}, err
	}
	v, err := c.verdictOn(ctx, q)
	return finding{question: q, ranked: ranked, metrics: judge(ranked, q.grades), verdict: v}, err
}

func (f finding) placing() Placing {
	p := Placing{Question: f.ID, Refused: f.refused}
	for _, name := range slices.Sorted(maps.Keys(f.grades)) {
		p.Documents = append(p.Documents, firstRank(f.ranked, func(path string) bool { return path == name }))
	}
	return p
}

// A corpus is the documents of a collection, indexed.
type corpus struct {
	files  texts
	titles map[string]string // by the documents' names in the collection
	finder *retrieve.Retriever
}

// Texts are files that stand on no disk. They are a file.Source.
type texts map[file.URI]file.File

// Read gives one of them.
func (t texts) Read(_ context.Context, u file.URI) (file.File, error) {
	f, ok := t[u]
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
	docs := &corpus{files: texts{}, titles: map[string]string{}}
	library := index.New()
	shelve := newBatches(library)
	for _, e := range entries {
		f := c.fileOf(e)
		docs.files[f.URI], docs.titles[e.ID] = f, e.Title
		shelve.add(o.Parsers.Parse(f))
	}
	shelve.flush()
	docs.finder = o.finderOf(docs.files, library)
	return docs, nil
}

// finderOf searches files, of which the library knows.
func (o Options) finderOf(files texts, library *index.Library) *retrieve.Retriever {
	finder := o.Finder
	finder.Library, finder.Source, finder.Parsers = library, files, o.Parsers
	if o.Passages != nil {
		finder.Vectors = o.Passages
	}
	if finder.Meaning = nil; finder.Lexicon != nil {
		finder.Meaning = retrieve.Weigh(library, finder.Lexicon)
	}
	return &finder
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
