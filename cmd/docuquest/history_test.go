package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer/replies"
	"docuquest/core/answer/why"
)

// A home is where runs of the program leave what they keep.
type home struct {
	t      *testing.T
	folder string
}

// run runs the program, with lines as what is typed, and gives what it prints.
func (h home) run(lines string, args ...string) (code int, stdout, stderr string) {
	h.t.Helper()
	s := newScript(h.t, &txtar.Archive{})
	s.environ = []string{"DOCUQUEST_HOME=" + h.folder, "EDITOR=never"}
	s.args, s.stdin = args, lines
	var out, complaints strings.Builder
	p := s.program()
	p.stdout, p.stderr = writeCloser{&out}, &complaints
	code = run(context.Background(), p)
	return code, out.String(), complaints.String()
}

// must is a run that succeeds and complains of nothing.
func (h home) must(lines string, args ...string) string {
	h.t.Helper()
	code, stdout, stderr := h.run(lines, args...)
	if code != 0 || stderr != "" {
		h.t.Fatalf("%q: exit code %d, %s", args, code, stderr)
	}
	return stdout
}

// past are the questions that are kept, the newest first.
func (h home) past() []replies.PastQuestion {
	h.t.Helper()
	var past []replies.PastQuestion
	if err := json.Unmarshal([]byte(h.must("", "history", "--all", "--json")), &past); err != nil {
		h.t.Fatal(err)
	}
	return past
}

// rings is a workspace of two files.
func rings(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "ring.md"), "# The ring\n\nThe gold ring was found in the well in 1931.\n")
	writeFile(t, filepath.Join(folder, "pot.md"), "# The pot\n\nThe clay pot was made in Oslo.\n")
	return folder
}

// What is asked on the command line is kept, listed, shown and forgotten.
func TestHistory(t *testing.T) {
	h, folder := home{t, t.TempDir()}, rings(t)
	if got := h.must("", "history", "--all"); got != "Nothing is kept.\n" {
		t.Errorf("before the first question: %q", got)
	}
	h.must("", "ask", "-C", folder, "Where was the clay pot made?")
	h.must("", "ask", "-C", folder, "--conversation", "new", "Where was the gold ring found?")
	if got := h.must("", "ask", "-C", folder, "--conversation", "last", "And when?"); !strings.Contains(got, "Taken as a question on: gold, ring, found.") {
		t.Errorf("what was taken over is not said:\n%s", got)
	}
	past := h.past()
	var asked []string
	for _, one := range past {
		asked = append(asked, one.Question)
		if _, err := os.Stat(one.Path); err != nil {
			t.Error(err)
		}
	}
	slices.Sort(asked) // all may be kept in one moment
	if diff := cmp.Diff([]string{"And when?", "Where was the clay pot made?", "Where was the gold ring found?"}, asked); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	for _, one := range past {
		if got := h.must("", "show", one.ID); !strings.HasPrefix(got, "# "+one.Question+"\n\n") {
			t.Errorf("%s shows\n%s", one.ID, got)
		}
		if (one.Conversation == "") != strings.Contains(one.Question, "pot") {
			t.Errorf("%q is of the conversation %q", one.Question, one.Conversation)
		}
	}
	talk := past[slices.IndexFunc(past, func(one replies.PastQuestion) bool { return one.Conversation != "" })].Conversation
	if got := h.must("", "show", talk); strings.Index(got, "# Where was the gold ring found?") > strings.Index(got, "# And when?") {
		t.Errorf("the conversation shows\n%s", got)
	}
	if got := h.must("", "forget", talk); got != "2 answers are forgotten.\n" {
		t.Errorf("the conversation: %q", got)
	}
	if code, _, stderr := h.run("yes\n", "forget", "--all"); code != exitUsage || !strings.Contains(stderr, "--yes removes them") || len(h.past()) != 1 {
		t.Errorf("without a terminal: exit code %d, %q, %d are kept", code, stderr, len(h.past()))
	}
	if got := h.must("", "forget", "--all", "--yes", "--json"); got != "{\n  \"forgotten\": 1\n}\n" {
		t.Errorf("the rest: %q", got)
	}
	if past := h.past(); len(past) != 0 {
		t.Errorf("still kept: %v", past)
	}
}

