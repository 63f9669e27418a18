// Package rivals compares the multimap with other ordered maps. It is a module of its own, so that
// the program needs none of them.
package rivals

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	google "github.com/google/btree"
	tidwall "github.com/tidwall/btree"

	"docuquest/core/index/splay"
)

// BenchmarkCompare prints one table, in which the figures of one run can be
// compared: the multimap and its rivals with the words of the Go source tree, of
// which it reads every second file, for some 150,000 distinct words.
//
//	cd core/index/splay/testdata/rivals && go test -run '^$' -bench Compare
//
// ns/op is for one pair put or one key looked up; x-map is the ratio to the Go map
// of the same group; B/key is the heap for a key with one value, its bytes
// included. All take a lock: the multimap through Put and Get for each key, the
// others once for a file that is written and once for 8 keys that are looked up.
func BenchmarkCompare(b *testing.B) {
	words := readWords(b)
	b.Logf("%d files, %d words, %d distinct, %d pairs",
		len(words.sorted), len(words.stream), len(words.distinct), words.pairs)
	table := table{}
	for _, r := range rivals {
		b.Run("build/"+r.name, func(b *testing.B) {
			table.report(b, "build", r, measureBuild(b, r, words.inTextOrder)/float64(words.pairs))
			b.ReportMetric(bytesPerKey(r, words.distinct), "B/key")
		})
	}
	for _, r := range rivals {
		b.Run("build-sorted/"+r.name, func(b *testing.B) {
			table.report(b, "build-sorted", r, measureBuild(b, r, words.sorted)/float64(words.pairs))
		})
	}
	full := map[string]dictionary{}
	for _, r := range rivals {
		b.Run("look-up/"+r.name, func(b *testing.B) {
			d := built(full, r, words)
			table.report(b, "look-up", r, measureLookUp(b, d, words.stream)/chunk)
		})
	}
	for _, r := range rivals {
		b.Run("look-up-by-two/"+r.name, func(b *testing.B) {
			d := built(full, r, words)
			b.ResetTimer()
			table.report(b, "look-up-by-two", r, measureLookUpByTwo(b, d, words.stream)/chunk)
		})
	}
}

// table holds the time that the first rival took, by group.
type table map[string]float64

func (t table) report(b *testing.B, group string, r rival, nanoseconds float64) {
	if r.name == rivals[0].name {
		t[group] = nanoseconds
	}
	b.ReportMetric(nanoseconds, "ns/op")
	if base, ok := t[group]; ok {
		b.ReportMetric(nanoseconds/base, "x-map")
	}
}

// dictionary is what is compared.
type dictionary interface {
	// put adds a file to the values of each of its distinct words. Files come in
	// ascending order.
	put(file uint32, words []string)
	// lookUp returns how many files the words have together.
	lookUp(words []string) int
}

type rival struct {
	name string
	make func() dictionary
}

var rivals = []rival{
	{"go-map", func() dictionary { return &goMap{files: map[string][]uint32{}} }},
	{"google-btree", func() dictionary { return &googleTree{tree: google.NewG(32, record.before)} }},
	{"tidwall-btree", func() dictionary {
		return &tidwallTree{tree: tidwall.NewBTreeGOptions(record.before, tidwall.Options{NoLocks: true})}
	}},
	{"splay-put-get", func() dictionary { return putGet{splay.New(cmp.Compare[uint32])} }},
	{"splay-view-batch", func() dictionary { return viewBatch{splay.New(cmp.Compare[uint32])} }},
}

type goMap struct {
	mu    sync.RWMutex
	files map[string][]uint32
}

func (d *goMap) put(file uint32, words []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, word := range words {
		files, ok := d.files[word]
		if !ok {
			word = strings.Clone(word)
		}
		d.files[word] = append(files, file)
	}
}

func (d *goMap) lookUp(words []string) (n int) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, word := range words {
		n += len(d.files[word])
	}
	return n
}

// record is what the B-trees hold. The list is shared by the copies of a record,
// so that a value is added without a second search.
type record struct {
	word string
	list *[]uint32
}

func (r record) before(other record) bool { return r.word < other.word }

type googleTree struct {
	mu   sync.RWMutex
	tree *google.BTreeG[record]
}

func (d *googleTree) put(file uint32, words []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, word := range words {
		r, ok := d.tree.Get(record{word: word})
		if !ok {
			r = record{strings.Clone(word), new([]uint32)}
			d.tree.ReplaceOrInsert(r)
		}
		*r.list = append(*r.list, file)
	}
}

func (d *googleTree) lookUp(words []string) (n int) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, word := range words {
		if r, ok := d.tree.Get(record{word: word}); ok {
			n += len(*r.list)
		}
	}
	return n
}

type tidwallTree struct {
	mu   sync.RWMutex
	tree *tidwall.BTreeG[record]
}

func (d *tidwallTree) put(file uint32, words []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var hint tidwall.PathHint
	for _, word := range words {
		r, ok := d.tree.GetHint(record{word: word}, &hint)
		if !ok {
			r = record{strings.Clone(word), new([]uint32)}
			d.tree.SetHint(r, &hint)
		}
		*r.list = append(*r.list, file)
	}
}

