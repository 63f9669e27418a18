package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"docuquest/core/agent"
	"docuquest/core/answer/research/web"
	embedding "docuquest/core/search/embed/openai"
	"docuquest/core/search/meaning"
	"docuquest/core/search/passages"
	reranking "docuquest/core/search/rerank/http"
	"docuquest/core/search/rerank/lexical"
	"docuquest/core/search/rerank/listwise"
	"docuquest/core/services/outside"
	"docuquest/core/services/websearch/fetch"
	"docuquest/core/services/websearch/searxng"
	"docuquest/core/services/websearch/serpapi"
	"docuquest/core/settings"
	"docuquest/core/store"
	"docuquest/lsp"
)

// rerankPatience is how long an answer waits for a service that reranks. Then it goes on
// with the order in which the passages were found.
const rerankPatience = 20 * time.Second

// addRerankers sets who reads the best passages once more. The models are set by now.
func (p parts) addRerankers(o *agent.Options) (err error) {
	o.LocalReranker = lexical.New(lexical.Simple)
	o.Reranker = o.LocalReranker
	e := p.settings.RerankEndpoint()
	switch {
	case e.Named:
		client := outside.New(outside.Options{
			Secrets: []outside.Secret{e.Key}, PlainHosts: e.PlainHosts(), Consent: p.person.asks.to(lsp.UseAnswers),
			Timeouts: outside.Timeouts{Header: rerankPatience, Total: rerankPatience},
		})
		o.Reranker, err = reranking.New(reranking.Options{BaseURL: e.BaseURL, Key: e.Key, Model: e.Model, Client: client})
	case p.settings.Reranker == "service":
		err = errors.New(`reranker is "service", and no service is named: set rerank_url in config.toml, or DOCUQUEST_RERANK_URL`)
	case p.settings.Reranker == "model" && o.Model != nil:
		o.Reranker = listwise.Reranker{Model: o.Model, Prompt: o.Prompts.Rerank}
	}
	return err
}

// An embeds is a service that makes vectors of passages, and how it is used.
type embeds struct {
	endpoint settings.Endpoint
	folder   string // where its vectors are kept
	budget   settings.Size
	follow   bool // vectors are made in the background, as files change
}

// embeds is the service that the settings name for vectors, nil if there is none. warn gets
// a warning where the user may think otherwise.
func (p *program) embeds(s settings.Settings, warn func(settings.Warning)) (*embeds, error) {
	e := s.EmbedEndpoint()
	cache := p.cacheFolder()
	switch {
	case s.EmbedModel == "":
		return nil, nil
	case !e.Named:
		warn("embed_model is named without an address: set embed_url or base_url; no vectors are used")
		return nil, nil
	case cache == "":
		warn("there is no folder to keep vectors in: set DOCUQUEST_HOME; no vectors are used")
		return nil, nil
	}
	if e.Key.IsZero() {
		key, err := p.key(e, "")
		if err != nil {
			return nil, err
		}
		e.Key = key
	}
	return &embeds{endpoint: e, folder: filepath.Join(cache, "vectors"), budget: s.EmbedBudget}, nil
}

// options are what an agent makes vectors with; those of nil make none. The service is used
// after consent.
func (e *embeds) options(asks consent) (passages.Options, error) {
	if e == nil {
		return passages.Options{}, nil
	}
	embedder, err := embedding.New(embedding.Options{
		BaseURL: e.endpoint.BaseURL, Key: e.endpoint.Key, Model: e.endpoint.Model, Client: clientFor(e.endpoint, asks.to(lsp.UseVectors)),
	})
	if err != nil {
		return passages.Options{}, err
	}
	o := passages.Options{
		Embedder: embedder,
		Kept:     store.NewVectors(store.NewBlobs(e.folder), embedder.Name()),
		Local:    e.endpoint.Local(),
		Follow:   e.follow,
	}
	if !o.Local { // a service on this machine costs nothing
		o.Budget = int64(e.budget)
	}
	return o, nil
}

// errNoEmbedder is the error of --vectors without a service.
var errNoEmbedder = usageError{"--vectors needs a service: name its model in embed_model and its address in embed_url"}

// passages makes vectors for collections, which are kept with those of the user's files.
func (p *program) passages() (*meaning.Passages, error) {
	s, err := p.load(nil, nil, p.warn)
	if err != nil {
		return nil, err
	}
	e, err := p.embeds(s, p.warn)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, errNoEmbedder
	}
	o, err := e.options(nil)
	return &meaning.Passages{Embedder: o.Embedder, Kept: o.Kept}, err
}

// longestPage is how many bytes of a page of the web are read at most: a question reads
// several at once, and each takes many times as much memory meanwhile.
const longestPage = 4 << 20

// addWeb sets what research searches the web with, if the settings name a service. Consent
// is asked for by whoever begins a search, also for a service on this machine, since that
// asks others.
func (p parts) addWeb(o *agent.Options) error {
	s := p.settings
	o.WebOn, o.Release = s.Web == "on", p.person.release
	var services []web.Service
	if e := s.SerpAPI(); e.Named {
		one, err := serpapi.New(serpapi.Options{Key: e.Key, BaseURL: e.BaseURL, Outside: outside.Options{PlainHosts: e.PlainHosts()}})
		if err != nil {
			return err
		}
		services = append(services, web.Service{Provider: one, Host: e.Host()})
	}
	if e := s.SearXNG(); e.Named {
		one, err := searxng.New(searxng.Options{BaseURL: e.BaseURL, Outside: outside.Options{PlainHosts: e.PlainHosts()}})
		if err != nil {
			return err
		}
		services = append(services, web.Service{Provider: one, Host: e.Host()})
	}
	if len(services) == 0 {
		return nil
	}
	pages, err := fetch.New(fetch.Options{
		Parsers: p.formats.parsers, Ports: s.PagePorts(), Trusted: s.TrustedPages(),
		Limits: fetch.Limits{Page: longestPage},
	})
	if err != nil {
		return err
	}
	options := web.Options{Services: services, Pages: pages, Results: int(s.WebResults), Language: s.WebLanguage}
	if asks := p.person.asks; asks != nil {
		options.Consent = func(ctx context.Context, host string) error { return asks(ctx, lsp.UseWeb, host) }
	}
	search, err := web.New(options)
	if err != nil {
		return err
	}
	o.Web = search
	return nil
}

// A releaser asks a person at a terminal for one query at a time. It is not for several
// goroutines at once.
type releaser struct {
	stdin  io.Reader
	stderr io.Writer
	ended  bool // the input has ended, so that nobody can be asked any more
}

// ask shows a query, and reports whether the person lets it go: with a plain yes that was
// typed after they saw it.
func (r *releaser) ask(ctx context.Context, query, why string) bool {
	if r.ended {
		return false
	}
	if terminal, ok := r.stdin.(*os.File); ok {
		dropTyped(terminal)
	}
	fmt.Fprintf(r.stderr, "\r\x1b[KThe web would be asked: %s\nThis query is kept here, since %s. Enter keeps it here, yes sends it all the same: ", printableLine(query), why)
	reply := newLineReader(r.stdin).next(ctx) // a new one has read nothing ahead
	if r.ended = reply.err != nil; r.ended {
		fmt.Fprintln(r.stderr) // there was no Enter key to end the line
	}
	return strings.EqualFold(reply.text, "yes")
}
