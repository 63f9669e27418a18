package web

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"docuquest/core/document"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/websearch"
)

// A source is the web for one question. It implements research.Source.
type source struct {
	options  Options
	services []websearch.Provider // that the user allows
	refused  []string             // why others are not asked
	reader   *reader
	turn     chan struct{} // holds one value while the pages of a query are searched
}

// Name is "the web".
func (s *source) Name() string { return "the web" }

// Find searches the web for a query and gives passages of the pages that were read. The
// only error is that of looking for these. When ctx ends, a few of the pages that are there
// by then are searched, as far as that takes no more than a moment.
func (s *source) Find(ctx context.Context, q retrieve.Query) (*retrieve.Result, error) {
	log := newLog(s.refused)
	named := websearch.Gather(ctx, s.services, []string{q.Text}, websearch.Options{Count: s.options.Results, Language: s.options.Language})
	log.failures(named.Failures)
	read := s.reader.read(ctx, named.Results)
	log.pages(q.Text, len(named.Results), read)
	found, err := s.search(ctx, q, read.texts)
	if err != nil {
		return nil, err
	}
	found.Steps, found.Failed = log.steps, log.failed
	return found, nil
}

// mostLate is how many bytes of text are searched when ctx has ended: all of the usual
// pages, and what a tenth of a second is enough for.
const mostLate = 1 << 20

// search looks for a query in texts.
func (s *source) search(ctx context.Context, q retrieve.Query, texts []*document.Document) (*retrieve.Result, error) {
	found, err := s.inTurn(ctx, q, texts)
	if ctx.Err() == nil {
		return found, err
	}
	return newShelf(within(mostLate, texts)).find(context.WithoutCancel(ctx), q)
}

// inTurn searches the pages of one query after another, of which each query has an index of
// its own: so that what is found for one depends on no other. There is one of them at a
// time, since an index of large pages takes more memory than these.
func (s *source) inTurn(ctx context.Context, q retrieve.Query, texts []*document.Document) (*retrieve.Result, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
		return newShelf(texts).find(ctx, q)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// within are those texts that have no more than so many bytes together: the first ones,
// and behind one that is too large those that still have room.
func within(room int, texts []*document.Document) []*document.Document {
	var few []*document.Document
	for _, t := range texts {
		if len(t.Text) <= room {
			room -= len(t.Text)
			few = append(few, t)
		}
	}
	return few
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

// pages tells what came of the results of a query.
func (l *log) pages(query string, results int, read reading) {
	for _, p := range read.failed {
		l.step("%s: %v", p.address, p.err)
	}
	l.step("%q: %d results, %d pages", query, results, len(read.texts))
	if read.noPage > 0 {
		l.step("%d results were left alone: of one question %d pages are read", read.noPage, mostPages)
	}
	if read.noBytes > 0 {
		l.step("%d results were left alone: of one question %d MiB of pages are read", read.noBytes, mostContent>>20)
	}
	if len(read.texts) == 0 && read.silent > 0 {
		l.failed = append(l.failed, "The web named pages for a query, and none of them could be read")
	}
}