func (d *tidwallTree) lookUp(words []string) (n int) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, word := range words {
		if r, ok := d.tree.Get(record{word: word}); ok {
			n += len(*r.list)
		}
	}
	return n
}

type putGet struct{ m *splay.Multimap[uint32] }

func (d putGet) put(file uint32, words []string) {
	for _, word := range words {
		d.m.Put(word, file)
	}
}

func (d putGet) lookUp(words []string) (n int) {
	for _, word := range words {
		if _, ok := d.m.Get(word).Next(); ok {
			n++ // of the files of a word only the first: an iterator gives them one by one
		}
	}
	return n
}

type viewBatch struct{ m *splay.Multimap[uint32] }

func (d viewBatch) put(file uint32, words []string) {
	d.m.Update(func(b *splay.Batch[uint32]) {
		for _, word := range words {
			b.Append(b.Ref([]byte(word)), file)
		}
	})
}

func (d viewBatch) lookUp(words []string) (n int) {
	d.m.View(func(v splay.View[uint32]) {
		for _, word := range words {
			n += len(v.Values([]byte(word)))
		}
	})
	return n
}

// build returns a dictionary of all files.
func build(r rival, files [][]string) dictionary {
	d := r.make()
	for i, words := range files {
		d.put(uint32(i), words)
	}
	return d
}

// built returns the dictionary of all files from full, where it puts it first if
// no benchmark has needed it yet.
func built(full map[string]dictionary, r rival, words *words) dictionary {
	if full[r.name] == nil {
		full[r.name] = build(r, words.sorted)
	}
	return full[r.name]
}

// bytesPerKey measures the heap for a dictionary of words that have one file each.
func bytesPerKey(r rival, words []string) float64 {
	before := heapInUse()
	d := build(r, [][]string{words})
	after := heapInUse()
	runtime.KeepAlive(d)
	return float64(after-before) / float64(len(words))
}

func heapInUse() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// chunk is the number of keys to a look-up, about what a question has.
const chunk = 8

// measureBuild returns the nanoseconds for one dictionary.
func measureBuild(b *testing.B, r rival, files [][]string) float64 {
	for b.Loop() {
		build(r, files)
	}
	return float64(b.Elapsed()) / float64(b.N)
}

// measureLookUp returns the nanoseconds for one chunk of the stream.
func measureLookUp(b *testing.B, d dictionary, stream []string) float64 {
	reader := reader{stream: stream}
	for b.Loop() {
		reader.lookUp(b, d)
	}
	return float64(b.Elapsed()) / float64(b.N)
}

// measureLookUpByTwo is measureLookUp with two goroutines in different places of
// the stream; the nanoseconds are those of both together.
func measureLookUpByTwo(b *testing.B, d dictionary, stream []string) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var readers atomic.Int64
	b.RunParallel(func(p *testing.PB) {
		reader := reader{stream, len(stream) / 2 * int(readers.Add(1)-1)}
		for p.Next() {
			reader.lookUp(b, d)
		}
	})
	return float64(b.Elapsed()) / float64(b.N)
}

// reader looks the words of a stream up, over and over.
type reader struct {
	stream []string
	at     int
}

func (r *reader) lookUp(b *testing.B, d dictionary) {
	if len(r.stream) < r.at+chunk {
		r.at = 0
	}
	if d.lookUp(r.stream[r.at:r.at+chunk]) < chunk {
		b.Error("a word of the stream has no file")
	}
	r.at += chunk
}

// words are the runs of ASCII letters and digits in files, in lower case.
type words struct {
	stream      []string   // as they are there, of every fourth file
	inTextOrder [][]string // each word once in a file
	sorted      [][]string // the same in ascending order
	distinct    []string   // by first appearance
	pairs       int        // of a word and a file
}

func readWords(b *testing.B) *words {
	b.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	w := &words{}
	seen := map[string]*word{}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	files := 0
	err = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || filepath.Ext(name) != ".go" {
			return err
		}
		if files++; files%2 == 0 {
			return nil
		}
		text, err := os.ReadFile(name)
		w.add(text, seen)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return w
}

// word is a distinct word with the number of files read when it was last met.
type word struct {
	text string
	met  int
}

func (w *words) add(text []byte, seen map[string]*word) {
	var distinct []string
	files := len(w.inTextOrder) + 1
	for token := range bytes.FieldsFuncSeq(bytes.ToLower(text), isSeparator) {
		known := seen[string(token)]
		if known == nil {
			known = &word{text: string(token)}
			seen[known.text] = known
			w.distinct = append(w.distinct, known.text)
		}
		if known.met != files {
			known.met = files
			distinct = append(distinct, known.text)
		}
		if files%4 == 0 {
			w.stream = append(w.stream, known.text)
		}
	}
	w.pairs += len(distinct)
	w.inTextOrder = append(w.inTextOrder, distinct)
	w.sorted = append(w.sorted, slices.Sorted(slices.Values(distinct)))
}

func isSeparator(r rune) bool {
	return (r < 'a' || 'z' < r) && (r < '0' || '9' < r)
}
