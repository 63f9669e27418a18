package eval

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/retrieve"
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
	if o.Notes != nil {
		if err := corpus.withNotes(ctx, o, findings); err != nil {
			return err
		}
	}
	s.Queries, s.Documents = len(asked), documentFigures(findings)
	if err := corpus.measureRefusal(ctx, findings, questions, s); err != nil {
		return err
	}
	if c.has(sentencesName) {
		return c.measureSentences(ctx, corpus, findings, s)
	}
	return nil
}

// A finding is what one question got of the documents that answer it.
type finding struct {
	question
	ranked  []string
	request answer.Request // with what was found
	draft   answer.Draft   // the answer, as the product writes it without a model
	metrics
	verdict
}

// readPassages is how many passages are read for an answer, as the agent has it
// where nobody says.
const readPassages = 20

// find asks once for both, the ranking and the answer.
func (c *corpus) find(ctx context.Context, q question) (finding, error) {
	request, err := c.request(ctx, q, nil)
	if err != nil {
		return finding{}, err
	}
	draft, err := answer.Extractive{}.Write(ctx, request)
	return finding{
		question: q, ranked: request.Found.Ranked, request: request, draft: draft,
		metrics: judge(request.Found.Ranked, q.grades),
		verdict: verdict{confidence: request.Found.Confidence(), refused: draft.Refused},
	}, err
}

// request searches as the agent does for an answer. A within that is not nil says which
// documents are searched.
func (c *corpus) request(ctx context.Context, q question, within func(*index.Entry) bool) (answer.Request, error) {
	query := retrieve.Query{Text: q.Text, Limit: depth, Passages: readPassages, Knee: true, Within: within}
	found, err := c.finder.Find(ctx, query)
	return answer.Request{Question: q.Text, Found: found}, err
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
	*shelf
	titles map[string]string // by the documents' names in the collection
}

// readCorpus reads corpus.jsonl and indexes its documents.
func (c collection) readCorpus(o Options) (*corpus, error) {
	entries, err := readLines[entry](c.path(corpusName))
	if err != nil {
		return nil, err
	}
	docs := &corpus{shelf: newShelf(), titles: map[string]string{}}
	for _, e := range entries {
		f := c.fileOf(e)
		docs.titles[e.ID] = e.Title
		docs.shelve(f, o.Parsers.Parse(f))
	}
	docs.open(o)
	if o.Passages != nil {
		docs.finder.Vectors = o.Passages
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
