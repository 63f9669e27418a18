package notes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// poisoned is a file whose chunks all say what is asked for, each in words of its own.
func poisoned(path string, chunks int) []Noted {
	var all []Noted
	for i := range chunks {
		all = append(all, about(path, i, fmt.Sprintf("keywords north %d", i), fmt.Sprintf("summaries north %d", i)))
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

// echoing is a file that says of each chunk what another file says, too, with a summary
// that is nearer to what is asked.
func echoing(path string, of []Noted) []Noted {
	var all []Noted
	for i, c := range of {
		echo := about(path, i, fmt.Sprintf("summaries north %s %d", path, i))
		for _, n := range c.Notes {
			if n.Kind != Summaries {
				echo.Notes = append(echo.Notes, n)
			}
		}
		all = append(all, echo)
	}
	return all
}

// withDecoys gives each two chunks of a file notes that these two alone share.
func withDecoys(noted []Noted) []Noted {
	for i := range noted {
		n := &noted[i]
		for d := range 3 {
			n.Notes = append(n.Notes, Note{Tags, fmt.Sprintf("up %s %d %d", n.Path, n.Span.Start/2, d)})
		}
	}
	return noted
}

// copies are so many files that say the same.
func copies(n, chunks int) (all []Noted) {
	for i := range n {
		all = append(all, poisoned(fmt.Sprintf("poison%04d.md", i), chunks)...)
	}
	return all
}

// nearCopies have on each chunk a note of its file and one of its own besides.
func nearCopies(n, chunks int) []Noted {
	near := copies(n, chunks)
	for i := range near {
		n := &near[i]
		n.Notes = append(n.Notes, Note{Tags, "up " + n.Path}, Note{Dependencies, fmt.Sprint("up ", i)})
	}
	return near
}

// A file gets no more than a third of the hits and of the best chunks as long as there are
// others, however much of it there is, and all where there are none. Its copies get half
// as much together, be they a little different from each other.
func TestNoFileTakesMoreThanItsShare(t *testing.T) {
	for _, test := range []struct {
		name                     string
		noted                    []Noted
		hits, keywords, poisoned int
	}{
		{"against many", slices.Concat(copies(1, 500), honest(200)), 3, 30, 10},
		{"two against many", slices.Concat(copies(2, 500), honest(200)), 3, 30, 15},
		{"three against many", slices.Concat(copies(3, 500), honest(200)), 3, 30, 15},
		{"four against many", slices.Concat(copies(4, 500), honest(200)), 3, 30, 15},
		{"five that are nearly the same", slices.Concat(nearCopies(5, 500), honest(200)), 3, 30, 15},
		{"five with notes that two chunks of each share", slices.Concat(withDecoys(copies(5, 500)), honest(200)), 3, 30, 15},
		{"a thousand of one chunk against few", slices.Concat(copies(1000, 1), honest(4)), 1, 1, 26},
		{"against few", slices.Concat(copies(1, 500), honest(4)), 6, 86, 26},
		{"two against few", slices.Concat(copies(2, 500), honest(4)), 6, 86, 26},
		{"alone", copies(1, 500), 10, 90, 30},
		{"two alone", copies(2, 500), 10, 90, 30},
	} {
		found := search(test.noted)
		isPoison := func(h Hit) bool { return !strings.HasPrefix(h.Text, "northeast") }
		if got := count(found.Hits[Summaries], isPoison); got != test.hits {
			t.Errorf("%s: %d of %d hits, want %d", test.name, got, len(found.Hits[Summaries]), test.hits)
		}
		if got := count(found.Hits[Keywords], isPoison); got != test.keywords {
			t.Errorf("%s: %d of %d keywords, want %d", test.name, got, len(found.Hits[Keywords]), test.keywords)
		}
		if got := countOf(found, "poison"); got != test.poisoned || len(found.Chunks) != DefaultBest {
			t.Errorf("%s: %d of %d chunks, want %d of %d", test.name, got, len(found.Chunks), test.poisoned, DefaultBest)
		}
	}
}

// A file that repeats what another says does not take its place: the one that is repeated
// keeps half of its share at least, by whatever name, and however often one is noted again.
func TestRepeatingAFileDoesNotTakeItsPlace(t *testing.T) {
	victim := poisoned("victim.md", 10)
	evil := echoing("evil.md", victim)
	for _, test := range []struct {
		name         string
		noted        []Noted
		victim, evil int
	}{
		{"noted first", slices.Concat(victim, evil, honest(200)), 5, 10},
		{"noted last", slices.Concat(evil, victim, honest(200)), 5, 10},
		{"noted again", slices.Concat(victim, evil, honest(200), victim, evil, victim), 5, 10},
		{"a later name", slices.Concat(victim, echoing("worse.md", victim), honest(200)), 10, 5},
	} {
		found := search(test.noted)
		if got := countOf(found, "victim"); got != test.victim {
			t.Errorf("%s: %d chunks of the repeated file, want %d", test.name, got, test.victim)
		}
		if got := countOf(found, "evil") + countOf(found, "worse"); got != test.evil {
			t.Errorf("%s: %d chunks of the repeating file, want %d", test.name, got, test.evil)
		}
	}
}

// search puts chunks in the order of their files, and asks for north.
func search(noted []Noted) Found {
	x := New(3, compass)
	for len(noted) > 0 {
		n := slices.IndexFunc(noted, func(c Noted) bool { return c.URI != noted[0].URI })
		if n < 0 {
			n = len(noted)
		}
		x.Put(noted[0].URI, slices.Clone(noted[:n]))
		noted = noted[n:]
	}
	north := []float32{1, 0, 0}
	return x.Search(Query{Of: [Kinds]Ask{
		Summaries: {Vector: north, Weight: 1}, Keywords: {Vector: north, Weight: 1, MaxHits: 90},
	}})
}

func countOf(found Found, path string) int {
	return count(found.Chunks, func(c Scored) bool { return strings.HasPrefix(c.Path, path) })
}

func count[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}

// The best of many candidates are those that are admitted when all are asked about in
// their order, and where these leave places free the best of the others.
func TestSelection(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		refused := map[int32]bool{}
		var all []candidate
		for i := range int32(r.IntN(60)) {
			all = append(all, candidate{number: i, score: float64(r.IntN(10))})
			refused[i] = r.IntN(3) == 0
		}
		var asked []int32
		s := selection{
			limit:   r.IntN(12),
			inOrder: func(a, b candidate) int { return int(a.number - b.number) },
			admits: func(number int32) bool {
				asked = append(asked, number)
				return !refused[number]
			},
		}
		sorted := slices.SortedFunc(slices.Values(all), s.compare)
		isRefused := func(c candidate) bool { return refused[c.number] }
		want := slices.DeleteFunc(slices.Clone(sorted), isRefused)
		rest := slices.DeleteFunc(slices.Clone(sorted), func(c candidate) bool { return !refused[c.number] })
		want = append(want, rest...)
		want = slices.SortedFunc(slices.Values(want[:min(len(want), s.limit)]), s.compare)
		if diff := cmp.Diff(want, s.best(slices.Clone(all)), cmp.AllowUnexported(candidate{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%d of %v without %v (-want +got):\n%s", s.limit, all, refused, diff)
		}
		for i, number := range asked {
			if sorted[i].number != number {
				t.Fatalf("asked about %v, which is not the order of %v", asked, sorted)
			}
		}
	}
}
