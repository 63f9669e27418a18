package retrieve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
)

// A reader is a reranker that says what a test wants, and notes what it was shown.
type reader struct {
	score func(p rerank.Passage) float64
	err   error
	drops int // scores
	shown []rerank.Passage
}

func (r *reader) Name() string { return "reader" }

func (r *reader) Rerank(_ context.Context, _ *question.Question, passages []rerank.Passage) ([]float64, error) {
	r.shown = passages
	var scores []float64
	for _, p := range passages[r.drops:] {
		scores = append(scores, r.score(p))
	}
	return scores, r.err
}

// three are files that hold a word more and less often.
var three = map[string]string{
	"a.txt": "amber amber amber", "b.txt": "amber, and some other words", "c.txt": "amber, and a great many other words besides these",
}

func hitPaths(r *Result) []string {
	var names []string
	for _, h := range r.Hits {
		names = append(names, h.Document.Path)
	}
	return names
}

// detail is what the last step of a name says, "" if there is none.
func detail(r *Result, name string) string {
	said := ""
	for _, s := range r.Steps.All() {
		if s.Name == name {
			said = s.Says
		}
	}
	return said
}

// What a reranker says decides the order; one that fails or makes no sense leaves it.
func TestReranker(t *testing.T) {
	ends := func(p rerank.Passage) float64 { return float64(len(p.Text)) } // the longest first
	for _, c := range []struct {
		name   string
		reader reader
		query  Query
		want   []string
		step   string
	}{
		{"the order is the reranker's", reader{score: ends}, Query{}, []string{"c.txt", "b.txt", "a.txt"}, "3 passages by reader"},
		{"fewer are kept than are read", reader{score: ends}, Query{Passages: 1}, []string{"c.txt"}, "3 passages by reader"},
		{"equal scores leave the order", reader{score: func(rerank.Passage) float64 { return -7 }}, Query{}, []string{"a.txt", "b.txt", "c.txt"}, "3 passages by reader"},
		{"an error leaves it", reader{score: ends, err: errors.New("no credit")}, Query{}, []string{"a.txt", "b.txt", "c.txt"}, "reader: no credit"},
		{"too few scores leave it", reader{score: ends, drops: 1}, Query{}, []string{"a.txt", "b.txt", "c.txt"}, "reader: it gave 2 scores for 3 passages"},
		{"a score that is no number leaves it", reader{score: func(rerank.Passage) float64 { return math.NaN() }}, Query{}, []string{"a.txt", "b.txt", "c.txt"}, "reader: one of its scores is no finite number"},
		{"an infinite one does", reader{score: func(rerank.Passage) float64 { return math.Inf(1) }}, Query{}, []string{"a.txt", "b.txt", "c.txt"}, "reader: one of its scores is no finite number"},
		{"the classic rule stays sorted by path", reader{score: ends}, Query{Mode: Boolean}, []string{"a.txt", "b.txt", "c.txt"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := newRetriever(three)
			before := find(t, r, Query{Question: question.Of("amber"), Mode: c.query.Mode})
			r.Reranker = &c.reader
			c.query.Question = question.Of("amber")
			result := find(t, r, c.query)
			same(t, "hits", c.want, hitPaths(result))
			same(t, "step", c.step, detail(result, "rerank"))
			same(t, "the best score", before.Hits[0].Score, result.Hits[0].Score)
			if last := len(before.Hits) - 1; len(result.Hits) > last {
				same(t, "the least score", before.Hits[last].Score, result.Hits[last].Score)
			}
		})
	}
}

// Between the best and the least score the new ones are as far apart as the reranker's.
func TestRerankedScores(t *testing.T) {
	r, _ := newRetriever(nil)
	r.Reranker = &reader{score: func(p rerank.Passage) float64 { return map[string]float64{"a": -10, "b": 30, "c": 0}[p.Body] }}
	hits := []Hit{scoredHit("a", 5), scoredHit("b", 4), scoredHit("c", 1)}
	if _, err := r.rerank(t.Context(), question.Of("q"), hits); err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		text  string
		score float64
	}{{"b", 5}, {"c", 2}, {"a", 1}} {
		if hits[i].Chunk.Text != want.text || hits[i].Score != want.score {
			t.Errorf("hit %d is %s with %v, want %s with %v", i, hits[i].Chunk.Text, hits[i].Score, want.text, want.score)
		}
	}
}

func scoredHit(content string, score float64) Hit {
	return Hit{Document: &document.Document{Path: "x.md"}, Chunk: chunk.Chunk{Kind: chunk.Prose, Text: content}, Score: score}
}

