package eval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"docuquest/core/chunk"
)

// spanDepth is how many chunks are read for a question that wants spans.
const spanDepth = 5

// measureSpans measures how much of the evidence, spans of characters, lies in
// the first chunks, and how much else these hold. What two chunks share counts
// once.
func (c collection) measureSpans(ctx context.Context, o Options, s *Set) error {
	asked, err := c.readSpans()
	if err != nil {
		return err
	}
	if len(asked) == 0 {
		return errors.New("no question of queries.jsonl has spans")
	}
	chunks, err := c.shelveChunks(o)
	if err != nil {
		return err
	}
	overlaps, err := askAll(asked, func(q spanQuestion) (overlap, error) {
		if _, known := chunks.lengths[q.evidence.Doc]; !known {
			return overlap{}, fmt.Errorf("question %s: there is no %s/%s.md", q.ID, docsName, q.evidence.Doc)
		}
		ranked, err := chunks.rank(ctx, q.Text, spanDepth, nil)
		return chunks.compare(q, ranked), err
	})
	if err != nil {
		return err
	}
	s.Queries = max(s.Queries, len(asked))
	s.add("span_recall@5", scores(overlaps, overlap.recall))
	s.add("span_precision@5", scores(overlaps, overlap.precision))
	s.add("span_iou@5", scores(overlaps, overlap.iou))
	return nil
}

// A spanQuestion is one whose evidence is spans of a document.
type spanQuestion struct {
	question
	evidence struct {
		Doc   string
		Spans [][2]int // of the first character and the one behind the last, in code points
	}
}

// readSpans gives the questions that have spans.
func (c collection) readSpans() ([]spanQuestion, error) {
	questions, err := c.readQuestions()
	var asked []spanQuestion
	for _, q := range questions {
		with := spanQuestion{question: q}
		if err := q.decode(&with.evidence); err != nil {
			return nil, err
		}
		if len(with.evidence.Spans) > 0 {
			asked = append(asked, with)
		}
	}
	return asked, err
}

// A chunkShelf holds the chunks of Markdown files.
type chunkShelf struct {
	*shelf
	spans   map[string][2]int // by name: the characters of the document that a chunk covers
	lengths map[string]int    // of the documents, in characters
}

// shelveChunks parses the documents and cuts them.
func (c collection) shelveChunks(o Options) (*chunkShelf, error) {
	chunks := &chunkShelf{shelf: newShelf(), spans: map[string][2]int{}, lengths: map[string]int{}}
	folder := os.DirFS(c.path(docsName))
	names, err := fs.Glob(folder, "*.md")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		chunks.cut(name, string(content), o)
	}
	chunks.open(o)
	return chunks, nil
}

// cut shelves the chunks of one document.
func (s *chunkShelf) cut(name, content string, o Options) {
	d := o.Parsers.Parse(newFile(name, content))
	doc := strings.TrimSuffix(name, ".md")
	at := characters(d.Text)
	s.lengths[doc] = at[len(d.Text)]
	for i, c := range chunk.Split(d, chunk.Options{}) {
		name := fmt.Sprintf("%s#%d", doc, i)
		s.spans[name] = [2]int{at[c.Span.Start], at[c.Span.End]}
		s.put(piece{name, strings.Join(c.Titles, "\n"), c.Text})
	}
}

// characters gives for each byte of a text, and for its end, how many characters
// begin in front of it.
func characters(text string) []int {
	at := make([]int, len(text)+1)
	n := 0
	for i := range text {
		at[i] = n
		n++
	}
	at[len(text)] = n
	return at
}

// An overlap counts characters for one question: those that were wanted, those
// that were found, and those that were both.
type overlap struct {
	question
	wanted, found, both int
}

// compare marks the characters of the documents that are wanted and found.
func (s *chunkShelf) compare(q spanQuestion, ranked []string) overlap {
	wanted := make([]bool, s.lengths[q.evidence.Doc])
	for _, span := range q.evidence.Spans {
		mark(wanted, span)
	}
	found := map[string][]bool{q.evidence.Doc: make([]bool, len(wanted))}
	for _, name := range ranked {
		doc := owner(name)
		if found[doc] == nil {
			found[doc] = make([]bool, s.lengths[doc])
		}
		mark(found[doc], s.spans[name])
	}
	o := overlap{question: q.question, wanted: countMarks(wanted)}
	for _, marks := range found {
		o.found += countMarks(marks)
	}
	for i, isFound := range found[q.evidence.Doc] {
		if isFound && wanted[i] {
			o.both++
		}
	}
	return o
}

// mark marks a span, as far as it lies in the text.
func mark(marks []bool, span [2]int) {
	start := min(max(span[0], 0), len(marks))
	end := min(max(span[1], start), len(marks))
	for i := start; i < end; i++ {
		marks[i] = true
	}
}

func countMarks(marks []bool) int {
	n := 0
	for _, marked := range marks {
		if marked {
			n++
		}
	}
	return n
}

func (o overlap) recall() float64    { return share(o.both, o.wanted) }
func (o overlap) precision() float64 { return share(o.both, o.found) }
func (o overlap) iou() float64       { return share(o.both, o.wanted+o.found-o.both) }
