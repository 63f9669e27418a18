package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer/replies"
	"docuquest/core/services/websearch/webtest"
)

// With --json research prints one object: the answer, citations with number, title, URI
// and quote, and the facts; the searches and steps with --trace alone. The answer is kept.
func TestResearchJSON(t *testing.T) {
	s := newScript(t, &txtar.Archive{Files: []txtar.File{
		{Name: "notes/ring.md", Data: []byte("# The gold ring\n\nThe gold ring was found in the well by Ann Bee.\n")},
	}})
	type reply struct {
		ID, Answer string
		Citations  []struct {
			Number            int
			Title, URI, Quote string
		}
		Research struct {
			Queries []struct{ Query, Why string }
			Slots   []struct{ Type string }
			Open    []string
		}
		Steps []struct{ Name string }
	}
	for trace, args := range map[bool][]string{false: nil, true: {"--trace"}} {
		s.args = append(append([]string{"research", "--json", "-C", filepath.Join(s.folder, "notes")}, args...), "Who found the gold ring?")
		got := s.run(t)
		var r reply
		if err := json.Unmarshal([]byte(got["stdout"]), &r); err != nil || got["exit"] != "0" {
			t.Fatalf("%v: %v", err, got)
		}
		if len(r.Citations) != 1 || r.Citations[0].Number != 1 || r.Citations[0].Title != "The gold ring" || r.Citations[0].Quote == "" || r.Citations[0].URI == "" {
			t.Errorf("citations: %+v", r.Citations)
		}
		if len(r.Research.Slots) != 1 || r.Research.Slots[0].Type != "person" || len(r.Research.Open) != 0 {
			t.Errorf("facts: %+v", r.Research)
		}
		if (len(r.Research.Queries) > 0) != trace || (len(r.Steps) > 0) != trace {
			t.Errorf("trace %v: %+v, %+v", trace, r.Research.Queries, r.Steps)
		}
		s.args = []string{"show", r.ID}
		if kept := s.run(t); kept["exit"] != "0" {
			t.Errorf("show: %v", kept)
		}
	}
}

// With the web --json stays one object on the standard output; a citation of a page has its
// title and an address that leads to the quote, and what was sent is listed, each query of
// it, without the key.
func TestResearchWebJSON(t *testing.T) {
	s := newScript(t, &txtar.Archive{Files: []txtar.File{
		{Name: "notes/bridge.md", Data: []byte("# The north bridge\n\nThe engineer Ann Bee designed the north bridge in 1931.\n\n## Ann Bee\n")},
		{Name: "web/bee", Data: []byte("for: bee\n<title>People</title><p>Since 1960 Ann Bee has lived in Oslo.\n")},
	}})
	s.environ = []string{"SERPAPI_API_KEY=serp-canary-4nary", "DOCUQUEST_SERPAPI_URL=$WEB", "DOCUQUEST_WEB_TRUSTED=$WEBHOST"}
	s.args = []string{"research", "--json", "--web", "--trace", "-C", "$WORK/notes", "In which city does the engineer who designed the north bridge live?"}
	got := s.run(t)
	var r struct {
		ID        string
		Citations []struct{ Title, URI, Path, Quote string }
		Research  struct {
			Web     bool
			Queries []struct{ Query string }
		}
		Sent []struct{ Bytes int }
	}
	if err := json.Unmarshal([]byte(got["stdout"]), &r); err != nil || got["exit"] != "0" || got["stderr"] != "" {
		t.Fatalf("%v: %v", err, got)
	}
	if len(r.Citations) != 2 || r.Citations[0].Title != "People" || !strings.HasPrefix(r.Citations[0].URI, r.Citations[0].Path+"#:~:text=") || !r.Research.Web {
		t.Errorf("%+v", r)
	}
	s.args = []string{"sent", r.ID}
	sent := s.run(t)["stdout"]
	for _, q := range r.Research.Queries {
		if !strings.Contains(sent, "Query:    "+q.Query+"\n") {
			t.Errorf("no %q in\n%s", q.Query, sent)
		}
	}
	if len(r.Research.Queries) != 4 || len(r.Sent) != 1 || r.Sent[0].Bytes == 0 || strings.Contains(got["stdout"]+sent, "4nary") {
		t.Errorf("%+v\n%s", r, sent)
	}
}