// A reranker is shown what a model would read, and where it is from.
func TestPassageOf(t *testing.T) {
	h := scoredHit(`[{"k": "v"}]`, 2)
	h.Chunk.Kind, h.Chunk.Titles = chunk.Table, []string{"A", "B"}
	h.Chunk.Parts = []chunk.Part{
		{Chunk: text.Span{Start: 3, End: 4}, Source: text.Span{Start: 20, End: 21}},
		{Chunk: text.Span{Start: 8, End: 9}, Source: text.Span{Start: 30, End: 31}},
	}
	same(t, "a row", rerank.Passage{
		Text: "# Table for: A,B\n" + `[{"k": "v"}]`, Titles: []string{"A", "B"}, Body: `[{"k": "v"}]`, Kind: rerank.Table, Found: 0.5,
		Sources: []rerank.Source{{Path: "x.md", Start: 20, End: 21}, {Path: "x.md", Start: 30, End: 31}},
	}, passageOf(h, 4))
	h = scoredHit("f()", 0)
	h.Chunk.Kind, h.Chunk.Span = chunk.Code, text.Span{Start: 1, End: 4}
	same(t, "code", rerank.Passage{
		Text: "f()", Body: "f()", Kind: rerank.Code, Sources: []rerank.Source{{Path: "x.md", Start: 1, End: 4}},
	}, passageOf(h, 0))
}

// The greatest and the least numbers there are make no scores that are none.
func TestRerankedExtremes(t *testing.T) {
	for _, far := range []float64{math.MaxFloat64, math.SmallestNonzeroFloat64} {
		r, _ := newRetriever(nil)
		r.Reranker = &reader{score: func(p rerank.Passage) float64 { return map[string]float64{"a": -far, "b": far}[p.Body] }}
		hits := []Hit{scoredHit("a", 5), scoredHit("b", 4)}
		if _, err := r.rerank(t.Context(), question.Of("q"), hits); err != nil {
			t.Fatal(err)
		}
		if hits[0].Score != 5 || hits[1].Score != 4 {
			t.Errorf("%v: scores %v and %v", far, hits[0].Score, hits[1].Score)
		}
	}
}

// Of a row of any length a reranker is shown no more than a model reads.
func TestPassageOfGiant(t *testing.T) {
	whole := "x" + strings.Repeat("é", shown)
	p := passageOf(scoredHit(whole, 1), 1)
	if len(p.Text) != shown-1 || !utf8.ValidString(p.Text) || !strings.HasPrefix(whole, p.Text) {
		t.Errorf("%d bytes are shown", len(p.Text))
	}
	same(t, "the body", whole, p.Body)
}

// No more than the first passages are read once more, and the others stay behind them.
func TestRerankFew(t *testing.T) {
	sections := make([]string, 30)
	for i := range sections {
		sections[i] = "# amber"
		for k := range i + 5 {
			sections[i] += fmt.Sprintf(" section%dword%d", i, k) // which no other one holds
		}
	}
	r, _ := newRetriever(map[string]string{"all.md": strings.Join(sections, "\n\n")})
	read := &reader{score: func(p rerank.Passage) float64 { return float64(len(p.Text)) }}
	before := find(t, r, Query{Question: question.Of("amber"), Passages: 30})
	r.Reranker = read
	result := find(t, r, Query{Question: question.Of("amber"), Passages: 30})
	same(t, "shown", reranked, len(read.shown))
	for i := reranked; i < len(before.Hits); i++ {
		if before.Hits[i].Chunk.Span != result.Hits[i].Chunk.Span {
			t.Errorf("passage %d, which was not read, has moved", i)
		}
	}
	for i := 1; i < len(result.Hits); i++ {
		if result.Hits[i-1].Score < result.Hits[i].Score {
			t.Errorf("the scores of passages %d and %d do not fall", i-1, i)
		}
	}
}

// Who asked may leave while the passages are read.
func TestRerankCancelled(t *testing.T) {
	r, _ := newRetriever(three)
	ctx, cancel := context.WithCancel(t.Context())
	r.Reranker = &reader{score: func(rerank.Passage) float64 { cancel(); return 0 }}
	if _, err := r.Find(ctx, Query{Question: question.Of("amber"), Limit: 10, Passages: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
}

// Passages below the threshold are left out, and documents without another with them;
// those that move up take their places.
func TestThreshold(t *testing.T) {
	texts := map[string]string{"both.txt": "amber and jade", "one.txt": "amber amber amber amber"}
	for _, c := range []struct {
		name      string
		query     Query
		documents []string
		rejected  int
		step      string
	}{
		{"none", Query{}, []string{"both.txt", "one.txt"}, 0, ""},
		{"one is below", Query{Threshold: 0.9}, []string{"both.txt"}, 1, "1 of 2 passages are below 0.9"},
		{"all are above", Query{Threshold: 0.1}, []string{"both.txt", "one.txt"}, 0, "0 of 2 passages are below 0.1"},
		{"the first one is below, and another is not", Query{Threshold: 0.9, Passages: 1}, []string{"both.txt"}, 1, "1 of 2 passages are below 0.9"},
		{"in the classic way", Query{Threshold: 0.9, Mode: Boolean}, []string{"both.txt"}, 0, "0 of 1 passages are below 0.9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := newRetriever(texts)
			r.Reranker = &reader{score: func(p rerank.Passage) float64 { return float64(len(p.Text)) }} // one.txt
			c.query.Question = question.Of("amber and jade")
			result := find(t, r, c.query)
			same(t, "documents", c.documents, paths(result))
			same(t, "rejected", c.rejected, result.Rejected)
			same(t, "step", c.step, detail(result, "threshold"))
		})
	}
}
