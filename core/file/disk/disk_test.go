package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/file"
)

// What is no project folder is refused with a word that says why.
func TestOpenRefuses(t *testing.T) {
	root := plant(t, tree{"a": ""})
	home := plant(t, tree{"project/a": ""})
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	linked := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(home, linked))
	volume := filepath.VolumeName(root) + string(filepath.Separator)
	for _, c := range []struct{ path, want string }{
		{"relative", "not absolute"},
		{filepath.Join(root, "missing"), "no such file"},
		{filepath.Join(root, "a"), "not a directory"},
		{volume, "not a project folder"},
		{volume + "..", "not a project folder"},
		{home, "not a project folder"},
		{linked, "not a project folder"},
	} {
		if _, err := Open([]string{c.path}, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Open(%q): %v, want %q", c.path, err, c.want)
		}
	}
	openDisk(t, Options{AnyFolder: true}, home)
	openDisk(t, Options{}, filepath.Join(home, "project"))
}

// Read gives the whole file; what it does not give it explains.
func TestRead(t *testing.T) {
	root := plant(t, tree{
		"docs/a b.md": "# A\n", "big": strings.Repeat("x", 2000), "x.png": "", "bin": "a\x00b",
		".gitignore": "secret\nbuild/\n", "secret": "", "dir/x": "", "x.pdf": "%PDF",
	})
	must(t, os.Symlink("docs/a b.md", filepath.Join(root, "inner")))
	must(t, os.Symlink("docs", filepath.Join(root, "innerdir")))
	outer := filepath.Join(t.TempDir(), "outer")
	must(t, os.WriteFile(outer, []byte("outer"), 0o644))
	must(t, os.Symlink(outer, filepath.Join(root, "out")))
	must(t, os.Symlink("nowhere", filepath.Join(root, "broken")))
	must(t, os.Symlink("loop", filepath.Join(root, "loop")))

	for _, scanned := range []bool{false, true} {
		d := openDisk(t, Options{MaxBytes: 1000}, root)
		if scanned {
			collect(t, d.Scan)
		}
		for name, want := range map[string]file.Reason{
			"docs/a b.md":       "",
			"missing":           "missing",
			"docs/missing":      "missing",
			"new/dir/missing":   "missing",
			"build/new/x.txt":   "ignored by .gitignore", // neither is there
			"node_modules/x.js": "dependency folder",
			"big":               "too large (2.0 KiB > 1000 bytes)",
			"x.png":             "binary",
			"bin":               "binary",
			"secret":            "ignored by .gitignore",
			"dir":               "a directory",
			"":                  "a directory",
			"x.pdf":             "no reader for .pdf",
			"inner":             "symbolic link",
			"innerdir":          "symbolic link",
			"innerdir/a b.md":   "symbolic link",
			"out":               "symbolic link out of the folder",
			"broken":            "broken symbolic link",
			"loop":              "broken symbolic link",
			"../outside":        file.Reason("outside of what is read (" + root + ")"),
			"docs/../../secret": file.Reason("outside of what is read (" + root + ")"),
		} {
			f, err := d.Read(t.Context(), file.FromPath(root+"/"+name))
			if got := reasonOfError(err); got != want {
				t.Errorf("%q, scanned %v: %q, want %q", name, scanned, got, want)
			}
			if want == "" {
				checkFile(t, root, f)
			}
		}
	}
}

func checkFile(t *testing.T, root string, f file.File) {
	t.Helper()
	info, err := os.Stat(filepath.Join(root, "docs", "a b.md"))
	must(t, err)
	checkSame(t, "file", file.File{
		Identity: file.Identity{
			URI:  file.FromPath(filepath.Join(root, "docs", "a b.md")),
			Hash: file.HashOf("# A\n"),
		},
		Path: "docs/a b.md", Content: "# A\n", Language: "markdown", Modified: info.ModTime(),
	}, f)
}

// reasonOfError gives the reason of a Skip, or "missing", or the error's text.
func reasonOfError(err error) file.Reason {
	var skip file.Skip
	switch {
	case err == nil:
		return ""
	case errors.As(err, &skip):
		return skip.Reason
	case errors.Is(err, fs.ErrNotExist):
		return "missing"
	}
	return file.Reason(err.Error())
}

func TestReadCancelled(t *testing.T) {
	d := openDisk(t, Options{}, plant(t, tree{"a": ""}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Read(ctx, "file:///a"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// With several folders their names stand in front, each name once; a file in a
// folder inside another belongs to the inner one.
func TestNameOf(t *testing.T) {
	one, two := plant(t, tree{"a": "", "in/b": "", "in/deep/c": ""}), plant(t, tree{"a": ""})
	d := openDisk(t, Options{}, one)
	check := func(path, want string) {
		t.Helper()
		if got := d.NameOf(file.FromPath(path)); got != want {
			t.Errorf("NameOf(%q) = %q, want %q", path, got, want)
		}
	}
	check(one+"/in/b", "in/b")
	check(one+"x/b", file.FromPath(one+"x/b").Path())

	must(t, d.AddFolder(two))
	must(t, d.AddFolder(two+"/"))
	must(t, d.AddFolder(one+"/in"))
	check(one+"/a", "w/a")
	check(two+"/a", "w~2/a")
	check(one+"/in/deep/c", "in/deep/c")
	got, _ := collect(t, d.Scan)
	checkSame(t, "files", []string{"in/b", "in/deep/c", "w/a", "w~2/a"}, paths(got))

	d.RemoveFolder(one)
	d.RemoveFolder(one + "/in")
	check(two+"/a", "a")
	got, _ = collect(t, d.Rescan)
	checkSame(t, "changes", tree{"in/b": "removed", "in/deep/c": "removed", "w/a": "removed", "a": ""}, got)
}

// Unruled lets in what the user named although a rule leaves it out.
func TestReadUnruled(t *testing.T) {
	root := plant(t, tree{".git/HEAD": "", ".gitignore": "*.log\n", "sub/.ignore": "secret.txt\n", "sub/secret.txt": "a", "b.log": "b"})
	for _, name := range []string{"sub/secret.txt", "b.log"} {
		u := file.FromPath(filepath.Join(root, name))
		if _, err := openDisk(t, Options{}, root).Read(t.Context(), u); !errors.As(err, new(file.Skip)) {
			t.Errorf("%s: %v, want a reason to skip it", name, err)
		}
		if _, err := openDisk(t, Options{Unruled: true}, root).Read(t.Context(), u); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
