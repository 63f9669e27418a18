package openai_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
)

const canary = "sk-canary/K3y+4nary"

var question = llm.Request{
	Category: llm.Terms,
	Messages: []llm.Message{{Role: llm.User, Text: "Where is gold?"}},
}

// A good reply arrives whole, however the service sends it, and the pieces are
// the text.
func TestReplies(t *testing.T) {
	for _, c := range []struct {
		name    string
		act     llmtest.Act
		stream  bool
		want    llm.Reply
		minimum int // pieces
	}{
		{"in one piece", llmtest.Reply("gold and rubies"), false, llm.Reply{Text: "gold and rubies", FinishReason: "stop", Usage: llm.Usage{PromptTokens: 3, ReplyTokens: 3}}, 0},
		{"word by word", llmtest.Reply("gold and rubies"), true, llm.Reply{Text: "gold and rubies", FinishReason: "stop"}, 3},
		{"byte by byte", llmtest.ReplyBytewise("Ünï 😀\r\n\"x\""), true, llm.Reply{Text: "Ünï 😀\r\n\"x\"", FinishReason: "stop"}, 2},
		{"byte by byte in one piece", llmtest.ReplyBytewise("Ünï"), false, llm.Reply{Text: "Ünï", FinishReason: "stop", Usage: llm.Usage{PromptTokens: 3, ReplyTokens: 1}}, 0},
		{"after many comments", llmtest.KeepAlive(2000, "gold"), true, llm.Reply{Text: "gold", FinishReason: "stop"}, 1},
		{"with empty pieces", llmtest.ReplyPieces("", "a", "", "b"), true, llm.Reply{Text: "ab", FinishReason: "stop"}, 2},
		{
			"a reason to finish and no mark of the end", llmtest.Events(`{"choices":[{"delta":{"content":"a"},"finish_reason":"length"}]}`), true,
			llm.Reply{Text: "a", FinishReason: "length"},
			1,
		},
		{
			"the mark of the end and no reason", llmtest.Events(`{"choices":[{"delta":{"content":"a"}}]}`, "[DONE]"), true,
			llm.Reply{Text: "a"},
			1,
		},
		{
			"usage, no error, another choice", llmtest.Events(`{"error":null,"choices":[{"delta":{"content":"a"}},{"index":1,"delta":{"content":"no"}}]}`,
				`{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1}}`, "[DONE]"), true,
			llm.Reply{Text: "a", Usage: llm.Usage{PromptTokens: 7, ReplyTokens: 1}},
			1,
		},
		{
			"bytes that are no UTF-8", llmtest.Events("{\"choices\":[{\"delta\":{\"content\":\"a\xffb\"}}]}", "[DONE]"), true,
			llm.Reply{Text: "a\uFFFDb"},
			1,
		},
		{
			"a text that speaks of errors", llmtest.Reply(`{"error": "x"}`), true,
			llm.Reply{Text: `{"error": "x"}`, FinishReason: "stop"},
			1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := llmtest.NewServer(t, llmtest.InOrder(c.act))
			got, pieces, err := complete(t.Context(), model(t, server, outside.Options{}), c.stream)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("reply (-want +got):\n%s", diff)
			}
			if c.stream && (strings.Join(pieces, "") != got.Text || len(pieces) < c.minimum) {
				t.Errorf("the pieces are %q", pieces)
			}
		})
	}
}

