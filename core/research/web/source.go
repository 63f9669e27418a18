package web

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/retrieve"
	"docuquest/core/websearch"
)

// A source is the web for one question. It implements research.Source.
type source struct {
	options  Options
	services []websearch.Provider // that the user allows
	refused  []string             // why others are not asked

	mu    sync.Mutex       // guards all below
	pages map[string]*page // that were asked for, by the canonical address of the result
	known map[file.URI]*document.Document
}

// A page is one that a result names.
type page struct {
	address string
	read    chan struct{}      // closed when all below is set, which is never written again
	content *document.Document // nil if it could not be read
	err     error
}

// Name is "the web".
func (s *source) Name() string { return "the web" }

// Find searches the web for a query and gives passages of the pages that were read. The
// only error is that of looking for these; when ctx ends, the pages that are there by then
// are searched.
func (s *source) Find(ctx context.Context, q retrieve.Query) (*retrieve.Result, error) {
	log := newLog(s.refused)
	named := websearch.Gather(ctx, s.services, []string{q.Text}, websearch.Options{Count: s.options.Results, Language: s.options.Language})
	log.failures(named.Failures)
	pages, left := s.read(ctx, named.Results)
	shelf := newShelf()
	for _, p := range pages {
		if p.err != nil {
			log.step("%s: %v", p.address, p.err)
			continue
		}
		shelf.put(p.content)
	}
	log.step("%q: %d results, %d pages", q.Text, len(named.Results), len(shelf.pages))
	if left > 0 {
		log.step("%d results were left alone: of one question %d pages are read", left, mostPages)
	}
	found, err := shelf.find(context.WithoutCancel(ctx), q)
	if err != nil {
		return nil, err
	}
	found.Steps, found.Failed = log.steps, log.failed
	return found, nil
}

// read gives the pages of results, and waits for those that another query has asked for.
// left counts the results for whose pages there was no room.
func (s *source) read(ctx context.Context, results []websearch.Result) (all []*page, left int) {
	pages, fresh := s.claim(results)
	addresses := make([]string, len(fresh))
	for i, p := range fresh {
		addresses[i] = p.address
	}
	for i, outcome := range s.options.Pages.FetchAll(ctx, addresses) {
		p := fresh[i]
		if p.err = outcome.Err; p.err == nil {
			p.content = s.once(asRead(outcome.Page))
		}
		close(p.read)
	}
	for _, p := range pages {
		select {
		case <-p.read:
			all = append(all, p)
		case <-ctx.Done():
		}
	}
	return all, len(results) - len(pages)
}

// once gives the document that is known for an address: several may lead to one.
func (s *source) once(d *document.Document) *document.Document {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[d.URI] == nil {
		s.known[d.URI] = d
	}
	return s.known[d.URI]
}

// claim gives the pages of results, and those among them that nobody has asked for.
func (s *source) claim(results []websearch.Result) (pages, fresh []*page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range results {
		key, err := websearch.Canonical(r.URL)
		if err != nil {
			continue // Gather lets none through
		}
		p, known := s.pages[key]
		if !known {
			if len(s.pages) == mostPages {
				continue
			}
			p = &page{address: r.URL, read: make(chan struct{})}
			s.pages[key] = p
			fresh = append(fresh, p)
		}
		pages = append(pages, p)
	}
	return pages, fresh
}

// A log is what is told of one query.
type log struct {
	start  time.Time
	steps  []retrieve.Step
	failed []string
}

func newLog(refused []string) *log {
	return &log{start: time.Now(), failed: slices.Clone(refused)}
}

func (l *log) step(format string, args ...any) {
	l.steps = append(l.steps, retrieve.Step{Name: "web", Elapsed: time.Since(l.start), Detail: fmt.Sprintf(format, args...)})
}

// failures tells of the services that did not answer, and of results that are none.
func (l *log) failures(all []websearch.Failure) {
	for _, f := range all {
		l.step("%v", f)
		if f.Position == 0 {
			l.failed = append(l.failed, fmt.Sprintf("%s left queries without an answer: %s", f.Provider, strings.TrimPrefix(f.Err.Error(), "web search: ")))
		}
	}
}
