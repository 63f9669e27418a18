// Package webtest plays the web for tests: a real HTTP server that searches in the
// formats of SerpAPI and of SearXNG, has the pages that it names, and fails as services and
// pages do.
package webtest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
)

// The paths at which the services are asked. SerpAPI's address is the server's, and so is
// SearXNG's.
const (
	SerpAPI = "/search.json"
	SearXNG = "/search"
)

// A Web is what a server plays. It is not changed while the server runs.
type Web struct {
	Pages map[string]Page // by their paths, such as "/bridge"
	// Act plays what a service does in place of answering a query; nil where it answers.
	// path is SerpAPI or SearXNG.
	Act func(path, query string) http.HandlerFunc
}

// A Page is one that the services name.
type Page struct {
	For  string           // words that a query for it contains; "" names it always
	Type string           // of its content; "" is HTML
	Body string           // its content
	Act  http.HandlerFunc // in the place of all that, nil for none
}

// A Server plays a Web until the test ends. Its methods may be called from any goroutine.
type Server struct {
	URL string

	web Web

	mu      sync.Mutex // guards all below
	queries []string
	read    []string
}

// New starts a server.
func New(t testing.TB, web Web) *Server {
	t.Helper()
	s := &Server{web: web}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Address is where the pages are, to be trusted by whoever reads them.
func (s *Server) Address() netip.AddrPort {
	return netip.MustParseAddrPort(strings.TrimPrefix(s.URL, "http://"))
}

// Queries are those that have arrived so far, sorted. The slice is the caller's.
func (s *Server) Queries() []string { return s.noted(&s.queries) }

// Read are the paths of the pages that were asked for so far, sorted. The slice is the
// caller's.
func (s *Server) Read() []string { return s.noted(&s.read) }

func (s *Server) noted(list *[]string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(slices.Values(*list))
}

func (s *Server) note(list *[]string, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*list = append(*list, what)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case SerpAPI, SearXNG:
		query := r.URL.Query().Get("q")
		s.note(&s.queries, query)
		s.search(w, r, query)
	default:
		s.note(&s.read, r.URL.Path)
		s.page(w, r)
	}
}

func (s *Server) search(w http.ResponseWriter, r *http.Request, query string) {
	if s.web.Act != nil {
		if act := s.web.Act(r.URL.Path, query); act != nil {
			act(w, r)
			return
		}
	}
	named := []map[string]any{}
	words := strings.Fields(strings.ToLower(query))
	for _, path := range slices.Sorted(maps.Keys(s.web.Pages)) {
		isFor := true
		for _, wanted := range strings.Fields(strings.ToLower(s.web.Pages[path].For)) {
			isFor = isFor && slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, ",.?!") == wanted })
		}
		if !isFor {
			continue
		}
		address := s.URL + path
		named = append(named, map[string]any{
			"position": len(named) + 1, "title": "Page " + path, "link": address, "url": address,
			"snippet": "what the service says of " + path,
		})
	}
	list := "organic_results"
	if r.URL.Path == SearXNG {
		list = "results"
	}
	w.Header().Set("Content-Type", "application/json")
	reply := map[string]any{"search_metadata": map[string]any{"status": "Success"}, "query": query, list: named}
	_ = json.NewEncoder(w).Encode(reply) // a client that is gone reads nothing
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	p, ok := s.web.Pages[r.URL.Path]
	switch {
	case !ok:
		http.NotFound(w, r)
	case p.Act != nil:
		p.Act(w, r)
	default:
		Reply(http.StatusOK, p.Type, p.Body)(w, r)
	}
}

// Reply answers with a status, a type ("" is HTML) and a body.
func Reply(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if kind == "" {
			kind = "text/html; charset=utf-8"
		}
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body) // as above
	}
}

// TooMany answers that there were too many requests, and how many seconds to wait.
func TooMany(seconds int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", fmt.Sprint(seconds))
		w.WriteHeader(http.StatusTooManyRequests)
	}
}

// Hang answers nothing until the client has gone.
func Hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
