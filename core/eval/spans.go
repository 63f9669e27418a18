package eval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"docuquest/core/document/chunk"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// spanDepth is how many chunks and passages are read for a question that wants spans.
const spanDepth = 5

// measureSpans measures how much of the evidence, spans of characters, lies in
// what is read first, and how much else that holds: in the first chunks of all, each
// a document of its own, and in the first passages that a search of the files
// gives. What two of them share counts once.
func (c Collection) measureSpans(ctx context.Context, o Options, s *Set) error {
	asked, err := c.readSpans()
	if err != nil {
		return err
	}
	if len(asked) == 0 {
		return errors.New("no question of queries.jsonl has spans")
	}
	docs, err := c.readDocs(o)
	if err != nil {
		return err
	}
	overlaps, err := AskAll(asked, func(q spanQuestion) (spanOverlaps, error) { return docs.ask(ctx, q) })
	if err != nil {
		return err
	}
	s.Queries = max(s.Queries, len(asked))
	addOverlaps(s, "span", values(overlaps, func(o spanOverlaps) overlap { return o.chunks }))
	addOverlaps(s, "passage", values(overlaps, func(o spanOverlaps) overlap { return o.passages }))
	return nil
}

func addOverlaps(s *Set, of string, all []overlap) {
	s.add(of+"_recall@5", scores(all, func(o overlap) float64 { return share(o.both, o.wanted) }))
	s.add(of+"_precision@5", scores(all, func(o overlap) float64 { return share(o.both, o.found) }))
	s.add(of+"_iou@5", scores(all, func(o overlap) float64 { return share(o.both, o.wanted+o.found-o.both) }))
}

// spanOverlaps are the overlaps of the first chunks and of the first passages.
type spanOverlaps struct{ chunks, passages overlap }

// A spanQuestion is one whose evidence is spans of a document.
type spanQuestion struct {
	labelled
	evidence struct {
		Doc   string
		Spans [][2]int // of the first character and the one after the last, in code points
	}
}

// readSpans returns the questions that have spans.
func (c Collection) readSpans() ([]spanQuestion, error) {
	questions, err := c.readQuestions()
	var asked []spanQuestion
	for _, q := range questions {
		with := spanQuestion{labelled: q}
		if err := q.decode(&with.evidence); err != nil {
			return nil, err
		}
		if len(with.evidence.Spans) > 0 {
			asked = append(asked, with)
		}
	}
	return asked, err
}

// A stretch is a part of a document, from a character to the one after its end.
type stretch struct {
	document string
	span     [2]int
}

// Docs are the Markdown files of a collection, and their chunks.
type docs struct {
	files, chunks *catalog
	stretches     map[string]stretch // of the chunks, by their names
	characters    map[string][]int   // of the documents, see characters
}

// readDocs parses the documents and cuts them.
func (c Collection) readDocs(o Options) (*docs, error) {
	all := &docs{files: newCatalog(), chunks: newCatalog(), stretches: map[string]stretch{}, characters: map[string][]int{}}
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
		f := newFile(name, string(content))
		parsed := o.Parsers.Parse(f)
		all.files.addFile(f, parsed)
		doc := docName(f.Path)
		all.characters[doc] = characters(parsed.Text)
		for i, c := range chunk.Split(parsed, o.Finder.Chunks) {
			p := piece{fmt.Sprintf("%s#%d", doc, i), strings.Join(c.Titles, "\n"), c.Text}
			all.stretches[p.name] = all.stretch(doc, c)
			all.chunks.put(p)
		}
	}
	all.files.open(o)
	all.chunks.open(o)
	return all, nil
}

// docName is what questions call a document.
func docName(path string) string { return strings.TrimSuffix(path, ".md") }

func (d *docs) stretch(name string, c chunk.Chunk) stretch {
	at := d.characters[name]
	return stretch{name, [2]int{at[c.Span.Start], at[c.Span.End]}}
}

// ask searches the first chunks and passages for a question.
func (d *docs) ask(ctx context.Context, q spanQuestion) (spanOverlaps, error) {
	if d.characters[q.evidence.Doc] == nil {
		return spanOverlaps{}, fmt.Errorf("question %s: there is no %s/%s.md", q.ID, docsName, q.evidence.Doc)
	}
	ranked, err := d.chunks.rank(ctx, q.Text, spanDepth, nil)
	if err != nil {
		return spanOverlaps{}, err
	}
	found, err := d.files.finder.Find(ctx, retrieve.Query{Question: question.Of(q.Text), Limit: depth, Passages: spanDepth})
	if err != nil {
		return spanOverlaps{}, err
	}
	var chunks, passages []stretch
	for _, name := range ranked {
		chunks = append(chunks, d.stretches[name])
	}
	for _, h := range found.Hits {
		passages = append(passages, d.stretch(docName(h.Document.Path), h.Chunk))
	}
	return spanOverlaps{d.compare(q, chunks), d.compare(q, passages)}, nil
}

// characters returns for each byte of a text, and for its end, how many characters
// begin before it.
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

// An overlap counts characters for one question: wanted, found, and both.
type overlap struct {
	labelled
	wanted, found, both int
}

// compare marks the characters of the documents that are wanted and found.
func (d *docs) compare(q spanQuestion, read []stretch) overlap {
	wanted := d.marks(q.evidence.Doc)
	for _, span := range q.evidence.Spans {
		mark(wanted, span)
	}
	found := map[string][]bool{q.evidence.Doc: d.marks(q.evidence.Doc)}
	for _, s := range read {
		if found[s.document] == nil {
			found[s.document] = d.marks(s.document)
		}
		mark(found[s.document], s.span)
	}
	o := overlap{labelled: q.labelled, wanted: countMarks(wanted)}
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

// marks returns a mark for each character of a document, none set.
func (d *docs) marks(name string) []bool {
	at := d.characters[name]
	return make([]bool, at[len(at)-1])
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
