package eval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"docuquest/core/document"
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
	shelf, err := c.shelvePages(o)
	if err != nil {
		return err
	}
	rankings, err := shelf.askFor(ctx, asked)
	if err != nil {
		return err
	}
	s.Queries, s.LeftOut = max(s.Queries, len(asked)), len(wanted)-len(asked)
	addPages(s, rankings)
	return nil
}

func addPages(s *Set, rankings []ranking) {
	s.add("page_given_hit@1", values(rankings, func(r ranking) float64 { return hit(r.inside, r.grades, 1) }))
	s.add("page_given_hit@5", values(rankings, func(r ranking) float64 { return hit(r.inside, r.grades, 5) }))
	s.add("page_hit@5", values(rankings, func(r ranking) float64 { return hit(r.all, r.grades, 5) }))
}

func (c collection) hasPDFs(names map[string]bool) bool {
	for name := range names {
		if !c.has(filepath.Join(pdfsName, filepath.FromSlash(name))) {
			return false
		}
	}
	return true
}

// shelvePages parses all PDFs. One that cannot be read has no pages.
func (c collection) shelvePages(o Options) (*shelf, error) {
	shelf := newShelf()
	folder := os.DirFS(c.path(pdfsName))
	names, err := fs.Glob(folder, "*.pdf")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		d := o.Parsers.Parse(newFile(name, string(content)))
		for _, page := range pagesOf(d.Blocks) {
			shelf.put(fmt.Sprintf("%s#p%d", name, page.Box.Page), d.Title+"\n\n"+d.Read(page.Span))
		}
	}
	shelf.flush()
	return shelf, nil
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
