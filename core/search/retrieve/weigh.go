package retrieve

import (
	"math"

	"docuquest/core/index"
	"docuquest/core/search/embed"
	"docuquest/core/search/meaning"
)

// Weigh makes the weights of a lexicon's pieces in a workspace. How many entries
// hold a piece is taken from the forms that it is a part of, as if these were in
// entries independently of one another: the weight is a logarithm, and counting
// the pieces themselves would cost as much as the whole index. It takes about a
// microsecond for each form.
func Weigh(l *index.Library, lexicon embed.Lexicon) *meaning.Weights {
	entries := l.Snapshot().Len()
	without := make([]float64, lexicon.Len()) // the logarithm of the share of entries that lack a piece
	for form, holding := range l.Forms() {
		share := min(float64(holding)/float64(max(1, entries)), 1-1e-9)
		lacking := math.Log1p(-share)
		last := -1
		for p := range lexicon.Pieces(form, false) {
			if p.ID != last {
				without[p.ID] += lacking
			}
			last = p.ID
		}
	}
	return meaning.NewWeights(lexicon, entries, func(piece int) int {
		return int(math.Round(float64(entries) * -math.Expm1(without[piece])))
	})
}
