package retrieve

import (
	"slices"

	"docuquest/core/document/chunk"
)

// Around are the passages of a hit's document that lead to it and go on from it, each
// list in the order of the document. The chunks are shared, and never written.
type Around struct {
	Above  []chunk.Chunk // for each heading above the hit, the first passage right below it
	Before []chunk.Chunk // right in front of the hit
	After  []chunk.Chunk // right behind it
}

// surround pulls in so many passages on each side of the hits.
func (r *Retriever) surround(hits []Hit, each int) {
	if each < 1 {
		return
	}
	for i := range hits {
		h := &hits[i]
		all := r.split(h.Document)
		at := slices.IndexFunc(all, func(c chunk.Chunk) bool { return c.Span == h.Chunk.Span && c.Text == h.Chunk.Text })
		if at < 0 {
			continue
		}
		first := max(0, at-each)
		h.Around = Around{
			Before: all[first:at:at],
			After:  all[at+1 : min(len(all), at+1+each)],
		}
		// The first passage with just the first title, the one with just the first two, and so on;
		// the last title is that of the hit itself.
		for n := 1; n < len(h.Chunk.Titles); n++ {
			isBelow := func(c chunk.Chunk) bool { return slices.Equal(c.Titles, h.Chunk.Titles[:n]) }
			if above := slices.IndexFunc(all[:first], isBelow); above >= 0 {
				h.Around.Above = append(h.Around.Above, all[above])
			}
		}
	}
}
