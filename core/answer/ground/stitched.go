package ground

import (
	"strings"
	"unicode/utf8"

	"docuquest/core/language/text"
)

const (
	// nearBytes is the most that a document may have between two pieces of a
	// quote that a model stitched together: about as much as a passage has.
	nearBytes = 1000
	// mostStarts bounds the places of the first piece that are tried in a document,
	// and mostFragments the pieces: who stitches more has written a text of their own.
	mostStarts    = 20
	mostFragments = 8
)

// ellipses are the ways to write that something was left out.
var ellipses = strings.NewReplacer("[...]", "…", "[…]", "…", "(...)", "…", "(…)", "…", "[..]", "…", "....", "…", "...", "…")

// stops are left in front of a piece when something was left out.
const stops = ".,;: \t\n\r\u00A0"

// fragmentsOf parts a quote at its ellipses; none if it has no ellipsis.
func fragmentsOf(quote string) []string {
	parted := ellipses.Replace(quote)
	if !strings.Contains(parted, "…") {
		return nil
	}
	var fragments []string
	for fragment := range strings.SplitSeq(parted, "…") {
		if fragment = unquoted(fragment); strings.IndexFunc(fragment, isWordRune) >= 0 {
			fragments = append(fragments, strings.TrimLeft(fragment, stops))
		}
	}
	return fragments
}

// stitched finds the pieces of a quote: all of them in one document, one behind
// the other, with [nearBytes] between two at most. Else the quote says what nobody
// wrote, and none of its pieces counts.
func (s *sources) stitched(fragments []string, named *source) []place {
	switch n := len(fragments); {
	case n == 1:
		if p, ok := s.find(fragments[0], named, true); ok {
			return []place{p}
		}
		return nil
	case n == 0, mostFragments < n:
		return nil
	}
	for _, b := range s.inOrder(named) {
		if !s.budget.read(b.whole.priceOfFolding()) || !s.budget.read(len(b.document.Text)) {
			continue
		}
		tries := 0
		for first := range b.placesOf(fragments[0], b.whole) {
			if places := b.chain(first, fragments[1:]); places != nil {
				return places
			}
			if tries++; tries == mostStarts {
				break
			}
		}
	}
	return nil
}

// chain returns the first place and those of the pieces, each near behind the one before;
// nil if one is not there.
func (b *source) chain(first place, fragments []string) []place {
	s, places := b.document.Text, []place{first}
	for i, fragment := range fragments {
		from := places[i].span.End
		end := min(from+nearBytes+2*len(fragment), len(s)) // white space and marks may make it longer
		for end < len(s) && !utf8.RuneStart(s[end]) {
			end++
		}
		for p := range b.placesOf(fragment, b.stretch(text.Span{Start: from, End: end})) {
			if p.span.Start-from <= nearBytes && !cutsWord(s, p.span) {
				places = append(places, p)
				break
			}
		}
		if len(places) < i+2 {
			return nil
		}
	}
	return places
}

// placesOf are the places of a piece in a stretch of the source, the exact ones first,
// then those of its normal form. Likeness does not count: pieces are short, and what
// is like one of them is near anything. A short piece occurs only where it is a
// whole line, heading or cell.
func (b *source) placesOf(fragment string, in *region) func(yield func(place) bool) {
	return func(yield func(place) bool) {
		if utf8.RuneCountInString(fragment) < shortQuote {
			if p, ok := findWhole(fragment, []*source{b}); ok && in.start <= p.span.Start && p.span.End <= in.start+len(in.text) {
				yield(p)
			}
			return
		}
		for span := range occurrences(in.text, fragment) {
			if p, ok := in.place(span, 1); ok && !yield(p) {
				return
			}
		}
		for span := range occurrences(in.folded().text, fold(fragment).trimmed()) {
			if p, ok := in.place(in.normal.source(in.text, span), 1); ok && !in.normal.splits(span) && !yield(p) {
				return
			}
		}
	}
}
