package agent

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/file"
	"docuquest/core/search/embed/embedtest"
	embedding "docuquest/core/search/embed/openai"
	"docuquest/core/search/passages"
	rerankhttp "docuquest/core/search/rerank/http"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
	"docuquest/core/services/outside/outsidetest"
	"docuquest/core/store"
)

// A service answers all that an agent asks over HTTP: a model, one that makes vectors
// and one that reranks. Each busy one says so every seventh time, so that requests go
// out again.
type service struct {
	*outsidetest.Recorder
	requests atomic.Int64
}

func newService(t *testing.T) *service {
	s := &service{}
	s.Recorder = outsidetest.Record(t, s.serve)
	return s
}

func (s *service) serve(w http.ResponseWriter, r *http.Request) {
	if s.requests.Add(1)%7 == 0 {
		w.WriteHeader(503)
		return
	}
	var asked struct {
		Messages  []struct{ Content string }
		Input     []string
		Documents []string
	}
	if json.NewDecoder(r.Body).Decode(&asked) != nil {
		w.WriteHeader(400)
		return
	}
	switch filepath.Base(r.URL.Path) {
	case "embeddings":
		replyVectors(w, len(asked.Input))
	case "rerank":
		replyScores(w, len(asked.Documents))
	default:
		replyText(w, asked.Messages[0].Content)
	}
}

