package disk

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/file"
)

// A tree is the content of a folder: paths with slashes and what is in them. A
// path that ends in a slash is an empty directory.
type tree map[string]string

// plant writes a tree into a new folder and gives its path.
func plant(t *testing.T, files tree) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "w")
	must(t, os.Mkdir(root, 0o755))
	for name, content := range files {
		write(t, root, name, content)
	}
	return root
}

func write(t *testing.T, root, name, content string) {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(name))
	if name[len(name)-1] == '/' {
		must(t, os.MkdirAll(full, 0o755))
		return
	}
	must(t, os.MkdirAll(filepath.Dir(full), 0o755))
	must(t, os.WriteFile(full, []byte(content), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func openDisk(t *testing.T, o Options, folders ...string) *Disk {
	t.Helper()
	d, err := Open(folders, o)
	must(t, err)
	return d
}

// A walker is Scan or Rescan.
type walker func(context.Context, func([]file.Change)) (Report, error)

// collect runs a walk and gives for each path its content, or "removed".
func collect(t *testing.T, walk walker) (tree, Report) {
	t.Helper()
	got := tree{}
	var mu sync.Mutex
	report, err := walk(t.Context(), func(batch []file.Change) {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range batch {
			if _, twice := got[c.File.Path]; twice {
				t.Errorf("%s came out twice", c.File.Path)
			}
			got[c.File.Path] = c.File.Content
			if c.Kind == file.Removed {
				got[c.File.Path] = "removed"
			}
		}
	})
	must(t, err)
	return got, report
}

// checkSame compares anything.
func checkSame(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func paths(files tree) []string { return slices.Sorted(maps.Keys(files)) }

// reasons gives the skipped paths of a report with their reasons.
func reasons(r Report) map[string]file.Reason {
	got := map[string]file.Reason{}
	for _, s := range r.Skipped {
		got[s.Path] = s.Reason
	}
	return got
}
