package main

import (
	"os"
	"path/filepath"
	"testing"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
)

// TestOpenable: a source is named as seen from the current folder, and by its whole path
// outside of it.
func TestOpenable(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	above := filepath.Dir(here)
	for _, c := range []struct {
		why    string
		source target
		uri    file.URI
		path   string
		want   string
	}{
		{"a file of the current folder", target{folder: here}, file.FromPath(filepath.Join(here, "a.md")), "a.md", "a.md"},
		{"a file below it", target{folder: filepath.Join(here, "notes")}, file.FromPath(filepath.Join(here, "notes/a.md")), "a.md", filepath.Join("notes", "a.md")},
		{"a file outside of it", target{folder: above}, file.FromPath(filepath.Join(above, "a.md")), "a.md", filepath.Join(above, "a.md")},
		{"a text that was taken out of a file", target{folder: here}, replies.TextURI("in/a.pdf", 3), "in/a.pdf", filepath.Join("in", "a.pdf")},
		{"one file alone", target{folder: here, file: file.FromPath(filepath.Join(here, "b.pdf"))}, replies.TextURI("b.pdf", 1), "b.pdf", "b.pdf"},
		{"an answer of a conversation", target{}, file.FromPath(filepath.Join(here, "a.md")), "a.md", "a.md"},
	} {
		if got := c.source.placeOf(replies.Citation{URI: c.uri, Path: c.path}); got != c.want+":1:1" {
			t.Errorf("%s is named %q, want %q", c.why, got, c.want)
		}
	}
}

// TestRelinked: the links of a printed document lead to files, also those to pages of texts
// that were taken out of them.
func TestRelinked(t *testing.T) {
	cited := replies.Citation{Number: 1, URI: replies.TextURI("in/a.pdf", 3), Path: "in/a.pdf", Page: 3}
	near := replies.Passage{URI: "file:///notes/b.md", Path: "b.md", Range: replies.Range{Start: replies.Position{Line: 4}}}
	a := printed{
		Answer: &replies.Answer{
			Citations: []replies.Citation{cited}, Nearest: []replies.Passage{near},
			Document: "1. [in/a.pdf, page 3](docuquest:/text/in/a.pdf?p=3#L1) [b.md:5](file:///notes/b.md#L5)\n",
		},
		source: target{folder: "/notes"},
	}
	for form, want := range map[string]string{
		formMarkdown: "1. [in/a.pdf, page 3](file:///notes/in/a.pdf#page=3) [b.md:5](file:///notes/b.md#L5)\n",
		formHTML:     "1. [in/a.pdf, page 3](file:///notes/in/a.pdf#page=3) [b.md:5](file:///notes/b.md)\n",
	} {
		if got, _ := a.relinked(form); got != want {
			t.Errorf("%s: %q, want %q", form, got, want)
		}
	}
}
