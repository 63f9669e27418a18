package notes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/vector"
)

// The example that the formula was given with: of 250 chunks, 5 share the note. The
// others are the ends: one chunk of all, and all of them.
func TestIDF(t *testing.T) {
	for _, test := range []struct {
		chunks, noted int
		want          float64
	}{
		{250, 5, 4.729},
		{250, 1, 5.828},
		{250, 250, 0.996},
		{1, 1, 0.307},
	} {
		if got := IDF(test.chunks, test.noted); math.Abs(got-test.want) >= .001 {
			t.Errorf("%d of %d chunks: %.4f, want %.3f", test.noted, test.chunks, got, test.want)
		}
	}
}

func TestKinds(t *testing.T) {
	for k := range Kind(Kinds) {
		if got, ok := ParseKind(k.String()); got != k || !ok {
			t.Errorf("%v is read as %v, %v", k, got, ok)
		}
	}
	if k, ok := ParseKind("note"); ok {
		t.Errorf("note is read as %v", k)
	}
	if got := Kind(Kinds).String(); got != "unknown" {
		t.Errorf("the name of no kind is %q", got)
	}
}

// compass has vectors for a few words: what a word and a query mean is seen at a glance.
func compass(n Note) []float32 {
	directions := map[string][]float32{
		"north": {1, 0, 0}, "east": {0, 1, 0}, "up": {0, 0, 1},
		"northeast": {.8, .6, 0}, "south": {-1, 0, 0},
	}
	return directions[strings.Fields(n.Text)[0]]
}

// about is a chunk of a file at a place, with notes such as "keywords north".
func about(path string, place int, written ...string) Noted {
	n := Noted{Chunk: Chunk{
		Identity: file.Identity{URI: file.URI("file:///" + path)}, Path: path,
		Span: text.Span{Start: place, End: place + 1},
	}}
	for _, w := range written {
		name, words, _ := strings.Cut(w, " ")
		kind, ok := ParseKind(name)
		if !ok {
			panic(w)
		}
		n.Notes = append(n.Notes, Note{kind, words})
	}
	return n
}

func put(x *Index, noted ...Noted) {
	byFile := map[file.URI][]Noted{}
	for _, n := range noted {
		byFile[n.URI] = append(byFile[n.URI], n)
	}
	for u, all := range byFile {
		x.Put(u, all)
	}
}

// printed is what was found: the chunks as file:place with their sums, then the hits.
func printed(f Found) string {
	var b strings.Builder
	for _, c := range f.Chunks {
		fmt.Fprintf(&b, "%s:%d %.3f\n", c.Path, c.Span.Start, c.Score)
	}
	for k, hits := range f.Hits {
		for _, h := range hits {
			fmt.Fprintf(&b, "%v: %s %.2f of %d\n", Kind(k), h.Text, h.Cosine, h.Chunks)
		}
	}
	return b.String()
}

var streets = []Noted{
	about("a.go", 0, "keywords north", "tags up"),
	about("a.go", 5, "keywords east", "keywords north"),
	about("b.go", 0, "keywords northeast", "tags up"),
	about("c.go", 0, "keywords south", "summaries north"),
}

