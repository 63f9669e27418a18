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
			Above:  leading(all[:first], h.Chunk.Titles),
			Before: all[first:at:at],
			After:  all[at+1 : min(len(all), at+1+each)],
		}
	}
}

// leading returns the first passage that has just the first of some titles, the one
// that has just the first two, and so on; the last title is that of the hit itself.
func leading(chunks []chunk.Chunk, titles []string) []chunk.Chunk {
	var found []chunk.Chunk
	for n := 1; n < len(titles); n++ {
		at := slices.IndexFunc(chunks, func(c chunk.Chunk) bool { return slices.Equal(c.Titles, titles[:n]) })
		if at >= 0 {
			found = append(found, chunks[at])
		}
	}
	return found
}
