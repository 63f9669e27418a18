package meaning

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/markdown"
	"docuquest/core/file"
	"docuquest/core/search/embed/embedtest"
)

// A bench has passages whose embedder remembers what it was asked.
type bench struct {
	*Passages
	embedder *embedtest.Embedder
	kept     *embedtest.Kept
}

func newBench() bench {
	b := bench{embedder: &embedtest.Embedder{Model: "small"}, kept: &embedtest.Kept{}}
	b.Passages = &Passages{Embedder: b.embedder, Kept: b.kept, Chunks: chunk.Options{Size: 80, Overlap: 1}}
	return b
}

func page(content string) file.File {
	return file.File{
		Identity: file.Identity{URI: "file:///a.md", Hash: file.HashOf(content)},
		Path:     "a.md", Content: content, Language: "markdown",
	}
}

// make makes and keeps the vectors of a file that had another content before.
func (b bench) make(t *testing.T, f file.File, before file.Hash) {
	t.Helper()
	d := b.Draft(markdown.New().Parse(f), before)
	if err := b.Fill(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if err := b.Keep(d); err != nil {
		t.Fatal(err)
	}
}

const harbour = `# The harbour

Ships from the north unload timber and iron at the old quay.

## Prices

Bread was sold for two coins.

> ? What does a ship cost?
`

// A file is compared by its best passage, and only as long as it says what it said.
func TestPassages(t *testing.T) {
	b := newBench()
	f := page(harbour)
	if _, err := b.Question(t.Context(), "boats"); !errors.Is(err, ErrNoVectors) {
		t.Errorf("before there is any: %v", err)
	}
	b.make(t, f, file.Hash{})
	want := []string{
		"The harbour\nShips from the north unload timber and iron at the old quay.",
		"The harbour: Prices\nBread was sold for two coins.",
	}
	if diff := cmp.Diff(want, b.embedder.Asked()); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	for _, question := range []string{"boats", "What did bread cost?", "quantum physics"} {
		compare, err := b.Question(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		best := -1.0
		for _, passage := range want {
			best = max(best, dot(embedtest.Vector(question), embedtest.Vector(passage)))
		}
		if got, ok := compare(f); !ok || math.Abs(got-best) > 1e-3 {
			t.Errorf("%s: %v, %v, want %v", question, got, ok, best)
		}
		if got, ok := compare(page(harbour + "\n")); ok {
			t.Errorf("%s: another text has the cosine %v", question, got)
		}
	}
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// A question is sent once, however often it is asked.
func TestQuestionAgain(t *testing.T) {
	b := newBench()
	b.make(t, page(harbour), file.Hash{})
	sent := len(b.embedder.Asked())
	for range 3 {
		if _, err := b.Question(t.Context(), "boats"); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(b.embedder.Asked()) - sent; got != 1 {
		t.Errorf("it was sent %d times", got)
	}
}

// Of a text that changed only the new passages are sent.
func TestChanged(t *testing.T) {
	b := newBench()
	old := page(harbour)
	b.make(t, old, file.Hash{})
	sent := len(b.embedder.Asked())
	now := page(strings.Replace(harbour, "two coins", "three coins", 1))
	b.make(t, now, old.Hash)
	if diff := cmp.Diff([]string{"The harbour: Prices\nBread was sold for three coins."}, b.embedder.Asked()[sent:]); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	compare, err := b.Question(t.Context(), "timber")
	if err != nil {
		t.Fatal(err)
	}
	before, _ := compare(old)
	after, ok := compare(now)
	if !ok || before != after {
		t.Errorf("the passage that stayed had %v and has %v, %v", before, after, ok)
	}
}

// A model that makes other vectors than it did makes all of them anew.
func TestChangedModel(t *testing.T) {
	b := newBench()
	old, now := page(harbour), page(harbour+"\nMore of it.\n")
	b.make(t, old, file.Hash{})
	b.Embedder = short{b.embedder}
	b.make(t, now, old.Hash)
	compare, err := b.Question(t.Context(), "timber")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := compare(old); ok {
		t.Error("vectors of two lengths are compared")
	}
	if _, ok := compare(now); !ok {
		t.Error("the new text has no vectors")
	}
}

// short makes vectors of two dimensions.
type short struct{ *embedtest.Embedder }

func (s short) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := s.Embedder.Embed(ctx, texts)
	for i := range vectors {
		vectors[i] = []float32{1, 0}
	}
	return vectors, err
}

// What fails changes nothing, and can be tried again; drafts are filled together.
func TestFill(t *testing.T) {
	b := newBench()
	fault := errors.New("no")
	b.embedder.Before = func(context.Context, []string) error { return fault }
	one := b.Draft(markdown.New().Parse(page("# A\n\none")), file.Hash{})
	two := b.Draft(markdown.New().Parse(page("# B\n\ntwo")), file.Hash{})
	empty := b.Draft(markdown.New().Parse(page("")), file.Hash{})
	if one.Missing() != 1 || one.Bytes() != len("A\none") || empty.Missing() != 0 {
		t.Errorf("%d passages of %d bytes, %d of an empty file", one.Missing(), one.Bytes(), empty.Missing())
	}
	if err := b.Fill(t.Context(), one, empty, two); err != fault || one.Missing() != 1 {
		t.Errorf("%v, and %d are missing", err, one.Missing())
	}
	b.embedder.Before = nil
	if err := b.Fill(t.Context(), one, empty, two); err != nil {
		t.Fatal(err)
	}
	for _, d := range []*Draft{one, two, empty} {
		if err := b.Keep(d); err != nil {
			t.Fatal(err)
		}
	}
	compare, err := b.Question(t.Context(), "B\ntwo")
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := compare(page("# B\n\ntwo")); !ok || got < 0.999 {
		t.Errorf("its own words have the cosine %v, %v", got, ok)
	}
	if got, ok := compare(page("")); ok || !b.Has("markdown", file.HashOf("")) {
		t.Errorf("an empty file has %v, or is to be asked again", got)
	}
	b.Drop("markdown", file.HashOf(""))
	if b.Has("markdown", file.HashOf("")) || b.Has("plaintext", file.HashOf("# A\n\none")) {
		t.Error("there are vectors that were dropped, or of another language")
	}
}

// A file that could not be read to its end is read again another time.
func TestPassingProblem(t *testing.T) {
	b := newBench()
	d := markdown.New().Parse(page(harbour))
	d.Problems = []document.Problem{{Message: "it took too long", Passing: true}}
	draft := b.Draft(d, file.Hash{})
	if err := errors.Join(b.Fill(t.Context(), draft), b.Keep(draft)); err != nil || b.kept.Len() > 0 {
		t.Errorf("%v, and %d are kept", err, b.kept.Len())
	}
}

// Whatever was kept, reading it does no harm; what was written is read again.
func FuzzRows(f *testing.F) {
	f.Add([]byte("DQV1\x02\x00\x00\x00\x01\x00\x00\x0012345678\x00\x3c\x00\x00"))
	f.Add([]byte("DQV1\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte("DQV1\x00\x00\x00\x00\x01\x00\x00\x0012345678"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, ok := decodeRows(raw)
		if !ok {
			return
		}
		best, ok := r.best(make([]float32, r.dimensions))
		if ok != (r.count() > 0) || ok && best != best {
			t.Errorf("%d rows of %d dimensions have the best %v, %v", r.count(), r.dimensions, best, ok)
		}
		m := rowsMaker{make([]mark, r.count()), make([][]byte, r.count())}
		for i := range m.marks {
			size := halfSize * r.dimensions
			m.marks[i], m.vectors[i] = mark(r.marks[i*markSize:]), r.values[i*size:(i+1)*size]
		}
		if r.count() > 0 && string(m.encode()) != string(raw) {
			t.Errorf("%q became %q", raw, m.encode())
		}
	})
}

// A question compares some dozens of files.
func BenchmarkCompare(b *testing.B) {
	const dimensions, passages = 384, 40
	texts := make([]string, passages)
	m, _ := startRows(texts, rows{})
	v := make([]float32, dimensions)
	v[7] = 1
	for i := range m.vectors {
		m.vectors[i] = halves(v)
	}
	raw := m.encode()
	for b.Loop() {
		r, _ := decodeRows(raw)
		if got, ok := r.best(v); !ok || got != 1 {
			b.Fatal(got)
		}
	}
}
