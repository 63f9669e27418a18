package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
)

// reverser is a service that likes the last passage best.
func reverser(t *testing.T) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Documents []string }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Errorf("the request is no JSON: %v", err)
		}
		var results []string
		for i := range asked.Documents {
			results = append(results, fmt.Sprintf(`{"index":%d,"relevance_score":%d}`, i, i))
		}
		fmt.Fprintf(w, `{"results":[%s]}`, strings.Join(results, ","))
	}))
	t.Cleanup(server.Close)
	return server
}

var amberFiles = []txtar.File{
	{Name: "folder/a.md", Data: []byte("Amber, amber and amber.\n")},
	{Name: "folder/b.md", Data: []byte("Amber is as old as the woods that it came from.\n")},
}

// A service puts passages in order where the settings name it, what it was sent is told,
// and nothing is sent to it where that was chosen.
func TestRerankService(t *testing.T) {
	server := reverser(t)
	for _, c := range []struct {
		name  string
		args  []string
		by    string // whom the step names, "" for no step
		hosts []string
	}{
		{"named by its address", nil, "a-model", []string{"127.0.0.1"}},
		{"off", []string{"--rerank", "off"}, "", nil},
		{"nothing is to be sent", []string{"--writer", "extractive"}, "lexical", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript(t, &txtar.Archive{Files: amberFiles})
			s.environ = []string{"DOCUQUEST_RERANK_URL=" + server.URL, "DOCUQUEST_RERANK_MODEL=a-model"}
			var a replies.Answer
			out := s.must(t, slices.Concat([]string{"ask", "-C", "$WORK/folder", "--json"}, c.args, []string{"amber"})...)
			if err := json.Unmarshal([]byte(out), &a); err != nil {
				t.Fatal(err)
			}
			by := ""
			for _, step := range a.Steps {
				if step.Name == "rerank" {
					by = step.Detail
				}
			}
			if (by == "") != (c.by == "") || !strings.HasSuffix(by, c.by) {
				t.Errorf("the step says %q, want it to end in %q", by, c.by)
			}
			var hosts []string
			for _, sent := range a.Sent {
				hosts = append(hosts, sent.Host)
			}
			if !slices.Equal(hosts, c.hosts) {
				t.Errorf("sent to %q, want %q", hosts, c.hosts)
			}
		})
	}
}

// A search is put in order by the service, too, and tells what it was sent.
func TestSearchRerankService(t *testing.T) {
	for _, c := range []struct {
		rerank, want string
		sent         int
	}{{"on", "b.md", 1}, {"off", "a.md", 0}} {
		s := newScript(t, &txtar.Archive{Files: amberFiles})
		s.environ = []string{"DOCUQUEST_RERANK_URL=" + reverser(t).URL}
		var found agent.SearchReply
		out := s.must(t, "search", "-C", "$WORK/folder", "--json", "--rerank", c.rerank, "amber")
		if err := json.Unmarshal([]byte(out), &found); err != nil {
			t.Fatal(err)
		}
		if len(found.Hits) != 2 || found.Hits[0].Path != c.want {
			t.Errorf("rerank %s: %d hits, the first of %s; want %s", c.rerank, len(found.Hits), found.Hits[0].Path, c.want)
		}
		if len(found.Sent) != c.sent {
			t.Errorf("rerank %s: sent to %v", c.rerank, found.Sent)
		}
	}
}

// The model that writes answers puts passages in order where the settings say so.
func TestRerankModel(t *testing.T) {
	s := newScript(t, &txtar.Archive{Files: append(slices.Clone(amberFiles),
		txtar.File{Name: "terms", Data: []byte("amber\n")},
		txtar.File{Name: "rerank", Data: []byte("[2] > [1]\n")},
		txtar.File{Name: "statements", Data: []byte(`{"statements": [{"text": "Amber is old.", "quotes": [{"passage": 1, "quote": "Amber is as old as the woods"}]}], "missing": ""}`)},
	)})
	s.environ = []string{"DOCUQUEST_BASE_URL=" + s.server.URL, "DOCUQUEST_RERANKER=model"}
	out := s.must(t, "ask", "-C", "$WORK/folder", "--json", "How old is amber?")
	if !strings.Contains(out, `"2 passages by default"`) || !strings.Contains(out, `"rerank"`) {
		t.Errorf("no step tells of reranking by the model:\n%s", out)
	}
}
