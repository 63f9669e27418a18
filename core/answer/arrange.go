package answer

import (
	"cmp"
	"fmt"
	"slices"

	"docuquest/core/document"
	"docuquest/core/search/retrieve"
)

// An Order is how passages stand in a prompt.
type Order uint8

// The orders.
const (
	ByScore Order = iota // the best first
	// ByPlace keeps those of one file together, in the order of the file, and the files in
	// that of their best passages.
	ByPlace
)

// OrderOf is how hits stand in a prompt: by place where notes led to some of them, so that
// what belongs together in a program is read together, and else by score.
func OrderOf(hits []retrieve.Hit) Order {
	if slices.ContainsFunc(hits, func(h retrieve.Hit) bool { return h.Lead != nil }) {
		return ByPlace
	}
	return ByScore
}

// Shown are the numbers of the hits that stand in a prompt with room for so many tokens (0
// for DefaultBudget), in order: the best, whole, and the first always. A passage that is
// too long makes room for shorter ones behind it. What stands beside a hit has the room
// alone that all that was found itself leaves.
func (o Order) Shown(hits []retrieve.Hit, tokens int) []int {
	tokens = cmp.Or(max(0, tokens), DefaultBudget)
	var shown []int
	for _, i := range foundFirst(hits) {
		price := countTokens(passageText(len(shown)+1, hits[i]))
		if len(shown) > 0 && tokens < price {
			continue
		}
		tokens -= price
		shown = append(shown, i)
	}
	slices.Sort(shown)
	if o == ByPlace {
		sortByPlace(shown, hits)
	}
	return shown
}

// foundFirst are the numbers of the hits that were found themselves, and then of those that
// stand beside one.
func foundFirst(hits []retrieve.Hit) []int {
	var found, beside []int
	for i, h := range hits {
		if h.Beside == "" {
			found = append(found, i)
		} else {
			beside = append(beside, i)
		}
	}
	return append(found, beside...)
}

// sortByPlace puts the numbers of hits, the best first, into the order of ByPlace.
func sortByPlace(shown []int, hits []retrieve.Hit) {
	best := map[*document.Document]int{}
	for i, hit := range shown {
		if _, known := best[hits[hit].Document]; !known {
			best[hits[hit].Document] = i
		}
	}
	slices.SortStableFunc(shown, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(best[hits[a].Document], best[hits[b].Document]),
			cmp.Compare(hits[a].Chunk.Span.Start, hits[b].Chunk.Span.Start),
		)
	})
}

// pack puts the passages together that there is room for.
func pack(hits []retrieve.Hit, tokens int) []passage {
	var all []passage
	for i, hit := range OrderOf(hits).Shown(hits, tokens) {
		all = append(all, passage{i + 1, hit, passageText(i+1, hits[hit])})
	}
	return all
}

// longestSummary is how much of what is noted about a passage a model is shown, in
// characters.
const longestSummary = 200

// noteLine tells a model what is noted about a passage, "" for nothing. It stands in no
// file, so that it proves nothing however it is quoted, and says so.
func noteLine(h retrieve.Hit) string {
	if h.Lead == nil || h.Lead.Summary() == "" {
		return ""
	}
	summary := []rune(oneSpaced(h.Lead.Summary()))
	return fmt.Sprintf("(noted by a program, not to be quoted: %s; %s)\n", oneSpaced(h.Lead.Info), string(summary[:min(len(summary), longestSummary)]))
}
