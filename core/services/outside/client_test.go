package outside_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"docuquest/core/services/outside"
)

// Each case is a service that misbehaves, and what the user is told. {host}
// stands for the service's host.
func TestFaults(t *testing.T) {
	short := outside.Timeouts{Header: 50 * time.Millisecond}
	for _, c := range []struct {
		name    string
		serve   http.HandlerFunc
		options outside.Options
		kind    outside.Kind
		message string
	}{
		{
			"a wrong key", answer(401, nil, `{"error":{"message":"no such key","code":"invalid"}}`),
			outside.Options{},
			outside.Unauthorized, "{host} did not accept the key (401): no such key",
		},
		{"a forbidden model", answer(403, nil, ""), outside.Options{}, outside.Unauthorized, "{host} did not accept the key (403)"},
		{
			"an error that is a text", answer(404, nil, `{"error":"model \"x\" not found"}`),
			outside.Options{},
			outside.Rejected, `{host} rejected the request (404): model "x" not found`,
		},
		{
			"a detail", answer(422, nil, `{"detail":"too many texts"}`),
			outside.Options{},
			outside.Rejected, "{host} rejected the request (422): too many texts",
		},
		{
			"a detail that is a list", answer(422, nil, `{"detail":[{"type":"extra_forbidden","loc":["body","options"],"msg":"not permitted"},{"msg":"more"}]}`),
			outside.Options{},
			outside.Rejected, "{host} rejected the request (422): [body options] not permitted",
		},
		{
			"one within a message", answer(422, nil, `{"object":"error","message":{"detail":[{"loc":["body",0],"msg":"not permitted"}]}}`),
			outside.Options{},
			outside.Rejected, "{host} rejected the request (422): [body 0] not permitted",
		},
		{
			"a page of HTML is not shown", answer(500, nil, "<html><body>oops</body></html>"),
			outside.Options{},
			outside.Unavailable, "{host} has a fault of its own (500)",
		},
		{
			"a message of many lines becomes one", answer(503, nil, "try\r\n\tlater\x1b[31m\x00 on"),
			outside.Options{},
			outside.Unavailable, "{host} has a fault of its own (503): try later [31m on",
		},
		{
			"a wait that is too long is not waited", answer(429, header("Retry-After", "1000000000"), "busy"),
			outside.Options{},
			outside.RateLimited, "{host} wants fewer requests (429), and asks for a wait of a day or more: busy",
		},
		{
			"a wait that no clock can hold", answer(429, header("Retry-After", "99999999999999999999"), ""),
			outside.Options{},
			outside.RateLimited, "{host} wants fewer requests (429), and asks for a wait of a day or more",
		},
		{
			"a redirect to another host", answer(307, header("Location", "https://elsewhere.example/x?key=abc"), ""),
			outside.Options{},
			outside.Redirected, "{host} redirects, which is not followed; set the final address instead (307): https://elsewhere.example",
		},
		{
			"a redirect to the same host", answer(301, header("Location", "/v2"), ""),
			outside.Options{},
			outside.Redirected, "{host} redirects, which is not followed; set the final address instead (301): http://{host}",
		},
		{
			"a redirect to nowhere", answer(302, nil, ""),
			outside.Options{},
			outside.Redirected, "{host} redirects, which is not followed; set the final address instead (302): an address that it does not name",
		},
		{
			"a long message of an endless body", func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(400)
				forever(w, "0123456789")
			},
			outside.Options{},
			outside.Rejected, "{host} rejected the request (400): " + strings.Repeat("0123456789", 30)[:299] + "…",
		},
		{
			"no header", hang,
			outside.Options{Timeouts: short},
			outside.Timeout, "{host} took too long: no answer within 50ms",
		},
		{
			"no more of the body", func(w http.ResponseWriter, r *http.Request) {
				io.WriteString(w, "some")
				w.(http.Flusher).Flush()
				hang(w, r)
			},
			outside.Options{Timeouts: outside.Timeouts{Idle: 50 * time.Millisecond}},
			outside.Timeout, "{host} took too long: no more of the reply came within 50ms",
		},
		{
			"a body that drips for ever", func(w http.ResponseWriter, r *http.Request) {
				for r.Context().Err() == nil {
					io.WriteString(w, ".")
					w.(http.Flusher).Flush()
				}
			},
			outside.Options{Timeouts: outside.Timeouts{Total: 100 * time.Millisecond}, Limits: outside.Limits{Body: 1 << 40}},
			outside.Timeout, "{host} took too long: the whole reply was not there within 100ms",
		},
		{
			"a body over the limit, of unknown length", func(w http.ResponseWriter, r *http.Request) { forever(w, "x") },
			outside.Options{Limits: outside.Limits{Body: 1 << 10}},
			outside.TooLarge, "{host} sent too much: the reply has more than 1 KiB",
		},
		{
			"a body over the limit, of known length", answer(200, header("Content-Length", "11"), "hello world"),
			outside.Options{Limits: outside.Limits{Body: 10}},
			outside.TooLarge, "{host} sent too much: the reply has more than 10 bytes",
		},
		{
			"a gzip bomb", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", "gzip")
				z := gzip.NewWriter(w)
				z.Write(make([]byte, 4<<20))
				z.Close()
			},
			outside.Options{Limits: outside.Limits{Body: 1 << 20}},
			outside.TooLarge, "{host} sent too much: the reply has more than 1 MiB",
		},
		{
			"bytes that are no gzip", answer(200, header("Content-Encoding", "gzip"), "plain text, not compressed"),
			outside.Options{},
			outside.BadReply, "{host} sent a reply that makes no sense: gzip: invalid header",
		},
		{
			"a connection cut in the body", func(w http.ResponseWriter, r *http.Request) {
				io.WriteString(w, "half of it")
				w.(http.Flusher).Flush()
				panic(http.ErrAbortHandler)
			},
			outside.Options{},
			outside.Interrupted, "{host} broke off its reply: unexpected EOF",
		},
		{
			"a connection cut before the header", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			outside.Options{},
			outside.Interrupted, "{host} broke off its reply: EOF",
		},
		{
			"a reply that is not HTTP", func(w http.ResponseWriter, r *http.Request) {
				conn, _, err := w.(http.Hijacker).Hijack()
				if err == nil {
					io.WriteString(conn, "ready\r\n\r\n")
					conn.Close()
				}
			},
			outside.Options{},
			outside.BadReply, `{host} sent a reply that makes no sense: net/http: HTTP/1.x transport connection broken: malformed HTTP response "ready"`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Retries.Backoff = 1
			server := serve(t, c.serve)
			_, err := get(t, outside.New(c.options), t.Context(), server.URL)
			checkFault(t, err, c.kind, strings.ReplaceAll(c.message, "{host}", server.Listener.Addr().String()))
		})
	}
}

