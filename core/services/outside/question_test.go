package outside_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"docuquest/core/services/outside"
)

// silence is how long these tests wait for a service that hangs: long enough for each
// request to reach it.
const silence = 300 * time.Millisecond

// In a question a service that has failed is not asked again, and its failed tries count
// together; what it was asked wrongly, or did not refuse, is no failure.
func TestForQuestion(t *testing.T) {
	statuses := func(all ...int) []http.HandlerFunc {
		handlers := make([]http.HandlerFunc, len(all))
		for i, status := range all {
			handlers[i] = answer(status, nil, "x")
		}
		return handlers
	}
	for _, c := range []struct {
		name   string
		serves []http.HandlerFunc // in order, the last for all that follow
		idle   time.Duration      // as in Timeouts; 0 is longer than any of them takes
		kinds  []outside.Kind     // of the errors of the requests; Other: none
		sent   int
	}{
		{"it fails three times", statuses(500), 0, []outside.Kind{outside.Unavailable, outside.Unavailable}, 3},
		{"it comes back, and fails again", statuses(503, 503, 200, 500), 0, []outside.Kind{outside.Other, outside.Unavailable, outside.Unavailable}, 4},
		{"it hangs", []http.HandlerFunc{hang}, silence, []outside.Kind{outside.Timeout, outside.Timeout}, 1},
		{"it asks for too long a wait", []http.HandlerFunc{answer(429, header("Retry-After", "21"), "x")}, 0, []outside.Kind{outside.RateLimited, outside.RateLimited}, 1},
		{"the waits together are too long", []http.HandlerFunc{answer(429, header("Retry-After", "2"), "x")}, time.Second, []outside.Kind{outside.RateLimited, outside.RateLimited}, 1},
		{"it rejects one request", statuses(400, 200), 0, []outside.Kind{outside.Rejected, outside.Other}, 2},
		{"the key is wrong", statuses(401), 0, []outside.Kind{outside.Unauthorized, outside.Unauthorized}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			var sent atomic.Int32
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				number := int(sent.Add(1))
				_, _ = io.Copy(io.Discard, r.Body) // or nobody sees that the client is gone
				c.serves[min(number, len(c.serves))-1](w, r)
			})
			client := outside.New(outside.Options{
				Retries: outside.Retries{Backoff: 1}, Timeouts: outside.Timeouts{Idle: c.idle},
			})
			ctx := outside.ForQuestion(t.Context())
			for _, kind := range c.kinds {
				_, err := post(t, client, ctx, server.URL, strings.NewReader("prompt"))
				if kind == outside.Other {
					if err != nil {
						t.Error(err)
					}
					continue
				}
				checkFault(t, err, kind, "")
			}
			if got := int(sent.Load()); got != c.sent {
				t.Errorf("it went out %d times, want %d", got, c.sent)
			}
		})
	}
}

// A failure counts for its own service and question alone, and not at all where it was the
// caller who would not wait.
func TestForQuestionElsewhere(t *testing.T) {
	var mu sync.Mutex // guards paths: who hangs up does not wait for the handler
	var paths []string
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		mu.Lock()
		paths = append(paths, r.URL.Path)
		mu.Unlock()
		hang(w, r)
	})
	client := outside.New(outside.Options{Timeouts: outside.Timeouts{Idle: silence}})
	question := outside.ForQuestion(t.Context())
	hurried, cancel := context.WithCancel(question)
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		path string
		kind outside.Kind
	}{
		{hurried, "/a", outside.Cancelled},
		{question, "/a", outside.Timeout},
		{question, "/b", outside.Timeout},
		{outside.ForQuestion(t.Context()), "/a", outside.Timeout},
	} {
		_, err := post(t, client, c.ctx, server.URL+c.path, strings.NewReader("prompt"))
		checkFault(t, err, c.kind, "")
	}
	mu.Lock()
	defer mu.Unlock()
	if got := strings.Join(paths, " "); got != "/a /b /a" {
		t.Errorf("asked %s", got)
	}
}

// The error of a request that was not sent says why the service failed, and what it was for
// itself.
func TestForQuestionSays(t *testing.T) {
	server := serve(t, answer(500, nil, "out of memory"))
	client := outside.New(outside.Options{Retries: outside.Retries{Backoff: 1}})
	ctx := outside.ForQuestion(t.Context())
	_, first := post(t, client, outside.WithPurpose(ctx, outside.Purpose{Name: "terms"}), server.URL, nil)
	_, second := post(t, client, outside.WithPurpose(ctx, outside.Purpose{Name: "statements"}), server.URL, nil)
	host := server.Listener.Addr().String()
	checkFault(t, first, outside.Unavailable, "terms: "+host+" has a fault of its own (500): out of memory")
	checkFault(t, second, outside.Unavailable, "statements: "+host+" has a fault of its own (500): out of memory")
	if errors.Is(second, context.Canceled) {
		t.Error("nobody cancelled it")
	}
}
