package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func testCompleter() completer {
	return completer{
		paths: func() []string {
			return []string{"README.md", "docs/api/a.md", "docs/api/b.md", "docs/guide.pdf", "my notes/x.txt", "src/Makefile", "src/main.go"}
		},
		ids: func() []string { return []string{"a1b2", "a1c3"} },
	}
}

// What is completed when Tab is pressed at the bar, and where the cursor is then.
func TestComplete(t *testing.T) {
	for _, c := range []struct {
		typed, want string
		choices     []string
	}{
		{":o|", ":open |", nil},
		{":s|", ":s|", []string{"show", "sources"}},
		{":so|", ":sources |", nil},
		{":xyz|", ":xyz|", nil},
		{":|", ":|", []string{"help", "history", "like", "new", "notes", "open", "show", "sources"}},
		{":show a|", ":show a1|", []string{"a1b2", "a1c3"}},
		{":show a1b|", ":show a1b2 |", nil},

		{"where in:do|", "where in:docs/|", nil},
		{"where in:docs/|", "where in:docs/|", []string{"docs/api/", "docs/guide.pdf"}},
		{"where in:DOCS/g|", "where in:docs/guide.pdf |", nil},
		{"where -in:/docs/api/a|", "where -in:/docs/api/a.md |", nil},
		{"where in:m| is it", "where in:\"my notes/| is it", nil},
		{"where in:\"my notes/|", "where in:\"my notes/x.txt\" |", nil},
		{"where in:\"my no|\" is it", "where in:\"my notes/|\" is it", nil},
		{"where in:\"my notes/x|\" is it", "where in:\"my notes/x.txt\" |is it", nil},
		{"where in:docs/g|\"is it\"", "where in:docs/guide.pdf |\"is it\"", nil},
		{"in:src,do|", "in:src,docs/|", nil},
		{"in:\"my notes\",docs/g| x", "in:\"my notes\",docs/guide.pdf |x", nil},
		{"file:m|", "file:Ma|", []string{"Makefile", "main.go"}},
		{"type:p|", "type:pdf |", nil},
		{"type:t|", "type:t|", []string{"table", "text", "txt"}},
		{"begin:do|", "begin:do|", nil},
		{"gold|", "gold|", nil},
		{"in:zz|", "in:zz|", nil},
		{"|", "|", nil},
	} {
		before, after, _ := strings.Cut(c.typed, "|")
		got := testCompleter().complete(before+after, len(before))
		if shown := got.line[:got.at] + "|" + got.line[got.at:]; shown != c.want || !cmp.Equal(got.choices, c.choices) {
			t.Errorf("%q becomes %q with %q, want %q with %q", c.typed, shown, got.choices, c.want, c.choices)
		}
	}
}

// Whatever was typed, completing takes nothing behind the cursor away but a quote and a
// space, which it puts in front of it.
func FuzzComplete(f *testing.F) {
	for _, seed := range []string{":o", "in:do", `in:"my`, "type:", "-file:ma,", "in:é", ":show "} {
		f.Add(seed, " behind")
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		got := testCompleter().complete(before+after, len(before))
		if got.at < 0 || len(got.line) < got.at {
			t.Fatalf("%q|%q becomes %q at %d", before, after, got.line, got.at)
		}
		taken, is := strings.CutSuffix(after, got.line[got.at:])
		if !is || !strings.HasPrefix(`" `, taken) && taken != " " {
			t.Errorf("%q|%q becomes %q at %d", before, after, got.line, got.at)
		}
	})
}

// Keys make lines: Tab completes, the arrow goes back to earlier questions, and the end
// of the input and Ctrl-C are told apart.
func TestKeyboard(t *testing.T) {
	var shown bytes.Buffer
	k := newKeyboard(strings.NewReader(":o\t2\rwhere in:sr\tm\t\t\r\x1b[A!\r:s\t\x7f\x7fgold\r\x03"), &shown, testCompleter())
	k.terminal.History.Add("Where was jade found?")
	var got []string
	var err error
	for err == nil {
		q := k.ask(t.Context(), "> ")
		if err = q.err; err == nil {
			got = append(got, q.text)
		}
	}
	want := []string{":open 2", "where in:src/Ma", "where in:src/Ma!", "gold"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err != exit(exitInterrupted) {
		t.Errorf("Ctrl-C ends with %v", err)
	}
	for _, text := range []string{"> ", "src/Makefile  src/main.go", "show  sources"} {
		if !strings.Contains(shown.String(), text) {
			t.Errorf("%q is not shown in %q", text, shown.String())
		}
	}
	if q := newKeyboard(strings.NewReader(""), io.Discard, testCompleter()).ask(t.Context(), "> "); q.err != io.EOF {
		t.Errorf("the end of the input is %v", q.err)
	}
}

// Waiting for a key ends with what it is waited for.
func TestKeyboardIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, _ := io.Pipe()
	defer in.Close()
	if q := newKeyboard(in, io.Discard, testCompleter()).ask(ctx, "> "); q.err != context.Canceled {
		t.Errorf("got %v", q.err)
	}
}
