package disk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"docuquest/core/file"
)

// A file that was read is given again only while it is the same file with the
// same times, in the same place.
func TestRecent(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(path string)
		want   bool
	}{
		{"nothing happened", func(string) {}, true},
		{"other words of the same length", func(path string) { must(t, os.WriteFile(path, []byte("black"), 0o644)) }, false},
		{"another file with the same words", func(path string) {
			must(t, os.WriteFile(path+".new", []byte("white"), 0o644))
			must(t, os.Rename(path+".new", path))
		}, false},
		{"a link to the same words", func(path string) {
			must(t, os.Rename(path, path+".moved"))
			must(t, os.Symlink(path+".moved", path))
		}, false},
		{"gone", func(path string) { must(t, os.Remove(path)) }, false},
	} {
		d, at, f := readOne(t, "white", -time.Hour)
		d.recent.remember(f, at, settled(t, at))
		c.change(at.native())
		if _, ok := d.recent.still(at, "a.txt"); ok != c.want {
			t.Errorf("%s: %v, want %v", c.name, ok, c.want)
		}
		if _, ok := d.recent.still(at, "folder/a.txt"); ok {
			t.Errorf("%s: it is given under a path that it was not read with", c.name)
		}
	}
}

// What changed too shortly before it was read could change again within the same
// times, and what is large would be kept for long.
func TestNotRemembered(t *testing.T) {
	d, at, _ := readOne(t, "white", time.Hour) // which is new however long the reading takes
	if _, ok := d.recent.still(at, "a.txt"); ok {
		t.Error("a file that was written just now is remembered")
	}
	d, at, f := readOne(t, "white", -time.Hour)
	f.Content = strings.Repeat("x", recentSize+1)
	d.recent.remember(f, at, settled(t, at))
	if _, ok := d.recent.still(at, "a.txt"); ok {
		t.Error("a large file is remembered")
	}
}

// However many files are read, what is remembered of them stays within its bounds, and
// the latest is among it.
func TestRecentBounds(t *testing.T) {
	d, at, f := readOne(t, "white", -time.Hour)
	f.Content = strings.Repeat("x", recentSize)
	for i := range 2 * recentBytes / recentSize {
		again := f
		again.URI = file.FromPath(fmt.Sprintf("/%d.txt", i/2)) // each is read twice
		d.recent.remember(again, at, settled(t, at))
	}
	var kept int64
	for _, m := range d.recent.files.Values() {
		kept += int64(len(m.file.Content))
	}
	if kept != d.recent.bytes.Load() || kept > recentBytes {
		t.Errorf("%d bytes are kept, and %d counted", kept, d.recent.bytes.Load())
	}
	d.recent.remember(f, at, settled(t, at))
	if _, ok := d.recent.still(at, "a.txt"); !ok {
		t.Error("the latest is not remembered")
	}
}

// readOne reads a file that was modified at that time, seen from now.
func readOne(t *testing.T, content string, modified time.Duration) (*Disk, place, file.File) {
	t.Helper()
	root := plant(t, tree{"a.txt": content})
	then := time.Now().Add(modified)
	must(t, os.Chtimes(filepath.Join(root, "a.txt"), then, then))
	d := openDisk(t, Options{}, root)
	at := place{(*d.folders.Load())[0], "a.txt"}
	f, err := d.Read(context.Background(), file.FromPath(filepath.Join(root, "a.txt")))
	must(t, err)
	return d, at, f
}

// settled is the stamp of a file as if it had been read long after it changed.
func settled(t *testing.T, at place) stamp {
	t.Helper()
	info, err := os.Lstat(at.native())
	must(t, err)
	return stampOf(info, time.Now().Add(2*coarse))
}
