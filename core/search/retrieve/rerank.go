package retrieve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
)

// reranked is how many of the best passages are read once more. A model that scores
// each by itself takes some milliseconds for one, and what is not among the first
// twenty is hardly ever the answer.
const reranked = 20

// nearest is how many passages are reported where none answers the question.
const nearest = 3

// reranks reports whether there is anybody and anything to rerank: what the classic
// rule finds stays sorted by path.
func (r *Retriever) reranks(q Query) bool { return r.Reranker != nil && q.Mode == Ranked }

// refine puts the best passages in order, rejects those below the threshold, and
// keeps as many as were asked for. The only error is that of ctx.
func (r *Retriever) refine(ctx context.Context, q Query, result *Result) error {
	result.tracing.found = slices.Clone(result.Hits)
	if hits := result.Hits[:min(reranked, len(result.Hits))]; r.reranks(q) && len(hits) > 1 {
		start := time.Now()
		said, err := r.rerank(ctx, q.asked(), hits)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			result.Steps.Add("rerank", start, "%s: %v", r.Reranker.Name(), err)
			result.Failed = append(result.Failed, fmt.Sprintf("Passages keep the order in which they were found, since %s did not rerank them: %v", r.Reranker.Name(), err))
		default:
			result.Steps.Add("rerank", start, "%d passages by %s", len(hits), r.Reranker.Name())
			result.tracing.said = said
		}
	}
	result.tracing.ordered = slices.Clone(result.Hits)
	result.Nearest = slices.Clone(result.Hits[:min(nearest, len(result.Hits))])
	result.reject(q.Threshold)
	if q.Cutoff && q.Mode == Ranked { // the classic rule says which documents are read
		start := time.Now()
		scores := make([]float64, len(result.Hits))
		for i, h := range result.Hits {
			scores[i] = h.Score
		}
		if kept := cutoff(scores); kept < len(result.Hits) {
			result.Steps.Add("knee", start, "%d of %d passages are far behind the others", len(result.Hits)-kept, len(result.Hits))
			result.Hits = result.Hits[:kept]
		}
	}
	result.Hits = result.Hits[:min(q.Passages, len(result.Hits))]
	return ctx.Err()
}

// rerank puts hits in the order that the reranker says, and gives what it said of each
// in their old order. With an error they stay as they were.
//
// Their scores keep their range: the first one of the new order gets the best score
// that there was, the last one the least, and between them they are as far apart as
// the reranker's are. So scores of any reranker are comparable with those of passages
// that it did not see.
func (r *Retriever) rerank(ctx context.Context, asked *question.Question, hits []Hit) (said []float64, err error) {
	passages := make([]rerank.Passage, len(hits))
	best, least := hits[0].Score, hits[0].Score
	for _, h := range hits {
		best, least = max(best, h.Score), min(least, h.Score)
	}
	for i, h := range hits {
		passages[i] = passageOf(h, best)
	}
	scores, err := r.Reranker.Rerank(ctx, asked, passages)
	switch {
	case err != nil:
		return nil, err
	case len(scores) != len(hits):
		return nil, fmt.Errorf("it gave %d scores for %d passages", len(scores), len(hits))
	case slices.ContainsFunc(scores, func(s float64) bool { return math.IsNaN(s) || math.IsInf(s, 0) }):
		return nil, errors.New("one of its scores is no finite number")
	}
	// Halves, since no float64 is as large as the range of some services' mistakes.
	low := slices.Min(scores) / 2
	apart := slices.Max(scores)/2 - low
	if apart == 0 {
		return scores, nil
	}
	for i, s := range scores {
		hits[i].Score = least + (best-least)*((s/2-low)/apart)
	}
	slices.SortStableFunc(hits, byHitScore)
	return scores, nil
}

// passageOf is a hit as a reranker reads it.
func passageOf(h Hit, best float64) rerank.Passage {
	p := rerank.Passage{Text: h.Chunk.WithTitles(), Titles: h.Chunk.Titles, Body: h.Chunk.Content(), Kind: rerank.Text}
	if end := shown; len(p.Text) > end {
		for end > shown-utf8.UTFMax && !utf8.RuneStart(p.Text[end]) {
			end--
		}
		p.Text = p.Text[:end]
	}
	for _, part := range h.Chunk.Parts {
		p.Sources = append(p.Sources, rerank.Source{Path: h.Document.Path, Start: part.Source.Start, End: part.Source.End})
	}
	if len(h.Chunk.Parts) == 0 {
		p.Sources = []rerank.Source{{Path: h.Document.Path, Start: h.Chunk.Span.Start, End: h.Chunk.Span.End}}
	}
	switch h.Chunk.Kind {
	case chunk.Table:
		p.Kind = rerank.Table
	case chunk.Code:
		p.Kind = rerank.Code
	}
	if best > 0 {
		p.Found = h.Score / best
	}
	return p
}

// shown is how much of one passage is sent to a reranker, in bytes: more than any has
// but a row of a table, which is never cut and may be a megabyte.
const shown = 8 << 10

// reject leaves out the passages below a threshold, and the documents that lose their
// last one by it.
func (r *Result) reject(threshold float64) {
	if threshold <= 0 {
		return
	}
	start, all := time.Now(), len(r.Hits)
	lost := map[*document.Document]bool{}
	r.Hits = slices.DeleteFunc(r.Hits, func(h Hit) bool {
		isBelow := h.Confidence < threshold
		lost[h.Document] = lost[h.Document] || isBelow
		return isBelow
	})
	for _, h := range r.Hits {
		delete(lost, h.Document)
	}
	r.Documents = slices.DeleteFunc(r.Documents, func(d Document) bool { return lost[d.Document] })
	r.Rejected = all - len(r.Hits)
	r.Steps.Add("threshold", start, "%d of %d passages are below %v", r.Rejected, all, threshold)
}

// Where the scores of passages fall off, the rest says little. Of fewer than fewest
// none is cut, and none where the fall is less than a clear one.
const (
	fewest    = 5
	clearFall = 0.45
)

// cutoff returns how many of some falling scores are in front of their knee: the place that
// is the farthest below the line from the first to the last one (Satopaa et al., Finding
// a "Kneedle" in a Haystack, 2011), as a share of their range. Where no place is far
// below it, all of them are.
func cutoff(scores []float64) int {
	n := len(scores)
	if n <= fewest || scores[0] <= scores[n-1] {
		return n
	}
	at, deepest := n, clearFall
	for i, s := range scores {
		line := 1 - float64(i)/float64(n-1)
		height := (s - scores[n-1]) / (scores[0] - scores[n-1])
		if depth := line - height; depth > deepest {
			at, deepest = i, depth
		}
	}
	return max(fewest, at)
}
