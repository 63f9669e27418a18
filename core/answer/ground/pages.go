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
	// Score is 1 where the block holds the quote, else what the quote and the
	// stretch of the block that is most like it have in common, as a ratio
	// (Ratcliff and Obershelp's, which Python calls SequenceMatcher): at least
	// 0.75.
	Score float64
}

// Blocks finds the blocks of a document with pages that hold the quotes, without
// regard to case. A quote that no block holds is looked for by likeness. Only blocks inside the spans are looked at, all
// where there is none. Each block comes once, the best first and among equals in
// the order of the text.
func Blocks(d *document.Document, within []text.Span, quotes []string) []PageBlock {
	candidates := pageBlocks(d, within)
	best := map[int]float64{}
	for _, q := range quotes {
		if !holders(candidates, strings.ToLower(q), best, d) {
			alike(candidates, strings.ToLower(q), best, d)
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

// pageBlocks are the blocks on the pages of d that touch one of the spans.
func pageBlocks(d *document.Document, within []text.Span) []PageBlock {
	var blocks []PageBlock
	bytes, runes := 0, 0
	for _, page := range d.Blocks {
		for _, b := range page.Children {
			if len(within) > 0 && !slices.ContainsFunc(within, func(s text.Span) bool { return s.Start < b.Span.End && b.Span.Start < s.End }) {
				continue
			}
			runes += utf8.RuneCountInString(d.Text[bytes:b.Span.Start])
			bytes = b.Span.Start
			length := utf8.RuneCountInString(b.Span.Of(d.Text))
			blocks = append(blocks, PageBlock{Block: b, Start: runes, End: runes + length})
		}
	}
	return blocks
}

// holders gives every block that holds a quote its score, and reports whether
// there is one.
func holders(blocks []PageBlock, quote string, best map[int]float64, d *document.Document) (found bool) {
	for i, b := range blocks {
		if strings.Contains(strings.ToLower(b.Span.Of(d.Text)), quote) {
			best[i], found = 1, true
		}
	}
	return found
}

// alike gives every block with a stretch that is like a quote its score.
func alike(blocks []PageBlock, quote string, best map[int]float64, d *document.Document) {
	for i, b := range blocks {
		said := strings.ToLower(b.Span.Of(d.Text))
		if float64(len(said)) < leastRatio/2*float64(len(quote)) {
			continue // not even if all of it stood in the quote
		}
		if _, ratio := fuzzy.BestWindow(quote, said); ratio >= leastRatio {
			best[i] = max(best[i], ratio)
		}
	}
}
