package ground

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

const (
	// nearBytes is the most that may stand in a document between two pieces of a
	// quote that a model stitched together: about as much as a passage holds.
	nearBytes = 1000
	// mostStarts bounds the places of the first piece that are tried in a document,
	// and mostFragments the pieces: who stitches more has written a text of their own.
	mostStarts    = 20
	mostFragments = 8
)

// ellipses are the ways to write that something was left out.
var ellipses = strings.NewReplacer("[...]", "…", "[…]", "…", "(...)", "…", "(…)", "…", "[..]", "…", "....", "…", "...", "…")

// fragmentsOf parts a quote at its ellipses; none if it has no ellipsis.
func fragmentsOf(quote string) []string {
	parted := ellipses.Replace(quote)
	if !strings.Contains(parted, "…") {
		return nil
	}
	var fragments []string
	for fragment := range strings.SplitSeq(parted, "…") {
		if fragment = unquoted(fragment); strings.IndexFunc(fragment, isWordRune) >= 0 {
			fragments = append(fragments, strings.TrimLeftFunc(fragment, isStop))
		}
	}
	return fragments
}

// isStop knows what is left in front of a piece when something was left out.
func isStop(r rune) bool { return strings.ContainsRune(".,;:", r) || unicode.IsSpace(r) }

// stitched finds the pieces of a quote: all of them in one document, one behind
// the other, with [nearBytes] between two at most. Else the quote says what nobody
// wrote, and none of its pieces counts.
func (s *shelf) stitched(fragments []string, named *book) []place {
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
		if places := b.chain(fragments); places != nil {
			return places
		}
	}
	return nil
}

// chain finds pieces one behind the other, nil if they do not stand so.
func (b *book) chain(fragments []string) []place {
	tries := 0
	for first := range b.placesOf(fragments[0], b.whole) {
		if places := b.chainFrom(first, fragments[1:]); places != nil {
			return places
		}
		if tries++; tries == mostStarts {
			break
		}
	}
	return nil
}

// chainFrom finds each piece in what stands near behind the one before.
func (b *book) chainFrom(first place, fragments []string) []place {
	places := []place{first}
	for _, fragment := range fragments {
		from := places[len(places)-1].span.End
		p, ok := b.behind(from, fragment)
		if !ok {
			return nil
		}
		places = append(places, p)
	}
	return places
}

// behind is the first place of a piece near behind an offset.
func (b *book) behind(from int, fragment string) (place, bool) {
	s := b.document.Text
	end := min(from+nearBytes+2*len(fragment), len(s)) // white space and marks may make it longer
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end++
	}
	near := b.stretch(text.Span{Start: from, End: end})
	for p := range b.placesOf(fragment, near) {
		if p.span.Start-from <= nearBytes && !cutsWord(s, p.span) {
			return p, true
		}
	}
	return place{}, false
}

// placesOf are the places of a piece in a stretch of the book, the exact ones first,
// then those of its normal form. Likeness does not count: pieces are short, and what
// is like one of them stands near anything. A short piece stands only where it is a
// whole line, heading or cell.
func (b *book) placesOf(fragment string, in *sheet) func(yield func(place) bool) {
	return func(yield func(place) bool) {
		if utf8.RuneCountInString(fragment) < shortQuote {
			if p, ok := findWhole(fragment, []*book{b}); ok && in.holds(p.span) {
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

// holds says whether a span of the document lies in a stretch of it.
func (s *sheet) holds(span text.Span) bool {
	return s.start <= span.Start && span.End <= s.start+len(s.text)
}
