package disk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"docuquest/core/file"
)

// A walk finds the text files, and names everything else with its reason.
func TestScan(t *testing.T) {
	long := "x = " + strings.Repeat("1+", 20_000)
	files := tree{
		"a.md": "a", "empty": "", "deep/er/b.go": "package b", "é.txt": "é",
		"utf16le": "\xff\xfea\x00", "utf16": "a\x00b\x00c\x00d\x00", "latin1.txt": "\xe9",
		"long.md": long,

		"pic.PNG": "", "nul": "text\x00text", "lib.min.js": "", "bundle.js": long, "doc.pdf": "%PDF",
		".gitignore": "*.log\n", "a.log": "", "big.txt": strings.Repeat("x", 100_001),
		"node_modules/x/y.js": "", ".git/HEAD": "",
	}
	root := plant(t, files)
	must(t, os.Symlink("a.md", filepath.Join(root, "link.md")))
	must(t, os.Symlink(".", filepath.Join(root, "self")))
	must(t, os.Symlink(os.TempDir(), filepath.Join(root, "out")))
	must(t, os.Symlink("gone", filepath.Join(root, "broken")))

	got, report := collect(t, openDisk(t, Options{MaxBytes: 100_000}, root).Scan)
	want := tree{}
	for _, name := range []string{
		".gitignore", "a.md", "empty", "deep/er/b.go", "é.txt", "utf16le", "utf16", "latin1.txt", "long.md",
	} {
		want[name] = files[name]
	}
	checkSame(t, "files", want, got)
	checkSame(t, "skipped", map[string]file.Reason{
		"pic.PNG":      "binary",
		"nul":          "binary",
		"lib.min.js":   "minified",
		"bundle.js":    "minified",
		"doc.pdf":      "no reader for .pdf",
		"a.log":        "ignored by .gitignore",
		"big.txt":      "too large (97.7 KiB > 97.7 KiB)",
		"node_modules": "dependency folder",
		".git":         "version control",
		"link.md":      "symbolic link",
		"self":         "symbolic link",
		"out":          "symbolic link out of the folder",
		"broken":       "broken symbolic link",
	}, reasons(report))
	checkSame(t, "counts", []int{9, 15, 2, 1}, []int{
		report.Files, report.Of, report.Reasons["minified"], report.Reasons["too large"],
	})
}

// Accept decides about names, and lets documents in that are binary by nature.
func TestScanAccept(t *testing.T) {
	root := plant(t, tree{"a.pdf": "%PDF\x00", "b.docx": "PK\x00", "c.md": "", "d.txt": "\x00", "e.txt": "e"})
	d := openDisk(t, Options{Accept: func(path string) (bool, file.Reason) {
		if strings.HasSuffix(path, ".docx") || strings.HasSuffix(path, ".md") {
			return false, "not wanted"
		}
		return true, ""
	}}, root)
	got, report := collect(t, d.Scan)
	checkSame(t, "files", []string{"a.pdf", "e.txt"}, paths(got))
	checkSame(t, "reasons", map[file.Reason]int{"not wanted": 2, "binary": 1}, report.Reasons)
}

// Documents come out after all texts, each alone, whoever looks and however the two
// lie among one another.
func TestDocumentsComeLast(t *testing.T) {
	files := tree{}
	for i := range 100 {
		files[fmt.Sprintf("%d/%d.txt", i%7, i)] = "text"
		files[fmt.Sprintf("%d/%d.PDF", i%7, i)] = "%PDF\x00"
	}
	everything := Options{Accept: func(string) (bool, file.Reason) { return true, "" }}
	for name, walkOf := range map[string]func(*Disk) walker{
		"Scan":   func(d *Disk) walker { return d.Scan },
		"Rescan": func(d *Disk) walker { return d.Rescan },
		"Watch":  firstLook,
	} {
		var mu sync.Mutex
		var sizes []int // of the batches of documents
		texts := 0
		_, err := walkOf(openDisk(t, everything, plant(t, files)))(t.Context(), func(batch []file.Change) {
			mu.Lock()
			defer mu.Unlock()
			switch documents := countDocuments(batch); {
			case documents == 0:
				texts += len(batch)
			case texts < 100:
				t.Errorf("%s: documents came after %d texts", name, texts)
				fallthrough
			default:
				sizes = append(sizes, len(batch))
			}
		})
		must(t, err)
		checkSame(t, name+": the batches of documents", slices.Repeat([]int{1}, 100), sizes)
	}
}

