package ground

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/fuzzy"
	"docuquest/core/language/text"
)

// A PageBlock is a block of a page that says what was quoted.
type PageBlock struct {
	document.Block
	// Start and End are the block's text as code points in the whole text, End
	// exclusive.
	Start, End int
	// Score is 1 where the block has the quote, else what the quote and the
	// stretch of the block that is most like it have in common, as a ratio
	// (Ratcliff and Obershelp's, which Python calls SequenceMatcher): at least
	// 0.75.
	Score float64
}

// Blocks finds the blocks of a document with pages that have the quotes, without
// regard to case. A quote that no block has is searched for by likeness. Only blocks inside the
// spans are looked at, all where there is none. Each block comes once, the best first and among
// equals in the order of the text.
func Blocks(d *document.Document, within []text.Span, quotes []string) []PageBlock {
	var candidates []PageBlock // on the pages of d that touch one of the spans
	var said []string
	bytes, runes := 0, 0
	for _, page := range d.Blocks {
		for _, b := range page.Children {
			touches := func(s text.Span) bool { return s.Start < b.Span.End && b.Span.Start < s.End }
			if len(within) > 0 && !slices.ContainsFunc(within, touches) {
				continue
			}
			runes += utf8.RuneCountInString(d.Text[bytes:b.Span.Start])
			bytes = b.Span.Start
			length := utf8.RuneCountInString(b.Span.Of(d.Text))
			candidates = append(candidates, PageBlock{Block: b, Start: runes, End: runes + length})
			said = append(said, strings.ToLower(b.Span.Of(d.Text)))
		}
	}
	best := map[int]float64{}
	for _, q := range quotes {
		q, contained := strings.ToLower(q), false
		for i := range candidates {
			if strings.Contains(said[i], q) {
				best[i], contained = 1, true
			}
		}
		for i := range candidates {
			// A block is too short where not even all of it in the quote would do.
			if contained || float64(len(said[i])) < leastRatio/2*float64(len(q)) {
				continue
			}
			if _, ratio := fuzzy.BestWindow(q, said[i]); ratio >= leastRatio {
				best[i] = max(best[i], ratio)
			}
		}
	}
	var found []PageBlock
	for i, b := range candidates {
		if score := best[i]; score > 0 {
			b.Score = score
			found = append(found, b)
		}
	}
	slices.SortStableFunc(found, func(a, b PageBlock) int { return cmp.Compare(b.Score, a.Score) })
	return found
}
