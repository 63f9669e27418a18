package ground

import (
	"strings"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/chunk"
	"docuquest/core/document"
	"docuquest/core/fuzzy"
	"docuquest/core/text"
)

// A place is where a quote was found.
type place struct {
	document *document.Document
	span     text.Span
	ratio    float64
	titles   []string
}

func (p place) quote() string { return p.span.Of(p.document.Text) }

const (
	// shortQuote in characters is the length under which a quote stands
	// everywhere by chance: it counts only as a whole line or cell.
	shortQuote = 12
	// leastRatio is the likeness from which a quote counts as found.
	leastRatio = 0.75
	// longestLike bounds a quote that is looked for by likeness, and mostLikes
	// all of one draft together, in bytes: 300 bytes cost 20 ms in 20 passages,
	// and nobody waits for the inventions of a model.
	longestLike = 1000
	mostLikes   = 30_000
)

// placeAll finds the places of quotes, in order. Those without one are left out.
func (s *shelf) placeAll(quotes []answer.Quote) []place {
	var places []place
	for _, q := range quotes {
		places = append(places, s.placesOf(q)...)
	}
	return places
}

// placesOf finds a quote as a whole, or else what stands between its ellipses,
// all of it.
func (s *shelf) placesOf(q answer.Quote) []place {
	if p, ok := s.known(q); ok {
		return []place{p}
	}
	wanted := unquoted(q.Text)
	if p, ok := s.find(wanted, s.named(q)); ok {
		return []place{p}
	}
	var places []place
	fragments := fragmentsOf(wanted)
	for _, fragment := range fragments {
		p, ok := s.find(fragment, s.named(q))
		if !ok {
			return nil
		}
		places = append(places, p)
	}
	return places
}

// known is the place of a quote whose writer gave the span, if it stands there.
func (s *shelf) known(q answer.Quote) (place, bool) {
	b := s.named(q)
	if b == nil || q.Span.Empty() || !onBorders(b.document.Text, q.Span) || q.Span.Of(b.document.Text) != q.Text {
		return place{}, false
	}
	return b.at(q.Span, 1), true
}

// unquoted takes off what a model puts around a quote.
func unquoted(quote string) string {
	quote = strings.Trim(strings.TrimSpace(quote), "\"“”„«»")
	return strings.TrimSpace(quote)
}

// fragmentsOf parts a quote at its ellipses; none if it has no ellipsis.
func fragmentsOf(quote string) []string {
	parted := strings.NewReplacer("[...]", "…", "[…]", "…", "(...)", "…", "...", "…").Replace(quote)
	if !strings.Contains(parted, "…") {
		return nil
	}
	var fragments []string
	for fragment := range strings.SplitSeq(parted, "…") {
		if fragment = unquoted(fragment); fragment != "" {
			fragments = append(fragments, fragment)
		}
	}
	return fragments
}

// find looks for a text, first in the book that is named, then in the others,
// and at last for what is most like it in the passages.
func (s *shelf) find(wanted string, named *book) (place, bool) {
	if wanted == "" || !utf8.ValidString(wanted) {
		return place{}, false
	}
	books := s.inOrder(named)
	if utf8.RuneCountInString(wanted) < shortQuote {
		return findWhole(wanted, books)
	}
	if named != nil {
		if p, ok := firstPlace(wanted, books[:1]); ok {
			return p, true
		}
	}
	if p, ok := firstPlace(wanted, books); ok {
		return p, true
	}
	return s.mostLike(wanted, books)
}

// firstPlace tries one way after the other, the strictest first, each on all
// books.
func firstPlace(wanted string, books []*book) (place, bool) {
	for _, way := range []func(*book, string) (place, bool){
		(*book).exact,
		(*book).rendered,
		(*book).normalised,
	} {
		for _, b := range books {
			if p, ok := way(b, wanted); ok {
				return p, true
			}
		}
	}
	return place{}, false
}

// exact finds wanted byte for byte: in a passage that was found if it stands in
// one, else wherever it stands first.
func (b *book) exact(wanted string) (place, bool) {
	return b.best(occurrences(b.document.Text, wanted))
}

// normalised finds what has the same normal form as wanted.
func (b *book) normalised(wanted string) (place, bool) {
	needle := fold(wanted).trimmed()
	if utf8.RuneCountInString(needle) < shortQuote {
		return place{}, false
	}
	hay := b.folded()
	return b.best(func(yield func(text.Span) bool) {
		for span := range occurrences(hay.text, needle) {
			if !yield(hay.source(b.document.Text, span)) {
				return
			}
		}
	})
}

