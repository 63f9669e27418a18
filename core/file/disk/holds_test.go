package disk

import (
	"os"
	"path/filepath"
	"testing"

	"docuquest/core/file"
)

// What stands at a place is told by looking at it alone: rules and contents do not matter.
// Where nobody can look, nothing is said.
func TestHolds(t *testing.T) {
	root, away := t.TempDir(), filepath.Join(t.TempDir(), "away")
	for name, content := range map[string]string{"a.txt": "text", "left/out.txt": "text", "binary": "\x00", ".gitignore": "left/\nnever/\n"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(content), 0o644))
	}
	must(t, os.Mkdir(away, 0o755))
	d, err := Open([]string{root, away}, Options{})
	must(t, err)
	must(t, os.Remove(away))
	for _, c := range []struct {
		path  string
		holds bool
		told  bool
	}{
		{filepath.Join(root, "a.txt"), true, true},
		{filepath.Join(root, "left", "out.txt"), true, true},
		{filepath.Join(root, "binary"), true, true},
		{filepath.Join(root, "left"), false, true},
		{filepath.Join(root, "b.txt"), false, true},
		{filepath.Join(root, "never", "b.txt"), false, true},
		{filepath.Join(root, "a.txt", "b.txt"), false, true},
		{filepath.Join(away, "a.txt"), false, false},
		{filepath.Join(filepath.Dir(root), "b.txt"), false, false},
	} {
		if holds, err := d.Holds(file.FromPath(c.path)); holds != c.holds || (err == nil) != c.told {
			t.Errorf("%s: %v, %v", c.path, holds, err)
		}
	}
}

// Where a directory is empty, or was never made in one that is, what belonged there may be
// on a disk that is away.
func TestHoldsInEmptyDirectory(t *testing.T) {
	root := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(root, "empty"), 0o755))
	must(t, os.MkdirAll(filepath.Join(root, "outer", "inner"), 0o755))
	must(t, os.WriteFile(filepath.Join(root, "a.txt"), []byte("text"), 0o644))
	d, err := Open([]string{root}, Options{})
	must(t, err)
	for name, told := range map[string]bool{
		"b.txt": true, "never/b.txt": true, "outer/b.txt": true, "outer/never/b.txt": true,
		"empty/b.txt": false, "empty/never/b.txt": false, "outer/inner/b.txt": false,
	} {
		if holds, err := d.Holds(file.FromPath(filepath.Join(root, filepath.FromSlash(name)))); holds || (err == nil) != told {
			t.Errorf("%s: %v, %v", name, holds, err)
		}
	}
}