// What must not be sent is not sent; a host that is not there is said to be so.
func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		url     string
		kind    outside.Kind
		message string
	}{
		{"http://api.example/v1", outside.Refused, "nothing was sent to api.example: plain http is for this machine alone, use https"},
		{"http://127.0.0.1.example/", outside.Refused, "nothing was sent to 127.0.0.1.example: plain http is for this machine alone, use https"},
		{"http://user:hunter22@localhost/", outside.Refused, "nothing was sent to localhost: the address holds a user name"},
		{"file:///etc/passwd", outside.Refused, "nothing was sent to the service: the address names no host"},
		{"ftp://localhost/x", outside.Refused, `nothing was sent to localhost: addresses begin with https, not with "ftp"`},
		{deaf(t), outside.Unreachable, ""},
	} {
		t.Run(c.url, func(t *testing.T) {
			ledger := outside.NewLedger(9)
			_, err := get(t, outside.New(outside.Options{Ledger: ledger}), t.Context(), c.url)
			checkFault(t, err, c.kind, c.message)
			if sent := ledger.Entries(); len(sent) != 0 {
				t.Errorf("the ledger says that something was sent: %v", sent)
			}
		})
	}
}

// deaf is an address at which nobody listens and nobody else can begin to: that of the
// near end of a connection.
func deaf(t *testing.T) string {
	t.Helper()
	near, err := net.Dial("tcp", serve(t, hang).Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close() })
	return "http://" + near.LocalAddr().String()
}

// A host that the user allowed is spoken to by plain http: here it does not
// exist, which only a client that tries can know.
func TestPlainHosts(t *testing.T) {
	client := outside.New(outside.Options{PlainHosts: []string{"host.invalid"}})
	_, err := get(t, client, t.Context(), "http://host.invalid:1/")
	checkFault(t, err, outside.Unreachable, "")
}

