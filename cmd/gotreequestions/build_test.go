package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestQuestion(t *testing.T) {
	for _, test := range []struct{ path, sentence, want string }{
		{"sort", "Package sort provides primitives for sorting slices and user-defined collections.", "Which package provides primitives for slices and user-defined collections?"},
		{"net/http/httptest", "Package httptest provides utilities for HTTP testing of whole servers and clients over networks.", "Which package provides utilities for testing of whole servers and clients over?"},
		{"math/big", "Package big implements arbitrary-precision arithmetic (big numbers), exactly.", "Which package implements arbitrary-precision arithmetic numbers, exactly?"},
		{"a/x", "Package x - converts text, numbers, dates, files: all x.", "Which package converts text, numbers, dates, files: all?"},
		{"archive/tar", "Package tar implements access to tar archives.", ""},
		{"cgo", "Cgo enables the creation of Go packages that call C code.", ""},
		{"x", "Package x", ""},
		{"x", "", ""},
	} {
		q, ok := pack{test.path, test.sentence}.question()
		if q.Question != test.want || ok != (test.want != "") {
			t.Errorf("%s: %q, %v, want %q", test.path, q.Question, ok, test.want)
		}
		if ok && q.Want[0].Path != test.path+"/" {
			t.Errorf("%s wants %s", test.path, q.Want[0].Path)
		}
	}
}

// Packages that nobody can import, tests and commands are left out; the same tree gives
// the same questions, in the order of their folders.
func TestRun(t *testing.T) {
	src := t.TempDir()
	for i := range wanted + 5 {
		name := fmt.Sprintf("pack%02d", i)
		plant(t, src, name+"/doc.go", "// Package "+name+" reads, writes, sends and receives parcels number "+fmt.Sprint(i)+".\npackage "+name)
		plant(t, src, "cmd/"+name+"/doc.go", "// Package "+name+" is a command and asks nothing of anybody.\npackage "+name)
		plant(t, src, name+"/internal/doc.go", "// Package internal reads, writes, sends and receives parcels.\npackage internal")
	}
	var first, second bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := run([]string{src}, out); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != second.String() {
		t.Error("two runs differ")
	}
	lines := strings.Split(strings.TrimSpace(first.String()), "\n")
	if len(lines) != wanted || strings.Contains(first.String(), "cmd/") || strings.Contains(first.String(), "internal") {
		t.Errorf("%d questions:\n%s", len(lines), first.String())
	}
	if err := run([]string{t.TempDir()}, &first); err == nil {
		t.Error("an empty folder gives questions")
	}
	if err := run(nil, &first); err == nil {
		t.Error("no folder gives questions")
	}
}

func plant(t *testing.T, folder, name, content string) {
	t.Helper()
	full := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