// The history of a folder is what it and the folders in it were asked, with the folder of each.
func TestHistoryOfAFolder(t *testing.T) {
	h, here, elsewhere := home{t, t.TempDir()}, rings(t), rings(t)
	inside := filepath.Join(here, "inside")
	writeFile(t, filepath.Join(inside, "cup.md"), "The cup is made of silver.\n")
	for folder, question := range map[string]string{here: "Where was the clay pot made?", inside: "What is the cup made of?", elsewhere: "Where was the gold ring found?"} {
		h.must("", "ask", "-C", folder, question)
	}
	for _, c := range []struct {
		args []string
		want []string // its folders, in any order
	}{
		{[]string{"-C", here}, []string{here, inside}},
		{[]string{"-C", inside}, []string{inside}},
		{[]string{"-C", elsewhere}, []string{elsewhere}},
		{[]string{"-C", elsewhere, "--most", "1"}, []string{elsewhere}},
		{[]string{"--all"}, []string{here, inside, elsewhere}},
	} {
		got := h.must("", append([]string{"history"}, c.args...)...)
		if strings.Count(got, "\n") != len(c.want) {
			t.Errorf("%q lists\n%s", c.args, got)
		}
		for _, folder := range c.want {
			if !strings.Contains(got, "  in "+folder+"\n") {
				t.Errorf("%q lists nothing in %s:\n%s", c.args, folder, got)
			}
		}
	}
	if got := h.must("", "history", "-C", t.TempDir()); !strings.Contains(got, "docuquest history --all") {
		t.Errorf("without a question: %q", got)
	}
}

// Each thing that cannot be done says in one line why.
func TestHistoryErrors(t *testing.T) {
	h := home{t, t.TempDir()}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"show"}, exitUsage, `which one?`},
		{[]string{"show", "zzz"}, exitFailed, `nothing is kept under the id "zzz"`},
		{[]string{"show", "../zzz"}, exitFailed, `nothing is kept under the id "../zzz"`},
		{[]string{"forget"}, exitUsage, `which one?`},
		{[]string{"forget", "zzz"}, exitFailed, `nothing is kept under the id "zzz"`},
		{[]string{"forget", "--all", "zzz"}, exitUsage, `"zzz" is one argument too many`},
		{[]string{"history", "--most", "0"}, exitUsage, `it may be 1 to 1000`},
		{[]string{"history", "--most", "101", "--like", "x"}, exitUsage, `--most is 101: with --like it may be 1 to 100`},
		{[]string{"history", "--like", ""}, exitUsage, `--like lists the questions that are like one: which one?`},
		{[]string{"history", "--like", " "}, exitUsage, `which one?`},
		{[]string{"history", "--all", "--like", "x"}, exitUsage, `--all and --like exclude each other`},
		{[]string{"ask", "-C", "$SITES", "--conversation", "zzz", "Why?"}, exitFailed, `there is no conversation "zzz"`},
		{[]string{"chat", "-C", "$SITES", "--conversation", "last"}, exitFailed, `no conversation is kept`},
	} {
		code, stdout, stderr := h.run("", c.args...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d, %q", c.args, code, stderr)
		}
	}
}

// On a terminal only a plain yes removes everything.
func TestForgetAsks(t *testing.T) {
	h, folder := home{t, t.TempDir()}, rings(t)
	h.must("", "ask", "-C", folder, "Where was the clay pot made?")
	for _, c := range []struct {
		said string
		left int
	}{{"no\n", 1}, {"", 1}, {"yes\n", 0}} {
		s := newScript(t, &txtar.Archive{})
		s.environ, s.args, s.stdin = []string{"DOCUQUEST_HOME=" + h.folder}, []string{"forget", "--all"}, c.said
		p := s.program()
		p.stdout, p.stderr = writeCloser{&strings.Builder{}}, &strings.Builder{}
		p.screens.stdin, p.screens.stdout = true, true
		if code := run(t.Context(), p); code != 0 {
			t.Errorf("%q: exit code %d", c.said, code)
		}
		if got := len(h.past()); got != c.left {
			t.Errorf("%q leaves %d answers, want %d", c.said, got, c.left)
		}
	}
}

