package notebook

import (
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"docuquest/core/document/documenttest"
)

// BenchmarkNoting makes the notes on the source of Go, as a session does when the first
// question wants them, and tells what they take.
func BenchmarkNoting(b *testing.B) {
	n := newWorkspace(b, filepath.Join(documenttest.GoRoot(b), "src"))
	before := heap()
	for b.Loop() {
		n.mu.Lock()
		n.noted = nil
		n.mu.Unlock()
		n.Wake()
		n.await(b.Context(), time.Hour, func(int) {})
	}
	noted, _ := n.now()
	s := noted.index.Sizes()
	notes := 0
	for _, n := range s.Notes {
		notes += n
	}
	b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
	b.ReportMetric(float64(s.Files), "files")
	b.ReportMetric(float64(s.Chunks), "chunks")
	b.ReportMetric(float64(notes), "notes")
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
