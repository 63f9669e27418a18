package websearch_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/websearch"
)

// A canned provider says what a table holds.
type canned struct {
	name    string
	replies map[string][]websearch.Result // by query
	err     error
}

func (c canned) Name() string { return c.name }

func (c canned) Search(_ context.Context, query string, _ websearch.Options) ([]websearch.Result, error) {
	return c.replies[query], c.err
}

// Every page counts once, in the order of the queries and providers; what fails costs
// nothing but itself.
func TestGather(t *testing.T) {
	down := errors.New("it is down")
	one := canned{name: "One", replies: map[string][]websearch.Result{
		"a": {
			{Title: " A\n page ", URL: "https://h/a?utm_source=x", Position: 1},
			{Title: "broken", URL: "ftp://h/a", Position: 2},
			{Title: strings.Repeat("long ", 100), URL: "https://h/b", Snippet: "s\x1b[1m", Position: 3},
		},
		"b": {{Title: "other", URL: "https://h/a/#x", Snippet: "of a", Date: "1999", Position: 1}},
	}}
	two := canned{name: "Two", replies: map[string][]websearch.Result{
		"a": {{URL: "https://h/c", Position: 1}, {Title: "B again", URL: "HTTPS://H/b", Snippet: "t", Position: 2}},
	}}
	got := websearch.Gather(t.Context(), []websearch.Provider{one, two, canned{name: "Three", err: down}}, []string{"a", "b"}, websearch.Options{})

	want := []websearch.Result{
		{Title: "A page", URL: "https://h/a?utm_source=x", Snippet: "of a", Date: "1999", Position: 1},
		{Title: strings.Repeat("long ", 100)[:299] + "…", URL: "https://h/b", Snippet: "s [1m", Position: 3},
		{URL: "https://h/c", Position: 1},
	}
	if diff := cmp.Diff(want, got.Results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if got.Duplicates != 2 {
		t.Errorf("%d duplicates, want 2", got.Duplicates)
	}
	var failures []string
	for _, f := range got.Failures {
		failures = append(failures, f.Error())
	}
	if diff := cmp.Diff([]string{
		`result 2 of One for "a": its address begins neither with http:// nor with https://`,
		`Three for "a": it is down`, `Three for "b": it is down`,
	}, failures); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	if !errors.Is(got.Failures[1], down) {
		t.Error("a failure hides its reason")
	}
}

// meeting is a provider whose queries wait for one another.
type meeting struct {
	arrived chan string
	all     chan struct{} // closed when all have arrived
}

func (m meeting) Name() string { return "Meeting" }

func (m meeting) Search(ctx context.Context, query string, _ websearch.Options) ([]websearch.Result, error) {
	m.arrived <- query
	select {
	case <-m.all:
		return nil, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// All queries are on their way before the first is answered, and the end of the context
// ends those that are open.
func TestGatherAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := meeting{arrived: make(chan string), all: make(chan struct{})}
	queries := []string{"a", "b", "c", "d", "e"}
	go func() {
		for range queries {
			<-m.arrived
		}
		close(m.all)
		for range queries {
			<-m.arrived
		}
		cancel()
	}()
	if got := websearch.Gather(ctx, []websearch.Provider{m}, queries, websearch.Options{}); len(got.Failures) != 0 {
		t.Errorf("failures: %v", got.Failures)
	}
	m.all = nil
	got := websearch.Gather(ctx, []websearch.Provider{m}, queries, websearch.Options{})
	if len(got.Failures) != len(queries) || !errors.Is(got.Failures[0], context.Canceled) {
		t.Errorf("failures: %v", got.Failures)
	}
}

// Nothing to ask, or nobody, finds nothing.
func TestGatherNothing(t *testing.T) {
	for _, got := range []websearch.Found{
		websearch.Gather(t.Context(), nil, []string{"a"}, websearch.Options{}),
		websearch.Gather(t.Context(), []websearch.Provider{canned{}}, nil, websearch.Options{}),
	} {
		if diff := cmp.Diff(websearch.Found{}, got); diff != "" {
			t.Error(diff)
		}
	}
}

// A query is one line of limited length.
func TestQuery(t *testing.T) {
	for typed, want := range map[string]string{
		" who  won\r\n\tit ?\x00":          "who won it ?",
		" \n":                              "the query is empty",
		strings.Repeat("é", 400):           strings.Repeat("é", 400),
		strings.Repeat("é", 401):           "the query has 401 characters, of which at most 400 are sent",
		"a\u202eb":                         "a b",
		"\"exact words\" site:example.org": "\"exact words\" site:example.org",
	} {
		got, err := websearch.Query(typed)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// However many results are asked for, a provider is asked for some.
func TestLimit(t *testing.T) {
	for count, want := range map[int]int{0: 10, -3: 1, 1: 1, 100: 100, 5000: 100} {
		if got := (websearch.Options{Count: count}).Limit(); got != want {
			t.Errorf("%d: %d, want %d", count, got, want)
		}
	}
}
