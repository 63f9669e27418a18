package index

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/index/splay"
	"docuquest/core/language/text"
)

// BenchmarkGoTree indexes the Go source tree, file reading included, and says how
// much that costs beside the floor: the bare tokenizer that counts the distinct
// words of each file and keeps nothing. All three run in turn several times, and
// the ratios are of the least time of each: what else the machine does only adds.
//
//	terms  the term index: which words stand in which files, in the multimap
//	all    the library: parsing, stems, parts of identifiers, lengths, the way
//	       back from files to words; what opening the folder costs
func BenchmarkGoTree(b *testing.B) {
	d, err := disk.Open([]string{documenttest.GoRoot(b)}, disk.Options{})
	if err != nil {
		b.Fatal(err)
	}
	parsers := document.Parsers{
		ByLanguage: map[string]document.Parser{"markdown": markdown.New(), "go": code.New(code.Options{})},
		Fallback:   plain.Parser{},
	}
	const rounds = 5
	const long = time.Hour
	floor, terms, all := long, long, long
	var last *Library
	scan(b, d, func([]file.Change) {}) // the page cache
	for b.Loop() {
		for range rounds {
			floor = min(floor, countWords(b, d))
			terms = min(terms, indexWords(b, d))
			last = New()
			all = min(all, build(b, d, last, parsers.Skim))
		}
	}
	b.ReportMetric(floor.Seconds(), "floor-s")
	b.ReportMetric(all.Seconds(), "all-s")
	b.ReportMetric(terms.Seconds()/floor.Seconds(), "terms/floor")
	b.ReportMetric(all.Seconds()/floor.Seconds(), "all/floor")
	b.ReportMetric(liveMiB(last), "working-MiB")
	last.Rest()
	b.ReportMetric(liveMiB(last), "resting-MiB")
	b.ReportMetric(float64(last.Snapshot().Len()), "files")
	b.ReportMetric(float64(last.Sizes().Terms), "terms")
	b.ReportMetric(float64(last.Sizes().Postings), "postings")
}

// liveMiB is how much memory is in use as long as a library is.
func liveMiB(l *Library) float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	runtime.KeepAlive(l)
	return float64(m.HeapAlloc) / (1 << 20)
}

func scan(b *testing.B, d *disk.Disk, take func([]file.Change)) time.Duration {
	b.Helper()
	runtime.GC()
	start := time.Now()
	if _, err := d.Scan(b.Context(), take); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

func countWords(b *testing.B, d *disk.Disk) time.Duration {
	counters := sync.Pool{New: func() any { return text.NewCounter(text.Options{}) }}
	return scan(b, d, func(batch []file.Change) {
		c := counters.Get().(*text.Counter)
		defer counters.Put(c)
		for _, change := range batch {
			c.Count(change.File.Content)
		}
	})
}

// indexWords enters the words of each file, as they are but for their case. It
// remembers the references of hot words by their hashes. The files of a batch are
// counted before the lock is taken, once for all of them.
func indexWords(b *testing.B, d *disk.Disk) time.Duration {
	index := splay.New(comparePostings)
	files := uint32(0)
	hot := make([]hotWord, 1<<18) // both are guarded by the lock of index
	batches := sync.Pool{New: func() any { return new([]*text.Counter) }}
	return scan(b, d, func(batch []file.Change) {
		counters := batches.Get().(*[]*text.Counter)
		defer batches.Put(counters)
		for i, change := range batch {
			if i == len(*counters) {
				*counters = append(*counters, new(text.Counter))
			}
			(*counters)[i].Count(change.File.Content)
		}
		var key []byte
		index.Update(func(update *splay.Batch[Posting]) {
			for i, change := range batch {
				for word := range (*counters)[i].All() {
					slot := &hot[word.Hash%uint64(len(hot))]
					if slot.hash != word.Hash {
						key = text.AppendFold(key[:0], word.Span.Of(change.File.Content))
						*slot = hotWord{word.Hash, update.Ref(key)}
					}
					update.Append(slot.ref, newPosting(files, uint32(word.Count)))
				}
				files++
			}
		})
	})
}

type hotWord struct {
	hash uint64
	ref  splay.Ref
}

func build(b *testing.B, d *disk.Disk, l *Library, parse func(file.File) *document.Document) time.Duration {
	b.Helper()
	return scan(b, d, func(batch []file.Change) {
		docs := make([]*document.Document, len(batch))
		for i, change := range batch {
			docs[i] = parse(change.File)
		}
		l.Put(docs...)
	})
}

// library is 5,000 files of Zipf-like text.
func library(b *testing.B) *Library {
	b.Helper()
	l := New()
	for i := range 5000 {
		var content strings.Builder
		for j := range 200 {
			fmt.Fprintf(&content, "w%d ", (i*7919+j*j*31)%(1+j*100))
		}
		l.Put(doc(fmt.Sprintf("%d.txt", i), content.String()))
	}
	return l
}

// BenchmarkEdit changes one word of a file of about 20 kB.
func BenchmarkEdit(b *testing.B) {
	l := library(b)
	content, err := os.ReadFile("library.go")
	if err != nil {
		b.Fatal(err)
	}
	long := strings.Repeat(string(content), 6)
	b.SetBytes(int64(len(long)))
	for i := 0; b.Loop(); i++ {
		l.Put(doc("edited.go", fmt.Sprintf("%s edit%d", long, i)))
	}
}

func BenchmarkMatch(b *testing.B) {
	l := library(b)
	groups := [][]string{{"w1", "w7"}, {"w11", "w300"}}
	for b.Loop() {
		l.Match(groups)
	}
}

// BenchmarkLookUp is one word among all entries: what a hover asks.
func BenchmarkLookUp(b *testing.B) {
	l := library(b)
	for b.Loop() {
		l.CollectExact([]string{"w7"})
	}
}
