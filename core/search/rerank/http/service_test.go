package http_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
	rerankhttp "docuquest/core/search/rerank/http"
	"docuquest/core/services/outside"
)

const canary = "rk-canary/K3y+4nary"

var passages = []rerank.Passage{
	{Text: "Title: A\n\nfirst", Sources: []rerank.Source{{Path: "a.md", Start: 3, End: 8}}},
	{Text: "second", Sources: []rerank.Source{{Path: "b.md", Start: 0, End: 6}, {Path: "b.md", Start: 9, End: 12}}},
	{Text: "third"},
}

// received is a request as it came.
type received struct {
	Path, Key string
	Body      map[string]any
}

// serve starts a service, and collects what it is sent.
func serve(t *testing.T, handle func(w http.ResponseWriter, r *http.Request, body map[string]any)) (*httptest.Server, *[]received) {
	t.Helper()
	var all []received
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Errorf("the request is no JSON: %v", err)
		}
		all = append(all, received{r.URL.Path, r.Header.Get("Authorization"), body})
		handle(w, r, body)
	}))
	t.Cleanup(server.Close)
	return server, &all
}

// answer is a service that always says the same.
func answer(status int, body string) func(http.ResponseWriter, *http.Request, map[string]any) {
	return func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func service(t *testing.T, address string, o outside.Options) *rerankhttp.Service {
	t.Helper()
	o.Retries.Backoff = 1
	s, err := rerankhttp.New(rerankhttp.Options{
		BaseURL: address, Key: outside.NewSecret(canary), Model: "m", Client: outside.New(o),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Scores come in the order of the passages, whatever the order of the reply and its
// form.
func TestReplies(t *testing.T) {
	for _, c := range []struct{ name, reply string }{
		{"of Cohere", `{"id":"x","results":[{"index":2,"relevance_score":0.9},{"index":0,"relevance_score":0.5},{"index":1,"relevance_score":-1}],"meta":{}}`},
		{"of Jina, with documents", `{"model":"m","results":[{"index":1,"relevance_score":-1,"document":{"text":"t"}},{"index":0,"relevance_score":0.5},{"index":2,"relevance_score":0.9}],"usage":{"total_tokens":7}}`},
		{"of Voyage", `{"object":"list","data":[{"index":0,"relevance_score":0.5},{"index":1,"relevance_score":-1},{"index":2,"relevance_score":0.9}]}`},
		{"of Text Embeddings Inference", `[{"index":2,"score":0.9},{"index":0,"score":0.5},{"index":1,"score":-1}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, requests := serve(t, answer(200, c.reply))
			got, err := service(t, server.URL+"/v2/", outside.Options{}).Rerank(t.Context(), question.Of("which?"), passages)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]float64{0.5, -1, 0.9}, got); diff != "" {
				t.Errorf("scores (-want +got):\n%s", diff)
			}
			want := []received{{"/v2/rerank", "Bearer " + canary, map[string]any{
				"model": "m", "query": "which?", "top_n": 3.0,
				"documents": []any{"Title: A\n\nfirst", "second", "third"},
			}}}
			if diff := cmp.Diff(want, *requests); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// A service that wants texts is asked in its form, and at once the next time.
func TestTexts(t *testing.T) {
	server, requests := serve(t, func(w http.ResponseWriter, _ *http.Request, body map[string]any) {
		if body["texts"] == nil {
			answer(422, "Failed to deserialize the JSON body: missing field `texts` at line 1")(w, nil, nil)
			return
		}
		answer(200, `[{"index":0,"score":1},{"index":1,"score":2},{"index":2,"score":3}]`)(w, nil, nil)
	})
	s := service(t, server.URL, outside.Options{})
	for range 2 {
		got, err := s.Rerank(t.Context(), question.Of("q"), passages)
		if err != nil || !cmp.Equal(got, []float64{1, 2, 3}) {
			t.Fatalf("scores %v, error %v", got, err)
		}
	}
	var forms []string
	for _, r := range *requests {
		forms = append(forms, fmt.Sprint(r.Body["texts"] != nil, r.Body["truncate"] == true))
	}
	if diff := cmp.Diff([]string{"false false", "true true", "true true"}, forms); diff != "" {
		t.Errorf("forms (-want +got):\n%s", diff)
	}
}

// A fault that speaks of texts says nothing of the form where the other form is
// rejected, too: the next request is sent in the first one again.
func TestOtherTexts(t *testing.T) {
	fails := true
	server, requests := serve(t, func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		if fails {
			answer(400, "the texts are too long")(w, nil, nil)
			return
		}
		answer(200, `[{"index":0,"score":1},{"index":1,"score":2},{"index":2,"score":3}]`)(w, nil, nil)
	})
	s := service(t, server.URL, outside.Options{})
	if got, err := s.Rerank(t.Context(), question.Of("q"), passages); err == nil {
		t.Fatalf("scores %v of a service that rejects both forms", got)
	}
	fails = false
	if _, err := s.Rerank(t.Context(), question.Of("q"), passages); err != nil {
		t.Fatal(err)
	}
	var forms []string
	for _, r := range *requests {
		forms = append(forms, fmt.Sprint(r.Body["texts"] != nil))
	}
	if diff := cmp.Diff([]string{"false", "true", "false"}, forms); diff != "" {
		t.Errorf("whether texts were sent (-want +got):\n%s", diff)
	}
}

// Each way to fail ends in one line that shows no key, and in no scores.
func TestFaults(t *testing.T) {
	const good = `{"index":0,"relevance_score":1},{"index":1,"relevance_score":1}`
	for _, c := range []struct {
		name    string
		status  int
		reply   string
		kind    outside.Kind
		message string // behind "rerank: {host} "
	}{
		{"a wrong key", 401, `{"message":"no key ` + canary + `"}`, outside.Unauthorized, "did not accept the key (401): no key ***"},
		{"another fault that is not about texts", 422, `{"detail":"too long"}`, outside.Rejected, "rejected the request (422): too long"},
		{"a fault of its own", 500, "", outside.Unavailable, "has a fault of its own (500)"},
		{"too many requests", 429, "", outside.RateLimited, "wants fewer requests (429)"},
		{"an error under a good status", 200, `{"error":"busy ` + canary + `"}`, outside.BadReply, "sent a reply that makes no sense: busy ***"},
		{"HTML", 200, "<html>", outside.BadReply, "sent a reply that makes no sense: invalid character '<' looking for beginning of value"},
		{"nothing", 200, "", outside.BadReply, "sent a reply that makes no sense: unexpected end of JSON input"},
		{"another object", 200, `{"answer":1}`, outside.BadReply, "sent a reply that makes no sense: it has no results"},
		{"null", 200, `null`, outside.BadReply, "sent a reply that makes no sense: it has no results"},
		{"too few results", 200, `{"results":[` + good + `]}`, outside.BadReply, "sent a reply that makes no sense: it scores 2 of 3 passages"},
		{"no results", 200, `{"results":[]}`, outside.BadReply, "sent a reply that makes no sense: it scores 0 of 3 passages"},
		{"an index too great", 200, `{"results":[` + good + `,{"index":3,"relevance_score":1}]}`, outside.BadReply, "sent a reply that makes no sense: it scores passage 3 of 3"},
		{"an index below 0", 200, `[{"index":-1,"score":1}]`, outside.BadReply, "sent a reply that makes no sense: it scores passage -1 of 3"},
		{"an index twice", 200, `{"results":[` + good + `,{"index":1,"relevance_score":1}]}`, outside.BadReply, "sent a reply that makes no sense: it scores passage 1 twice"},
		{"no index", 200, `[{"score":1}]`, outside.BadReply, "sent a reply that makes no sense: a result lacks its index or its score"},
		{"no score", 200, `[{"index":1}]`, outside.BadReply, "sent a reply that makes no sense: a result lacks its index or its score"},
		{"a body over the limit", 200, "[" + strings.Repeat(" ", 2000), outside.TooLarge, "sent too much: the reply has more than 1 KiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, _ := serve(t, answer(c.status, c.reply))
			got, err := service(t, server.URL, outside.Options{Limits: outside.Limits{Body: 1 << 10}}).Rerank(t.Context(), question.Of("q"), passages)
			var fault *outside.Error
			if !errors.As(err, &fault) || fault.Kind != c.kind || got != nil {
				t.Fatalf("scores %v, error %v; want no scores and kind %d", got, err, c.kind)
			}
			if want := "rerank: " + server.Listener.Addr().String() + " " + c.message; err.Error() != want {
				t.Errorf("error %q\nwant  %q", err, want)
			}
		})
	}
}

// A service that does not answer is left when the caller goes, or when the time is up.
func TestHangs(t *testing.T) {
	arrived := make(chan struct{}, 1)
	server, _ := serve(t, func(_ http.ResponseWriter, r *http.Request, _ map[string]any) {
		arrived <- struct{}{}
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	if _, err := service(t, server.URL, outside.Options{}).Rerank(ctx, question.Of("q"), passages); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it ended with %v", err)
	}
	short := outside.Options{Timeouts: outside.Timeouts{Header: 20 * time.Millisecond}}
	if _, err := service(t, server.URL, short).Rerank(t.Context(), question.Of("q"), passages); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without an answer, it ended with %v", err)
	}
}

// What is sent is in the ledger, with the parts of files that the passages are.
func TestLedger(t *testing.T) {
	server, _ := serve(t, answer(200, `[{"index":0,"score":1},{"index":1,"score":2},{"index":2,"score":3}]`))
	ledger := outside.NewLedger(9)
	if _, err := service(t, server.URL, outside.Options{}).Rerank(outside.WithLedger(t.Context(), ledger), question.Of("q"), passages); err != nil {
		t.Fatal(err)
	}
	entries := ledger.Entries()
	if len(entries) != 1 || entries[0].Bytes == 0 {
		t.Fatalf("the ledger holds %v", entries)
	}
	want := outside.Purpose{Name: "rerank", Ranges: []outside.Range{{Path: "a.md", Start: 3, End: 8}, {Path: "b.md", Start: 0, End: 6}, {Path: "b.md", Start: 9, End: 12}}}
	if diff := cmp.Diff(want, entries[0].Purpose); diff != "" {
		t.Errorf("purpose (-want +got):\n%s", diff)
	}
}

// Nothing is asked where there is nothing to score.
func TestNoPassages(t *testing.T) {
	server, requests := serve(t, answer(500, ""))
	if got, err := service(t, server.URL, outside.Options{}).Rerank(t.Context(), question.Of("q"), nil); len(got) != 0 || err != nil {
		t.Errorf("scores %v, error %v", got, err)
	}
	if len(*requests) != 0 {
		t.Errorf("%d requests were sent", len(*requests))
	}
}

func TestNew(t *testing.T) {
	client := outside.New(outside.Options{})
	for _, c := range []struct {
		name string
		o    rerankhttp.Options
		want string // of the name, "" for an error
	}{
		{"a model is the name", rerankhttp.Options{BaseURL: "https://api.example/v2", Model: "m", Client: client}, "m"},
		{"else the host is", rerankhttp.Options{BaseURL: "https://api.example:1/rerank", Client: client}, "api.example:1"},
		{"no address", rerankhttp.Options{Client: client}, ""},
		{"another scheme", rerankhttp.Options{BaseURL: "ftp://api.example", Client: client}, ""},
		{"a user", rerankhttp.Options{BaseURL: "https://u:" + canary + "@api.example", Client: client}, ""},
		{"a query", rerankhttp.Options{BaseURL: "https://api.example?key=" + canary, Client: client}, ""},
		{"a key of two lines", rerankhttp.Options{BaseURL: "https://api.example", Key: outside.NewSecret("a\n" + canary), Client: client}, ""},
		{"no client", rerankhttp.Options{BaseURL: "https://api.example"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := rerankhttp.New(c.o)
			switch {
			case (err == nil) != (c.want != ""):
				t.Fatalf("error %v", err)
			case err != nil && strings.Contains(err.Error(), canary):
				t.Errorf("the error shows the key: %v", err)
			case err == nil && s.Name() != c.want:
				t.Errorf("name %q, want %q", s.Name(), c.want)
			}
		})
	}
}
