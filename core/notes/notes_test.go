package notes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/file"
	"docuquest/core/text"
	"docuquest/core/vector"
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
		{"one table", Query{Of: [Kinds]Ask{Keywords: {Vector: north}}}, `
b.go:0 1.355
a.go:0 1.288
a.go:5 1.288
keywords: north 1.00 of 2
keywords: northeast 0.80 of 1
`},
		{"the sum of tables", Query{Of: [Kinds]Ask{Keywords: {Vector: north}, Tags: {Vector: up}, Summaries: {Vector: north}}}, `
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
		{"fewer hits", Query{Of: [Kinds]Ask{Keywords: {Vector: north, MaxHits: 1}}}, `
a.go:0 1.288
a.go:5 1.288
keywords: north 1.00 of 2
`},
		{"nearer hits", Query{Of: [Kinds]Ask{Keywords: {Vector: north, MinScore: .9}}}, `
a.go:0 1.288
a.go:5 1.288
keywords: north 1.00 of 2
`},
		{"fewer chunks", Query{Best: 1, Of: [Kinds]Ask{Keywords: {Vector: north}}}, `
b.go:0 1.355
keywords: north 1.00 of 2
keywords: northeast 0.80 of 1
`},
		{"nothing asked", Query{}, "\n"},
		{"a vector of another length", Query{Of: [Kinds]Ask{Keywords: {Vector: []float32{1}}}}, "\n"},
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
	if got, want := printed(x.Search(Query{Of: [Kinds]Ask{Keywords: {Vector: north}}})), "b.go:0 0.245\nkeywords: northeast 0.80 of 1\n"; got != want {
		t.Errorf("after a removal: %s, want %s", got, want)
	}
	x.Remove("file:///b.go")
	if got := x.Sizes(); got != (Sizes{}) {
		t.Errorf("of nothing: %+v", got)
	}
	for k := range x.tables {
		if i := slices.IndexFunc(x.tables[k].numbers, func(n int8) bool { return n != 0 }); i >= 0 {
			t.Errorf("%v: a vector is left at %d", Kind(k), i)
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

// poisoned is a file whose chunks all say what is asked for, each in words of its own.
func poisoned(chunks int) []Noted {
	var all []Noted
	for i := range chunks {
		all = append(all, about("poison.md", i, fmt.Sprintf("keywords north %d", i), fmt.Sprintf("summaries north %d", i)))
	}
	return all
}

// honest are chunks of files of their own, which say nearly what is asked for.
func honest(chunks int) []Noted {
	var all []Noted
	for i := range chunks {
		path := fmt.Sprintf("honest%02d.go", i)
		all = append(all, about(path, 0, fmt.Sprintf("keywords northeast %d", i), fmt.Sprintf("summaries northeast %d", i)))
	}
	return all
}

// A file gets no more than a third of the hits and of the best chunks as long as there are
// others, however much of it there is, and all where there are none.
func TestNoFileTakesMoreThanItsShare(t *testing.T) {
	north := []float32{1, 0, 0}
	q := Query{Of: [Kinds]Ask{Summaries: {Vector: north}, Keywords: {Vector: north, MaxHits: 90}}}
	for _, test := range []struct {
		name                     string
		noted                    []Noted
		hits, keywords, poisoned int
	}{
		{"against many", slices.Concat(poisoned(500), honest(200)), 3, 30, 10},
		{"against few", slices.Concat(poisoned(500), honest(4)), 6, 86, 26},
		{"alone", poisoned(500), 10, 90, 30},
	} {
		x := New(3, compass)
		put(x, test.noted...)
		found := x.Search(q)
		isPoison := func(h Hit) bool { return !strings.HasPrefix(h.Text, "northeast") }
		if got := count(found.Hits[Summaries], isPoison); got != test.hits {
			t.Errorf("%s: %d of %d hits, want %d", test.name, got, len(found.Hits[Summaries]), test.hits)
		}
		if got := count(found.Hits[Keywords], isPoison); got != test.keywords {
			t.Errorf("%s: %d of %d keywords, want %d", test.name, got, len(found.Hits[Keywords]), test.keywords)
		}
		got := count(found.Chunks, func(c Scored) bool { return c.Path == "poison.md" })
		if got != test.poisoned || len(found.Chunks) != DefaultBest {
			t.Errorf("%s: %d of %d chunks, want %d of %d", test.name, got, len(found.Chunks), test.poisoned, DefaultBest)
		}
	}
}

func count[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}

// The best of many candidates are those that taking all in order gives.
func TestSelection(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	inOrder := func(a, b candidate) int { return int(a.number - b.number) }
	for range 300 {
		s := newSelection(1+r.IntN(12), inOrder)
		var all []candidate
		for i := range r.IntN(60) {
			c := candidate{number: int32(i), file: int32(r.IntN(4)), score: float64(r.IntN(10))}
			all = append(all, c)
			if s.wants(c) {
				s.add(c)
			}
		}
		if diff := cmp.Diff(taken(all, s), s.sorted(), cmp.AllowUnexported(candidate{})); diff != "" {
			t.Fatalf("%d of %v (-want +got):\n%s", s.limit, all, diff)
		}
	}
}

// taken chooses from all in order, within the shares, and fills up with the rest.
func taken(all []candidate, s *selection) []candidate {
	sorted := slices.SortedFunc(slices.Values(all), s.compare)
	var kept, rest []candidate
	files := map[int32]int{}
	for _, c := range sorted {
		if full := c.file != 0 && files[c.file] >= share(s.limit); full || len(kept) == s.limit {
			rest = append(rest, c)
			continue
		}
		files[c.file]++
		kept = append(kept, c)
	}
	kept = append(kept, rest[:min(len(rest), s.limit-len(kept))]...)
	slices.SortFunc(kept, s.compare)
	return kept
}

// Rows of bytes give nearly the products of the vectors themselves, whatever their number
// and length; what is no vector is like nothing.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, dimensions := range []int{1, 7, 8, 9, 256} {
		x := rows{dimensions: dimensions}
		var vectors [][]float32
		for i := range 50 {
			vectors = append(vectors, unit(r, dimensions))
			x.set(i, vectors[i])
		}
		asked := unit(r, dimensions)
		scores := make([]float32, 40)
		x.score(newProbe(asked, dimensions), 10, scores)
		for i, got := range scores {
			if want := vector.Dot(asked, vectors[10+i]); math.Abs(float64(got-want)) > .01 {
				t.Errorf("%d dimensions: %v, want %v", dimensions, got, want)
			}
		}
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, v := range [][]float32{nil, {0, 0}, {nan, 1}, {1, inf}, {1e-40, 1e-41}} {
		x := rows{dimensions: 2}
		x.set(0, []float32{1, 1})
		x.set(0, v)
		scores := make([]float32, 1)
		if x.score(newProbe([]float32{1, 0}, 2), 0, scores); scores[0] != 0 {
			t.Errorf("%v: %v, want 0", v, scores[0])
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
				found := x.Search(Query{Of: [Kinds]Ask{Keywords: {Vector: []float32{1, 0, 0}}}})
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

// BenchmarkSearch asks one table of 100,000 notes.
func BenchmarkSearch(b *testing.B) {
	const dimensions = 256
	r := rand.New(rand.NewPCG(3, 3))
	x := New(dimensions, func(Note) []float32 { return unit(r, dimensions) })
	for f := range 1000 {
		path := fmt.Sprintf("%d.go", f)
		var all []Noted
		for i := range 100 {
			all = append(all, about(path, i, fmt.Sprintf("summaries %d %d", f, i)))
		}
		x.Put(file.URI("file:///"+path), all)
	}
	q := Query{Of: [Kinds]Ask{Summaries: {Vector: unit(r, dimensions)}}}
	for b.Loop() {
		x.Search(q)
	}
}