// A chunk's sum is that of all hits of all tables: cosine, IDF and weight of the table.
// By hand: IDF of 4 chunks is 1.288 for a note on two of them and 1.693 for one on one.
func TestSearch(t *testing.T) {
	north, up := []float32{1, 0, 0}, []float32{0, 0, 1}
	for _, test := range []struct {
		name string
		q    Query
		want string
	}{
		{"one table", Query{Of: [Kinds]Ask{Keywords: {Vector: north, Weight: 1}}}, `
b.go:0 1.355
a.go:0 1.288
a.go:5 1.288
keywords: north 1.00 of 2
keywords: northeast 0.80 of 1
`},
		{"the sum of tables", Query{Of: [Kinds]Ask{Keywords: {Vector: north, Weight: 1}, Tags: {Vector: up, Weight: 1}, Summaries: {Vector: north, Weight: 1}}}, `
b.go:0 2.642
a.go:0 2.575
c.go:0 1.693
a.go:5 1.288
summaries: north 1.00 of 1
keywords: north 1.00 of 2
keywords: northeast 0.80 of 1
tags: up 1.00 of 2
`},
		{"weights of tables", Query{Of: [Kinds]Ask{Keywords: {Vector: north, Weight: 2}, Tags: {Vector: up, Weight: .5}}}, `
b.go:0 3.353
a.go:0 3.219
a.go:5 2.575
keywords: north 1.00 of 2
keywords: northeast 0.80 of 1
tags: up 1.00 of 2
`},
		{"fewer hits", Query{Of: [Kinds]Ask{Keywords: {Vector: north, Weight: 1, MaxHits: 1}}}, `
a.go:0 1.288
a.go:5 1.288
keywords: north 1.00 of 2
`},
		{"nearer hits", Query{Of: [Kinds]Ask{Keywords: {Vector: north, Weight: 1, MinScore: .9}}}, `
a.go:0 1.288
a.go:5 1.288
keywords: north 1.00 of 2
`},
		{"fewer chunks", Query{Best: 1, Of: [Kinds]Ask{Keywords: {Vector: north, Weight: 1}}}, `
b.go:0 1.355
keywords: north 1.00 of 2
keywords: northeast 0.80 of 1
`},
		{"nothing asked", Query{}, "\n"},
		{"a table of no weight", Query{Of: [Kinds]Ask{Keywords: {Vector: north}, Tags: {Vector: up, Weight: 1}}}, `
a.go:0 1.288
b.go:0 1.288
tags: up 1.00 of 2
`},
		{"a weight below 0", Query{Of: [Kinds]Ask{Keywords: {Vector: north, Weight: -1}}}, "\n"},
		{"a weight that is no number", Query{Of: [Kinds]Ask{Keywords: {Vector: north, Weight: math.NaN()}}}, "\n"},
		{"too short a vector", Query{Of: [Kinds]Ask{Keywords: {Vector: []float32{1}, Weight: 1, MinScore: -1}}}, "\n"},
		{"too long a vector", Query{Of: [Kinds]Ask{Keywords: {Vector: []float32{1, 0, 0, 0}, Weight: 1, MinScore: -1}}}, "\n"},
		{"no finite numbers", Query{Of: [Kinds]Ask{Keywords: {Vector: []float32{float32(math.Inf(1)), 0, 0}, Weight: 1, MinScore: -1}}}, "\n"},
	} {
		x := New(3, compass)
		put(x, streets...)
		if diff := cmp.Diff(test.want, "\n"+printed(x.Search(test.q))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// What is removed or replaced leaves nothing behind: no chunk, no note, no vector.
func TestNoOrphans(t *testing.T) {
	x := New(3, compass)
	put(x, streets...)
	if got, want := x.Sizes(), (Sizes{3, 4, [Kinds]int{Summaries: 1, Keywords: 4, Tags: 1}}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	x.Put("file:///a.go", []Noted{about("a.go", 9, "keywords east")})
	if got, want := x.Sizes(), (Sizes{3, 3, [Kinds]int{Summaries: 1, Keywords: 3, Tags: 1}}); got != want {
		t.Errorf("after an edit: %+v, want %+v", got, want)
	}
	x.Remove("file:///c.go", "file:///unknown.go")
	x.Put("file:///a.go", nil)
	north := []float32{1, 0, 0}
	if got, want := printed(x.Search(Query{Of: [Kinds]Ask{Keywords: {Vector: north, Weight: 1}}})), "b.go:0 0.245\nkeywords: northeast 0.80 of 1\n"; got != want {
		t.Errorf("after a removal: %s, want %s", got, want)
	}
	x.Remove("file:///b.go")
	if got := x.Sizes(); got != (Sizes{}) {
		t.Errorf("of nothing: %+v", got)
	}
	for k := range x.tables {
		for _, block := range x.tables[k].blocks {
			if i := slices.IndexFunc(block, func(n float32) bool { return n != 0 }); i >= 0 {
				t.Errorf("%v: a vector is left at %d", Kind(k), i)
			}
		}
	}
	for _, c := range x.chunks {
		if c.Noted != nil {
			t.Errorf("%s is left", c.Path)
		}
	}
}

// A note that stays over an edit keeps its vector: none is made twice.
func TestVectorsAreMadeOnce(t *testing.T) {
	made := 0
	x := New(3, func(n Note) []float32 {
		made++
		return compass(n)
	})
	for range 3 {
		put(x, streets...)
	}
	if made != 6 {
		t.Errorf("%d vectors made for 6 notes", made)
	}
}

// Rows give the products of the vectors themselves, whatever their number and length.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, test := range []struct{ dimensions, count int }{
		{1, 3}, {7, 50}, {8, 50}, {9, 50}, {256, blockRows}, {3, blockRows + 1}, {3, 3*blockRows - 1}, {4096, 20},
	} {
		x := rows{dimensions: test.dimensions}
		var vectors [][]float32
		for i := range test.count {
			vectors = append(vectors, unit(r, test.dimensions))
			x.set(i, vectors[i])
		}
		vectors[test.count/2] = unit(r, test.dimensions)
		x.set(test.count/2, vectors[test.count/2])
		asked := vectors[test.count-1]
		for i, got := range scored(&x, asked) {
			if want := product(asked, vectors[i]); math.Abs(float64(got)-want) > 1e-6 {
				t.Errorf("%d of %d rows of %d: %v, want %v", i, test.count, test.dimensions, got, want)
			}
		}
	}
}

// scored are the products of all rows with a vector.
func scored(x *rows, v []float32) []float32 {
	scores := make([]float32, x.count)
	for block := range x.blocks {
		x.score(block, v, scores)
	}
	return scores
}

// product is the sum of the products of two vectors of one length, without any art.
func product(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// What is no vector of the length of the rows is like nothing.
func TestRowsOfNothing(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, v := range [][]float32{nil, {1}, {1, 1, 1}, {nan, 1}, {1, inf}, {-inf, 1}} {
		x := rows{dimensions: 2}
		x.set(0, []float32{1, 1})
		x.set(0, v)
		if got := scored(&x, []float32{1, .5}); got[0] != 0 {
			t.Errorf("%v: %v, want 0", v, got[0])
		}
		if x.fits(v) {
			t.Errorf("%v fits", v)
		}
	}
}

func unit(r *rand.Rand, dimensions int) []float32 {
	v := make([]float32, dimensions)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	vector.Unit(v)
	return v
}

// Files come and go while others are searched for.
func TestAtTheSameTime(t *testing.T) {
	x := New(3, compass)
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			path := fmt.Sprintf("%d.go", g)
			for i := range 50 {
				x.Put(file.URI("file:///"+path), []Noted{about(path, i, "keywords north", "tags up")})
				found := x.Search(Query{Of: [Kinds]Ask{Keywords: {Vector: []float32{1, 0, 0}, Weight: 1}}})
				if len(found.Chunks) == 0 {
					t.Error("nothing found")
				}
				if i%7 == 0 {
					x.Remove(file.URI("file:///" + path))
					x.Put(file.URI("file:///"+path), []Noted{about(path, i, "keywords north")})
				}
			}
		})
	}
	group.Wait()
	if got := x.Sizes(); got.Chunks != 4 || got.Notes[Keywords] != 1 {
		t.Errorf("%+v", got)
	}
}

