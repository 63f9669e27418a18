package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer/research"
	"docuquest/core/answer/research/web"
	"docuquest/core/document"
	"docuquest/core/document/html"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/outside"
	"docuquest/core/services/websearch"
	"docuquest/core/services/websearch/fetch"
	"docuquest/core/services/websearch/searxng"
	"docuquest/core/services/websearch/serpapi"
	"docuquest/core/services/websearch/webtest"
)

const (
	bridgePage = `<html><head><title>Bridges</title></head><body><h1>The north bridge</h1><p>The engineer <b>Ann Bee</b> designed the north bridge in&nbsp;1931.</p></body></html>`
	beePage    = `<html><head><title>Ann Bee</title></head><body><p>Since 1960 Ann Bee has lived in Oslo.</p></body></html>`
)

// How long a server is waited for: one that answers, and one that never does.
const (
	patient = 30 * time.Second
	brief   = 1500 * time.Millisecond
)

// options are those of a search by both services of a server.
func options(t *testing.T, s *webtest.Server, patience time.Duration) web.Options {
	t.Helper()
	o := outside.Options{
		Timeouts: outside.Timeouts{Header: patience, Total: patience},
		Retries:  outside.Retries{Tries: 2, Backoff: 1, MaxWait: time.Second},
	}
	first, err := serpapi.New(serpapi.Options{Key: outside.NewSecret("k"), BaseURL: s.URL, Outside: o})
	if err != nil {
		t.Fatal(err)
	}
	second, err := searxng.New(searxng.Options{BaseURL: s.URL, Outside: o})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := fetch.New(fetch.Options{
		Parsers: document.Parsers{ByLanguage: map[string]document.Parser{"html": html.Parser{}}, Fallback: plain.Parser{}},
		Trusted: []netip.AddrPort{s.Address()},
		Limits:  fetch.Limits{Time: patience},
		Outside: outside.Options{Retries: outside.Retries{Tries: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(first.Close)
	t.Cleanup(second.Close)
	t.Cleanup(pages.Close)
	return web.Options{Services: []web.Service{{Provider: first, Host: "serp.example"}, {Provider: second, Host: "xng.example"}}, Pages: pages}
}

func search(t *testing.T, o web.Options) *web.Search {
	t.Helper()
	s, err := web.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What differs from run to run: the port, and which of several limits on time was met first.
var (
	port  = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	limit = regexp.MustCompile(`took too long: .*`)
)

// told is a result as a test compares it.
func told(found *retrieve.Result) (got []string) {
	for _, d := range found.Documents {
		got = append(got, "document "+d.Path+": "+d.Title)
	}
	for _, s := range found.Steps.All() {
		got = append(got, s.Name+": "+s.Says)
	}
	for _, f := range found.Failed {
		got = append(got, "failed: "+f)
	}
	for i := range got {
		got[i] = limit.ReplaceAllString(port.ReplaceAllString(got[i], "HOST"), "took too long")
	}
	return got
}

func pages() map[string]webtest.Page {
	return map[string]webtest.Page{"/bridge": {Body: bridgePage}, "/bee": {For: "bee", Body: beePage}}
}

// Whatever a service or a page does costs itself alone, and is told.
func TestFind(t *testing.T) {
	const query = "north bridge engineer"
	only := func(path string, act http.HandlerFunc) func(string, string) http.HandlerFunc {
		return func(asked, _ string) http.HandlerFunc {
			if path == asked {
				return act
			}
			return nil
		}
	}
	always := func(act http.HandlerFunc) func(string, string) http.HandlerFunc {
		return func(string, string) http.HandlerFunc { return act }
	}
	for name, c := range map[string]struct {
		patience time.Duration
		web      webtest.Web
		want     []string
	}{
		"both services name a page": {patient, webtest.Web{Pages: pages()}, []string{
			"document http://HOST/bridge: Bridges", `web: "north bridge engineer": 1 results, 1 pages`,
		}},
		"no results": {patient, webtest.Web{}, []string{`web: "north bridge engineer": 0 results, 0 pages`}},
		"one service is down": {patient, webtest.Web{Pages: pages(), Act: only(webtest.SerpAPI, webtest.Reply(503, "", ""))}, []string{
			"document http://HOST/bridge: Bridges",
			`web: SerpAPI for "north bridge engineer": web search: HOST has a fault of its own (503)`,
			`web: "north bridge engineer": 1 results, 1 pages`,
			"failed: SerpAPI left queries without an answer: HOST has a fault of its own (503)",
		}},
		"both want fewer requests": {patient, webtest.Web{Pages: pages(), Act: always(webtest.TooMany(30))}, []string{
			`web: SerpAPI for "north bridge engineer": web search: HOST wants fewer requests (429), try again in 30s`,
			`web: SearXNG for "north bridge engineer": web search: HOST wants fewer requests (429), try again in 30s: if it does so at once, set "limiter: false" under "server" in its settings.yml`,
			`web: "north bridge engineer": 0 results, 0 pages`,
			"failed: SerpAPI left queries without an answer: HOST wants fewer requests (429), try again in 30s",
			`failed: SearXNG left queries without an answer: HOST wants fewer requests (429), try again in 30s: if it does so at once, set "limiter: false" under "server" in its settings.yml`,
		}},
		"one hangs": {brief, webtest.Web{Pages: pages(), Act: only(webtest.SearXNG, webtest.Hang)}, []string{
			"document http://HOST/bridge: Bridges",
			`web: SearXNG for "north bridge engineer": web search: HOST took too long`,
			`web: "north bridge engineer": 1 results, 1 pages`,
			"failed: SearXNG left queries without an answer: HOST took too long",
		}},
		"one is empty": {patient, webtest.Web{Pages: pages(), Act: only(webtest.SerpAPI, webtest.Reply(200, "application/json", ""))}, []string{
			"document http://HOST/bridge: Bridges",
			`web: SerpAPI for "north bridge engineer": web search: HOST sent a reply that makes no sense: it is empty`,
			`web: "north bridge engineer": 1 results, 1 pages`,
			"failed: SerpAPI left queries without an answer: HOST sent a reply that makes no sense: it is empty",
		}},
		"one talks": {patient, webtest.Web{Pages: pages(), Act: only(webtest.SerpAPI, webtest.Reply(200, "", "<h1>Welcome</h1>"))}, []string{
			"document http://HOST/bridge: Bridges",
			`web: SerpAPI for "north bridge engineer": web search: HOST sent a reply that makes no sense: it is not the JSON of a search, or not all of it`,
			`web: "north bridge engineer": 1 results, 1 pages`,
			"failed: SerpAPI left queries without an answer: HOST sent a reply that makes no sense: it is not the JSON of a search, or not all of it",
		}},
		"pages are gone, hang, and say nothing": {brief, webtest.Web{Pages: map[string]webtest.Page{
			"/bridge": {Body: bridgePage},
			"/gone":   {Act: http.NotFound},
			"/hangs":  {Act: webtest.Hang},
			"/silent": {Body: "<script>go()</script>"},
		}}, []string{
			"document http://HOST/bridge: Bridges",
			"web: http://HOST/gone: web page: HOST rejected the request (404)",
			"web: http://HOST/hangs: web page: HOST took too long",
			"web: http://HOST/silent: web page: HOST sent a reply that makes no sense: there is no word to read in it",
			`web: "north bridge engineer": 4 results, 1 pages`,
		}},
		"two addresses lead to one page": {patient, webtest.Web{Pages: map[string]webtest.Page{
			"/bridge": {Body: bridgePage},
			"/moved":  {Act: http.RedirectHandler("/bridge", http.StatusFound).ServeHTTP},
		}}, []string{"document http://HOST/bridge: Bridges", `web: "north bridge engineer": 2 results, 1 pages`}},
	} {
		t.Run(name, func(t *testing.T) {
			server := webtest.New(t, c.web)
			source, err := search(t, options(t, server, c.patience)).Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			found, err := source.Find(t.Context(), retrieve.Query{Question: question.Of(query), Limit: 10, Passages: 10})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, told(found)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The document of a page is what it says, by itself, and a passage stands in it.
func TestDocument(t *testing.T) {
	server := webtest.New(t, webtest.Web{Pages: pages()})
	source, err := search(t, options(t, server, patient)).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, err := source.Find(t.Context(), retrieve.Query{Question: question.Of("who designed the north bridge"), Limit: 10, Passages: 10})
	if err != nil || len(found.Hits) == 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	h := found.Hits[0]
	if d := h.Document; string(d.URI) != server.URL+"/bridge" || d.Path != server.URL+"/bridge" || d.Origin != nil || strings.ContainsAny(d.Text, "<>") {
		t.Errorf("%+v", d)
	}
	if said := h.Chunk.Span.Of(h.Document.Text); !strings.Contains(said, "The engineer Ann Bee designed the north bridge in 1931.") {
		t.Errorf("%q", said)
	}
}

// A page is read once for a question, whichever of its queries name it, and is one document.
func TestOnce(t *testing.T) {
	server := webtest.New(t, webtest.Web{Pages: pages()})
	source, err := search(t, options(t, server, patient)).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := make(chan *retrieve.Result, 8)
	for i := range cap(found) {
		go func() {
			r, err := source.Find(t.Context(), retrieve.Query{Question: question.Of(fmt.Sprintf("north bridge %d bee", i)), Limit: 10, Passages: 10})
			if err != nil {
				t.Error(err)
			}
			found <- r
		}()
	}
	documents := map[*document.Document]bool{}
	for range cap(found) {
		for _, d := range (<-found).Documents {
			documents[d.Document] = true
		}
	}
	if diff := cmp.Diff([]string{"/bee", "/bridge"}, server.Read()); diff != "" || len(documents) != 2 {
		t.Errorf("%d documents, pages (-want +got):\n%s", len(documents), diff)
	}
}

// No more pages are read for a question than there is room for, and what is left is told.
func TestMostPages(t *testing.T) {
	many := map[string]webtest.Page{}
	for i := range 60 {
		many[fmt.Sprintf("/%02d", i)] = webtest.Page{Body: fmt.Sprintf("<p>The bridge %d.", i)}
	}
	server := webtest.New(t, webtest.Web{Pages: many})
	o := options(t, server, patient)
	o.Results = 50
	source, err := search(t, o).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found, err := source.Find(t.Context(), retrieve.Query{Question: question.Of("bridge"), Limit: 5, Passages: 10})
	if err != nil || len(server.Read()) != 40 || !slices.Contains(told(found), "web: 10 results were skipped: of one question 40 pages are read") {
		t.Errorf("%d pages, %v, %v", len(server.Read()), told(found), err)
	}
}

// Where none of the pages can be read that a query brought, that is said in the same words
// for each such query, and why a page could not be read where it was asked for first.
func TestNoneRead(t *testing.T) {
	server := webtest.New(t, webtest.Web{Pages: map[string]webtest.Page{
		"/gone": {Act: http.NotFound}, "/bee": {For: "bee", Body: beePage},
	}})
	source, err := search(t, options(t, server, patient)).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const none = "failed: The web named pages for a query, and none of them could be read"
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"bridge", []string{"web: http://HOST/gone: web page: HOST rejected the request (404)", `web: "bridge": 1 results, 0 pages`, none}},
		{"river", []string{`web: "river": 1 results, 0 pages`, none}},
		{"bee", []string{"document http://HOST/bee: Ann Bee", `web: "bee": 2 results, 1 pages`}},
	} {
		found, err := source.Find(t.Context(), retrieve.Query{Question: question.Of(c.query), Limit: 10, Passages: 10})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, told(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.query, diff)
		}
	}
}

// played are pages that a function makes of their addresses.
type played func(ctx context.Context, address string) (*fetch.Page, error)

func (p played) Fetch(ctx context.Context, address string) (*fetch.Page, error) {
	return p(ctx, address)
}

// pageOf is a page that says a text and was made of a content.
func pageOf(address, text, content string) *fetch.Page {
	said := file.File{Identity: file.Identity{URI: file.URI(address)}, Path: address, Content: text, Language: "plaintext"}
	return &fetch.Page{Address: address, File: file.File{Content: content}, Document: plain.Parser{}.Parse(said)}
}

// beginPlayed is the source for a question whose pages have the paths, and are played.
func beginPlayed(t *testing.T, paths []string, pages played) research.Source {
	t.Helper()
	named := map[string]webtest.Page{}
	for _, path := range paths {
		named[path] = webtest.Page{}
	}
	o := options(t, webtest.New(t, webtest.Web{Pages: named}), patient)
	o.Pages, o.Results = pages, 50
	source, err := search(t, o).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// When the pages of a question have too much content together, later ones are left alone,
// and each query that names them tells it. Pages that are being read meanwhile are read.
func TestMostContent(t *testing.T) {
	content := strings.Repeat("x", 16<<20)
	var reads atomic.Int32
	source := beginPlayed(t, []string{"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9", "/a", "/b", "/c", "/d", "/e"}, func(_ context.Context, address string) (*fetch.Page, error) {
		reads.Add(1)
		return pageOf(address, "The bridge.", content), nil
	})
	var asked []int32
	for _, query := range []string{"bridge", "river"} {
		found, err := source.Find(t.Context(), retrieve.Query{Question: question.Of(query), Limit: 20, Passages: 20})
		if err != nil {
			t.Fatal(err)
		}
		n := reads.Load()
		want := fmt.Sprintf("web: %d results were skipped: of one question 64 MiB of pages are read", 14-n)
		if n < 4 || n >= 4+8 || !slices.Contains(told(found), want) {
			t.Errorf("%s: %d pages were read, no %q in %q", query, n, want, told(found))
		}
		asked = append(asked, n)
	}
	if asked[0] != asked[1] {
		t.Errorf("pages that were left alone were read for the next query: %d", asked)
	}
}

// No more than eight pages of a question are read at once, whichever of its queries name
// them.
func TestMostAtOnce(t *testing.T) {
	const most = 8
	var paths []string
	for i := range 24 {
		paths = append(paths, fmt.Sprintf("/%02d", i))
	}
	var now atomic.Int32
	here, all := make(chan bool, len(paths)), make(chan struct{})
	source := beginPlayed(t, paths, func(_ context.Context, address string) (*fetch.Page, error) {
		defer now.Add(-1)
		if n := now.Add(1); n > most {
			t.Errorf("%d pages are read at once", n)
		}
		here <- true
		<-all
		return pageOf(address, "The bridge.", ""), nil
	})
	var open sync.WaitGroup
	for _, query := range []string{"bridge", "river"} {
		open.Go(func() {
			if _, err := source.Find(t.Context(), retrieve.Query{Question: question.Of(query), Limit: 5, Passages: 5}); err != nil {
				t.Error(err)
			}
		})
	}
	for range most {
		<-here
	}
	close(all)
	open.Wait()
}

// When time is up, those of the pages are searched that are quickly done with.
func TestLate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	source := beginPlayed(t, []string{"/1large", "/2small", "/3last"}, func(_ context.Context, address string) (*fetch.Page, error) {
		switch {
		case strings.HasSuffix(address, "large"):
			return pageOf(address, strings.Repeat("The bridge. ", 1<<17), ""), nil
		case strings.HasSuffix(address, "small"):
			return pageOf(address, "The north bridge.", ""), nil
		}
		cancel()
		return nil, ctx.Err()
	})
	found, err := source.Find(ctx, retrieve.Query{Question: question.Of("bridge"), Limit: 5, Passages: 5})
	if err != nil || len(found.Documents) != 1 || !strings.HasSuffix(found.Documents[0].Path, "/2small") {
		t.Errorf("%q, %v", told(found), err)
	}
}

// Consent is asked for once for each service. One that is refused is left out; without any
// there is no source.
func TestConsent(t *testing.T) {
	refusal := errors.New("you have not allowed it")
	for name, c := range map[string]struct {
		refused []string
		queries int
		want    string
	}{
		"all are allowed": {nil, 4, ""},
		"one is refused":  {[]string{"serp.example"}, 2, ""},
		"all are refused": {[]string{"serp.example", "xng.example"}, 0, "SearXNG was not asked: you have not allowed it"},
	} {
		t.Run(name, func(t *testing.T) {
			server := webtest.New(t, webtest.Web{Pages: pages()})
			o := options(t, server, patient)
			var asked []string
			o.Consent = func(_ context.Context, host string) error {
				asked = append(asked, host)
				if slices.Contains(c.refused, host) {
					return refusal
				}
				return nil
			}
			source, err := search(t, o).Begin(t.Context())
			if diff := cmp.Diff([]string{"serp.example", "xng.example"}, asked); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
			if c.want != "" {
				if err == nil || err.Error() != c.want || !errors.Is(err, refusal) || source != nil {
					t.Errorf("%v, %v", source, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, query := range []string{"bridge", "bee"} {
				found, err := source.Find(t.Context(), retrieve.Query{Question: question.Of(query), Limit: 5, Passages: 5})
				if err != nil || len(found.Failed) != len(c.refused) {
					t.Errorf("%+v, %v", found, err)
				}
			}
			if got := server.Queries(); len(got) != c.queries {
				t.Errorf("queries %q", got)
			}
		})
	}
}

// When time is up, the pages that are there by then are searched.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	server := webtest.New(t, webtest.Web{Pages: map[string]webtest.Page{
		"/bridge": {Body: bridgePage},
		"/hangs": {Act: func(w http.ResponseWriter, r *http.Request) {
			cancel()
			webtest.Hang(w, r)
		}},
	}})
	source, err := search(t, options(t, server, patient)).Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := source.Find(ctx, retrieve.Query{Question: question.Of("north bridge"), Limit: 5, Passages: 5}); err != nil || found == nil {
		t.Errorf("%+v, %v", found, err)
	}
}

// What the options lack is said.
func TestNew(t *testing.T) {
	full := options(t, webtest.New(t, webtest.Web{}), patient)
	if _, err := web.New(web.Options{Pages: full.Pages}); err == nil || err.Error() != "there is no service to search the web with" {
		t.Error(err)
	}
	if _, err := web.New(web.Options{Services: full.Services}); err == nil || err.Error() != "there is nothing to read pages with" {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"SerpAPI", "SearXNG"}, search(t, full).Services()); diff != "" {
		t.Error(diff)
	}
}

// Whoever is asked to release a query is asked for none that the services do not take.
func TestMaxElsewhere(t *testing.T) {
	if _, err := websearch.Query(strings.Repeat("é", research.MaxElsewhere)); err != nil {
		t.Error(err)
	}
	if _, err := websearch.Query(strings.Repeat("é", research.MaxElsewhere+1)); err == nil {
		t.Error("longer queries are taken, too")
	}
}
