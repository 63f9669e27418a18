package prompts_test

import (
	"strings"
	"testing"

	"docuquest/prompts"
)

// Every place is filled, once, and nothing else is touched.
func TestRender(t *testing.T) {
	values := map[string]string{"query": "Where is {documents}?", "documents": "A {query} B"}
	for _, c := range []struct{ name, template, want string }{
		{"every occurrence", "{query} and {query}", "Where is {documents}? and Where is {documents}?"},
		{"a value is not filled in again", "{documents}|{query}", "A {query} B|Where is {documents}?"},
		{"other braces stay", `{"a": {}} {other} {query`, `{"a": {}} {other} {query`},
		{"braces around a place stay", "{{query}}", "{Where is {documents}?}"},
		{"names are exact", "{Query} { query }", "{Query} { query }"},
		{"no place", "text", "text"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := prompts.Render(c.template, values); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := prompts.Render("{query}", nil); got != "{query}" {
		t.Errorf("without values: %q", got)
	}
}

// The built-in templates contain the places that their callers fill.
func TestDefault(t *testing.T) {
	set := prompts.Default()
	if err := set.Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, template string
		places         []string
	}{
		{"terms", set.Terms, []string{"{query}"}},
		{"summarize", set.Summarize, []string{"{query}", "{documents}"}},
		{"statements", set.Statements, []string{"{query}", "{documents}", "{history}", "{limits}"}},
		{"history", set.History, []string{"{turns}"}},
		{"revise", set.Revise, []string{"{query}", "{documents}", "{failed}"}},
		{"rerank", set.Rerank, []string{"{query}", "{documents}"}},
		{"plan", set.Plan, []string{"{query}"}},
		{"reflect", set.Reflect, []string{"{query}", "{documents}", "{slots}"}},
		{"annotate", set.Annotate, []string{"{path}", "{language}", "{documents}", "{count}"}},
	} {
		for _, place := range c.places {
			if strings.Count(c.template, place) != 1 {
				t.Errorf("%s: %s occurs %d times in it", c.name, place, strings.Count(c.template, place))
			}
		}
	}
	if strings.Contains(set.Terms, "{documents}") {
		t.Error("the terms prompt has a place for documents, which nobody fills")
	}
}

// A file of the user takes the place of a template; a missing one is named.
func TestWithAndCheck(t *testing.T) {
	for _, c := range []struct {
		name             string
		terms, summarize []byte
		want             string // terms, if there is no error
		err              string
	}{
		{"no files", nil, nil, prompts.Default().Terms, ""},
		{"a file", []byte("T {query}\r\n"), nil, "T {query}\r\n", ""},
		{"a byte order mark", []byte("\uFEFFT"), nil, "T", ""},
		{"an empty file", []byte{}, nil, "", "prompts are missing or empty: terms"},
		{"two files without text", []byte(" \n"), []byte("\uFEFF\n"), "", "prompts are missing or empty: terms, summarize"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := prompts.Default().With(c.terms, c.summarize)
			err := set.Check()
			if c.err == "" && (err != nil || set.Terms != c.want) {
				t.Errorf("got %q, %v", set.Terms, err)
			}
			if c.err != "" && (err == nil || err.Error() != c.err) {
				t.Errorf("got %v, want %s", err, c.err)
			}
		})
	}
}

// Whatever the texts hold, a rendered template is its parts with the values
// between them.
func FuzzRender(f *testing.F) {
	f.Add("{query} {documents}", "a {documents}", "b {query}")
	f.Add("{{query}}{docu{query}ments}", "", "{")
	f.Fuzz(func(t *testing.T, template, query, documents string) {
		got := prompts.Render(template, map[string]string{"query": query, "documents": documents})
		if want := naiveRender(template, query, documents); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

// naiveRender splits at one name and then, between the values, at the other.
func naiveRender(template, query, documents string) string {
	parts := strings.Split(template, "{query}")
	for i := range parts {
		parts[i] = strings.Join(strings.Split(parts[i], "{documents}"), documents)
	}
	return strings.Join(parts, query)
}
