package agent

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/prompts"
)

// A locked workspace cannot read some files and folders, whoever runs the test.
type locked struct {
	*disk.Disk
	paths []string
}

func (l locked) Scan(ctx context.Context, emit func([]file.Change)) (disk.Report, error) {
	isLocked := func(c file.Change) bool { return slices.Contains(l.paths, c.File.Path) }
	r, err := l.Disk.Scan(ctx, func(batch []file.Change) { emit(slices.DeleteFunc(batch, isLocked)) })
	for _, path := range l.paths {
		skip := file.Skip{Path: path, Reason: "not readable: permission denied"}
		r.Skipped = append(r.Skipped, skip)
		r.Reasons[skip.Reason.Kind()]++
	}
	return r, err
}

// lockedFolder is a workspace with files of which nobody can tell what they hold: one that
// cannot be read, one that is too large, one for machines and one that nothing reads. The
// folder closed cannot be looked into. What is ignored or has no text is left out, too.
func lockedFolder(t *testing.T) (folder string, a *Agent) {
	t.Helper()
	folder = folderOf(t, map[string]string{
		"ok/a.md": "The crones dance.", "ok/b.md": "Gold.", "c.md": "Crones.",
		"docs/large.txt": strings.Repeat("crones dance\n", 200_000), "app.min.js": "crones()", "docs/old.doc": "crones",
		".gitignore": "*.log\n", "x.log": "crones", "x.bin": "crones\x00",
	})
	if err := os.Mkdir(filepath.Join(folder, "closed"), 0o700); err != nil {
		t.Fatal(err)
	}
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a = New(Options{Workspace: locked{d, []string{"c.md", "closed"}}, Parsers: document.Parsers{Fallback: plain.Parser{}}, Prompts: prompts.Default()})
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return folder, a
}

// Nothing is called exact as long as a file that may be meant was left out for another
// reason than a rule, and what was left out is named. A folder that is closed may hold
// files of any name, and folders as well.
func TestCountedWithoutTheLeftOut(t *testing.T) {
	folder, a := lockedFolder(t)
	for _, c := range []struct {
		ask  Question
		said string
		left string // "" for nothing
	}{
		{
			Question{Text: "Which files mention crones?"},
			"At least 1 of 3 files mentions crones.",
			"1 minified (app.min.js), 1 no reader for .doc (docs/old.doc), 2 not readable (c.md, closed), 1 too large (docs/large.txt)",
		},
		{
			Question{Text: "How many files never mention crones?"},
			"At least 2 of 3 files never mention crones.",
			"1 minified (app.min.js), 1 no reader for .doc (docs/old.doc), 2 not readable (c.md, closed), 1 too large (docs/large.txt)",
		},
		{Question{Text: "How many files mention mice? in:/docs"}, "At least 0 of 0 files mention mice.", "1 no reader for .doc (docs/old.doc), 1 too large (docs/large.txt)"},
		{Question{Text: "Which Markdown files mention crones?"}, "At least 1 of 2 files mentions crones type:markdown.", "2 not readable (c.md, closed)"},
		{Question{Text: "Which files mention crones? in:ok"}, "At least 1 of 2 files mentions crones.", "1 not readable (closed)"},
		{Question{Text: "Which files mention crones? in:ok -in:closed"}, "Exactly 1 of 2 files mentions crones.", ""},
		{Question{Text: "Which files mention crones? in:/ok"}, "Exactly 1 of 2 files mentions crones.", ""},
		{Question{Text: "Which files mention crones?", URI: uriIn(folder, "ok")}, "Exactly 1 of 2 files mentions crones.", ""},
		{Question{Text: "Which files mention crones?", URI: uriIn(folder, "closed/deep")}, "At least 0 of 0 files mention crones.", "1 not readable (closed)"},
	} {
		r := ask(t, a, c.ask)
		said, _, _ := strings.Cut(r.Answer, "\n")
		_, left, _ := strings.Cut(r.Answer, "Left out, and so not counted: ")
		checkSame(t, c.ask.Text, []string{c.said, c.left}, []string{said, strings.TrimSuffix(left, ".")})
		if (r.Exact.LeftOut != nil) != (c.left != "") || r.Exact.AtLeast != (c.left != "") {
			t.Errorf("%s: %+v", c.ask.Text, r.Exact)
		}
		if c.left != "" && r.Nowhere != "" {
			t.Errorf("%s: %s, though it may be what was left out", c.ask.Text, r.Nowhere)
		}
	}
}

// What was left out and has become readable is counted, and what has gone is none.
func TestCountedOnceReadable(t *testing.T) {
	folder, a := lockedFolder(t)
	large := filepath.Join(folder, "docs", "large.txt")
	if err := os.WriteFile(large, []byte("No crones any more."), 0o600); err != nil {
		t.Fatal(err)
	}
	a.Touch(file.FromPath(large))
	if err := os.Remove(filepath.Join(folder, "docs", "old.doc")); err != nil {
		t.Fatal(err)
	}
	r := ask(t, a, Question{Text: "Which files mention crones? in:/docs"})
	checkSame(t, "count", []any{1, false}, []any{r.Exact.Count, r.Exact.AtLeast})
}

// Of very much that was left out the walk names the first files alone. The others count
// whatever the question is limited to.
func TestUnlistedCounts(t *testing.T) {
	_, a := lockedFolder(t)
	a.state.mu.Lock()
	a.state.report.Reasons[tooLarge] += 5
	a.state.mu.Unlock()
	r := ask(t, a, Question{Text: "Which files mention crones? in:/docs"})
	checkSame(t, "left out", map[string]int{"no reader for .doc": 1, "too large": 6}, r.Exact.LeftOut.Reasons)
	if !strings.Contains(r.Answer, "6 too large (docs/large.txt and 5 more)") {
		t.Error(r.Answer)
	}
}

// The path of a file is that below its folder, with the folder's name where there are
// several.
func TestURINamed(t *testing.T) {
	folder := folderOf(t, map[string]string{"a/x.md": "x", "b/x.md": "x", "b/b/x.md": "x"})
	for _, c := range []struct {
		folders    []string
		path, want string
	}{
		{[]string{"a"}, "x.md", "a/x.md"},
		{[]string{"b"}, "b/x.md", "b/b/x.md"},
		{[]string{"a", "b"}, "b/x.md", "b/x.md"},
		{[]string{"a", "b"}, "b/b/x.md", "b/b/x.md"},
	} {
		var folders []string
		for _, name := range c.folders {
			folders = append(folders, filepath.Join(folder, name))
		}
		d, err := disk.Open(folders, disk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := New(Options{Workspace: d, Prompts: prompts.Default()})
		checkSame(t, c.path, uriIn(folder, c.want), string(a.uriNamed(c.path)))
		checkSame(t, "elsewhere", "", string(a.uriNamed("/elsewhere/x.md")))
		a.Close()
	}
}
