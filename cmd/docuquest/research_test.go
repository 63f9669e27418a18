package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
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

// An interrupt before anything was found ends with its code, and prints nothing.
func TestResearchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := start(ctx, t, "", "research", "-C", t.TempDir(), "Who?")
	if diff := cmp.Diff([]any{exitInterrupted, "", ""}, []any{code, stdout, stderr}); diff != "" {
		t.Error(diff)
	}
}