// Of tells the notes of a file as they were put, and what sums them up.
func TestOf(t *testing.T) {
	x := New(3, compass)
	put(x, streets...)
	all := x.Of("file:///c.go")
	if len(all) != 1 || all[0].Summary() != "north" || x.Of("file:///a.go")[0].Summary() != "" {
		t.Errorf("%+v", all)
	}
	if all := x.Of("file:///unknown.go"); all != nil {
		t.Errorf("of no file: %+v", all)
	}
}

// BenchmarkSearch asks one table of 100,000 notes, and tells how much memory a note takes,
// with its text, its chunk and its vector of 256 dimensions.
func BenchmarkSearch(b *testing.B) {
	const files, chunks, dimensions = 1000, 100, 256
	r := rand.New(rand.NewPCG(3, 3))
	before := heap()
	x := New(dimensions, func(Note) []float32 { return unit(r, dimensions) })
	for f := range files {
		path := fmt.Sprintf("%d.go", f)
		var all []Noted
		for i := range chunks {
			all = append(all, about(path, i, fmt.Sprintf("summaries %d %d", f, i)))
		}
		x.Put(file.URI("file:///"+path), all)
	}
	taken := heap() - before
	q := Query{Of: [Kinds]Ask{Summaries: {Vector: unit(r, dimensions), Weight: 1}}}
	for b.Loop() {
		x.Search(q)
	}
	b.ReportMetric(float64(taken)/(files*chunks), "B/note")
}

// heap is how many bytes are in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A query that admits some files finds nothing of others, and what it finds scores as
// among all.
func TestWithin(t *testing.T) {
	x := New(3, compass)
	put(x, streets...)
	asked := 0
	q := Query{Of: [Kinds]Ask{Keywords: {Vector: []float32{1, 0, 0}, Weight: 1}}, Within: func(u file.URI) bool {
		asked++
		return u != "file:///b.go"
	}}
	const want = `a.go:0 1.288
a.go:5 1.288
keywords: north 1.00 of 2
`
	if diff := cmp.Diff(want, printed(x.Search(q))); diff != "" || asked != 3 {
		t.Errorf("asked of %d files (-want +got):\n%s", asked, diff)
	}
}
