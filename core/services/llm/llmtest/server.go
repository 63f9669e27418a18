package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Server is an HTTP server on this machine that speaks the OpenAI API: POST to
// a path that ends in /chat/completions or in /embeddings, and GET of one that
// ends in /models. What it replies to the first two is an Act for each request.
type Server struct {
	URL string // of the service, such as http://127.0.0.1:1234; with or without /v1 behind it

	play     Play
	stopping context.Context // ends when the test does
	arrivals chan *Received

	mu       sync.Mutex // guards all below
	taken    map[string]int
	received []*Received
}

// Play is what a server does: for each category the acts in the order of the
// requests. The last act of a category also serves all later ones, so that a
// client that tries again meets the same.
type Play struct {
	// Category returns the category of a request by its prompt, which is the
	// texts of its messages joined by line feeds. If nil, all are Any.
	Category func(prompt string) string
	// Acts are taken from Any for a category that has none of its own.
	Acts map[string][]Act
}

// Embeddings is the category of the requests for vectors. They take no acts
// from Any.
const Embeddings = "embeddings"

// InOrder is a play that takes the acts in the order of the requests.
func InOrder(acts ...Act) Play { return Play{Acts: map[string][]Act{Any: acts}} }

// Play turns a script for a model into one for a server. Errors become replies
// with the status 500. The last step of a category repeats, as all acts do.
func (s Script) Play(category func(prompt string) string) Play {
	acts := map[string][]Act{}
	for name, steps := range s {
		for _, step := range steps {
			acts[name] = append(acts[name], step.act())
		}
	}
	return Play{Category: category, Acts: acts}
}

// Received is a request that reached the server.
type Received struct {
	Category string
	Method   string
	Path     string
	Header   http.Header
	Body     []byte
	Model    string   // that it asks for
	Prompt   string   // the texts of its messages, joined by line feeds
	Stream   bool     // whether it asks for a reply in pieces
	Counted  bool     // whether it asks for the tokens of these
	Texts    []string // that it asks the vectors of

	gone  chan struct{}
	leave sync.Once // closes gone
}

// Gone returns a channel that is closed when the client closes its connection
// before the reply to this request is complete. It stays open if the client
// takes the whole reply.
func (r *Received) Gone() <-chan struct{} { return r.gone }

func (r *Received) left() { r.leave.Do(func() { close(r.gone) }) }

// NewServer starts a server, which ends with the test. At that moment every
// act that still waits or writes is ended.
func NewServer(t testing.TB, p Play) *Server {
	t.Helper()
	stopping, stop := context.WithCancel(context.Background())
	s := &Server{play: p, stopping: stopping, arrivals: make(chan *Received, 4096), taken: map[string]int{}}
	web := httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = web.URL
	t.Cleanup(func() {
		stop()
		web.CloseClientConnections()
		web.Close()
	})
	return s
}

// Arrivals returns the channel on which every request is announced, before the
// server begins to reply to it. It holds up to 4096 that nobody takes.
func (s *Server) Arrivals() <-chan *Received { return s.arrivals }

// Requests returns the requests so far, in order. The caller owns the slice.
func (s *Server) Requests() []*Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.received)
}

// serve answers one request.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone before it has asked
	}
	got := read(r, body)
	switch {
	case strings.HasSuffix(got.Path, "/embeddings"):
		got.Category = Embeddings
	case s.play.Category != nil:
		got.Category = s.play.Category(got.Prompt)
	}
	act := s.next(got)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.stopping, cancel)()
	defer context.AfterFunc(r.Context(), got.left)()
	select {
	case s.arrivals <- got:
	default:
	}
	act(&Exchange{Received: got, ctx: ctx, w: w})
	if r.Context().Err() != nil {
		got.left() // the act may have heard of it before AfterFunc has
	}
	if ctx.Err() != nil {
		// What was given up must not look like a reply that is complete.
		panic(http.ErrAbortHandler)
	}
}

// knows reports whether there is anything at the path of a request. Vectors are
// made only where the play has an act for them.
func (s *Server) knows(r *Received) bool {
	if r.Category == Embeddings {
		return len(s.play.Acts[Embeddings]) > 0
	}
	return strings.HasSuffix(r.Path, "/chat/completions")
}

// read takes in a request. One that is not JSON has no prompt.
func read(r *http.Request, body []byte) *Received {
	var chat struct {
		Model    string
		Stream   bool
		Messages []struct{ Content string }
		Input    []string
		Options  struct {
			Usage bool `json:"include_usage"`
		} `json:"stream_options"`
	}
	_ = json.Unmarshal(body, &chat) // what a body lacks, the test will miss
	var texts []string
	for _, message := range chat.Messages {
		texts = append(texts, message.Content)
	}
	return &Received{
		Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Body: body,
		Model: chat.Model, Stream: chat.Stream, Counted: chat.Options.Usage, Prompt: strings.Join(texts, "\n"), Texts: chat.Input,
		gone: make(chan struct{}),
	}
}

// next keeps a request and returns what to do about it.
func (s *Server) next(r *Received) Act {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.received = append(s.received, r)
	switch {
	case r.Method == http.MethodGet && strings.HasSuffix(r.Path, "/models"):
		return Raw(200, "application/json", `{"object":"list","data":[{"id":"scripted","object":"model"}]}`)
	case r.Method != http.MethodPost || !s.knows(r):
		return Status(404, fmt.Sprintf("no %s %s here", r.Method, r.Path))
	}
	key := r.Category
	if _, own := s.play.Acts[key]; !own && key != Embeddings {
		key = Any
	}
	acts := s.play.Acts[key]
	if len(acts) == 0 {
		return Status(400, fmt.Sprintf("nothing is scripted for category %q", r.Category))
	}
	number := min(s.taken[key], len(acts)-1)
	s.taken[key]++
	return acts[number]
}
