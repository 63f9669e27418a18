package outsidetest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// A Recorder is a server on this machine that records what it receives before its
// handler sees it.
type Recorder struct {
	URL string

	mu       sync.Mutex // guards all below
	received []Received
}

// Received is one request as it came.
type Received struct {
	Method, Host, Path string
	Body               []byte
}

// Record starts a recorder, which ends with the test.
func Record(t testing.TB, handler http.HandlerFunc) *Recorder {
	t.Helper()
	r := &Recorder{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			t.Errorf("a body broke off: %v", err)
		}
		r.note(Received{Method: req.Method, Host: req.Host, Path: req.URL.Path, Body: body})
		req.Body = io.NopCloser(bytes.NewReader(body))
		handler(w, req)
	}))
	t.Cleanup(server.Close)
	r.URL = server.URL
	return r
}

func (r *Recorder) note(got Received) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.received = append(r.received, got)
}

// Received returns what came so far, in order. The caller owns the slice.
func (r *Recorder) Received() []Received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.received)
}
