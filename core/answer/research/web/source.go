package web

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/retrieve"
	"docuquest/core/search/stage"
	"docuquest/core/services/websearch"
)

// A source is the web for one question. It implements research.Source.
type source struct {
	options  Options
	services []websearch.Provider // that the user allows
	refused  []string             // why others are not asked
	reader   *reader
	turn     chan struct{} // has one value while the pages of a query are searched
}

// Name is "the web".
func (s *source) Name() string { return "the web" }

// Find searches the web for a query and returns passages of the pages that were read. The
// only error is that of searching these. When ctx ends, a few of the pages that are there
// by then are searched, as far as that takes no more than a moment.
func (s *source) Find(ctx context.Context, q retrieve.Query) (*retrieve.Result, error) {
	start, failed := time.Now(), slices.Clone(s.refused)
	var steps stage.Tree
	step := func(format string, args ...any) { steps.Add("web", start, format, args...) }
	named := websearch.Gather(ctx, s.services, []string{q.Question.Text}, websearch.Options{Count: s.options.Results, Language: s.options.Language})
	for _, f := range named.Failures {
		step("%v", f)
		if f.Position == 0 {
			failed = append(failed, fmt.Sprintf("%s left queries without an answer: %s", f.Provider, strings.TrimPrefix(f.Err.Error(), "web search: ")))
		}
	}
	read := s.reader.read(ctx, named.Results)
	for _, p := range read.failed {
		step("%s: %v", p.address, p.err)
	}
	step("%q: %d results, %d pages", q.Question.Text, len(named.Results), len(read.texts))
	if read.noPage > 0 {
		step("%d results were skipped: of one question %d pages are read", read.noPage, mostPages)
	}
	if read.noBytes > 0 {
		step("%d results were skipped: of one question %d MiB of pages are read", read.noBytes, mostContent>>20)
	}
	if len(read.texts) == 0 && read.silent > 0 {
		failed = append(failed, "The web named pages for a query, and none of them could be read")
	}
	found, err := s.search(ctx, q, read.texts)
	if err != nil {
		return nil, err
	}
	found.Steps, found.Failed = steps, failed
	return found, nil
}

// mostLate is how many bytes of text are searched when ctx has ended: all of the usual
// pages, and what a tenth of a second is enough for.
const mostLate = 1 << 20

// search searches texts for a query. One query after another has its turn, since an index of
// large pages takes more memory than these. When ctx ends, the first texts that have room in
// mostLate are searched, and behind one that is too large those that still have.
func (s *source) search(ctx context.Context, q retrieve.Query, texts []*document.Document) (*retrieve.Result, error) {
	select {
	case s.turn <- struct{}{}:
		found, err := find(ctx, q, texts)
		<-s.turn
		if ctx.Err() == nil {
			return found, err
		}
	case <-ctx.Done():
	}
	var few []*document.Document
	room := mostLate
	for _, t := range texts {
		if len(t.Text) <= room {
			room -= len(t.Text)
			few = append(few, t)
		}
	}
	return find(context.WithoutCancel(ctx), q, few)
}

// find searches pages, each there once, as files are searched: each query has an index of its
// own, so that what it finds depends on no other. It ends early when ctx does, with the error
// of ctx.
func find(ctx context.Context, q retrieve.Query, pages []*document.Document) (*retrieve.Result, error) {
	if len(pages) == 0 {
		return &retrieve.Result{}, nil
	}
	library, parsed := index.New(), parsed{}
	for _, page := range pages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		parsed[page.URI] = page
		library.Put(page)
	}
	finder := retrieve.Retriever{Library: library, Source: parsed, Parsers: document.Parsers{Fallback: parsed}}
	return finder.Find(ctx, q)
}

// parsed are pages by their URIs, as a file.Source and a document.Parser. It is not written
// once it is made.
type parsed map[file.URI]*document.Document

// Read implements file.Source.
func (p parsed) Read(_ context.Context, u file.URI) (file.File, error) {
	page, ok := p[u]
	if !ok {
		return file.File{}, fs.ErrNotExist
	}
	return file.File{Identity: page.Identity, Path: page.Path, Content: page.Text, Language: page.Language}, nil
}

// Parse implements document.Parser.
func (p parsed) Parse(f file.File) *document.Document { return p[f.URI] }
