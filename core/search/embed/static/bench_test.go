package static_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
)

func BenchmarkNew(b *testing.B) {
	table, err := os.ReadFile("static256_i4.bin")
	if err != nil {
		b.Fatal(err)
	}
	neighbours, err := os.ReadFile("neighbours.bin")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := static.New(string(table), string(neighbours)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAdd sums a window: 64 pieces that say something.
func BenchmarkAdd(b *testing.B) {
	l := static.BuiltIn()
	r := rand.New(rand.NewPCG(1, 1))
	terms := make([]embed.Term, 64)
	for i := range terms {
		terms[i] = embed.Term{ID: r.IntN(l.Len()), Weight: 2 + 6*r.Float32()}
	}
	sum := make([]float32, l.Dimensions())
	for b.Loop() {
		clear(sum)
		l.Add(sum, terms)
	}
}

// BenchmarkPieces cuts the Go files of the standard library as prose and as code.
func BenchmarkPieces(b *testing.B) {
	l := static.BuiltIn()
	source := goSource(b)
	for name, code := range map[string]bool{"prose": false, "code": true} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(source)))
			for b.Loop() {
				for range l.Pieces(source, code) {
				}
			}
		})
	}
}

// goSource is some Go files of the standard library behind one another.
func goSource(b *testing.B) string {
	b.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	var all strings.Builder
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src", "net"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		content, err := os.ReadFile(path)
		all.Write(content)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return all.String()
}