// On a terminal a query that is kept here is shown with the reason, and goes to the web
// after a plain yes alone.
func TestResearchReleases(t *testing.T) {
	const copied = "The gold ring was found in the well in 1931"
	for said, goes := range map[string]bool{"yes\n": true, "no\n": false, "": false} {
		s := newScript(t, &txtar.Archive{Files: []txtar.File{
			{Name: "notes/ring.md", Data: []byte(copied + ". Nobody knows who found it.\n")},
			{Name: "plan", Data: []byte(`{"queries": [], "slots": [{"type": "person", "asked": "the finder"}]}`)},
			{Name: "reflect", Data: []byte(`{"filled": [], "queries": ["` + copied + `"]}`)},
		}})
		s.environ = []string{"OPENAI_API_KEY=k", "DOCUQUEST_BASE_URL=$URL", "SERPAPI_API_KEY=s", "DOCUQUEST_SERPAPI_URL=$WEB", "DOCUQUEST_WEB_TRUSTED=$WEBHOST"}
		s.args = []string{"research", "--web", "-C", "$WORK/notes", "Who found the gold ring?"}
		s.stdin = said
		p := s.program()
		var stderr strings.Builder
		p.stdout, p.stderr = writeCloser{&strings.Builder{}}, &stderr
		p.screens.stdin, p.screens.stderr = true, true
		run(t.Context(), p) // what it answers is not what is tested here
		const asked = "The web would be asked: " + copied + "\nThis query is kept here, since \"well\" is not in your question, nor a title or heading of your files. Enter keeps it here, yes sends it all the same: "
		if went := slices.Contains(s.web.Queries(), copied); went != goes || strings.Count(stderr.String(), asked) != 1 {
			t.Errorf("%q: sent %v, asked %s", said, s.web.Queries(), stderr.String())
		}
	}
}

// A search says in one line where it was made, and why not elsewhere.
func TestTraceLines(t *testing.T) {
	for want, q := range map[string]replies.ResearchQuery{
		"- round 1: q (w)\n":                                        {},
		"- round 1: q (w), in the web too\n":                        {Web: true},
		"- round 1: q (w), in the web too, as you allowed: it is\n": {Web: true, Kept: "it is"},
		"- round 1: q (w), only in the files: it is\n":              {Kept: "it is"},
		"- round 1: q (w), not searched for: it is\n":               {Kept: "it is", Unmade: true},
	} {
		q.Query, q.Round, q.Why = "q", 1, "w"
		var b strings.Builder
		writeSearches(&b, &replies.Researched{Queries: []replies.ResearchQuery{q}, Rounds: 1})
		if diff := cmp.Diff("\nSearched for:\n"+want, b.String()); diff != "" {
			t.Error(diff)
		}
	}
}

// Every round is told, one whose names led nowhere among them.
func TestTraceRounds(t *testing.T) {
	queries := []replies.ResearchQuery{{Query: "q", Round: 1, Why: "w"}, {Query: "n", Round: 3, Why: "named in q"}}
	want := "\nSearched for:\n- round 1: q (w)\n- round 2: no name in what was found led to a further file\n- round 3: n (named in q)\n"
	var b strings.Builder
	writeSearches(&b, &replies.Researched{Queries: queries, Rounds: 3})
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// Who interrupts a search before anything is proven is told so in one line.
func TestResearchInterruptedOpen(t *testing.T) {
	s := newScript(t, &txtar.Archive{Files: []txtar.File{{Name: "notes/bridge.md", Data: []byte("# The north bridge\n")}}})
	ctx, cancel := context.WithCancel(t.Context())
	s.web = webtest.New(t, webtest.Web{Act: func(string, string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			cancel()
			webtest.Hang(w, r)
		}
	}})
	s.environ = []string{"SERPAPI_API_KEY=serp-canary", "DOCUQUEST_SERPAPI_URL=$WEB", "DOCUQUEST_WEB_TRUSTED=$WEBHOST"}
	s.args = []string{"research", "--web", "-C", "$WORK/notes", "Who found the gold ring?"}
	var stdout, stderr bytes.Buffer
	p := s.program()
	p.stdout, p.stderr = writeCloser{&stdout}, &stderr
	code := run(ctx, p)
	const want = "docuquest: the search was interrupted, and nothing that answers the question was proven until then\n"
	if diff := cmp.Diff([]any{exitInterrupted, "", want}, []any{code, stdout.String(), stderr.String()}); diff != "" {
		t.Error(diff)
	}
}

// An interrupt before the search has begun ends with its code, and prints nothing.
func TestResearchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := start(ctx, t, "", "research", "-C", t.TempDir(), "Who?")
	if diff := cmp.Diff([]any{exitInterrupted, "", ""}, []any{code, stdout, stderr}); diff != "" {
		t.Error(diff)
	}
}
