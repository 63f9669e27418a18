package disk

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"docuquest/core/file"
)

// BenchmarkScan walks the Go source tree. BenchmarkReadFiles beside it is the
// floor: the same files, by os.ReadFile and nothing else, one after another.
func BenchmarkScan(b *testing.B) {
	d := openGoTree(b)
	var bytes int64
	for b.Loop() {
		report, err := d.Scan(b.Context(), func([]file.Change) {})
		if err != nil {
			b.Fatal(err)
		}
		bytes = report.Bytes
		b.ReportMetric(float64(report.Files), "files")
	}
	b.SetBytes(bytes)
}

// BenchmarkRescan is what a poll costs when nothing has changed.
func BenchmarkRescan(b *testing.B) {
	d := openGoTree(b)
	if _, err := d.Scan(b.Context(), func([]file.Change) {}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := d.Rescan(b.Context(), func([]file.Change) {}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRead is what it costs to get the text of a hit.
func BenchmarkRead(b *testing.B) {
	d := openGoTree(b)
	u := file.FromPath(filepath.Join(goRoot(b), "src", "go", "parser", "parser.go"))
	if _, err := d.Scan(b.Context(), func([]file.Change) {}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := d.Read(b.Context(), u); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadFiles(b *testing.B) {
	d := openGoTree(b)
	var paths []string
	var n atomic.Int64
	names := make(chan string, 1<<20)
	_, err := d.Scan(b.Context(), func(batch []file.Change) {
		for _, c := range batch {
			names <- c.File.URI.Path()
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	close(names)
	for name := range names {
		paths = append(paths, name)
	}
	for b.Loop() {
		n.Store(0)
		for _, p := range paths {
			content, err := os.ReadFile(p)
			if err != nil {
				b.Fatal(err)
			}
			n.Add(int64(len(content)))
		}
	}
	b.SetBytes(n.Load())
}

func openGoTree(b *testing.B) *Disk {
	d, err := Open([]string{goRoot(b)}, Options{})
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// goRoot gives the folder of the Go that runs the tests.
func goRoot(tb testing.TB) string {
	tb.Helper()
	out, err := exec.CommandContext(tb.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
