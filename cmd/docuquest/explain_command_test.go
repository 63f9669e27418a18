package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/answer/history"
	"docuquest/core/answer/why"
	"docuquest/core/store"
)

// A kept answer is explained by its own run, without a look at the files; one without its
// account by a second run, which says so; and why a file is not in it is told by its id.
func TestExplainKept(t *testing.T) {
	h, folder := home{t, t.TempDir()}, rings(t)
	h.must("", "ask", "-C", folder, "Where was the gold ring found?")
	id := h.past()[0].ID
	elsewhere := t.TempDir()
	if got := h.must("", "explain", "-C", elsewhere, id); !strings.Contains(got, "2 indexed") || !strings.Contains(got, "- Kept [1]: ") || strings.Contains(got, "once more") {
		t.Errorf("explained as\n%s", got)
	}
	var x why.Account
	if err := json.Unmarshal([]byte(h.must("", "explain", "--json", id)), &x); err != nil || x.Answer != id || x.Search == nil {
		t.Errorf("%v, %+v", err, x)
	}
	if got := h.must("", "whynot", "-C", folder, "pot.md", id); !strings.Contains(got, "\nStep: no term. ") {
		t.Errorf("the pot is lost at\n%s", got)
	}
	if got := h.must("", "whynot", "-C", folder, filepath.Join(folder, "ring.md"), id); !strings.Contains(got, "\nStep: quoted. ") {
		t.Errorf("the ring is lost at\n%s", got)
	}

	if err := os.Remove(filepath.Join(h.folder, "answers", id+".account.gz")); err != nil {
		t.Fatal(err)
	}
	if got := h.must("", "explain", "-C", folder, id); !strings.Contains(got, "asked once more") || !strings.Contains(got, "- Kept [1]: ") {
		t.Errorf("explained once more as\n%s", got)
	}
	if code, _, said := h.run("", "whynot", "-C", folder, "pot.md", "aaaa2aaaaaaa"); code != exitFailed || !strings.Contains(said, "nothing is kept under the id") {
		t.Errorf("an answer that is not there: %d, %s", code, said)
	}
}

// An answer of one file is explained with its limit, and what an editor was shown of it
// goes with it.
func TestExplainLimited(t *testing.T) {
	h, folder := home{t, t.TempDir()}, rings(t)
	h.must("", "ask", "--file", filepath.Join(folder, "ring.md"), "Where was the gold ring found?")
	id := h.past()[0].ID
	if got := h.must("", "explain", id); !strings.Contains(got, "\nLimited to: file://") {
		t.Errorf("explained as\n%s", got)
	}
	other := rings(t)
	if got := h.must("", "whynot", "-C", other, "ring.md", id); !strings.Contains(got, "of another folder") {
		t.Errorf("a ring of another folder is lost at\n%s", got)
	}
	texts := filepath.Join(h.folder, "texts")
	if _, err := store.NewTexts(texts).Keep("explain-"+id+".md", "# Why"); err != nil {
		t.Fatal(err)
	}
	h.must("", "forget", id)
	if left, err := os.ReadDir(texts); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// One word of small letters and digits is an id; a question of one word has a question mark.
func TestIsAnswerID(t *testing.T) {
	for s, want := range map[string]bool{
		"k7f3q2x2m4pa": true, "zzz": true, history.NewID(): true,
		"intelligence?": false, "Intelligence": false, "who is he 77": false, "谁发现了": false,
	} {
		if got := isAnswerID(s); got != want {
			t.Errorf("isAnswerID(%q) is %v", s, got)
		}
	}
}
