package serpapi_test

import (
	"context"
	"errors"
	"fmt"
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
	"docuquest/core/services/websearch/serpapi"
)

const canary = "serp-canary-K3y/4nary+"

func serve(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

func provider(t *testing.T, address string, o outside.Options) serpapi.Provider {
	t.Helper()
	if o.Retries == (outside.Retries{}) {
		o.Retries = outside.Retries{Tries: 2, Backoff: 1, MaxWait: 5 * time.Second}
	}
	p, err := serpapi.New(serpapi.Options{Key: outside.NewSecret(canary), BaseURL: address, Outside: o})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

const good = `{
  "search_metadata": {"id": "1", "status": "Success", "google_url": "https://www.google.com/search?q=x"},
  "search_parameters": {"engine": "google", "q": "who won"},
  "search_information": {"organic_results_state": "Results for exact spelling", "total_results": 12},
  "answer_box": {"type": "organic_result", "title": "World Cup", "answer": "Argentina", "snippet": "They won on penalties.", "link": "https://a.example/cup", "displayed_link": "a.example"},
  "organic_results": [
    {"position": 1, "title": "The final", "link": "https://a.example/final", "displayed_link": "a.example › final", "snippet": "It ended 3-3.", "date": "Dec 18, 2022", "sitelinks": {"inline": []}},
    {"position": 2, "title": 7, "link": "https://b.example/"},
    {"title": "No position", "link": "https://c.example/"}
  ]
}`

// A query is sent as the service wants it, and its results come as they are. One that
// makes no sense costs itself alone.
func TestSearch(t *testing.T) {
	var asked []*url.URL
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL)
		if got := r.UserAgent(); got != "docuquest" || r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" {
			t.Errorf("the headers are %v", r.Header)
		}
		io.WriteString(w, good)
	})
	got, err := provider(t, server.URL+"/", outside.Options{}).Search(t.Context(), " who\nwon ", websearch.Options{Count: 20, Language: "en"})
	if err != nil {
		t.Fatal(err)
	}
	in := func(r websearch.Result) websearch.Result {
		r.Provider, r.Query = "SerpAPI", "who won"
		return r
	}
	if diff := cmp.Diff([]websearch.Result{
		in(websearch.Result{Title: "World Cup", URL: "https://a.example/cup", Snippet: "Argentina\nThey won on penalties."}),
		in(websearch.Result{Title: "The final", URL: "https://a.example/final", Snippet: "It ended 3-3.", Date: "Dec 18, 2022", Position: 1}),
		in(websearch.Result{Position: 2}),
		in(websearch.Result{Title: "No position", URL: "https://c.example/", Position: 3}),
	}, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if len(asked) != 1 || asked[0].Path != "/search.json" {
		t.Fatalf("asked %v", asked)
	}
	want := url.Values{"engine": {"google"}, "q": {"who won"}, "num": {"20"}, "hl": {"en"}, "api_key": {canary}}
	if diff := cmp.Diff(want, asked[0].Query()); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
}

// Nothing found is no error, and no more is given than was asked for.
func TestCounts(t *testing.T) {
	for name, c := range map[string]struct {
		reply string
		count int
		want  int
	}{
		"all":                                 {good, 0, 4},
		"fewer":                               {good, 2, 2},
		"none":                                {`{"search_metadata":{"status":"Success"},"error":"Google hasn't returned any results for this query."}`, 0, 0},
		"empty":                               {`{"search_metadata":{"status":"Success"},"search_information":{"organic_results_state":"Fully empty"}}`, 0, 0},
		"no list":                             {`{"search_metadata":{"status":"Success"}}`, 0, 0},
		"a calculator, which no page answers": {`{"search_metadata":{"status":"Success"},"answer_box":{"type":"calculator_result","result":"4"}}`, 0, 0},
		"an answer box of an unknown form":    {`{"search_metadata":{"status":"Success"},"answer_box":[1]}`, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, c.reply) })
			got, err := provider(t, server.URL, outside.Options{}).Search(t.Context(), "q", websearch.Options{Count: c.count})
			if err != nil || len(got) != c.want {
				t.Errorf("%d results, %v; want %d", len(got), err, c.want)
			}
		})
	}
}

