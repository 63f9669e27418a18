package searxng_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/outside"
	"docuquest/core/services/websearch"
	"docuquest/core/services/websearch/searxng"
)

func serve(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

func provider(t *testing.T, address string, o outside.Options) searxng.Provider {
	t.Helper()
	o.Retries = outside.Retries{Tries: 2, Backoff: 1, MaxWait: 5 * time.Second}
	p, err := searxng.New(searxng.Options{BaseURL: address, Outside: o})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

const good = `{
  "query": "who won", "number_of_results": 0,
  "results": [
    {"url": "https://a.example/final", "title": "The final", "content": "It ended 3-3.", "publishedDate": "2022-12-18T18:05:00", "engine": "brave", "engines": ["brave", "google"], "positions": [1, 1], "score": 4.0, "category": "general"},
    {"url": ["https://b.example/"], "title": "b"},
    {"url": "https://c.example/", "title": "c", "content": "", "publishedDate": null}
  ],
  "answers": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": [["qwant", "timeout"]]
}`

// A query is sent as SearXNG wants it, and its results come as they are. One that makes
// no sense costs itself alone.
func TestSearch(t *testing.T) {
	var asked []*url.URL
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL)
		io.WriteString(w, good)
	})
	ledger := outside.NewLedger(9)
	p := provider(t, server.URL+"/searx/", outside.Options{Ledger: ledger})
	got, err := p.Search(t.Context(), " who\nwon ", websearch.Options{Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	in := func(r websearch.Result) websearch.Result {
		r.Provider, r.Query = "SearXNG", "who won"
		return r
	}
	if diff := cmp.Diff([]websearch.Result{
		in(websearch.Result{Title: "The final", URL: "https://a.example/final", Snippet: "It ended 3-3.", Date: "2022-12-18", Position: 1}),
		in(websearch.Result{Position: 2}),
		in(websearch.Result{Title: "c", URL: "https://c.example/", Position: 3}),
	}, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if len(asked) != 1 || asked[0].Path != "/searx/search" {
		t.Fatalf("asked %v", asked)
	}
	if diff := cmp.Diff(url.Values{"q": {"who won"}, "format": {"json"}, "language": {"en"}}, asked[0].Query()); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
	sent := ledger.Entries()
	if len(sent) != 1 || sent[0].Name != "web search" || sent[0].Target() != "/searx/search?format=json&language=en&q=who+won" {
		t.Errorf("the ledger holds %+v", sent)
	}
}

// No more is given than was asked for, and nothing found is no error.
func TestCounts(t *testing.T) {
	for reply, want := range map[string]int{good: 2, `{"results":[]}`: 0} {
		server := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, reply) })
		got, err := provider(t, server.URL, outside.Options{}).Search(t.Context(), "q", websearch.Options{Count: 2})
		if err != nil || len(got) != want {
			t.Errorf("%d results, %v; want %d", len(got), err, want)
		}
	}
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// Each way to fail ends in one line that says what can be done about it.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name     string
		serve    http.HandlerFunc
		kind     outside.Kind
		message  string // behind "web search: {host} "
		requests int32
	}{
		{"JSON is off", answer(403, "<!doctype html><title>403 Forbidden</title>"), outside.Rejected, `rejected the request (403): it does not reply in JSON; add "json" to "formats" under "search" in its settings.yml`, 1},
		{"robots are kept out", answer(429, "Too Many Requests"), outside.RateLimited, `wants fewer requests (429): if it does so at once, set "limiter: false" under "server" in its settings.yml`, 2},
		{"a fault of its own", answer(500, "<html>"), outside.Unavailable, "has a fault of its own (500)", 2},
		{"its engines are silent", answer(200, `{"results":[],"unresponsive_engines":[["google","access denied"],["qwant","timeout"],7]}`), outside.BadReply, "sent a reply that makes no sense: nothing was found, and some of its engines did not answer: google: access denied, qwant: timeout", 1},
		{"its engines say much", answer(200, `{"results":[],"unresponsive_engines":[["google","`+strings.Repeat(`no\r\n`, 100)+`"]]}`), outside.BadReply, "sent a reply that makes no sense: nothing was found, and some of its engines did not answer: google: " + strings.Repeat("no ", 44) + "…", 1},
		{"nothing", answer(200, ""), outside.BadReply, "sent a reply that makes no sense: it is empty", 1},
		{"a page", answer(200, "<html>"), outside.BadReply, "sent a reply that makes no sense: it is not the JSON of a search, or not all of it", 1},
		{"cut JSON", answer(200, good[:len(good)/2]), outside.BadReply, "sent a reply that makes no sense: it is not the JSON of a search, or not all of it", 1},
		{"other JSON", answer(200, `{"ok":true}`), outside.BadReply, "sent a reply that makes no sense: it has no results", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var requests atomic.Int32
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				c.serve(w, r)
			})
			got, err := provider(t, server.URL, outside.Options{}).Search(t.Context(), "q", websearch.Options{})
			var fault *outside.Error
			if !errors.As(err, &fault) || fault.Kind != c.kind || got != nil {
				t.Fatalf("got %v, %v, want an error of kind %d", got, err, c.kind)
			}
			if want := "web search: " + server.Listener.Addr().String() + " " + c.message; err.Error() != want {
				t.Errorf("got:  %v\nwant: %s", err, want)
			}
			if requests.Load() != c.requests {
				t.Errorf("%d requests, want %d", requests.Load(), c.requests)
			}
		})
	}
}

// One that never answers is given up, and does not cost what another provider found.
func TestOneProviderDown(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	answered := make(chan struct{})
	silent := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		<-answered
		cancel()
		<-r.Context().Done()
	})
	works := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, good)
	})
	got := websearch.Gather(ctx, []websearch.Provider{
		provider(t, silent.URL, outside.Options{}),
		closing{provider(t, works.URL, outside.Options{}), answered},
	}, []string{"who won"}, websearch.Options{})
	if len(got.Results) != 2 || len(got.Failures) != 2 || got.Failures[1].Position != 2 || !errors.Is(got.Failures[0], context.Canceled) {
		t.Errorf("results %v, failures %v", got.Results, got.Failures)
	}
}

// closing is a provider that closes a channel when it has its results.
type closing struct {
	websearch.Provider
	done chan struct{}
}

func (c closing) Search(ctx context.Context, query string, o websearch.Options) ([]websearch.Result, error) {
	defer close(c.done)
	return c.Provider.Search(ctx, query, o)
}

// What cannot be sent is not: an address over plain http that the user has not allowed,
// and an empty query.
func TestRefused(t *testing.T) {
	for address, query := range map[string]string{"http://search.example": "q", "https://search.example": " "} {
		_, err := provider(t, address, outside.Options{}).Search(t.Context(), query, websearch.Options{})
		var fault *outside.Error
		if !errors.As(err, &fault) || fault.Kind != outside.Refused {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := searxng.New(searxng.Options{}); err == nil || err.Error() != "the address of SearXNG must be like http://localhost:8888" {
		t.Errorf("without an address: %v", err)
	}
}
