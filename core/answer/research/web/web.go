// Package web makes the web a source of evidence for research.
//
// A query goes to services that search the web. The pages that they name are read, each
// once for a question, and those of one query are searched as files are: this gives
// documents with their passages, in which quotes are checked word for word. The title and
// the snippet that a service gives a page are no evidence.
//
// The document of a page is its visible text, without the marks of HTML; its URI and Path
// are the address that the page came from in the end.
//
// A question reads a limited number of pages, of limited size together. Results beyond
// that are skipped, and a step reports it.
//
// What fails costs itself alone and is reported: a service that is down, a reply that
// makes no sense, a page that is not there.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"docuquest/core/answer/research"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/services/websearch"
	"docuquest/core/services/websearch/fetch"
)

// Options say what the web is searched with.
type Options struct {
	// Services are all asked every query, at least one.
	Services []Service
	// Pages reads what they name; *fetch.Fetcher is one.
	Pages Pages

	// Consent asks the user, once for a question and a service, whether queries may go to
	// its host, and the pages be read that it names. An error is why not, in the user's
	// words. nil does not ask.
	Consent func(ctx context.Context, host string) error

	Results  int    // of a query that are read, for each service; 0 is DefaultResults
	Language string // as in websearch.Options
}

// DefaultResults is how many results of a query are read where nothing else is said.
const DefaultResults = 4

// How much is read for one question. The pages that are being read when mostContent is
// reached come in addition to it.
const (
	mostPages   = 40
	mostContent = 64 << 20 // bytes of pages, or of their texts where these have more
	mostAtOnce  = 8        // pages
)

// A Service searches the web at a host.
type Service struct {
	websearch.Provider
	Host string // without a port
}

// Pages reads pages, several at once, as [fetch.Fetcher.Fetch] does.
type Pages interface {
	Fetch(ctx context.Context, address string) (*fetch.Page, error)
}

// A Search is the web with the services that search it. Any number of questions may use it
// at once.
type Search struct{ options Options }

// New makes a Search. It asks for nothing yet. The error names what the options lack.
func New(o Options) (*Search, error) {
	switch {
	case len(o.Services) == 0:
		return nil, errors.New("there is no service to search the web with")
	case o.Pages == nil:
		return nil, errors.New("there is nothing to read pages with")
	}
	o.Services = slices.Clone(o.Services)
	o.Results = cmp.Or(o.Results, DefaultResults)
	return &Search{o}, nil
}

// Services returns the names of the services that are asked, for people. The slice is the caller's.
func (s *Search) Services() []string {
	var names []string
	for _, one := range s.options.Services {
		names = append(names, one.Name())
	}
	return names
}

// Begin returns the source for one question, which remembers the pages that it has read. It
// asks the user for consent and may wait for them; services that they refuse are left out.
// The error is the last refusal where nothing is left, in the user's words.
func (s *Search) Begin(ctx context.Context) (research.Source, error) {
	made := &source{options: s.options, turn: make(chan struct{}, 1), reader: &reader{
		from: s.options.Pages, slots: make(chan struct{}, mostAtOnce),
		pages: map[string]*page{}, known: map[file.URI]*document.Document{},
	}}
	var refused error
	for _, one := range s.options.Services {
		if s.options.Consent != nil {
			if err := s.options.Consent(ctx, one.Host); err != nil {
				refused = fmt.Errorf("%s was not asked: %w", one.Name(), err)
				made.refused = append(made.refused, refused.Error())
				continue
			}
		}
		made.services = append(made.services, one)
	}
	if len(made.services) == 0 {
		return nil, refused
	}
	return made, nil
}