// answer is a service that always says the same.
func answer(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// Each way to fail ends in one line for the user that shows no key, after as many
// requests as make sense.
func TestFaults(t *testing.T) {
	later := time.Now().Add(24 * time.Hour).UTC().Format(http.TimeFormat)
	for _, c := range []struct {
		name     string
		serve    http.HandlerFunc
		kind     outside.Kind
		message  string // behind "web search: {host} "
		requests int32
	}{
		{"a wrong key", answer(401, `{"error":"Invalid API key `+canary+`. See https://serpapi.com/manage-api-key"}`), outside.Unauthorized, "did not accept the key (401): Invalid API key ***. See https://serpapi.com/manage-api-key", 1},
		{"no searches left", answer(429, `{"error":"Your account has run out of searches."}`), outside.RateLimited, "wants fewer requests (429): Your account has run out of searches.", 2},
		{"a wait of many seconds", answer(429, `{"error":"busy"}`, "Retry-After", "3600"), outside.RateLimited, "wants fewer requests (429), try again in 1h0m0s: busy", 1},
		{"a wait until tomorrow", answer(429, `{"error":"busy"}`, "Retry-After", later), outside.RateLimited, "", 1},
		{"a fault of the service", answer(503, `{"search_metadata":{"status":"Error"},"error":"proxy timeout"}`), outside.Unavailable, "has a fault of its own (503): proxy timeout", 2},
		{"an error under a good status", answer(200, `{"search_metadata":{"status":"Error"},"error":"We couldn't get valid results."}`), outside.BadReply, "sent a reply that makes no sense: We couldn't get valid results.", 1},
		{"an error of many lines that holds the key", answer(200, `{"error":"`+strings.Repeat(`no\n`, 65)+canary+` was refused"}`), outside.BadReply, "sent a reply that makes no sense: " + strings.Repeat("no ", 65) + "*** …", 1},
		{"a search that is not done", answer(200, `{"search_metadata":{"status":"Processing"}}`), outside.BadReply, "sent a reply that makes no sense: the search has the status Processing", 1},
		{"nothing", answer(200, ""), outside.BadReply, "sent a reply that makes no sense: it is empty", 1},
		{"no JSON", answer(200, "<html>Sign in"), outside.BadReply, "sent a reply that makes no sense: it is not the JSON of a search, or not all of it", 1},
		{"cut JSON", answer(200, good[:len(good)/2]), outside.BadReply, "sent a reply that makes no sense: it is not the JSON of a search, or not all of it", 1},
		{"other JSON", answer(200, `{"ok":true}`), outside.BadReply, "sent a reply that makes no sense: it has no results", 1},
		{"a connection that breaks", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, good[:len(good)/2])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, outside.Interrupted, "broke off its reply: unexpected EOF", 1},
		{"a redirect", answer(302, "", "Location", "https://elsewhere.example/?api_key="+url.QueryEscape(canary)), outside.Redirected, "redirects, which is not followed; set the final address instead (302): https://elsewhere.example", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var requests atomic.Int32
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				c.serve(w, r)
			})
			got, err := provider(t, server.URL, outside.Options{}).Search(t.Context(), "q", websearch.Options{})
			checkFault(t, err, c.kind)
			want := "web search: " + server.Listener.Addr().String() + " " + c.message
			if c.message != "" && err.Error() != want {
				t.Errorf("got:  %v\nwant: %s", err, want)
			}
			if requests.Load() != c.requests || got != nil {
				t.Errorf("%d requests, want %d; results %v", requests.Load(), c.requests, got)
			}
		})
	}
}

func checkFault(t *testing.T, err error, kind outside.Kind) {
	t.Helper()
	var fault *outside.Error
	if !errors.As(err, &fault) || fault.Kind != kind {
		t.Fatalf("got %v, want an error of kind %d", err, kind)
	}
	for _, spelling := range []string{canary, url.QueryEscape(canary)} {
		if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), spelling) {
			t.Errorf("the key is in %#v", err)
		}
	}
}

// A wait that is short enough is waited, in both forms of Retry-After.
func TestRetryAfter(t *testing.T) {
	for name, wait := range map[string]string{
		"seconds":                   "1",
		"a date that has passed":    "Mon, 02 Jan 2006 15:04:05 GMT",
		"a date that is nearly now": time.Now().Add(time.Second).UTC().Format(http.TimeFormat),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int32
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if requests.Add(1) == 1 {
					answer(429, "", "Retry-After", wait)(w, r)
					return
				}
				io.WriteString(w, good)
			})
			got, err := provider(t, server.URL, outside.Options{}).Search(t.Context(), "q", websearch.Options{})
			if err != nil || len(got) == 0 || requests.Load() != 2 {
				t.Errorf("%d results, %v, %d requests", len(got), err, requests.Load())
			}
		})
	}
}

