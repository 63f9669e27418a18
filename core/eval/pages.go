package eval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/fuzzy"
)

// measurePages measures how well the page of the evidence is found: in the right
// PDF, and among the pages of all. Questions whose PDF is not there are left out.
func (c collection) measurePages(ctx context.Context, o Options, s *Set) error {
	questions, err := c.readQuestions()
	if err != nil {
		return err
	}
	grades, err := readGrades(c.path(gradesName), "")
	if err != nil {
		return err
	}
	wanted := judged(questions, grades)
	asked := slices.DeleteFunc(slices.Clone(wanted), func(q question) bool { return !c.hasPDFs(q.owners()) })
	if len(asked) == 0 {
		return errors.New("no question has a page that answers it: queries.jsonl, qrels.tsv and pdfs/ share none")
	}
	shelf, texts, err := c.shelvePages(o)
	if err != nil {
		return err
	}
	rankings, err := shelf.askFor(ctx, asked)
	if err != nil {
		return err
	}
	s.Queries, s.LeftOut = max(s.Queries, len(asked)), len(wanted)-len(asked)
	addPages(s, rankings)
	s.add("quote_page", quotesOnPages(asked, texts))
	return nil
}

func addPages(s *Set, rankings []ranking) {
	s.add("page_given_hit@1", scores(rankings, func(r ranking) float64 { return hit(r.inside, r.grades, 1) }))
	s.add("page_given_hit@5", scores(rankings, func(r ranking) float64 { return hit(r.inside, r.grades, 5) }))
	s.add("page_hit@5", scores(rankings, func(r ranking) float64 { return hit(r.all, r.grades, 5) }))
}

func (c collection) hasPDFs(names map[string]bool) bool {
	for name := range names {
		if !c.has(filepath.Join(pdfsName, filepath.FromSlash(name))) {
			return false
		}
	}
	return true
}

// quotesOnPages says of each piece of evidence, as another extractor saw it, with 1
// or 0 whether the page that is most like it is its page.
func quotesOnPages(questions []question, texts map[string]*document.Document) []Score {
	var found []Score
	for _, q := range questions {
		var said struct {
			Evidence [][]any  // name of the PDF, page
			Text     []string `json:"evidence_text"`
		}
		if q.decode(&said) != nil || len(said.Evidence) != len(said.Text) {
			continue
		}
		for i, quote := range said.Text {
			found = append(found, Score{fmt.Sprintf("%s#%d", q.ID, i), onPage(quote, said.Evidence[i], texts)})
		}
	}
	return found
}

func onPage(quote string, evidence []any, texts map[string]*document.Document) float64 {
	if len(evidence) != 2 {
		return 0
	}
	name, _ := evidence[0].(string)
	number, _ := evidence[1].(float64)
	if d := texts[name]; d == nil || pageLike(quote, d) != int(number) {
		return 0
	}
	return 1
}

// pageLike gives the number of the page with the stretch that is most like a
// quote, whatever the white space in both; 0 if none has any likeness.
func pageLike(quote string, d *document.Document) (number int) {
	quote = strings.Join(strings.Fields(quote), " ")
	best := 0.0
	for _, page := range pagesOf(d.Blocks) {
		_, ratio := fuzzy.BestWindow(quote, strings.Join(strings.Fields(d.Read(page.Span)), " "))
		if ratio > best {
			number, best = page.Box.Page, ratio
		}
	}
	return number
}

// shelvePages parses all PDFs. One that cannot be read has no pages.
func (c collection) shelvePages(o Options) (*shelf, map[string]*document.Document, error) {
	shelf, texts := newShelf(), map[string]*document.Document{}
	folder := os.DirFS(c.path(pdfsName))
	names, err := fs.Glob(folder, "*.pdf")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, nil, err
		}
		d := o.Parsers.Parse(newFile(name, string(content)))
		texts[name] = d
		for _, page := range pagesOf(d.Blocks) {
			shelf.put(piece{fmt.Sprintf("%s#p%d", name, page.Box.Page), d.Title, d.Read(page.Span)})
		}
	}
	shelf.open(o)
	return shelf, texts, nil
}

// pagesOf gives the blocks that are pages, which stand at the top of a document.
func pagesOf(blocks []document.Block) []document.Block {
	var pages []document.Block
	for _, b := range blocks {
		if b.Kind == document.Page && b.Box != nil {
			pages = append(pages, b)
		}
	}
	return pages
}