// With keep_answers off nothing of a question stays.
func TestKeepNothing(t *testing.T) {
	h, folder := home{t, t.TempDir()}, rings(t)
	settings := filepath.Join(t.TempDir(), "config.toml")
	writeFile(t, settings, "keep_answers = \"off\"\n")
	for _, args := range [][]string{{"ask", "-C", folder, "--conversation", "new", "Where is the ring?"}, {"chat", "-C", folder}} {
		s := newScript(t, &txtar.Archive{})
		s.environ = []string{"DOCUQUEST_HOME=" + h.folder, "DOCUQUEST_CONFIG=" + settings}
		s.args, s.stdin = args, "Where is the ring?\nAnd when?\n"
		if got := s.run(t); got["exit"] != "0" || got["stderr"] != "" {
			t.Fatal(got)
		}
	}
	if left, err := os.ReadDir(h.folder); len(left) != 0 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
}

// A conversation has commands beside its questions, and goes on another time.
func TestTalk(t *testing.T) {
	h, folder := home{t, t.TempDir()}, rings(t)
	first := h.must(":sources\n:open 1\n:hist\nWhere was the gold ring found?\n:o 1\n:open [2]\n:open x\n:sources\n:s\n:history\n:fly\n", "chat", "-C", folder)
	again := h.must("And when?\n:ne\nAnd when?\n/show "+h.past()[0].ID+"\n:show zzz\n:show\n:?\n:help\nhelp\n/help\n/etc/hosts?\n/q\nWho?\n", "chat", "-C", folder, "--conversation", "last")
	got := strings.ReplaceAll(first+again, filepath.ToSlash(folder), "$FOLDER")
	for _, one := range h.past() {
		got = strings.ReplaceAll(got, one.ID, "ID")
	}
	golden := filepath.Join("testdata", "talk.golden")
	if *update {
		writeFile(t, golden, got)
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Notes have a say from where a conversation turns them on.
func TestTalkNotes(t *testing.T) {
	h := home{t, t.TempDir()}
	said := h.must(":notes\nWhere was the gold ring found?\n:notes loud\n:notes hits=5\nWhere was the clay pot made?\n:notes\n", "chat", "-C", rings(t))
	for _, want := range []string{"Notes are off.", "That did not work: notes is on, off, or numbers", "Notes are hits=5."} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	var explained []bool
	for _, one := range h.past() {
		var x struct {
			Search struct{ Notes *why.ExplainedNotes }
		}
		if err := json.Unmarshal([]byte(h.must("", "explain", "--json", one.ID)), &x); err != nil {
			t.Fatal(err)
		}
		explained = append(explained, x.Search.Notes != nil)
	}
	if want := []bool{true, false}; !slices.Equal(explained, want) {
		t.Errorf("notes had a say in the last question and the one before: %v, want %v", explained, want)
	}
	if said := h.must(":notes on\n", "chat", "-C", rings(t), "--writer", "classic"); !strings.Contains(said, "The classic way does not use notes.") {
		t.Error(said)
	}
}

// The editor opens the line that is cited, and no place that is no line of a file.
func TestEditorCommand(t *testing.T) {
	line := replies.Citation{URI: "file:///w/a.md", Range: replies.Range{Start: replies.Position{Line: 11, Character: 4}}}
	page, extracted := line, line
	page.Page, extracted.URI = 3, "docuquest:/text/a.docx"
	for _, c := range []struct {
		environ []string
		cited   replies.Citation
		want    []string
	}{
		{[]string{"EDITOR=vi"}, line, []string{"vi", "+12", "/w/a.md"}},
		{[]string{"EDITOR=vi", "VISUAL=code --wait"}, line, []string{"code", "--wait", "--goto", "/w/a.md:12:5"}},
		{[]string{"EDITOR=/usr/bin/nvim -p"}, line, []string{"/usr/bin/nvim", "-p", "+12", "/w/a.md"}},
		{[]string{`EDITOR=C:\Programs\Codium.CMD`}, line, []string{`C:\Programs\Codium.CMD`, "--goto", "/w/a.md:12:5"}},
		{[]string{"EDITOR=editor"}, line, []string{"editor", "+12", "/w/a.md"}},
		{[]string{"EDITOR=sensible-editor"}, line, []string{"sensible-editor", "+12", "/w/a.md"}},
		{[]string{"EDITOR=/usr/bin/vim.basic"}, line, []string{"/usr/bin/vim.basic", "+12", "/w/a.md"}},
		{[]string{"EDITOR=vim.tiny"}, line, []string{"vim.tiny", "+12", "/w/a.md"}},
		{[]string{"EDITOR=emacs-nox"}, line, []string{"emacs-nox", "+12", "/w/a.md"}},
		{[]string{"EDITOR=vimpager"}, line, []string{"vimpager", "/w/a.md"}},
		{[]string{"EDITOR=hx"}, line, []string{"hx", "/w/a.md:12"}},
		{[]string{"EDITOR=kate"}, line, []string{"kate", "--line", "12", "/w/a.md"}},
		{[]string{"EDITOR=an-editor"}, line, []string{"an-editor", "/w/a.md"}},
		{[]string{"EDITOR="}, line, nil},
		{nil, line, nil},
		{[]string{"EDITOR=vi"}, page, nil},
		{[]string{"EDITOR=vi"}, extracted, nil},
	} {
		if diff := cmp.Diff(c.want, target{folder: "/w"}.editorCommand(c.environ, c.cited)); diff != "" {
			t.Errorf("%q, %s (-want +got):\n%s", c.environ, c.cited.URI, diff)
		}
	}
}

// What was asked before is found by what it means, with what has become of its citations.
func TestHistoryLike(t *testing.T) {
	h, folder := home{t, t.TempDir()}, rings(t)
	for range 2 {
		h.must("", "ask", "-C", folder, "Where was the clay pot made?")
	}
	h.must("", "ask", "-C", folder, "Where was the gold ring found?")
	got := h.must("", "history", "-C", folder, "--like", "golden rings")
	if !strings.Contains(got, "  Where was the gold ring found?\n    The ring: The gold ring was found in the well in 1931.\n    (its citation stands)\n") || strings.Contains(got, "pot") {
		t.Errorf("golden rings:\n%s", got)
	}
	if got := h.must("", "history", "-C", folder, "--like", "pots of clay"); !strings.Contains(got, "(asked 2 times)") {
		t.Errorf("pots of clay:\n%s", got)
	}
	if got := h.must("", "history", "-C", t.TempDir(), "--like", "golden rings"); !strings.HasSuffix(got, "  Where was the gold ring found?\n    (1 citation of another folder, not looked up)\n") {
		t.Errorf("from another folder:\n%s", got)
	}
	var before []replies.Remembered
	if err := json.Unmarshal([]byte(h.must("", "history", "-C", folder, "--like", "golden rings", "--json")), &before); err != nil || len(before) != 1 || before[0].Standing.OK != 1 {
		t.Errorf("%+v, %v", before, err)
	}
	if got := h.must("", "ask", "-C", folder, "Have I asked about golden rings before?"); !strings.Contains(got, "Yes, 1 earlier question is like this:") || !strings.Contains(got, "[1] ring.md:3:1") {
		t.Errorf("as a question:\n%s", got)
	}
	if got := h.must(":like golden rings\n:like\nWhere was the clay pot made?\n:like\n", "chat", "-C", folder); strings.Count(got, "(its citation stands)") != 2 || !strings.Contains(got, "Like which question?") {
		t.Errorf("in a conversation:\n%s", got)
	}
}
