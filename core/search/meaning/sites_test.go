package meaning_test

import (
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/search/embed/static"
	"docuquest/core/search/meaning"
	"docuquest/core/search/vector"
)

// A page is a document to compare.
type page struct {
	title, text string
	code        bool
}

// shelf reads the files of a folder whose names have an ending.
func shelf(t testing.TB, folder, ending string, code bool) (pages []page) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ending) {
			return err
		}
		content, err := os.ReadFile(path)
		pages = append(pages, page{d.Name(), string(content), code})
		return err
	})
	if err != nil || len(pages) == 0 {
		t.Fatalf("%s: %d pages, %v", folder, len(pages), err)
	}
	return pages
}

func sites(t testing.TB) []page {
	return shelf(t, filepath.Join("..", "..", "..", "testdata", "sites"), ".txt", false)
}

// weigh counts the pieces of pages, as an index would.
func weigh(pages []page) *meaning.Weights {
	l := static.BuiltIn()
	holding := make([]int, l.Len())
	for _, p := range pages {
		seen := map[int]bool{}
		for piece := range l.Pieces(p.title+"\n"+p.text, p.code) {
			if !seen[piece.ID] {
				seen[piece.ID] = true
				holding[piece.ID]++
			}
		}
	}
	return meaning.NewWeights(l, len(pages), func(piece int) int { return holding[piece] })
}

var questions = []string{
	"In what sites was gold found?",
	"Which burials held jewels or precious stones?",
	"How did the people store water in the desert?",
	"What was traded with other cities, and how do we know?",
}

// The windows that are not looked at would change nothing: a cosine is that of the best
// of all windows, each summed vector by vector.
func TestCosineIsOfTheBestWindow(t *testing.T) {
	pages := sites(t)
	w := weigh(pages)
	for _, question := range questions {
		q := w.Question(question, false)
		asked := sum(w, ids(question))
		for _, p := range pages {
			best := -1.0
			for _, window := range windows(ids(p.title), ids(p.text)) {
				best = max(best, float64(vector.Dot(asked, sum(w, window))))
			}
			if got, _ := q.Score(p.title, p.text, p.code); math.Abs(got-best) > 1e-3 {
				t.Errorf("%q, %s: %.4f, want %.4f", question, p.title, got, best)
			}
		}
	}
}

// The documents that speak of what is asked are nearer than the others.
func TestSitesOfGold(t *testing.T) {
	pages := sites(t)
	q := weigh(pages).Question("gold treasure", false)
	var with, without, held, others float64
	for _, p := range pages {
		cosine, soft := q.Score(p.title, p.text, p.code)
		if soft < 0 || 1 < soft {
			t.Errorf("%s: soft match %v", p.title, soft)
		}
		if strings.Contains(p.text, "gold") {
			with += cosine + soft
			held++
		} else {
			without += cosine + soft
			others++
		}
	}
	if held == 0 || others == 0 || with/held < without/others+0.2 {
		t.Errorf("%v sites with gold have %v together, %v without it %v", held, with, others, without)
	}
}

func ids(s string) (all []int) {
	for p := range static.BuiltIn().Pieces(s, false) {
		all = append(all, p.ID)
	}
	return all
}

// windows are the definition: 128 pieces, the first 16 in front of all but the first.
func windows(title, text []int) (all [][]int) {
	pieces := append(title, text...)
	if len(pieces) <= 128 {
		return [][]int{pieces}
	}
	lead, rest := pieces[:16], pieces[128:]
	all = append(all, pieces[:128])
	for len(rest) > 0 {
		n := min(112, len(rest))
		all = append(all, append(append([]int{}, lead...), rest[:n]...))
		rest = rest[n:]
	}
	return all
}

// sum is the vector of a window, of length 1.
func sum(w *meaning.Weights, pieces []int) []float32 {
	l := static.BuiltIn()
	v := make([]float32, l.Dimensions())
	for _, id := range pieces {
		if weight := w.Of(id); weight > 0 {
			for k, x := range l.Vector(id) {
				v[k] += float32(weight) * x
			}
		}
	}
	vector.Unit(v)
	return v
}

// BenchmarkScore compares one question with one document after another.
func BenchmarkScore(b *testing.B) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	for name, pages := range map[string][]page{
		"sites": sites(b),
		"go":    shelf(b, filepath.Join(strings.TrimSpace(string(root)), "src", "net"), ".go", true),
	} {
		w := weigh(pages)
		b.Run(name, func(b *testing.B) {
			size := 0
			for _, p := range pages {
				size += len(p.text)
			}
			b.ReportMetric(float64(size)/float64(len(pages))/1024, "KiB/doc")
			b.ReportAllocs()
			q := w.Question("how long does a connection wait for gold before it is closed", false)
			for i := 0; b.Loop(); i++ {
				p := pages[i%len(pages)]
				q.Score(p.title, p.text, p.code)
			}
		})
	}
}

// BenchmarkQuestion takes a question apart, where nothing was asked before.
func BenchmarkQuestion(b *testing.B) {
	w := weigh(sites(b))
	b.ReportAllocs()
	for b.Loop() {
		w.Question(questions[3], false)
	}
}

// BenchmarkWeights makes the weights of a workspace.
func BenchmarkWeights(b *testing.B) {
	for b.Loop() {
		meaning.NewWeights(static.BuiltIn(), 1000, func(piece int) int { return piece % 1000 })
	}
}
