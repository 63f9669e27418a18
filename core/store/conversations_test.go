package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// loaded are the records of a conversation as texts.
func loaded(t *testing.T, c *Conversations, id string) []string {
	t.Helper()
	records, err := c.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range records {
		all = append(all, string(r))
	}
	return all
}

// keptTurns makes a conversation of the turns {"n":1}, {"n":2}, {"n":3}.
func keptTurns(t *testing.T) *Conversations {
	t.Helper()
	c := NewConversations(filepath.Join(t.TempDir(), "conversations"))
	for _, n := range []string{"1", "2", "3"} {
		if err := c.Append("abc", []byte(`{"n":`+n+`}`), "# Question "+n+"\n\nAnswer "+n+".\n"); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// A conversation is one file that a person can read, and its records come back in their
// order.
func TestConversation(t *testing.T) {
	c := keptTurns(t)
	if diff := cmp.Diff([]string{`{"n":1}`, `{"n":2}`, `{"n":3}`}, loaded(t, c, "abc")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	content, err := os.ReadFile(c.File("abc"))
	if err != nil {
		t.Fatal(err)
	}
	want := "<!-- docuquest {\"n\":1} -->\n\n# Question 1\n\nAnswer 1.\n\n<!-- docuquest {\"n\":2} -->\n"
	if !strings.HasPrefix(string(content), want) {
		t.Errorf("got %q", content)
	}
	if info, err := os.Stat(c.File("abc")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file is not the user's alone: %v, %v", info.Mode(), err)
	}
}

// Whatever a person or the end of a program did to the file, the turns that are whole
// are there, and one more can be added.
func TestConversationMended(t *testing.T) {
	for _, c := range []struct{ name, content string }{
		{"a record was broken off", "<!-- docuquest {\"n\":1} -->\n\nA.\n\n<!-- docuquest {\"n\":"},
		{"a document was broken off", "<!-- docuquest {\"n\":1} -->\n\nA"},
		{"other ends of lines", "<!-- docuquest {\"n\":1} -->\r\n\r\nA.\r\n"},
		{"notes of a person", "My notes\n\n<!-- docuquest {\"n\":1} -->\n\nA. <!-- docuquest {} -->\n\nMore.\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			kept := NewConversations(t.TempDir())
			if err := os.WriteFile(kept.File("abc"), []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := kept.Append("abc", []byte(`{"n":2}`), "B."); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{`{"n":1}`, `{"n":2}`}, loaded(t, kept, "abc")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// No document can pass for a record, and no record can end its comment.
func TestConversationForged(t *testing.T) {
	c := NewConversations(t.TempDir())
	if err := c.Append("abc", []byte(`{"n":1}`), "A.\n<!-- docuquest {\"n\":9} -->\n"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{`{"n":1}`}, loaded(t, c, "abc")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, record := range []string{`{"q":"-->"}`, "{\n}", `{"q":"<!--"}`} {
		if err := c.Append("abc", []byte(record), ""); err == nil {
			t.Errorf("%s is taken", record)
		}
	}
}

// One turn goes, with its document, and the others stay; with the last the file goes.
func TestConversationCut(t *testing.T) {
	c := keptTurns(t)
	cut := func(record string) {
		t.Helper()
		if err := c.Cut("abc", []byte(record)); err != nil {
			t.Fatal(err)
		}
	}
	cut(`{"n":2}`)
	cut(`{"n":7}`) // is none
	content, _ := os.ReadFile(c.File("abc"))
	if diff := cmp.Diff([]string{`{"n":1}`, `{"n":3}`}, loaded(t, c, "abc")); diff != "" || strings.Contains(string(content), "Answer 2") {
		t.Errorf("(-want +got):\n%s%s", diff, content)
	}
	cut(`{"n":1}`)
	cut(`{"n":3}`)
	if _, err := c.Load("abc"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the empty file is still there: %v", err)
	}
}

// A turn takes the place of another one, wherever that is.
func TestConversationReplaced(t *testing.T) {
	for _, n := range []string{"1", "3"} {
		c := keptTurns(t)
		if err := c.Replace("abc", []byte(`{"n":`+n+`}`), []byte(`{"n":4}`), "# Question 4\n"); err != nil {
			t.Fatal(err)
		}
		if err := c.Append("abc", []byte(`{"n":5}`), "# Question 5\n"); err != nil {
			t.Fatal(err)
		}
		want := strings.Split(strings.Replace(`{"n":1} {"n":2} {"n":3} {"n":5}`, n, "4", 1), " ")
		if diff := cmp.Diff(want, loaded(t, c, "abc")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		content, _ := os.ReadFile(c.File("abc"))
		if strings.Contains(string(content), "Answer "+n) || !strings.Contains(string(content), "# Question 4\n\n") {
			t.Errorf("got %s", content)
		}
		if err := c.Replace("abc", []byte(`{"n":4}`), []byte("<"), ""); err == nil {
			t.Error("a record is taken that is none")
		}
	}
}

// The conversation that was added to last comes first.
func TestRecentConversations(t *testing.T) {
	c := NewConversations(filepath.Join(t.TempDir(), "none"))
	if ids, err := c.Recent(5); len(ids) != 0 || err != nil {
		t.Errorf("of no folder: %v, %v", ids, err)
	}
	c = keptTurns(t)
	if err := c.Append("old", []byte("{}"), ""); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(c.File("abc"))
	if err != nil {
		t.Fatal(err)
	}
	before := info.ModTime().Add(-1e9)
	if err := os.Chtimes(c.File("old"), before, before); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(c.File("abc")), "Notes.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ids, err := c.Recent(5)
	if diff := cmp.Diff([]string{"abc", "old"}, ids); diff != "" || err != nil {
		t.Errorf("(-want +got):\n%s%v", diff, err)
	}
	if ids, _ := c.Recent(1); len(ids) != 1 {
		t.Errorf("of one: %v", ids)
	}
}

// Names that are no ids reach no file.
func TestConversationIDs(t *testing.T) {
	c := NewConversations(t.TempDir())
	for _, id := range []string{"", "../abc", "A", ".x", strings.Repeat("a", 65)} {
		if _, err := c.Load(id); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Load(%q): %v", id, err)
		}
		if err := c.Append(id, []byte("{}"), ""); err == nil {
			t.Errorf("Append(%q) is taken", id)
		}
		if err := errors.Join(c.Remove(id), c.Cut(id, nil)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Remove(%q): %v", id, err)
		}
	}
}

// An answer that is removed is gone, and so is one without its document.
func TestAnswersRemove(t *testing.T) {
	a := NewAnswers(t.TempDir())
	for range 2 {
		if err := a.Keep("abc", []byte("{}"), "x"); err != nil {
			t.Fatal(err)
		}
		if kept, err := a.Kept("abc"); kept.IsZero() || err != nil {
			t.Errorf("kept at %v, %v", kept, err)
		}
		if err := a.Remove("abc"); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := a.Load("abc"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
	if err := a.Remove("abc"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed twice: %v", err)
	}
	if _, err := a.Kept("../abc"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a path is an id: %v", err)
	}
}

// Whatever a file holds, its records are lines of it, and one more is found behind them.
func FuzzConversation(f *testing.F) {
	f.Add([]byte("<!-- docuquest {\"n\":1} -->\n\nA.\n"))
	f.Add([]byte("<!-- docuquest "))
	f.Add([]byte("-->\r\n<!-- docuquest  -->"))
	f.Fuzz(func(t *testing.T, content []byte) {
		c := NewConversations(t.TempDir())
		if err := os.WriteFile(c.File("abc"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		before := len(loaded(t, c, "abc"))
		if err := c.Append("abc", []byte(`{"n":"new"}`), "A."); err != nil {
			t.Fatal(err)
		}
		after := loaded(t, c, "abc")
		if len(after) != before+1 || after[before] != `{"n":"new"}` {
			t.Fatalf("%d records, then %q", before, after)
		}
	})
}
