package agent

import (
	"fmt"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/search/retrieve"
)

// MaxAround is the greatest number of passages on each side of a hit that a Search can
// ask for.
const MaxAround = 20

// Around is what stands beside a hit in its file, as far as it was asked for: each text
// as it stands there, in the order of the file.
type Around struct {
	Above  []string `json:"above,omitempty"`  // for each heading above the hit, the first passage below it
	Before []string `json:"before,omitempty"` // right in front of it
	After  []string `json:"after,omitempty"`  // right behind it
}

func checkAround(n int) error {
	if n < 0 || n > MaxAround {
		return fmt.Errorf("around is %d: it may be 0 to %d passages", n, MaxAround)
	}
	return nil
}

func newAround(h retrieve.Hit) Around {
	return Around{
		Above:  originals(h.Document, h.Around.Above),
		Before: originals(h.Document, h.Around.Before),
		After:  originals(h.Document, h.Around.After),
	}
}

// originals are chunks as they stand in a file, or in the text that was taken out of
// it.
func originals(read *document.Document, chunks []chunk.Chunk) []string {
	var all []string
	for _, c := range chunks {
		d, span, _ := read.InFile(c.Span)
		all = append(all, span.Of(d.Text))
	}
	return all
}
