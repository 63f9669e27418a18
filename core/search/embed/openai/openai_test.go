package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/search/embed/embedtest"
	"docuquest/core/search/embed/openai"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/outside"
)

const canary = "sk-canary/K3y+4nary"

// serve starts a service with acts for its requests, and gives a model of it.
func serve(t testing.TB, acts ...llmtest.Act) (*openai.Embedder, *llmtest.Server) {
	t.Helper()
	server := llmtest.NewServer(t, llmtest.Play{Acts: map[string][]llmtest.Act{llmtest.Embeddings: acts}})
	return embedder(t, openai.Options{BaseURL: server.URL + "/v1"}), server
}

func embedder(t testing.TB, o openai.Options) *openai.Embedder {
	t.Helper()
	o.Model = "small"
	o.Client = outside.New(outside.Options{Retries: outside.Retries{Backoff: 1}})
	e, err := openai.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Real vectors come back for their texts, in however many requests, and tell what is
// alike.
func TestVectors(t *testing.T) {
	e, server := serve(t, llmtest.Vectors(embedtest.Vector))
	texts := []string{"a ship on the sea", "a boat on the ocean", "the price of bread"}
	for i := range 61 {
		texts = append(texts, fmt.Sprintf("number %d", i))
	}
	if e.Dimensions() != 0 {
		t.Errorf("%d dimensions before the first vector", e.Dimensions())
	}
	got, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if want := embedtest.Vector(text); math.Abs(dot(want, got[i])-1) > 1e-5 {
			t.Errorf("%q has another vector: %v", text, got[i])
		}
	}
	if alike, other := dot(got[0], got[1]), dot(got[0], got[2]); alike <= other {
		t.Errorf("a ship is like a boat by %v, like a price by %v", alike, other)
	}
	if e.Dimensions() != embedtest.Dimensions {
		t.Errorf("%d dimensions", e.Dimensions())
	}
	var sent []string
	for _, r := range server.Requests() {
		if len(r.Texts) > 32 || r.Model != "small" || r.Path != "/v1/embeddings" {
			t.Errorf("%d texts for %s at %s", len(r.Texts), r.Model, r.Path)
		}
		sent = append(sent, r.Texts...)
	}
	if diff := cmp.Diff(texts, sent); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if want := "small at " + strings.TrimPrefix(server.URL, "http://"); e.Name() != want {
		t.Errorf("its name is %q, want %q", e.Name(), want)
	}
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// However the service scales and orders its vectors, each is of length 1 and belongs to
// its text.
func TestForms(t *testing.T) {
	near := cmpopts.EquateApprox(0, 1e-6)
	for _, test := range []struct{ name, reply string }{
		{"numbered", `{"data":[{"index":0,"embedding":[3,4]},{"index":1,"embedding":[0,-2]}]}`},
		{"in another order", `{"data":[{"index":1,"embedding":[0,-1]},{"index":0,"embedding":[6e30,8e30]}]}`},
		{"without numbers", `{"object":"list","data":[{"embedding":[0.3,0.4]},{"embedding":[0,-1e-30]}],"usage":{}}`},
		{"with an error of null", `{"error":null,"data":[{"index":0,"embedding":[3,4]},{"index":1,"embedding":[0,-1]}]}`},
	} {
		e, _ := serve(t, llmtest.Raw(200, "application/json", test.reply))
		got, err := e.Embed(t.Context(), []string{"a", "b"})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff([][]float32{{0.6, 0.8}, {0, -1}}, got, near); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// What cannot be true ends in one line of the user's words.
func TestFaults(t *testing.T) {
	json := func(body string) llmtest.Act { return llmtest.Raw(200, "application/json", body) }
	const nonsense = "vectors: {host} sent a reply that makes no sense: "
	for _, test := range []struct {
		name    string
		act     llmtest.Act
		kind    outside.Kind
		message string
	}{
		{"too few", json(`{"data":[{"embedding":[1,0]}]}`), outside.BadReply, nonsense + "1 vectors for 2 texts"},
		{"none", json(`{}`), outside.BadReply, nonsense + "0 vectors for 2 texts"},
		{"one number twice", json(`{"data":[{"index":1,"embedding":[1,0]},{"index":1,"embedding":[1,0]}]}`), outside.BadReply, nonsense + "its vectors are numbered in a way that fits no texts"},
		{"a number too far", json(`{"data":[{"index":0,"embedding":[1,0]},{"index":2,"embedding":[1,0]}]}`), outside.BadReply, nonsense + "its vectors are numbered in a way that fits no texts"},
		{"a negative number", json(`{"data":[{"index":0,"embedding":[1,0]},{"index":-1,"embedding":[1,0]}]}`), outside.BadReply, nonsense + "its vectors are numbered in a way that fits no texts"},
		{"an empty one", json(`{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[1,0]}]}`), outside.BadReply, nonsense + "one of its vectors is empty"},
		{"of two lengths", json(`{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,0,0]}]}`), outside.BadReply, nonsense + "a vector of 3 dimensions after others of 2"},
		{"zeros", json(`{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,0]}]}`), outside.BadReply, nonsense + "one of its vectors has no direction"},
		{"a wrong key", llmtest.Status(401, "no such key "+canary), outside.Unauthorized, "vectors: {host} did not accept the key (401): no such key ***"},
		{"no such model", llmtest.Raw(404, "application/json", `{"error":"model not found"}`), outside.Rejected, "vectors: {host} rejected the request (404): model not found"},
		{"an error under a good status", json(`{"error":{"message":"no credit","code":402}}`), outside.Rejected, "vectors: {host} rejected the request (402): no credit"},
		{"an error without words", json(`{"error":{}}`), outside.BadReply, nonsense + "an error that the service does not describe"},
		{"a fault", llmtest.Status(500, "oops"), outside.Unavailable, "vectors: {host} has a fault of its own (500): oops"},
		{"HTML", llmtest.Raw(200, "text/html", "<html>"), outside.BadReply, nonsense + "invalid character '<' looking for beginning of value"},
		{"a reply of 100 MiB", llmtest.Huge(200, 100<<20), outside.TooLarge, "vectors: {host} sent too much: the reply has more than 8 MiB"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, server := serve(t, test.act)
			e := embedder(t, openai.Options{BaseURL: server.URL, Key: outside.NewSecret(canary)})
			vectors, err := e.Embed(t.Context(), []string{"a", "b"})
			var fault *outside.Error
			if !errors.As(err, &fault) || fault.Kind != test.kind || vectors != nil {
				t.Fatalf("vectors %v, error %v, want none and the kind %d", vectors, err, test.kind)
			}
			want := strings.ReplaceAll(test.message, "{host}", strings.TrimPrefix(server.URL, "http://"))
			if err.Error() != want {
				t.Errorf("the error is\n%s\nwant\n%s", err, want)
			}
		})
	}
}

// A service whose vectors change their length has become another one.
func TestOtherDimensions(t *testing.T) {
	of := func(n int) llmtest.Act {
		return llmtest.Vectors(func(string) []float32 { return append(make([]float32, n-1), 1) })
	}
	e, _ := serve(t, of(4), of(3))
	if _, err := e.Embed(t.Context(), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if v, err := e.Embed(t.Context(), []string{"a"}); err == nil || !strings.Contains(err.Error(), "a vector of 3 dimensions after others of 4") {
		t.Errorf("%v, %v", v, err)
	}
}

// The key goes to its host alone, and what is sent is in the ledger under its purpose.
func TestKeyAndLedger(t *testing.T) {
	_, server := serve(t, llmtest.Vectors(embedtest.Vector))
	e := embedder(t, openai.Options{BaseURL: server.URL, Key: outside.NewSecret(canary)})
	ledger := outside.NewLedger(9)
	purpose := outside.Purpose{Name: "question", Ranges: []outside.Range{{Path: "a.md", End: 7}}}
	ctx := outside.WithPurpose(outside.WithLedger(t.Context(), ledger), purpose)
	if _, err := e.Embed(ctx, []string{"gold"}); err != nil {
		t.Fatal(err)
	}
	request := server.Requests()[0]
	if got := request.Header.Get("Authorization"); got != "Bearer "+canary {
		t.Errorf("the key was sent as %q", got)
	}
	entries := ledger.Entries()
	if len(entries) != 1 || entries[0].Bytes != int64(len(request.Body)) {
		t.Fatalf("the ledger holds %+v for a body of %d bytes", entries, len(request.Body))
	}
	if diff := cmp.Diff(purpose, entries[0].Purpose); diff != "" {
		t.Errorf("purpose (-want +got):\n%s", diff)
	}
	var body any
	if err := json.Unmarshal(request.Body, &body); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"model": "small", "input": []any{"gold"}}, body); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
}

// Of a long text the beginning is sent, cut between two characters, and a request holds
// no more than a service can take.
func TestLongTexts(t *testing.T) {
	e, server := serve(t, llmtest.Vectors(embedtest.Vector))
	long := "a" + strings.Repeat("é", 10000)
	texts := make([]string, 20)
	for i := range texts {
		texts[i] = long
	}
	if _, err := e.Embed(t.Context(), texts); err != nil {
		t.Fatal(err)
	}
	for _, r := range server.Requests() {
		if n := len(strings.Join(r.Texts, "")); n > 64<<10 {
			t.Errorf("a request of %d bytes", n)
		}
		for _, text := range r.Texts {
			if !strings.HasPrefix(long, text) || len(text) > 8<<10 || len(text) < 8<<10-4 || strings.Contains(text, "\uFFFD") {
				t.Errorf("%d bytes that end in %q", len(text), text[len(text)-3:])
			}
		}
	}
}

// The context ends a request.
func TestCancelled(t *testing.T) {
	e, server := serve(t, llmtest.After(llmtest.NewGate(), llmtest.Vectors(embedtest.Vector)))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-server.Arrivals()
		cancel()
	}()
	if _, err := e.Embed(ctx, []string{"gold"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// However the address is written, the request goes to the same place.
func TestBaseURL(t *testing.T) {
	for _, suffix := range []string{"/v1", "/v1/", "/v1/embeddings", "/v1/embeddings/", "/v1 "} {
		_, server := serve(t, llmtest.Vectors(embedtest.Vector))
		e := embedder(t, openai.Options{BaseURL: server.URL + suffix})
		if _, err := e.Embed(t.Context(), []string{"gold"}); err != nil {
			t.Errorf("%q: %v", suffix, err)
		}
		if got := server.Requests()[0].Path; got != "/v1/embeddings" {
			t.Errorf("%q leads to %s", suffix, got)
		}
	}
}

// Options that make no sense are refused, and no error repeats a key.
func TestNew(t *testing.T) {
	client := outside.New(outside.Options{})
	good := openai.Options{BaseURL: "http://localhost:1/v1", Model: "m", Client: client}
	for _, test := range []struct {
		change func(*openai.Options)
		want   string
	}{
		{func(o *openai.Options) { o.BaseURL = "localhost" }, "the address for vectors must be like http://localhost:11434/v1"},
		{func(o *openai.Options) { o.BaseURL = "http://a b/" }, "the address for vectors is not an address"},
		{func(o *openai.Options) { o.BaseURL = "http://me:secret@h/" }, "the address for vectors holds a user name; set the key instead"},
		{func(o *openai.Options) { o.BaseURL = "http://h/?key=secret" }, "the address for vectors holds a query or a fragment"},
		{func(o *openai.Options) { o.Key = outside.NewSecret(canary + "\nx") }, "the key holds a line break or another control character"},
		{func(o *openai.Options) { o.Model = "" }, "no model is named"},
		{func(o *openai.Options) { o.Client = nil }, "there is no client to send requests through"},
	} {
		o := good
		test.change(&o)
		if _, err := openai.New(o); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

// Whatever a service replies, there are vectors of one length for all texts, each of
// length 1, or an error.
func FuzzReply(f *testing.F) {
	f.Add(`{"data":[{"index":0,"embedding":[3,4]},{"index":1,"embedding":[0,-2]}]}`)
	f.Add(`{"data":[{"embedding":[1e38,1e38]},{"embedding":[1e-45,0]}]}`)
	f.Add(`{"data":[{"index":-1,"embedding":[null]},{}]}`)
	f.Add(`{"error":{"message":7,"code":"x"}}`)
	var reply string // of the server; a process tries one after the other
	_, server := serve(f, func(x *llmtest.Exchange) { llmtest.Raw(200, "application/json", reply)(x) })
	f.Fuzz(func(t *testing.T, body string) {
		reply = body
		vectors, err := embedder(t, openai.Options{BaseURL: server.URL}).Embed(t.Context(), []string{"a", "b"})
		if err != nil {
			return
		}
		if len(vectors) != 2 || len(vectors[0]) != len(vectors[1]) {
			t.Fatalf("%v", vectors)
		}
		for _, v := range vectors {
			if math.Abs(dot(v, v)-1) > 1e-5 {
				t.Errorf("%v is of length %v", v, math.Sqrt(dot(v, v)))
			}
		}
	})
}
