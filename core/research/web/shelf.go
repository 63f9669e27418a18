package web

import (
	"context"
	"io/fs"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/retrieve"
)

// A shelf holds the pages of one query, which are searched as files are. It is the
// file.Source and the document.Parser of its pages. It is for one goroutine until find is
// called.
type shelf struct {
	pages map[file.URI]*document.Document
	order []*document.Document
}

func newShelf() *shelf { return &shelf{pages: map[file.URI]*document.Document{}} }

// put adds a page, unless it is there: two results may lead to one page.
func (s *shelf) put(page *document.Document) {
	if s.pages[page.URI] == nil {
		s.pages[page.URI] = page
		s.order = append(s.order, page)
	}
}

// find looks for the documents and passages of a query.
func (s *shelf) find(ctx context.Context, q retrieve.Query) (*retrieve.Result, error) {
	if len(s.order) == 0 {
		return &retrieve.Result{}, nil
	}
	library := index.New()
	library.Put(s.order...)
	finder := retrieve.Retriever{Library: library, Source: s, Parsers: document.Parsers{Fallback: s}}
	return finder.Find(ctx, q)
}

// Read implements file.Source.
func (s *shelf) Read(_ context.Context, u file.URI) (file.File, error) {
	page, ok := s.pages[u]
	if !ok {
		return file.File{}, fs.ErrNotExist
	}
	return file.File{Identity: page.Identity, Path: page.Path, Content: page.Text, Language: page.Language}, nil
}

// Parse implements document.Parser: the pages are parsed already.
func (s *shelf) Parse(f file.File) *document.Document { return s.pages[f.URI] }
