package text_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/language/text"
)

// goSource returns Go files of the standard library, about 20 MB of them.
func goSource(b *testing.B) []string {
	b.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	var files []string
	size := 0
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files = append(files, string(content))
		if size += len(content); size > 20<<20 {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	return files
}

func BenchmarkRuns(b *testing.B) {
	files := goSource(b)
	for b.Loop() {
		n := 0
		for _, f := range files {
			text.Runs(f, func(start, end int) { n += end - start })
		}
	}
}

func BenchmarkWords(b *testing.B) {
	files := goSource(b)
	for b.Loop() {
		n := 0
		for _, f := range files {
			for w := range text.Words(f) {
				n += w.Span.Len()
			}
		}
	}
}

// BenchmarkNaiveRuns is what the block scanner is measured against.
func BenchmarkNaiveRuns(b *testing.B) {
	files := goSource(b)
	for b.Loop() {
		n := 0
		for _, f := range files {
			for _, s := range naiveRuns(f) {
				n += s.Len()
			}
		}
	}
}

// BenchmarkCounter is the floor that an index is measured against: every file read
// once and its distinct words known.
func BenchmarkCounter(b *testing.B) {
	for _, o := range []text.Options{{}, {Underscores: true}} {
		name := "prose"
		if o.Underscores {
			name = "code"
		}
		b.Run(name, func(b *testing.B) {
			files := goSource(b)
			c := text.NewCounter(o)
			distinct, total := 0, 0
			for b.Loop() {
				distinct, total = 0, 0
				for _, f := range files {
					total += c.Count(f)
					distinct += c.Len()
				}
			}
			b.ReportMetric(float64(total)/float64(distinct), "words/distinct")
		})
	}
}

func BenchmarkNewLines(b *testing.B) {
	files := goSource(b)
	for b.Loop() {
		for _, f := range files {
			text.NewLines(f)
		}
	}
}
