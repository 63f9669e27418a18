package retrieve

import (
	"cmp"
	"context"
	"slices"

	"docuquest/core/document/chunk"
	"docuquest/core/index"
	"docuquest/core/search/parallel"
)

// mostTitles is how many titles are compared with a question that no passage was found
// for, from all over the workspace.
const mostTitles = 20_000

// nearByTitle returns the beginnings of the files whose titles have the greatest cosines to a
// question by vectors of pieces: where no file contains a word of it there is nothing else
// to point at. There is none where nothing is near, or without such vectors.
func (r *Retriever) nearByTitle(ctx context.Context, q Query, result *Result) []Hit {
	if q.Mode == Boolean || result.asked == nil {
		return nil
	}
	type near struct {
		*index.Entry
		cosine float64
	}
	all := make([]near, 0, result.Snapshot.Len())
	for e := range result.Snapshot.All {
		if q.Within == nil || q.Within(e) {
			all = append(all, near{Entry: e})
		}
	}
	step := 1 + (len(all)-1)/mostTitles
	parallel.For(ctx, (len(all)+step-1)/step, func() func(int) {
		return func(i int) {
			n := &all[i*step]
			n.cosine, _ = result.asked.Score(titleOf(n.Entry), "", true)
		}
	})
	all = slices.DeleteFunc(all, func(n near) bool { return n.cosine <= 0 })
	slices.SortFunc(all, func(a, b near) int {
		return cmp.Or(cmp.Compare(b.cosine, a.cosine), cmp.Compare(a.Path, b.Path))
	})
	var hits []Hit
	for _, n := range all[:min(nearest, len(all))] {
		f, err := r.Source.Read(ctx, n.URI)
		if err != nil {
			continue
		}
		d := r.Parsers.Parse(f).AsRead()
		if chunks := r.split(d); len(chunks) > 0 {
			first := slices.MinFunc(chunks, func(a, b chunk.Chunk) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
			hits = append(hits, Hit{Document: d, Chunk: first})
		}
	}
	return hits
}
