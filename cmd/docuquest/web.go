package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/answer/research/web"
	"docuquest/core/services/outside"
	"docuquest/core/services/websearch/fetch"
	"docuquest/core/services/websearch/searxng"
	"docuquest/core/services/websearch/serpapi"
	"docuquest/core/settings"
	"docuquest/lsp"
)

// longestPage is how many bytes of a page of the web are read at most: a question reads
// several at once, and each takes many times as much memory meanwhile.
const longestPage = 4 << 20

// addWeb sets what research searches the web with, if a service for it is set.
func (p parts) addWeb(o *agent.Options) error {
	o.WebOn, o.Release = p.settings.Web == "on", p.person.release
	services, err := webServices(p.settings)
	if err != nil || len(services) == 0 {
		return err
	}
	pages, err := fetch.New(fetch.Options{
		Parsers: p.formats.parsers, Ports: p.settings.PagePorts(), Trusted: p.settings.TrustedPages(),
		Limits: fetch.Limits{Page: longestPage},
	})
	if err != nil {
		return err
	}
	search, err := web.New(web.Options{
		Services: services, Pages: pages, Consent: p.person.asks.host(lsp.UseWeb),
		Results: int(p.settings.WebResults), Language: p.settings.WebLanguage,
	})
	if err != nil {
		return err
	}
	o.Web = search
	return nil
}

// webServices are those that the settings name. Nothing is asked yet, and consent is asked
// for by whoever begins a search: also for one on this machine, since it asks others.
func webServices(s settings.Settings) ([]web.Service, error) {
	var all []web.Service
	if e := s.SerpAPI(); e.Named {
		one, err := serpapi.New(serpapi.Options{Key: e.Key, BaseURL: e.BaseURL, Outside: outside.Options{PlainHosts: e.PlainHosts()}})
		if err != nil {
			return nil, err
		}
		all = append(all, web.Service{Provider: one, Host: e.Host()})
	}
	if e := s.SearXNG(); e.Named {
		one, err := searxng.New(searxng.Options{BaseURL: e.BaseURL, Outside: outside.Options{PlainHosts: e.PlainHosts()}})
		if err != nil {
			return nil, err
		}
		all = append(all, web.Service{Provider: one, Host: e.Host()})
	}
	return all, nil
}

// host is the consent to one use of a host that is not known yet; nil asks nobody.
func (c consent) host(use string) func(ctx context.Context, host string) error {
	if c == nil {
		return nil
	}
	return func(ctx context.Context, host string) error { return c(ctx, use, host) }
}

// releasing asks the person at the terminal, if there is one, whether a query of research
// may go to the web although it holds what stands in a file. Where nobody can be asked it
// stays here.
func (p *program) releasing() release {
	if !p.screens.stdin || !p.screens.stderr {
		return nil
	}
	return (&releaser{stdin: p.stdin, stderr: p.stderr}).ask
}

// A releaser asks a person at a terminal for one query at a time. It is not for several
// goroutines at once.
type releaser struct {
	stdin  io.Reader
	stderr io.Writer
	ended  bool // the input has, so that nobody can be asked any more
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
	fmt.Fprintf(r.stderr, "\r\x1b[KThe web would be asked: %s\nThis query is kept here, since %s. Enter keeps it here, yes sends it all the same: ", oneLine(query), why)
	said := newLineReader(r.stdin).next(ctx) // a new one has read nothing ahead
	if r.ended = said.err != nil; r.ended {
		fmt.Fprintln(r.stderr) // there was no Enter key to end the line
	}
	return strings.EqualFold(said.text, "yes")
}