func replyVectors(w http.ResponseWriter, n int) {
	var data []string
	for i := range n {
		data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[1,%d]}`, i, i))
	}
	fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(data, ","))
}

func replyScores(w http.ResponseWriter, n int) {
	var results []string
	for i := range n {
		results = append(results, fmt.Sprintf(`{"index":%d,"relevance_score":%d}`, i, n-i))
	}
	fmt.Fprintf(w, `{"results":[%s]}`, strings.Join(results, ","))
}

// hiddenLine is a line of a prompt with a secret that was hidden in it.
var hiddenLine = regexp.MustCompile(`(?m)^.*\[secret-\d+\].*$`)

// replyText quotes the first line with a hidden secret, the placeholder cut between two
// events of the stream; asked for anything else than statements, it names amber.
func replyText(w http.ResponseWriter, prompt string) {
	reply := "amber"
	if strings.Contains(prompt, `"statements"`) {
		quote, _ := json.Marshal(hiddenLine.FindString(prompt)) // a text is always JSON
		reply = fmt.Sprintf(`{"statements":[{"text":%s,"quotes":[{"passage":1,"quote":%s}]}],"missing":""}`, quote, quote)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	cut := strings.Index(reply, "[secret-") + 4
	for _, piece := range []string{reply[:cut], reply[cut:]} {
		event, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"delta": map[string]string{"content": piece}}}})
		fmt.Fprintf(w, "data: %s\n\n", event)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// servedOptions have everything asked of a service over HTTP.
func servedOptions(t *testing.T, address string) Options {
	t.Helper()
	client := outside.New(outside.Options{Retries: outside.Retries{Backoff: 1}})
	t.Cleanup(client.Close)
	model, err := openai.New(openai.Options{BaseURL: address, Model: "m", Client: client})
	if err != nil {
		t.Fatal(err)
	}
	embedder, err := embedding.New(embedding.Options{BaseURL: address, Model: "e", Client: client})
	if err != nil {
		t.Fatal(err)
	}
	reranker, err := rerankhttp.New(rerankhttp.Options{BaseURL: address, Model: "r", Client: client})
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Model: model, TermsModel: model, Reranker: reranker,
		Vectors: passages.Options{Embedder: embedder, Kept: &embedtest.Kept{}},
		Sent:    store.NewSent(filepath.Join(t.TempDir(), "sent")),
	}
}

// Of 500 secrets in files none arrives at a service, and an answer that quotes one says
// it all the same, with a citation that stands in the file.
func TestNoSecretIsSent(t *testing.T) {
	planted := outsidetest.Plant(20261121, 500)
	folder := t.TempDir()
	for i, p := range planted {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.txt", i)), []byte("Amber is old.\n"+p.Text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newService(t)
	a := start(t, folder, servedOptions(t, s.URL))
	if err := a.MakeVectors(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	restored := 0
	for i, p := range planted {
		answer, err := a.Ask(t.Context(), Request{Text: "amber", URI: string(file.FromPath(filepath.Join(folder, fmt.Sprintf("%03d.txt", i))))}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(answer.Citations, func(c replies.Citation) bool { return c.Ratio == 1 && strings.Contains(c.Quote, p.Secret) }) {
			restored++
		}
	}
	if least := 400; restored < least { // a key of several lines is quoted by its placeholder's line alone
		t.Errorf("%d answers quote their secret, want %d at least", restored, least)
	}
	for _, r := range s.Received() {
		for _, p := range planted {
			if strings.Contains(string(r.Body), p.Secret) {
				t.Errorf("%q of %s arrived at %s", p.Secret, p.Path, r.Path)
			}
		}
	}
}

// What is kept of a question is what its services received, byte for byte, and it can be
// told to people.
func TestSent(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.md": "# Amber\n\nAmber is old.\n", "b.md": "Amber has PASSWORD=hunter22 in it.\n"})
	s := newService(t)
	a := start(t, folder, servedOptions(t, s.URL))
	if err := a.MakeVectors(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		before := len(s.Received())
		answer, err := a.Ask(t.Context(), Request{Text: "How old is amber?"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		record, err := a.Sent(answer.ID)
		if err != nil {
			t.Fatal(err)
		}
		var kept []outsidetest.Received
		for _, r := range record.Requests {
			kept = append(kept, outsidetest.Received{Method: r.Method, Host: r.Host, Path: r.Path, Body: r.Body})
		}
		inOrder := cmpopts.SortSlices(func(a, b outsidetest.Received) bool { return string(a.Body) < string(b.Body) }) // some go out at once
		if diff := cmp.Diff(s.Received()[before:], kept, inOrder); diff != "" {
			t.Fatalf("requests (-received +kept):\n%s", diff)
		}
		if shown := record.Text(sent.AsItWent); !strings.Contains(shown, string(kept[0].Body)) || !strings.Contains(shown, "How old is amber?") {
			t.Fatalf("it is shown as\n%s", shown)
		}
		if lines := answer.SentLines(); len(lines) != 1 || !strings.HasSuffix(lines[0], " to 127.0.0.1: docuquest sent "+answer.ID) {
			t.Fatalf("the answer says %q", lines)
		}
	}
}

// A search tells the id under which is kept what it sent; one that sent nothing has none.
func TestSentBySearch(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.md": "Amber is old.\n", "b.md": "Amber is yellow.\n"})
	s := newService(t)
	a := start(t, folder, servedOptions(t, s.URL))
	found, err := a.Search(t.Context(), Search{Query: "amber"})
	if err != nil {
		t.Fatal(err)
	}
	record, err := a.Sent(found.ID)
	if err != nil || record.Question != "amber" || len(record.Requests) != len(s.Received()) {
		t.Errorf("%+v, %v", record, err)
	}
	if lines := found.SentLines(); len(lines) != 1 || !strings.HasSuffix(lines[0], " to 127.0.0.1: docuquest sent "+found.ID) {
		t.Errorf("the search says %q", lines)
	}
	silent, err := a.Search(t.Context(), Search{Query: "amber", Rerank: "off"})
	if err != nil || silent.ID != "" || len(silent.SentLines()) > 0 {
		t.Errorf("of a search that sent nothing: %+v, %v", silent, err)
	}
}

// What a question sent that came to nothing is kept, too; and where nothing was sent
// nothing is.
func TestSentOfNothing(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.md": "Amber is old.\n"})
	s := outsidetest.Record(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(400) })
	options := servedOptions(t, s.URL)
	a := start(t, folder, options)
	failed, err := a.Ask(t.Context(), Request{Text: "amber", Writer: classic, ID: "failed"}, nil)
	if err == nil {
		t.Fatalf("answer %+v", failed)
	}
	record, err := a.Sent("failed")
	if err != nil || len(record.Requests) != len(s.Received()) || len(record.Requests) == 0 {
		t.Errorf("record %+v, %v", record, err)
	}
	if _, err := a.Ask(t.Context(), Request{Text: "amber", Writer: replies.Extractive, ID: "silent"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Sent("silent"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("of a question that sent nothing: %v", err)
	}
}
