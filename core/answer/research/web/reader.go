package web

import (
	"context"
	"errors"
	"slices"
	"sync"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/services/websearch"
)

// A reader reads the pages of one question, each once and only as many as there is room
// for. It may be used by several goroutines at once.
type reader struct {
	from  Pages
	slots chan struct{} // one for each page that is being read

	mu    sync.Mutex       // guards all below
	pages map[string]*page // that were claimed, by the canonical address of the result
	known map[file.URI]*document.Document
	size  int64 // of the pages so far, as mostContent counts it
}

// A page is one that a result names.
type page struct {
	address string
	done    chan struct{}      // closed when all below is set, which is never written again
	content *document.Document // nil if it could not be read
	err     error              // errFull if it was skipped
}

// errFull is why a page was skipped.
var errFull = errors.New("there is no room for it")

// A reading is what came of the results of one query.
type reading struct {
	texts   []*document.Document // of pages, each once
	failed  []*page              // that this query asked for first, and that could not be read
	silent  int                  // pages that could not be read, these among them, or are not there yet
	noPage  int                  // results that were skipped since mostPages was reached
	noBytes int                  // and since mostContent was
}

// read returns the pages of results, in their order, and waits for those that another query
// has asked for. It ends when ctx does.
func (r *reader) read(ctx context.Context, results []websearch.Result) reading {
	pages, fresh := r.claim(results)
	var open sync.WaitGroup
	for _, p := range fresh {
		// After the end of ctx a page needs no slot: Fetch fails at once.
		free := func() {}
		select {
		case r.slots <- struct{}{}:
			free = func() { <-r.slots }
		case <-ctx.Done():
		}
		open.Go(func() {
			defer free()
			r.fetch(ctx, p)
		})
	}
	open.Wait()
	made := reading{noPage: len(results) - len(pages)}
	for _, p := range pages {
		select {
		case <-p.done:
		case <-ctx.Done():
		}
		isDone := false
		select { // both may have been so
		case <-p.done:
			isDone = true
		default:
		}
		switch {
		case !isDone:
			made.silent++
		case errors.Is(p.err, errFull):
			made.noBytes++
		case p.err != nil:
			made.silent++
			if slices.Contains(fresh, p) {
				made.failed = append(made.failed, p)
			}
		case !slices.Contains(made.texts, p.content):
			made.texts = append(made.texts, p.content)
		}
	}
	return made
}

// claim returns the pages of results, and those among them that no query has asked for.
func (r *reader) claim(results []websearch.Result) (pages, fresh []*page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, result := range results {
		key, err := websearch.Canonical(result.URL)
		if err != nil {
			continue // Gather lets none through
		}
		p, known := r.pages[key]
		if !known {
			if len(r.pages) == mostPages {
				continue
			}
			p = &page{address: result.URL, done: make(chan struct{})}
			r.pages[key] = p
			fresh = append(fresh, p)
		}
		pages = append(pages, p)
	}
	return pages, fresh
}

// fetch reads one page, if there is room for it. Several addresses may lead to one document.
func (r *reader) fetch(ctx context.Context, p *page) {
	defer close(p.done)
	r.mu.Lock()
	isFull := r.size >= mostContent
	r.mu.Unlock()
	if isFull {
		p.err = errFull
		return
	}
	got, err := r.from.Fetch(ctx, p.address)
	if err != nil {
		p.err = err
		return
	}
	content := *got.Document.AsRead()
	content.Origin = nil // no file that anybody could open
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.content = r.known[content.URI]; p.content == nil {
		p.content = &content
		r.known[content.URI] = p.content
		r.size += int64(max(len(got.File.Content), len(content.Text)))
	}
}