// The second host sees nothing of a redirect, whatever its status.
func TestRedirectTarget(t *testing.T) {
	var reached atomic.Int32
	target := serve(t, func(http.ResponseWriter, *http.Request) { reached.Add(1) })
	for _, status := range []int{301, 302, 303, 307, 308} {
		server := serve(t, answer(status, header("Location", target.URL), ""))
		_, err := post(t, outside.New(outside.Options{}), t.Context(), server.URL, strings.NewReader("the prompt"))
		checkFault(t, err, outside.Redirected, "")
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("the target of the redirects got %d requests", n)
	}
}

// A body of exactly the limit is taken whole.
func TestBodyAtLimit(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush() // so that the length is not known
		io.WriteString(w, "0123456789")
	})
	body, err := get(t, outside.New(outside.Options{Limits: outside.Limits{Body: 10}}), t.Context(), server.URL)
	if body != "0123456789" || err != nil {
		t.Errorf("got %q, %v", body, err)
	}
}

// A request is tried again as often as allowed, each time with its whole body.
func TestRetries(t *testing.T) {
	past := header("Retry-After", "Mon, 02 Jan 2006 15:04:05 GMT")
	for _, c := range []struct {
		name     string
		statuses []int // of the replies, the last for all that follow
		header   http.Header
		body     io.Reader
		requests int
		kind     outside.Kind // of the error; Other: none
	}{
		{"a good reply at last", []int{429, 503, 200}, nil, strings.NewReader("prompt"), 3, outside.Other},
		{"a date that has passed", []int{429, 200}, past, strings.NewReader("prompt"), 2, outside.Other},
		{"no good reply", []int{500}, nil, strings.NewReader("prompt"), 3, outside.Unavailable},
		{"no body", []int{502, 200}, nil, nil, 2, outside.Other},
		{"a body that cannot be read twice", []int{429, 200}, nil, io.MultiReader(strings.NewReader("prompt")), 1, outside.RateLimited},
		{"a request that is wrong stays wrong", []int{400, 200}, nil, strings.NewReader("prompt"), 1, outside.Rejected},
		{"a wait that is too long", []int{429, 200}, header("Retry-After", "21"), strings.NewReader("prompt"), 1, outside.RateLimited},
	} {
		t.Run(c.name, func(t *testing.T) {
			var bodies []string
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				bodies = append(bodies, string(body))
				answer(c.statuses[min(len(bodies), len(c.statuses))-1], c.header, "x")(w, r)
			})
			_, err := post(t, outside.New(outside.Options{Retries: outside.Retries{Backoff: 1}}), t.Context(), server.URL, c.body)
			if c.kind != outside.Other {
				checkFault(t, err, c.kind, "")
			} else if err != nil {
				t.Error(err)
			}
			want := ""
			if c.body != nil {
				want = "prompt"
			}
			if got, want := fmt.Sprint(bodies), fmt.Sprint(repeat(want, c.requests)); got != want {
				t.Errorf("the service got the bodies %s, want %s", got, want)
			}
		})
	}
}

// The requests of a context go out no more often than that allows, all of them together.
func TestTries(t *testing.T) {
	for _, c := range []struct {
		status, most, sent int
		kinds              []outside.Kind // of the errors of two requests
	}{
		{503, 1, 1, []outside.Kind{outside.Unavailable, outside.Refused}},
		{503, 2, 2, []outside.Kind{outside.Unavailable, outside.Refused}},
		{503, 4, 4, []outside.Kind{outside.Unavailable, outside.Unavailable}},
		{503, 9, 6, []outside.Kind{outside.Unavailable, outside.Unavailable}},
		{429, 9, 6, []outside.Kind{outside.RateLimited, outside.RateLimited}},
		{502, 9, 2, []outside.Kind{outside.Unavailable, outside.Unavailable}}, // which may have to be paid for
	} {
		sent := 0
		server := serve(t, func(w http.ResponseWriter, r *http.Request) {
			sent++
			answer(c.status, nil, "x")(w, r)
		})
		client := outside.New(outside.Options{Retries: outside.Retries{Backoff: 1}})
		ctx := outside.WithTries(t.Context(), c.most)
		for i, kind := range c.kinds {
			if may := outside.MayTry(ctx); may != (sent < c.most) {
				t.Errorf("%d tries, request %d: it may go out: %v", c.most, i, may)
			}
			_, err := post(t, client, ctx, server.URL, strings.NewReader("prompt"))
			checkFault(t, err, kind, "")
		}
		if sent != c.sent {
			t.Errorf("%d tries: it went out %d times, want %d", c.most, sent, c.sent)
		}
	}
	if !outside.MayTry(t.Context()) {
		t.Error("a context without a limit has one")
	}
}