// firstLook is the look that Watch begins with.
func firstLook(d *Disk) walker {
	return func(ctx context.Context, emit func([]file.Change)) (Report, error) {
		s := &session{disk: d, changed: emit}
		s.walk(ctx, dirt{all: true})
		return Report{}, nil
	}
}

func countDocuments(batch []file.Change) (n int) {
	for _, c := range batch {
		if isDocument(c.File.Path) {
			n++
		}
	}
	return n
}

// A directory with more files than one lot, and many directories, all come out
// once, in batches, from several goroutines.
func TestScanMany(t *testing.T) {
	files := tree{}
	for i := range 500 {
		files[fmt.Sprintf("flat/%03d.txt", i)] = fmt.Sprint(i)
		files[fmt.Sprintf("%d/%d/%d.txt", i%7, i%13, i)] = fmt.Sprint(i)
	}
	got, report := collect(t, openDisk(t, Options{}, plant(t, files)).Scan)
	checkSame(t, "files", files, got)
	if report.Files != 1000 || report.Of != 1000 || report.Bytes != 2*1390 {
		t.Errorf("%+v", report)
	}
}

// A Report names as many skipped files as it says, and counts them all.
func TestScanManySkipped(t *testing.T) {
	files := tree{}
	for i := range MaxSkipped + 10 {
		files[fmt.Sprintf("%04d.png", i)] = ""
	}
	_, report := collect(t, openDisk(t, Options{}, plant(t, files)).Scan)
	if len(report.Skipped) != MaxSkipped || report.Reasons[binary] != MaxSkipped+10 {
		t.Errorf("%d named, %d counted", len(report.Skipped), report.Reasons[binary])
	}
}

// A cancelled walk stops and forgets nothing: files it did not reach are not
// removed.
func TestScanCancelled(t *testing.T) {
	files := tree{}
	for i := range 2000 {
		files[fmt.Sprintf("%d/%d.txt", i%40, i)] = "x"
	}
	d := openDisk(t, Options{}, plant(t, files))
	collect(t, d.Scan)
	ctx, cancel := context.WithCancel(t.Context())
	var found, removed atomic.Int64
	_, err := d.Scan(ctx, func(batch []file.Change) {
		cancel()
		found.Add(int64(len(batch)))
		for _, c := range batch {
			if c.Kind == file.Removed {
				removed.Add(1)
			}
		}
	})
	if !errors.Is(err, context.Canceled) || found.Load() == 2000 || removed.Load() > 0 {
		t.Errorf("%v, %d files, %d removed", err, found.Load(), removed.Load())
	}
}

// Rescan finds what changed and nothing else, even where somebody put the time
// stamps back.
func TestRescan(t *testing.T) {
	root := plant(t, tree{"same": "1", "edited": "1", "forged": "1", "gone": "1", "dir/gone": "1", "moved/a": "1"})
	past := time.Now().Add(-time.Hour).Truncate(time.Second)
	age := func(name string) { must(t, os.Chtimes(filepath.Join(root, name), past, past)) }
	for _, name := range []string{"same", "edited", "forged"} {
		age(name)
	}
	d := openDisk(t, Options{}, root)
	collect(t, d.Scan)

	write(t, root, "edited", "22")
	write(t, root, "forged", "2")
	age("forged")
	write(t, root, "new", "2")
	must(t, os.Remove(filepath.Join(root, "gone")))
	must(t, os.RemoveAll(filepath.Join(root, "dir")))
	must(t, os.Rename(filepath.Join(root, "moved"), filepath.Join(root, "there")))
	got, report := collect(t, d.Rescan)
	checkSame(t, "changes", tree{
		"edited": "22", "forged": "2", "new": "2", "there/a": "1",
		"gone": "removed", "dir/gone": "removed", "moved/a": "removed",
	}, got)
	if report.Files != 5 {
		t.Errorf("%d files are there", report.Files)
	}
	got, _ = collect(t, d.Rescan)
	checkSame(t, "changes when nothing changed", tree{}, got)
	write(t, root, ".gitignore", "same\n")
	got, _ = collect(t, d.Rescan)
	checkSame(t, "changes by a rule", tree{".gitignore": "same\n", "same": "removed"}, got)
}

