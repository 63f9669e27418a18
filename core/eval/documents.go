package eval

import (
	"context"
	"errors"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// measureDocuments measures how well whole documents are found, and what else
// the questions of a corpus allow.
func (c Collection) measureDocuments(ctx context.Context, o Options, s *Set) error {
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
	findings, err := AskAll(asked, func(q labelled) (finding, error) { return corpus.find(ctx, q) })
	if err != nil {
		return err
	}
	if o.Notes != nil {
		// The notes and the search together give the order of documents. Answers do not change.
		a, err := corpus.annotate(o)
		if err != nil {
			return err
		}
		ranked, err := AskAll(findings, func(f finding) (rankedBoth, error) { return a.rank(ctx, f.Text) })
		if err != nil {
			return err
		}
		for i, r := range ranked {
			findings[i].ranked, findings[i].metrics = r.both, judge(r.both, findings[i].grades)
		}
	}
	s.Queries = len(asked)
	s.Documents = []Figure{
		meanOf("ndcg@10", scores(findings, func(f finding) float64 { return f.ndcg })),
		meanOf("r@10", scores(findings, func(f finding) float64 { return f.recall })),
		meanOf("mrr", scores(findings, func(f finding) float64 { return f.mrr })),
		meanOf("all@10", scores(findings, func(f finding) float64 { return f.complete })),
	}
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
	labelled
	ranked  []string
	request answer.Request // with what was found
	draft   answer.Draft   // the answer, as the product writes it without a model
	metrics
	verdict
}

// readPassages is how many passages are read for an answer, as in the agent
// by default.
const readPassages = 20

// find asks once for both, the ranking and the answer.
func (c *corpus) find(ctx context.Context, q labelled) (finding, error) {
	request, err := c.request(ctx, q, nil)
	if err != nil {
		return finding{}, err
	}
	draft, err := answer.Extractive{}.Write(ctx, request)
	return finding{
		labelled: q, ranked: request.Found.Ranked, request: request, draft: draft,
		metrics: judge(request.Found.Ranked, q.grades),
		verdict: verdict{confidence: request.Found.Confidence(), refused: draft.Refused},
	}, err
}

// request searches as the agent does for an answer. A within that is not nil selects the
// documents.
func (c *corpus) request(ctx context.Context, q labelled, within func(*index.Entry) bool) (answer.Request, error) {
	query := retrieve.Query{Question: question.Of(q.Text), Limit: depth, Passages: readPassages, Cutoff: true, Within: within}
	found, err := c.finder.Find(ctx, query)
	return answer.Request{Question: question.Of(q.Text), Found: found}, err
}

// A corpus is the documents of a collection, indexed.
type corpus struct {
	*catalog
	titles map[string]string // by the documents' names in the collection
}

// readCorpus reads corpus.jsonl and indexes its documents.
func (c Collection) readCorpus(o Options) (*corpus, error) {
	entries, err := c.Entries()
	if err != nil {
		return nil, err
	}
	docs := &corpus{catalog: newCatalog(), titles: map[string]string{}}
	for _, e := range entries {
		f := c.File(e)
		docs.titles[e.ID] = e.Title
		docs.addFile(f, o.Parsers.Parse(f))
	}
	docs.open(o)
	if o.Passages != nil {
		docs.finder.Vectors = o.Passages
	}
	return docs, nil
}

// Finder indexes the documents of a collection and returns what searches them.
func (c Collection) Finder(o Options) (*retrieve.Retriever, error) {
	corpus, err := c.readCorpus(o)
	if err != nil {
		return nil, err
	}
	return corpus.finder, nil
}

// An Entry is a line of corpus.jsonl.
type Entry struct{ ID, Title, Text string }

// Entries reads the documents of a collection.
func (c Collection) Entries() ([]Entry, error) { return readLines[Entry](c.path(corpusName)) }

// Sentences reads the sentences of a collection's documents, by the ID of the document.
func (c Collection) Sentences() (map[string][]string, error) {
	lines, err := readLines[struct {
		ID    string
		Sents []string
	}](c.path(sentencesName))
	sentences := map[string][]string{}
	for _, l := range lines {
		sentences[l.ID] = l.Sents
	}
	return sentences, err
}

// File returns a document as a person would have it in a folder: its title is the first line
// unless the text begins with it.
func (c Collection) File(e Entry) file.File {
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