// Each way to fail ends in one line, and in the part of the text that came.
func TestFaults(t *testing.T) {
	short := outside.Options{Timeouts: outside.Timeouts{Header: 50 * time.Millisecond}}
	idle := outside.Options{Timeouts: outside.Timeouts{Idle: 50 * time.Millisecond}}
	const both, whole, streamed = "both", "whole", "streamed"
	for _, c := range []struct {
		name    string
		act     llmtest.Act
		how     string
		options outside.Options
		text    string // that came in a stream before the fault
		kind    outside.Kind
		message string // behind "terms: " and with {host}
		is      error
	}{
		{"a wrong key", llmtest.Status(401, "no such key"), both, outside.Options{}, "", outside.Unauthorized, "{host} did not accept the key (401): no such key", nil},
		{"too many requests", llmtest.RateLimit("1000000000"), both, outside.Options{}, "", outside.RateLimited, "{host} wants fewer requests (429), and asks for a wait of a day or more: too many requests", nil},
		{"a fault of the service", llmtest.Status(500, "oops"), both, outside.Options{}, "", outside.Unavailable, "{host} has a fault of its own (500): oops", nil},
		{"an error that is a text", llmtest.Raw(404, "application/json", `{"error":"model not found"}`), both, outside.Options{}, "", outside.Rejected, "{host} rejected the request (404): model not found", nil},
		{"an error under a good status", llmtest.Raw(200, "application/json", `{"error":{"message":"no credit","code":402}}`), both, outside.Options{}, "", outside.Rejected, "{host} rejected the request (402): no credit", nil},
		{"a text of an error under a good status", llmtest.Raw(200, "application/json", `{"error":"busy"}`), both, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: busy", nil},
		{"an error without words", llmtest.Raw(200, "application/json", `{"error":{}}`), whole, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: an error that the service does not describe", nil},
		{"HTML", llmtest.Raw(200, "text/html", "<html>sign in</html>"), whole, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: invalid character '<' looking for beginning of value", nil},
		{"HTML for a stream", llmtest.Raw(200, "text/html", "<html>sign in</html>"), streamed, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: it is no stream of events", nil},
		{"no body", llmtest.Raw(200, "application/json", ""), whole, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: EOF", nil},
		{"no body of a stream", llmtest.Raw(200, "text/event-stream", ""), streamed, outside.Options{}, "", outside.Interrupted, "{host} broke off its reply: the reply of the model broke off", llm.ErrCut},
		{"wrong JSON", llmtest.Raw(200, "application/json", `{"choices":[`), whole, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: unexpected EOF", nil},
		{"wrong JSON in a stream", llmtest.Events(`{"choices":[{"delta":{"content":"a"}}]}`, `{"choices":`), streamed, outside.Options{}, "a", outside.BadReply, "{host} sent a reply that makes no sense: unexpected end of JSON input", nil},
		{"no choices", llmtest.NoChoices(), both, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: the model replied with nothing", llm.ErrEmpty},
		{"an empty text", llmtest.Reply(""), both, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: the model replied with nothing", llm.ErrEmpty},
		{"white space", llmtest.Reply(" \n"), both, outside.Options{}, " \n", outside.BadReply, "{host} sent a reply that makes no sense: the model replied with nothing", llm.ErrEmpty},
		{"a refusal", llmtest.Events(`{"choices":[{"delta":{"refusal":"I can"}}]}`, `{"choices":[{"delta":{"refusal":"not."},"finish_reason":"stop"}]}`), streamed, outside.Options{}, "", outside.BadReply, "{host} sent a reply that makes no sense: the model declined: I cannot.", nil},
		{"a stream that just ends", llmtest.Unfinished("gold and "), streamed, outside.Options{}, "gold and ", outside.Interrupted, "{host} broke off its reply: the reply of the model broke off", llm.ErrCut},
		{"a broken connection", llmtest.Cut("gold and "), streamed, outside.Options{}, "gold and ", outside.Interrupted, "{host} broke off its reply: unexpected EOF", nil},
		{"a broken connection in one piece", llmtest.Cut("gold and "), whole, outside.Options{}, "", outside.Interrupted, "{host} broke off its reply: unexpected EOF", nil},
		{"an error in a stream", llmtest.ErrorEvent("gold", `{"error":{"message":"upstream is down","code":502}}`), streamed, outside.Options{}, "gold", outside.Unavailable, "{host} has a fault of its own (502): upstream is down", nil},
		{"an error with choices", llmtest.ErrorEvent("gold", `{"id":"1","error":{"message":"cut","code":"x"},"choices":[{"delta":{},"finish_reason":"error"}]}`), streamed, outside.Options{}, "gold", outside.BadReply, "{host} sent a reply that makes no sense: cut", nil},
		{"a text of an error in a stream", llmtest.ErrorEvent("gold", `{ "error" : "out of memory" }`), streamed, outside.Options{}, "gold", outside.BadReply, "{host} sent a reply that makes no sense: out of memory", nil},
		{"an error by its finish alone", llmtest.Events(`{"choices":[{"delta":{"content":"gold"},"finish_reason":"error"}]}`, "[DONE]"), streamed, outside.Options{}, "gold", outside.BadReply, "{host} sent a reply that makes no sense: the model ended with an error that the service does not name", nil},
		{"no header", llmtest.After(llmtest.NewGate(), llmtest.Reply("x")), both, short, "", outside.Timeout, "{host} took too long: no answer within 50ms", context.DeadlineExceeded},
		{"nothing more of a stream", llmtest.Hang("gold", llmtest.NewGate(), "x"), streamed, idle, "gold", outside.Timeout, "{host} took too long: no more of the reply came within 50ms", context.DeadlineExceeded},
		{"nothing more of a body", llmtest.Hang("gold", llmtest.NewGate(), "x"), whole, idle, "", outside.Timeout, "{host} took too long: no more of the reply came within 50ms", context.DeadlineExceeded},
		{"an endless line", llmtest.EndlessLine(), streamed, outside.Options{}, "", outside.TooLarge, "{host} sent too much: a line of the reply has more than 1 MiB", nil},
		{"an error body of 100 MiB", llmtest.Huge(500, 100<<20), both, outside.Options{}, "", outside.Unavailable, "{host} has a fault of its own (500)", nil},
		{"a reply of 100 MiB", llmtest.Huge(200, 100<<20), whole, outside.Options{}, "", outside.TooLarge, "{host} sent too much: the reply has more than 8 MiB", nil},
		{"a gzip bomb", llmtest.GzipBomb(100 << 20), whole, outside.Options{}, "", outside.TooLarge, "{host} sent too much: the reply has more than 8 MiB", nil},
		{"a text without end", manyEvents(5, 1<<20-100), streamed, outside.Options{}, strings.Repeat("a", 4*(1<<20-100)), outside.TooLarge, "{host} sent too much: the reply has more text than is allowed", nil},
	} {
		for _, stream := range []bool{false, true} {
			if c.how == whole && stream || c.how == streamed && !stream {
				continue
			}
			t.Run(fmt.Sprintf("%s, stream %v", c.name, stream), func(t *testing.T) {
				server := llmtest.NewServer(t, llmtest.InOrder(c.act))
				c.options.Retries.Backoff = 1
				reply, pieces, err := complete(t.Context(), model(t, server, c.options), stream)
				checkFault(t, err, c.kind, "terms: "+strings.ReplaceAll(c.message, "{host}", host(server)))
				if c.is != nil && !errors.Is(err, c.is) {
					t.Errorf("the error is not %v", c.is)
				}
				if stream && (reply.Text != c.text || strings.Join(pieces, "") != c.text) {
					t.Errorf("the text before the fault is %.99q, in the pieces %.99q; want %.99q", reply.Text, pieces, c.text)
				}
			})
		}
	}
}

// What is sent is what the service must get.
func TestRequest(t *testing.T) {
	messages := []llm.Message{{Role: llm.System, Text: "be short"}, {Role: llm.User, Text: "hello"}}
	sent := `"messages":[{"role":"system","content":"be short"},{"role":"user","content":"hello"}]`
	for _, c := range []struct {
		name, model string
		request     llm.Request
		want        string
	}{
		{"the least", "m", llm.Request{}, `{"model":"m",` + sent + `,"temperature":1e-45,"stream":false}`},
		{
			"all", "m",
			llm.Request{MaxTokens: 9, Temperature: 0.5, JSON: true},
			`{"model":"m",` + sent + `,"max_tokens":9,"temperature":0.5,"stream":false,"response_format":{"type":"json_object"}}`,
		},
		{"a model that thinks", "o3-mini", llm.Request{MaxTokens: 9}, `{"model":"o3-mini",` + sent + `,"max_completion_tokens":9,"stream":false}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Reply("yes")))
			m := newModel(t, openai.Options{BaseURL: server.URL, Model: c.model, Client: outside.New(outside.Options{})})
			c.request.Messages = messages
			if _, err := m.Complete(t.Context(), c.request, nil); err != nil {
				t.Fatal(err)
			}
			got := server.Requests()[0]
			var gotBody, wantBody any
			if err := errors.Join(json.Unmarshal(got.Body, &gotBody), json.Unmarshal([]byte(c.want), &wantBody)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(wantBody, gotBody); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
		})
	}
}

// However the address is written, the request goes to the same place.
func TestBaseURL(t *testing.T) {
	for _, suffix := range []string{"/v1", "/v1/", "/v1//", "/v1/chat/completions", "/v1/chat/completions/", " "} {
		server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Reply("yes")))
		m := newModel(t, openai.Options{BaseURL: server.URL + suffix, Model: "m", Client: outside.New(outside.Options{})})
		if _, err := llm.Ask(t.Context(), m, llm.Prompt(llm.Terms, "hello"), nil); err != nil {
			t.Errorf("%q: %v", suffix, err)
		}
		want := "/v1/chat/completions"
		if suffix == " " {
			want = "/chat/completions"
		}
		if got := server.Requests()[0].Path; got != want {
			t.Errorf("%q: the request went to %s", suffix, got)
		}
	}
}

// Options that cannot work are refused at once, in words that show no key.
func TestOptions(t *testing.T) {
	client := outside.New(outside.Options{})
	good := openai.Options{BaseURL: "https://openrouter.ai/api/v1", Model: "m", Client: client}
	for _, c := range []struct {
		name   string
		change func(o *openai.Options)
		want   string
	}{
		{"nothing", func(*openai.Options) {}, "<nil>"},
		{"a key with a line feed behind it", func(o *openai.Options) { o.Key = outside.NewSecret(canary + "\n") }, "<nil>"},
		{"a key of two lines", func(o *openai.Options) { o.Key = outside.NewSecret(canary + "\n" + canary) }, "the key holds a line break or another control character"},
		{"no address", func(o *openai.Options) { o.BaseURL = "" }, "the base URL must be like https://openrouter.ai/api/v1"},
		{"no scheme", func(o *openai.Options) { o.BaseURL = "localhost:8080/v1" }, "the base URL must be like https://openrouter.ai/api/v1"},
		{"no URL", func(o *openai.Options) { o.BaseURL = "http://[" + canary }, "the base URL is not an address"},
		{"a key in it", func(o *openai.Options) { o.BaseURL = "https://x:" + canary[3:9] + "@h/v1" }, "the base URL holds a user name; set the key instead"},
		{"a query", func(o *openai.Options) { o.BaseURL = "https://h/v1?key=" + canary }, "the base URL holds a query or a fragment"},
		{"no model", func(o *openai.Options) { o.Model = "" }, "no model is named"},
		{"no client", func(o *openai.Options) { o.Client = nil }, "there is no client to send requests through"},
	} {
		o := good
		c.change(&o)
		if _, err := openai.New(o); fmt.Sprint(err) != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// Cancelling ends a call in every state with context.Canceled, the service
// sees its connection close, and no other call follows.
func TestCancel(t *testing.T) {
	for _, c := range []struct {
		name   string
		act    func(gate *llmtest.Gate) llmtest.Act
		stream bool
	}{
		{"before the header", func(g *llmtest.Gate) llmtest.Act { return llmtest.After(g, llmtest.Reply("x")) }, false},
		{"before the header of a stream", func(g *llmtest.Gate) llmtest.Act { return llmtest.After(g, llmtest.Reply("x")) }, true},
		{"in the body", func(g *llmtest.Gate) llmtest.Act { return llmtest.Hang("gold", g, "x") }, false},
		{"in a stream", func(g *llmtest.Gate) llmtest.Act { return llmtest.Hang("gold", g, "x") }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			gate := llmtest.NewGate()
			server := llmtest.NewServer(t, llmtest.InOrder(c.act(gate)))
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				<-gate.Arrived()
				cancel()
			}()
			_, _, err := complete(ctx, model(t, server, outside.Options{}), c.stream)
			checkFault(t, err, outside.Cancelled, "terms: the request to "+host(server)+" was cancelled")
			if !errors.Is(err, context.Canceled) {
				t.Error("the error is not context.Canceled")
			}
			request := <-server.Arrivals()
			<-request.Gone()
			if n := len(server.Requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// Cancelling from within the stream ends it with the piece that was given.
func TestCancelInStream(t *testing.T) {
	server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Hang("gold ", llmtest.NewGate(), "and more")))
	ctx, cancel := context.WithCancel(t.Context())
	reply, err := model(t, server, outside.Options{}).Complete(ctx, question, func(string) { cancel() })
	if reply.Text != "gold " || !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %v", reply.Text, err)
	}
	<-(<-server.Arrivals()).Gone()
}

// A service that is busy for a moment is asked again with the same prompt.
func TestRetry(t *testing.T) {
	for _, stream := range []bool{false, true} {
		server := llmtest.NewServer(t, llmtest.InOrder(llmtest.RateLimit("0"), llmtest.Status(503, "x"), llmtest.Reply("gold")))
		m := model(t, server, outside.Options{Retries: outside.Retries{Backoff: 1}})
		reply, _, err := complete(t.Context(), m, stream)
		if reply.Text != "gold" || err != nil {
			t.Errorf("got %q, %v", reply.Text, err)
		}
		for _, r := range server.Requests() {
			if r.Prompt != "Where is gold?" || r.Stream != stream {
				t.Errorf("asked %q", r.Prompt)
			}
		}
	}
}

// A service that cannot be held to JSON is asked without that, and then always.
func TestNoJSONForm(t *testing.T) {
	refusal := llmtest.Status(400, "'response_format.type' must be 'json_schema' or 'text'")
	server := llmtest.NewServer(t, llmtest.InOrder(refusal, llmtest.Reply("{}")))
	m := model(t, server, outside.Options{})
	r := question
	r.JSON = true
	for range 2 {
		if reply, err := m.Complete(t.Context(), r, nil); reply.Text != "{}" || err != nil {
			t.Fatalf("got %q, %v", reply.Text, err)
		}
	}
	var asked []bool
	for _, got := range server.Requests() {
		asked = append(asked, strings.Contains(string(got.Body), "response_format"))
	}
	if got := fmt.Sprint(asked); got != "[true false false]" {
		t.Errorf("asked for JSON: %s", got)
	}
}

// Comments keep a connection open and are no reply: a model that hangs behind them is not
// waited for any longer than one that sends nothing.
func TestOnlyComments(t *testing.T) {
	for _, c := range []struct {
		name     string
		timeouts outside.Timeouts
		ctx      context.Context
	}{
		{"by itself", outside.Timeouts{Header: 300 * time.Millisecond}, t.Context()},
		{"in a question", outside.Timeouts{Idle: 300 * time.Millisecond}, outside.ForQuestion(t.Context())},
	} {
		server := llmtest.NewServer(t, llmtest.InOrder(llmtest.OnlyComments()))
		m := model(t, server, outside.Options{Timeouts: c.timeouts, Limits: outside.Limits{Stream: 1 << 40}})
		for range 2 {
			_, _, err := complete(c.ctx, m, true)
			checkFault(t, err, outside.Timeout, "terms: "+host(server)+" took too long: no answer within 300ms")
		}
		if got, want := len(server.Requests()), map[string]int{"by itself": 2, "in a question": 1}[c.name]; got != want {
			t.Errorf("%s: %d requests, want %d", c.name, got, want)
		}
	}
	// Behind the first data it is the wait for more that ends.
	server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Then(llmtest.Unfinished("gold"), llmtest.OnlyComments())))
	reply, _, err := complete(t.Context(), model(t, server, outside.Options{Timeouts: outside.Timeouts{Idle: 50 * time.Millisecond}}), true)
	checkFault(t, err, outside.Timeout, "terms: "+host(server)+" took too long: no more of the reply came within 50ms")
	if reply.Text != "gold" {
		t.Errorf("got %q before it", reply.Text)
	}
}

// An error says whether it came inside of a reply, for which the service may have worked.
func TestFaultInReply(t *testing.T) {
	for _, c := range []struct {
		name    string
		act     llmtest.Act
		inReply bool
	}{
		{"a status", llmtest.Status(429, "too many requests"), false},
		{"a status with a code", llmtest.Raw(400, "application/json", `{"error":{"message":"no","code":429}}`), false},
		{"in an event", llmtest.ErrorEvent("gold", `{"error":{"message":"too many requests","code":429}}`), true},
		{"in the first event", llmtest.Events(`{"error":{"message":"no credit","code":402}}`), true},
	} {
		server := llmtest.NewServer(t, llmtest.InOrder(c.act))
		_, _, err := complete(t.Context(), model(t, server, outside.Options{Retries: outside.Retries{Tries: 1}}), true)
		var fault *outside.Error
		if !errors.As(err, &fault) || fault.InReply != c.inReply {
			t.Errorf("%s: %v is in a reply: %v", c.name, err, !c.inReply)
		}
	}
}

// A redirect takes neither the prompt nor the key to another host.
func TestRedirect(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		other := llmtest.NewServer(t, llmtest.InOrder(llmtest.Reply("mine")))
		server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Redirect(status, other.URL+"/v1/chat/completions")))
		for _, stream := range []bool{false, true} {
			_, _, err := complete(t.Context(), model(t, server, outside.Options{}), stream)
			checkFault(t, err, outside.Redirected, "")
		}
		if n := len(other.Requests()); n != 0 {
			t.Errorf("%d: the other host got %d requests", status, n)
		}
	}
}

// The key stands in one header of each request, and nowhere else: not in
// errors, not in anything printed, whatever the service does with it.
func TestKey(t *testing.T) {
	for name, act := range map[string]llmtest.Act{
		"a good reply":       llmtest.Reply("gold"),
		"the key repeated":   llmtest.Status(401, "wrong key "+canary+" and "+base64.StdEncoding.EncodeToString([]byte(canary))),
		"in a good status":   llmtest.Raw(200, "application/json", `{"error":"`+canary+`"}`),
		"in a stream":        llmtest.ErrorEvent("x", `{"error":{"message":"`+canary+`"}}`),
		"in a refusal":       llmtest.Events(`{"choices":[{"delta":{"refusal":"` + canary + `"},"finish_reason":"stop"}]}`),
		"in a type of error": llmtest.Raw(500, "text/plain", canary),
	} {
		t.Run(name, func(t *testing.T) {
			server := llmtest.NewServer(t, llmtest.InOrder(act))
			m := model(t, server, outside.Options{Retries: outside.Retries{Backoff: 1}})
			_, _, err := complete(t.Context(), m, true)
			for _, r := range server.Requests() {
				if got := r.Header.Get("Authorization"); got != "Bearer "+canary {
					t.Errorf("Authorization: %s", got)
				}
				r.Header.Del("Authorization")
				if rest := fmt.Sprint(r.Header, r.Path, string(r.Body)); strings.Contains(rest, "4nary") {
					t.Errorf("the key stands in %s", rest)
				}
			}
			printed := fmt.Sprintf("%v %+v %#v %v %+v %#v", err, err, err, m, m, m)
			if hidden := base64.StdEncoding.EncodeToString([]byte(canary)); strings.Contains(printed, "4nary") || strings.Contains(printed, hidden[4:20]) {
				t.Errorf("the key shows in %s", printed)
			}
		})
	}
}

// Without a key there is no header for one.
func TestNoKey(t *testing.T) {
	server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Reply("gold")))
	m := newModel(t, openai.Options{BaseURL: server.URL, Model: "m", Client: outside.New(outside.Options{})})
	if _, err := llm.Ask(t.Context(), m, llm.Prompt(llm.Terms, "hello"), nil); err != nil {
		t.Fatal(err)
	}
	if got, ok := server.Requests()[0].Header["Authorization"]; ok {
		t.Errorf("Authorization: %s", got)
	}
}

// The ledger of a question holds each request with the parts of files in it.
func TestLedger(t *testing.T) {
	server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Status(503, ""), llmtest.Reply("gold")))
	ledger := outside.NewLedger(9)
	r := question
	r.Sources = []llm.Source{{Path: "a.txt", Start: 1, End: 9}}
	ctx := outside.WithLedger(t.Context(), ledger)
	m := model(t, server, outside.Options{Retries: outside.Retries{Backoff: 1}})
	if _, err := m.Complete(ctx, r, nil); err != nil {
		t.Fatal(err)
	}
	var want []outside.Entry
	for _, got := range server.Requests() {
		want = append(want, outside.Entry{
			Method: "POST", Host: host(server), Path: "/chat/completions", Bytes: int64(len(got.Body)),
			Purpose: outside.Purpose{Name: "terms", Ranges: []outside.Range{{Path: "a.txt", Start: 1, End: 9}}},
		})
	}
	if diff := cmp.Diff(want, ledger.Entries(), cmpopts.IgnoreFields(outside.Entry{}, "Time")); diff != "" || len(want) != 2 {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

// complete asks the question and collects the pieces of a stream.
func complete(ctx context.Context, m llm.Model, stream bool) (llm.Reply, []string, error) {
	if !stream {
		reply, err := m.Complete(ctx, question, nil)
		return reply, nil, err
	}
	var pieces []string
	reply, err := m.Complete(ctx, question, func(delta string) { pieces = append(pieces, delta) })
	return reply, pieces, err
}

func model(t *testing.T, server *llmtest.Server, options outside.Options) *openai.Model {
	t.Helper()
	return newModel(t, openai.Options{
		BaseURL: server.URL, Key: outside.NewSecret(canary), Model: "m", Client: outside.New(options),
	})
}

func newModel(t *testing.T, o openai.Options) *openai.Model {
	t.Helper()
	m, err := openai.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.Client.Close)
	return m
}

func host(server *llmtest.Server) string { return strings.TrimPrefix(server.URL, "http://") }

// manyEvents streams so many events, each with so many letters.
func manyEvents(events, letters int) llmtest.Act {
	data := make([]string, events)
	for i := range data {
		data[i] = `{"choices":[{"delta":{"content":"` + strings.Repeat("a", letters) + `"}}]}`
	}
	return llmtest.Events(data...)
}

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
}