// Cancelling ends a request in every state, and the service sees the
// connection close.
func TestCancel(t *testing.T) {
	for _, state := range []string{"waiting for the header", "reading the body", "reading a failed reply"} {
		t.Run(state, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			gone := make(chan struct{})
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				switch state {
				case "reading the body":
					w.(http.Flusher).Flush()
				case "reading a failed reply":
					w.WriteHeader(500)
					w.(http.Flusher).Flush()
				}
				cancel()
				<-r.Context().Done()
				close(gone)
			})
			_, err := get(t, outside.New(outside.Options{}), ctx, server.URL)
			checkFault(t, err, outside.Cancelled, "the request to "+server.Listener.Addr().String()+" was cancelled")
			if !errors.Is(err, context.Canceled) {
				t.Error("the error is not context.Canceled")
			}
			<-gone
		})
	}
}

// A wait before the next try ends with the context. It begins once the service
// has given its whole reply, and is longer than any test may take.
func TestCancelWait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewUnstartedServer(answer(429, header("Retry-After", "300000"), "busy"))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateIdle {
			cancel()
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	client := outside.New(outside.Options{
		Retries:  outside.Retries{MaxWait: 100 * time.Hour},
		Timeouts: outside.Timeouts{Total: 100 * time.Hour},
	})
	_, err := get(t, client, ctx, server.URL)
	checkFault(t, err, outside.Cancelled, "")
}

// The deadline of the caller is a time-out, not a cancellation.
func TestCallersDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := get(t, outside.New(outside.Options{}), ctx, serve(t, hang).URL)
	checkFault(t, err, outside.Timeout, "")
	var late interface{ Timeout() bool }
	if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &late) || !late.Timeout() {
		t.Errorf("got %v", err)
	}
}

// A request keeps its own context and headers; Do changes none of them.
func TestRequestUnchanged(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.UserAgent()) })
	req, err := http.NewRequestWithContext(t.Context(), "GET", server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := do(outside.New(outside.Options{}), req)
	if body != "docuquest" || err != nil || len(req.Header) != 0 {
		t.Errorf("got %q, %v; the request has the headers %v", body, err, req.Header)
	}
}

// checkFault checks the kind of an error, its text if message is not empty,
// and that the text is one line.
func checkFault(t *testing.T, err error, kind outside.Kind, message string) {
	t.Helper()
	var fault *outside.Error
	if !errors.As(err, &fault) {
		t.Fatalf("got %v, want an *outside.Error", err)
	}
	if fault.Kind != kind {
		t.Errorf("kind %d, want %d: %v", fault.Kind, kind, err)
	}
	if message != "" && err.Error() != message {
		t.Errorf("got:  %s\nwant: %s", err, message)
	}
	if strings.ContainsAny(err.Error(), "\r\n") {
		t.Errorf("more than one line: %q", err)
	}
}

func serve(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

func get(t *testing.T, client *outside.Client, ctx context.Context, url string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return do(client, req)
}

func post(t *testing.T, client *outside.Client, ctx context.Context, url string, body io.Reader) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, "POST", url, body)
	if err != nil {
		t.Fatal(err)
	}
	return do(client, req)
}

func do(client *outside.Client, req *http.Request) (string, error) {
	res, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return string(body), err
}

func answer(status int, header http.Header, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func header(name, value string) http.Header { return http.Header{name: {value}} }

// hang answers nothing until the client is gone.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// forever writes until the client is gone.
func forever(w io.Writer, text string) {
	block := bytes.Repeat([]byte(text), 1000)
	for {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

func repeat(s string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = s
	}
	return all
}