// A service that never answers is given up: by the caller, whose cancelling reaches it,
// and when its time is over.
func TestSilence(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan struct{}, 2)
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
		gone <- struct{}{}
	})
	_, err := provider(t, server.URL, outside.Options{}).Search(ctx, "q", websearch.Options{})
	checkFault(t, err, outside.Cancelled)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not context.Canceled", err)
	}
	<-gone
	o := outside.Options{Timeouts: outside.Timeouts{Header: 50 * time.Millisecond}}
	_, err = provider(t, server.URL, o).Search(t.Context(), "q", websearch.Options{})
	checkFault(t, err, outside.Timeout) // which may come before the service has heard of it
}

// Where it is the caller's time that is over, that is said in words.
func TestOverdue(t *testing.T) {
	server := serve(t, answer(200, good))
	over, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	_, err := provider(t, server.URL, outside.Options{}).Search(over, "q", websearch.Options{})
	checkFault(t, err, outside.Timeout)
	if !strings.HasSuffix(err.Error(), " took too long: the time for the search was over") || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// So it is where a reply drips until then.
func TestDrips(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, good[:10])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	_, err := provider(t, server.URL, outside.Options{}).Search(ctx, "q", websearch.Options{})
	checkFault(t, err, outside.Timeout)
	if !strings.HasSuffix(err.Error(), " took too long: the time for the search was over") {
		t.Error(err)
	}
}

// The ledger shows the query and the host, and no key; secrets in a query do not leave.
func TestLedger(t *testing.T) {
	var queries []string
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		queries = append(queries, r.FormValue("q"))
		io.WriteString(w, good)
	})
	ledger := outside.NewLedger(9)
	p := provider(t, server.URL, outside.Options{Ledger: ledger})
	if _, err := p.Search(t.Context(), "what is ghp_abcdefghijklmnopqrstuvwxyz0123456789", websearch.Options{}); err != nil {
		t.Fatal(err)
	}
	sent := ledger.Entries()
	if len(sent) != 1 || sent[0].Name != "web search" || sent[0].Host != server.Listener.Addr().String() ||
		sent[0].Target() != "/search.json?api_key=***&engine=google&num=10&q=what+is+%5Bsecret-1%5D" {
		t.Errorf("the ledger holds %+v", sent)
	}
	if diff := cmp.Diff([]string{"what is [secret-1]"}, queries); diff != "" {
		t.Errorf("queries (-want +got):\n%s", diff)
	}
}

// A query that cannot be sent is not, and neither is one to which nobody consents.
func TestRefused(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("something was sent") })
	for _, query := range []string{"", " \n ", strings.Repeat("word ", 100)} {
		_, err := provider(t, server.URL, outside.Options{}).Search(t.Context(), query, websearch.Options{})
		checkFault(t, err, outside.Refused)
	}
	no := errors.New("the web is switched off")
	asks := outside.Consent{Use: "web", Ask: func(_ context.Context, use, host string) error {
		if use != "web" || host != "search.example" {
			t.Errorf("asked for %q to %q", use, host)
		}
		return no
	}}
	_, err := provider(t, "https://search.example", outside.Options{Consent: asks}).Search(t.Context(), "q", websearch.Options{})
	checkFault(t, err, outside.Refused)
	if !errors.Is(err, no) {
		t.Errorf("got %v", err)
	}
}

// What is wrong with the options is said without the key.
func TestNew(t *testing.T) {
	for _, c := range []struct {
		options serpapi.Options
		want    string
	}{
		{serpapi.Options{}, "there is no key for SerpAPI: set SERPAPI_API_KEY"},
		{serpapi.Options{Key: outside.NewSecret(" \n")}, "there is no key for SerpAPI: set SERPAPI_API_KEY"},
		{serpapi.Options{Key: outside.NewSecret("a\nb")}, "the key for SerpAPI holds a line break or another control character"},
		{serpapi.Options{Key: outside.NewSecret("k"), BaseURL: "serpapi.com"}, "the address of SerpAPI must be like https://serpapi.com"},
	} {
		if _, err := serpapi.New(c.options); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if p, err := serpapi.New(serpapi.Options{Key: outside.NewSecret("k")}); err != nil || p.Name() != "SerpAPI" {
		t.Errorf("with a key alone: %v", err)
	}
}
