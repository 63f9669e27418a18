package llmtest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
)

// A script in a file is its sections, in their order.
func TestParseScript(t *testing.T) {
	const file = "A comment.\n\n-- terms --\nruby\nlapis lazuli\n-- summarize --\nerror: no credit left\n--  terms --\r\nsecond\r\n-- --\n-- x\n"
	script := llmtest.ParseScript([]byte(file))
	var got []string
	for _, category := range []string{"terms", "summarize", llmtest.Any} {
		for _, step := range script[category] {
			got = append(got, fmt.Sprintf("%s: %q %v", category, step.Text, step.Err))
		}
	}
	want := []string{`terms: "ruby\nlapis lazuli" <nil>`, `terms: "second\n-- --\n-- x" <nil>`, `summarize: "" no credit left`}
	if diff := cmp.Diff(want, got); diff != "" || len(script) != 2 {
		t.Errorf("script of %d categories (-want +got):\n%s", len(script), diff)
	}
}

// A model plays the steps of each category in order, and then has none left.
func TestModel(t *testing.T) {
	down := errors.New("down")
	m := llmtest.NewModel(llmtest.Script{
		"terms":     {llmtest.Say("gold ring"), {Pieces: []string{"a", "b"}, Err: down}},
		"summarize": {{Text: "always", Repeat: true}},
		llmtest.Any: {llmtest.Say("")},
	})
	for _, c := range []struct {
		category, text, pieces string
		err                    string
	}{
		{"terms", "gold ring", "[gold |ring]", "<nil>"},
		{"summarize", "always", "[always]", "<nil>"},
		{"terms", "ab", "[a|b]", "down"},
		{"summarize", "always", "[always]", "<nil>"},
		{"terms", "", "[]", `the script has no reply left for request 3 of category "terms"`},
		{"other", "", "[]", llm.ErrEmpty.Error()},
	} {
		r := llm.Request{Category: c.category, Messages: []llm.Message{{Role: llm.User, Text: "for " + c.category}, {Text: "x"}}}
		var pieces []string
		reply, err := m.Complete(t.Context(), r, func(delta string) { pieces = append(pieces, delta) })
		if got := "[" + strings.Join(pieces, "|") + "]"; reply.Text != c.text || got != c.pieces || fmt.Sprint(err) != c.err {
			t.Errorf("%s: got %q, %s, %v; want %q, %s, %s", c.category, reply.Text, got, err, c.text, c.pieces, c.err)
		}
	}
	if got := fmt.Sprintf("%q", m.Prompts("summarize")); got != `["for summarize\nx" "for summarize\nx"]` || len(m.Requests()) != 6 {
		t.Errorf("prompts %s of %d requests", got, len(m.Requests()))
	}
}

// A reply behind a gate comes when the gate opens, or not at all.
func TestModelGates(t *testing.T) {
	for _, where := range []string{"before", "between"} {
		for _, end := range []string{"open", "cancel"} {
			t.Run(where+", "+end, func(t *testing.T) {
				gate := llmtest.NewGate()
				step := llmtest.Step{Text: "a b", Before: gate}
				if where == "between" {
					step = llmtest.Step{Text: "a b", Between: gate}
				}
				m := llmtest.NewModel(llmtest.Script{llmtest.Any: {step}})
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				go func() {
					<-gate.Arrived()
					if end == "open" {
						gate.Open()
						gate.Open()
					} else {
						cancel()
					}
				}()
				reply, err := m.Complete(ctx, llm.Request{}, nil)
				want := map[string]string{"open": "a b", "cancel": ""}[end]
				if where == "between" && end == "cancel" {
					want = "a "
				}
				if reply.Text != want || errors.Is(err, context.Canceled) != (end == "cancel") {
					t.Errorf("got %q, %v; want %q", reply.Text, err, want)
				}
			})
		}
	}
}

// A server tells the categories apart by their prompts, and repeats the last
// act of each. What nobody scripted is an error that says so.
func TestServerCategories(t *testing.T) {
	script := llmtest.Script{"terms": {llmtest.Say("ruby"), llmtest.Say("jade")}, "summarize": {llmtest.Fail("down")}}
	server := llmtest.NewServer(t, script.Play(func(prompt string) string {
		category, _, _ := strings.Cut(prompt, " ")
		return category
	}))
	for _, c := range []struct{ method, path, prompt, want string }{
		{"POST", "/v1/chat/completions", "terms 1", `200 "content":"ruby"`},
		{"POST", "/chat/completions", "summarize 1", `500 "message":"down"`},
		{"POST", "/chat/completions", "terms 2", `200 "content":"jade"`},
		{"POST", "/chat/completions", "terms 3", `200 "content":"jade"`},
		{"POST", "/chat/completions", "else", `400 nothing is scripted for category \"else\"`},
		{"GET", "/v1/models", "", `200 "id":"scripted"`},
		{"POST", "/v1/embeddings", "", `404 no POST /v1/embeddings here`},
	} {
		status, body := send(t, c.method, server.URL+c.path, `{"model":"m","messages":[{"role":"user","content":"`+c.prompt+`"}]}`)
		wantStatus, want, _ := strings.Cut(c.want, " ")
		if fmt.Sprint(status) != wantStatus || !strings.Contains(body, want) {
			t.Errorf("%s %s %s: got %d %s", c.method, c.path, c.prompt, status, body)
		}
	}
	var got []string
	for _, r := range server.Requests() {
		got = append(got, r.Category+"|"+r.Prompt+"|"+r.Model)
		if (<-server.Arrivals()) != r {
			t.Error("the requests arrive in another order")
		}
	}
	if fmt.Sprint(got[:3]) != "[terms|terms 1|m summarize|summarize 1|m terms|terms 2|m]" {
		t.Errorf("got %s", got)
	}
}

// A client that leaves is seen to, one that takes the whole reply is not.
func TestServerGone(t *testing.T) {
	gate := llmtest.NewGate()
	server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Reply("x"), llmtest.After(gate, llmtest.Reply("y")), llmtest.EndlessLine()))
	send(t, "POST", server.URL+"/chat/completions", "{}")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-gate.Arrived()
		cancel()
	}()
	req, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/chat/completions", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := http.DefaultClient.Do(req); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	res, err := http.Post(server.URL+"/chat/completions", "application/json", strings.NewReader(`{"stream":true}`))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	first, second, third := <-server.Arrivals(), <-server.Arrivals(), <-server.Arrivals()
	<-second.Gone()
	<-third.Gone()
	select {
	case <-first.Gone():
		t.Error("a client that took its reply is said to be gone")
	default:
	}
}

// A test may end while acts still wait and clients still read.
func TestServerEnds(t *testing.T) {
	var broken error
	ended := make(chan struct{})
	t.Run("with a reply that hangs", func(t *testing.T) {
		gate := llmtest.NewGate()
		server := llmtest.NewServer(t, llmtest.InOrder(llmtest.Hang("x", gate, "y")))
		go func() {
			defer close(ended)
			res, err := http.Post(server.URL+"/chat/completions", "application/json", strings.NewReader(`{"stream":true}`))
			if err == nil {
				_, err = io.ReadAll(res.Body)
				res.Body.Close()
			}
			broken = err
		}()
		<-gate.Arrived()
	})
	<-ended
	if broken == nil {
		t.Error("the client was told that its reply is complete")
	}
}

func send(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}