// A stamp is trusted only when the file was old enough for its times to tell.
func TestStamp(t *testing.T) {
	now := time.Now()
	old := stamp{size: 1, modified: now.Add(-time.Hour)}
	for _, c := range []struct {
		name string
		was  stamp
		is   stamp
		want bool
	}{
		{"the same", old, old, true},
		{"another size", old, stamp{size: 2, modified: old.modified}, false},
		{"another time", old, stamp{size: 1, modified: now}, false},
		{"an earlier time", old, stamp{size: 1, modified: now.Add(-2 * time.Hour)}, false},
		{"another time of change", old, stamp{size: 1, modified: old.modified, changed: now}, false},
		{"read too soon", stamp{size: 1, modified: old.modified, racy: true}, old, false},
	} {
		if got := c.was.same(c.is); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	for age, want := range map[time.Duration]bool{
		time.Hour: false, 3 * time.Second: false, time.Second: true, 0: true, -time.Hour: true,
	} {
		info := fileInfo{modified: now.Add(-age)}
		if got := stampOf(info, now).racy; got != want {
			t.Errorf("modified %v ago: racy is %v", age, got)
		}
	}
}

// fileInfo is one that knows its time of modification alone.
type fileInfo struct {
	fs.FileInfo
	modified time.Time
}

func (i fileInfo) Size() int64        { return 0 }
func (i fileInfo) ModTime() time.Time { return i.modified }
func (i fileInfo) Sys() any           { return nil }

// What the system says of a file that cannot be read becomes a reason without
// the path, which the reader sees anyway.
func TestReadError(t *testing.T) {
	for want, err := range map[file.Reason]error{
		"":                                nil,
		gone:                              &fs.PathError{Op: "open", Path: "/secret", Err: syscall.ENOENT},
		"not readable: permission denied": &fs.PathError{Op: "open", Path: "/secret", Err: fs.ErrPermission},
		"not readable: out of luck":       errors.New("out of luck"),
	} {
		want = file.Reason(strings.Replace(string(want), "permission denied", fs.ErrPermission.Error(), 1))
		if got := readError(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

// A file that grows while it is read, shrinks, or says nothing of its size, is
// read to its end or to the limit.
func TestReaderContent(t *testing.T) {
	for _, c := range []struct {
		name    string
		content string
		size    int64
		want    file.Reason
	}{
		{"as it said", "12345", 5, ""},
		{"it shrank", "123", 5, ""},
		{"it says nothing", strings.Repeat("x", 100_000), 0, ""},
		{"empty", "", 0, ""},
		{"exactly the limit", strings.Repeat("x", 200_000), 200_000, ""},
		{"more than the limit", "", 200_001, "too large (195.3 KiB > 195.3 KiB)"},
		{"beyond the limit without a word", strings.Repeat("x", 200_001), 0, "too large (it grows beyond 195.3 KiB)"},
	} {
		r := reader{limit: 200_000}
		got, reason := r.content(strings.NewReader(c.content), c.size)
		if reason != c.want || reason == "" && string(got) != c.content {
			t.Errorf("%s: %d bytes, %q", c.name, len(got), reason)
		}
	}
	endless := reader{limit: 1 << 20}
	if _, reason := endless.content(zeros{}, 0); reason.Kind() != "too large" {
		t.Errorf("a file without end: %q", reason)
	}
	if int64(len(endless.buffer)) > endless.limit+1 {
		t.Errorf("a file without end took %d bytes", len(endless.buffer))
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

var _ io.Reader = zeros{}

func TestLooksUTF16(t *testing.T) {
	for content, want := range map[string]bool{
		"a\x00b\x00": true, "\x00a\x00b": true, "\xff\xfe\x2d\x4e": true, "\xfe\xff": true,
		"": false, "ab": false, "a\x00b": false, "\x00\x00\x00\x00": false, "a\x00bcdefghi": false, "\x7fELF\x02\x01\x01\x00\x00\x00": false,
	} {
		if got := looksUTF16([]byte(content)); got != want {
			t.Errorf("%q: %v", content, got)
		}
	}
}

// The walk of the tree of Go itself is a real one: nearly everything there is
// text, and what is left out is data for tests.
func TestScanGo(t *testing.T) {
	d := openDisk(t, Options{}, filepath.Join(goRoot(t), "src", "go"))
	got, report := collect(t, d.Scan)
	if _, ok := got["parser/parser.go"]; !ok || report.Files < 300 || report.Files < report.Of*9/10 {
		t.Errorf("%d of %d files; skipped: %v", report.Files, report.Of, report.Reasons)
	}
}

// A folder that is gone by the time of the walk is named among the skipped.
func TestScanMissingFolder(t *testing.T) {
	root := plant(t, tree{"a": "1"})
	d := openDisk(t, Options{}, root)
	collect(t, d.Scan)
	must(t, os.RemoveAll(root))
	got, report := collect(t, d.Scan)
	checkSame(t, "changes", tree{"a": "removed"}, got)
	checkSame(t, "skipped", map[string]file.Reason{"w": gone}, reasons(report))
}
