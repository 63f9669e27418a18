package web

import (
	"context"
	"io/fs"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/retrieve"
)

// A shelf holds the pages of one query, which are searched as files are. It is the
// file.Source and the document.Parser of its pages, and is not written once it is made.
type shelf struct {
	pages map[file.URI]*document.Document
	order []*document.Document
}

// newShelf makes a shelf of pages, each there once.
func newShelf(pages []*document.Document) *shelf {
	s := &shelf{pages: map[file.URI]*document.Document{}, order: pages}
	for _, p := range pages {
		s.pages[p.URI] = p
	}
	return s
}

// find looks for the documents and passages of a query. It ends early when ctx does, with
// the error of ctx.
func (s *shelf) find(ctx context.Context, q retrieve.Query) (*retrieve.Result, error) {
	if len(s.order) == 0 {
		return &retrieve.Result{}, nil
	}
	library := index.New()
	for _, page := range s.order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		library.Put(page)
	}
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
