package web

import (
	"context"
	"errors"
	"slices"
	"sync"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/services/websearch"
	"docuquest/core/services/websearch/fetch"
)

// A reader reads the pages of one question, each once and only as many as there is room
// for. It may be used by several goroutines at once.
type reader struct {
	from  Pages
	slots chan struct{} // one for each page that is being read

	mu    sync.Mutex       // guards all below
	pages map[string]*page // that were claimed, by the canonical address of the result
	known map[file.URI]*document.Document
	size  int64 // of what was read, as mostContent has it
}

func newReader(from Pages) *reader {
	return &reader{
		from: from, slots: make(chan struct{}, mostAtOnce),
		pages: map[string]*page{}, known: map[file.URI]*document.Document{},
	}
}

// A page is one that a result names.
type page struct {
	address string
	there   chan struct{}      // closed when all below is set, which is never written again
	content *document.Document // nil if it could not be read
	err     error              // errFull if it was left alone
}

// errFull is why a page was left alone.
var errFull = errors.New("there is no room for it")

// A reading is what came of the results of one query.
type reading struct {
	texts   []*document.Document // of pages, each once
	failed  []*page              // that were asked for here first, and could not be read
	silent  int                  // pages that could not be read, these among them, or are not there yet
	noPage  int                  // results that were left alone since there were mostPages before
	noBytes int                  // and since there was mostContent
}

// read gives the pages of results, in their order, and waits for those that another query
// has asked for. It ends when ctx does.
func (r *reader) read(ctx context.Context, results []websearch.Result) reading {
	pages, fresh := r.claim(results)
	r.fetchAll(ctx, fresh)
	made := reading{noPage: len(results) - len(pages)}
	for _, p := range pages {
		switch {
		case !p.await(ctx):
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

// claim gives the pages of results, and those among them that nobody has asked for.
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
			p = &page{address: result.URL, there: make(chan struct{})}
			r.pages[key] = p
			fresh = append(fresh, p)
		}
		pages = append(pages, p)
	}
	return pages, fresh
}

// fetchAll reads pages, the first of them first, as far as there are slots.
func (r *reader) fetchAll(ctx context.Context, pages []*page) {
	var open sync.WaitGroup
	for _, p := range pages {
		free := r.slot(ctx)
		open.Go(func() {
			defer free()
			r.fetch(ctx, p)
		})
	}
	open.Wait()
}

// slot waits until one more page may be read. After the end of ctx there is nothing to wait
// for: reading says so at once.
func (r *reader) slot(ctx context.Context) (free func()) {
	select {
	case r.slots <- struct{}{}:
		return func() { <-r.slots }
	case <-ctx.Done():
		return func() {}
	}
}

// fetch reads one page, if there is room for it.
func (r *reader) fetch(ctx context.Context, p *page) {
	defer close(p.there)
	if r.isFull() {
		p.err = errFull
		return
	}
	got, err := r.from.Fetch(ctx, p.address)
	if p.err = err; err == nil {
		p.content = r.keep(got)
	}
}

func (r *reader) isFull() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.size >= mostContent
}

// keep gives the document of a page, the one that is known where several addresses lead to
// it, and counts what is new.
func (r *reader) keep(got *fetch.Page) *document.Document {
	made := asRead(got)
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.known[made.URI]; known != nil {
		return known
	}
	r.known[made.URI] = made
	r.size += int64(max(len(got.File.Content), len(made.Text)))
	return made
}

// asRead is the document of a page as its reader has it, by itself: what it was made from
// is no file that anybody could open.
func asRead(p *fetch.Page) *document.Document {
	d := *p.Document.AsRead()
	d.Origin = nil
	return &d
}

// await waits for a page, and reports whether it is there.
func (p *page) await(ctx context.Context) bool {
	select {
	case <-p.there:
		return true
	case <-ctx.Done():
	}
	select { // both may have been so
	case <-p.there:
		return true
	default:
		return false
	}
}
