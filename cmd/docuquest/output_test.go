package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
)

// Whatever a file holds and is called, no command prints a hidden character of it. JSON
// has these as escapes, so that programs read what the file holds.
func TestNothingHiddenIsPrinted(t *testing.T) {
	const hidden = "am\u200bber\U000e0068\U000e0069\u2062\ufeff\x1b[31m"
	s := newScript(t, &txtar.Archive{Files: []txtar.File{
		{Name: "folder/a\u200b.md", Data: []byte("# Gold\u2060 " + hidden + "\n\nGold is " + hidden + " old. Where is gold?\n")},
		{Name: "folder/a.go", Data: []byte("package a\n\n// Gold is " + hidden + " old.\nfunc Gold() {}\n")},
		{Name: "terms", Data: []byte("gold\n")},
		{Name: "statements", Data: []byte(`{"statements": [{"text": "Gold is old.", "quotes": [{"passage": 1, "quote": "Gold is"}]}], "missing": ""}`)},
	}})
	s.environ = []string{"DOCUQUEST_BASE_URL=" + s.server.URL}
	var a replies.Answer
	if err := json.Unmarshal([]byte(s.must(t, "ask", "-C", "$WORK/folder", "--json", "How old is gold?")), &a); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"ask", "-C", "$WORK/folder", "How old is gold?"},
		{"ask", "-C", "$WORK/folder", "--format", "md", "How old is gold?"},
		{"search", "-C", "$WORK/folder", "gold"},
		{"search", "-C", "$WORK/folder", "--explain", "gold"},
		{"search", "-C", "$WORK/folder", "--json", "gold"},
		{"parse", "$WORK/folder/a.go"},
		{"parse", "--json", "$WORK/folder/a.go"},
		{"explain", a.ID},
		{"show", a.ID},
		{"sent", a.ID},
		{"sent", "--json", a.ID},
		{"history"},
		{"notes"},
		{"index", "-C", "$WORK/folder"},
		{"map", "-C", "$WORK/folder"},
	} {
		printed := s.must(t, args...)
		if at := strings.IndexFunc(printed, isHidden); at >= 0 {
			t.Errorf("%s prints %q", strings.Join(args, " "), printed[at:min(len(printed), at+40)])
		}
	}
	if raw := s.must(t, "sent", "--raw", a.ID); !strings.Contains(raw, "\u2062") {
		t.Errorf("--raw has lost what went out in\n%s", raw)
	}
}

func isHidden(r rune) bool { return r != '\n' && r != '\t' && r != '\ufffd' && render.Hides(r) }

// A program reads from JSON what was written, hidden characters as escapes.
func TestEncodeJSON(t *testing.T) {
	var b strings.Builder
	if err := writeJSONLine(&b, []string{"a\u200bb\U000e0068<c>\u007f"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`["a\u200bb\udb40\udc68<c>\u007f"]`+"\n", b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A character may come in pieces, and one that never ends is not waited for.
func TestOutputInPieces(t *testing.T) {
	var b strings.Builder
	out := &output{to: &b}
	for _, c := range []byte("gold → ü\U000e0068\U0001f600\xe2\x86") {
		if n, err := out.Write([]byte{c}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := out.finish(); err != nil || b.String() != "gold → ü\ufffd\U0001f600\ufffd" {
		t.Errorf("%q, %v", b.String(), err)
	}
}
