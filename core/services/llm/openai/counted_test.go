package openai_test

import (
	"strings"
	"testing"

	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/outside"
)

// The tokens of a stream are counted where that is asked for, however the service calls
// them. One that does not know what it is asked is asked without it, and then always.
func TestCountedStream(t *testing.T) {
	refusal := func(said string) llmtest.Act { return llmtest.Status(400, said) }
	counts := func(usage string) llmtest.Act {
		return llmtest.Events(`{"choices":[{"delta":{"content":"gold"}}]}`, `{"choices":[],"usage":`+usage+`}`, "[DONE]")
	}
	unknown := llmtest.Raw(422, "application/json", `{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}`)
	r := question
	r.Counted, r.JSON = true, true
	for _, c := range []struct {
		name  string
		acts  []llmtest.Act
		usage llm.Usage // of the last reply
		asked string    // what for: the tokens and JSON
	}{
		{"it counts", []llmtest.Act{llmtest.Reply("gold")}, llm.Usage{PromptTokens: 3, ReplyTokens: 1}, "tokens,JSON tokens,JSON"},
		{"thoughts are in the sum alone", []llmtest.Act{counts(`{"prompt_tokens":3,"completion_tokens":1,"total_tokens":904}`)}, llm.Usage{PromptTokens: 3, ReplyTokens: 901}, "tokens,JSON tokens,JSON"},
		{"a sum alone says nothing", []llmtest.Act{counts(`{"total_tokens":904}`)}, llm.Usage{}, "tokens,JSON tokens,JSON"},
		{"it does not know the option", []llmtest.Act{refusal("stream_options: no such field"), llmtest.Reply("gold")}, llm.Usage{}, "tokens,JSON JSON JSON"},
		{"it says so in a list", []llmtest.Act{unknown, llmtest.Reply("gold")}, llm.Usage{}, "tokens,JSON JSON JSON"},
		{"it does not say what it does not know", []llmtest.Act{refusal("bad request"), llmtest.Reply("gold")}, llm.Usage{}, "tokens,JSON JSON JSON"},
		{"it knows neither", []llmtest.Act{refusal("response_format"), refusal("include_usage"), llmtest.Reply("gold")}, llm.Usage{}, "tokens,JSON tokens  "},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := llmtest.NewServer(t, llmtest.InOrder(c.acts...))
			m := model(t, server, outside.Options{})
			var reply llm.Reply
			for range 2 {
				var err error
				if reply, err = m.Complete(t.Context(), r, func(string) {}); reply.Text != "gold" || err != nil {
					t.Fatalf("got %q, %v", reply.Text, err)
				}
			}
			if got := askedFor(server); reply.Usage != c.usage || got != c.asked {
				t.Errorf("the usage is %+v, asked for %q, want %q", reply.Usage, got, c.asked)
			}
		})
	}
}

// A request that is malformed for another reason fails, and the tokens of the next one are
// counted again.
func TestMalformed(t *testing.T) {
	refusal := llmtest.Status(400, "the prompt is empty")
	server := llmtest.NewServer(t, llmtest.InOrder(refusal, refusal, llmtest.Reply("gold")))
	m := model(t, server, outside.Options{})
	r := question
	r.Counted = true
	if _, err := m.Complete(t.Context(), r, func(string) {}); err == nil || !strings.Contains(err.Error(), "the prompt is empty") {
		t.Errorf("the error is %v", err)
	}
	if reply, err := m.Complete(t.Context(), r, func(string) {}); reply.Usage == (llm.Usage{}) || err != nil {
		t.Errorf("got %+v, %v", reply, err)
	}
	if got, want := askedFor(server), "tokens  tokens"; got != want {
		t.Errorf("asked for %q, want %q", got, want)
	}
}

// askedFor tells of each request which parts it had that not every service knows.
func askedFor(server *llmtest.Server) string {
	var all []string
	for _, got := range server.Requests() {
		var parts []string
		if got.Counted {
			parts = append(parts, "tokens")
		}
		if strings.Contains(string(got.Body), "response_format") {
			parts = append(parts, "JSON")
		}
		all = append(all, strings.Join(parts, ","))
	}
	return strings.Join(all, " ")
}

// Nobody counts the tokens of a stream who was not asked to, nor those of one piece.
func TestNotCounted(t *testing.T) {
	server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Reply("gold")))
	m := model(t, server, outside.Options{})
	counted := question
	counted.Counted = true
	for _, stream := range []bool{true, false} {
		r := counted
		r.Counted = !stream
		var tell func(string)
		if stream {
			tell = func(string) {}
		}
		if _, err := m.Complete(t.Context(), r, tell); err != nil {
			t.Error(err)
		}
	}
	for _, got := range server.Requests() {
		if strings.Contains(string(got.Body), "stream_options") {
			t.Errorf("asked was %s", got.Body)
		}
	}
}

// A request goes out no more often than it may, in whatever form.
func TestMostTries(t *testing.T) {
	refusal := llmtest.Status(400, "response_format")
	for tries, want := range map[int]struct {
		requests int
		kind     outside.Kind // of the error; Other for none
	}{
		1: {1, outside.Unavailable}, 2: {2, outside.Rejected}, 3: {3, outside.Unavailable}, 4: {4, outside.Other}, 0: {4, outside.Other},
	} {
		server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Status(503, ""), refusal, llmtest.Status(503, ""), llmtest.Reply("gold")))
		m := model(t, server, outside.Options{Retries: outside.Retries{Backoff: 1}})
		r := question
		r.JSON, r.Tries = true, tries
		_, err := m.Complete(t.Context(), r, nil)
		if want.kind != outside.Other {
			checkFault(t, err, want.kind, "")
		} else if err != nil {
			t.Errorf("%d tries: %v", tries, err)
		}
		if n := len(server.Requests()); n != want.requests {
			t.Errorf("%d tries: %d requests, want %d", tries, n, want.requests)
		}
	}
}