// best takes the first span that cuts no word and lies in a passage, or else
// the first that cuts no word.
func (b *book) best(spans func(yield func(text.Span) bool)) (place, bool) {
	var first text.Span
	for span := range spans {
		if cutsWord(b.document.Text, span) {
			continue
		}
		if b.found(span) {
			return b.at(span, 1), true
		}
		if first.Empty() {
			first = span
		}
	}
	if first.Empty() {
		return place{}, false
	}
	return b.at(first, 1), true
}

// rendered finds wanted in passages whose text was made from the document's,
// such as rows, and gives what it was made from.
func (b *book) rendered(wanted string) (place, bool) {
	for _, c := range b.chunks {
		if c.Text == c.Span.Of(b.document.Text) {
			continue
		}
		for span := range occurrences(c.Text, wanted) {
			if p, ok := b.made(c, span); ok {
				return p, true
			}
		}
	}
	return place{}, false
}

func (b *book) made(c chunk.Chunk, span text.Span) (place, bool) {
	source, ok := c.Source(span)
	if !ok || source.Empty() || cutsWord(c.Text, span) || !onBorders(b.document.Text, source) {
		return place{}, false
	}
	return b.at(source, 1), true
}

// occurrences are the places of needle in hay, which may overlap.
func occurrences(hay, needle string) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		for from := 0; ; {
			at := strings.Index(hay[from:], needle)
			if at < 0 || !yield(text.Span{Start: from + at, End: from + at + len(needle)}) {
				return
			}
			_, size := utf8.DecodeRuneInString(hay[from+at:])
			from += at + size
		}
	}
}

// mostLike finds the window of a passage that is most like wanted. What differs
// may be anything but a number or a negation.
func (s *shelf) mostLike(wanted string, books []*book) (place, bool) {
	var best place
	if longestLike < len(wanted) || mostLikes < s.likes+len(wanted) {
		return best, false
	}
	s.likes += len(wanted)
	needle := fold(wanted).trimmed()
	for _, b := range books {
		for _, c := range b.chunks {
			if p, ok := b.like(needle, c.Span); ok && leastRatio <= p.ratio && best.ratio < p.ratio && agrees(wanted, p.quote()) {
				best = p
			}
		}
	}
	return best, best.ratio > 0
}

// like is the window of one passage that is most like a normal form.
func (b *book) like(needle string, passage text.Span) (place, bool) {
	raw := passage.Of(b.document.Text)
	normal := fold(raw)
	window, ratio := fuzzy.BestWindow(needle, normal.text)
	if ratio < leastRatio || window.Empty() {
		return place{}, false
	}
	span := trimSpace(b.document.Text, normal.source(raw, window).Shift(passage.Start))
	if span.Empty() || insideWord(b.document.Text, span.Start) {
		return place{}, false // what is cut off in front may be "un"
	}
	span = wholeWord(b.document.Text, span)
	return b.at(span, min(ratio, fuzzy.Ratio(needle, fold(span.Of(b.document.Text)).trimmed()))), true
}

// agrees says whether a window that is like a quote has its numbers and denies
// as often.
func agrees(quote, window string) bool {
	return figuresStandIn(quote, []string{window}) && negations(quote) == negations(window)
}

// findWhole finds a short quote as a whole line or cell.
func findWhole(wanted string, books []*book) (place, bool) {
	for _, b := range books {
		for span := range occurrences(b.document.Text, wanted) {
			if isWholeLine(b.document.Text, span) || isCell(b.document.Blocks, b.document.Text, span) {
				return b.at(span, 1), true
			}
		}
	}
	return place{}, false
}

func isWholeLine(s string, span text.Span) bool {
	start := strings.LastIndexByte(s[:span.Start], '\n') + 1
	rest, _, _ := strings.Cut(s[span.End:], "\n")
	return strings.TrimSpace(rest) == "" && span.Start <= start+answer.LineMarks(s[start:span.End])
}

func isCell(blocks []document.Block, s string, span text.Span) bool {
	for _, b := range blocks {
		switch {
		case !b.Span.Contains(span.Start):
		case b.Kind == document.Cell:
			return strings.TrimSpace(b.Span.Of(s)) == span.Of(s)
		default:
			return isCell(b.Children, s, span)
		}
	}
	return false
}
