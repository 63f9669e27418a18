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
	// longestLike in bytes bounds a quote that is looked for by likeness.
	longestLike = 1000
	// mostOccurrences bounds the places of one quote in one text that are looked at.
	mostOccurrences = 10_000
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
	rest := books
	if named != nil {
		if p, ok := s.firstPlace(wanted, books[:1]); ok {
			return p, true
		}
		rest = books[1:]
	}
	if p, ok := s.firstPlace(wanted, rest); ok {
		return p, true
	}
	return s.mostLike(wanted, books)
}

// firstPlace tries one way after the other, the strictest first, each on all
// books.
func (s *shelf) firstPlace(wanted string, books []*book) (place, bool) {
	for _, way := range []func(*shelf, *book, string) (place, bool){
		(*shelf).exact,
		(*shelf).rendered,
		(*shelf).normalised,
	} {
		for _, b := range books {
			if p, ok := way(s, b, wanted); ok {
				return p, true
			}
		}
	}
	return place{}, false
}

// exact finds wanted byte for byte: in a passage that was found if it stands in
// one, else wherever it stands first.
func (s *shelf) exact(b *book, wanted string) (place, bool) {
	for _, passage := range b.spans {
		for span := range occurrences(passage.Of(b.document.Text), wanted) {
			if p, ok := b.uncut(span.Shift(passage.Start)); ok {
				return p, true
			}
		}
	}
	if !s.budget.read(len(b.document.Text)) {
		return place{}, false
	}
	for span := range occurrences(b.document.Text, wanted) {
		if p, ok := b.uncut(span); ok {
			return p, true
		}
	}
	return place{}, false
}

// normalised finds what has the same normal form as wanted, in the order of exact.
func (s *shelf) normalised(b *book, wanted string) (place, bool) {
	needle := fold(wanted).trimmed()
	if utf8.RuneCountInString(needle) < shortQuote {
		return place{}, false
	}
	for i, passage := range b.spans {
		if p, ok := b.inNormal(b.passage(i), passage, needle); ok {
			return p, true
		}
	}
	if !s.budget.read(b.priceOfFolding()) || !s.budget.read(len(b.document.Text)) {
		return place{}, false
	}
	return b.inNormal(b.folded(), text.Span{End: len(b.document.Text)}, needle)
}

// inNormal finds a normal form in that of a stretch of the book.
func (b *book) inNormal(hay *folded, stretch text.Span, needle string) (place, bool) {
	for span := range occurrences(hay.text, needle) {
		source := hay.source(stretch.Of(b.document.Text), span).Shift(stretch.Start)
		if p, ok := b.uncut(source); ok {
			return p, true
		}
	}
	return place{}, false
}

// uncut is the place at a span that cuts no word.
func (b *book) uncut(span text.Span) (place, bool) {
	if cutsWord(b.document.Text, span) {
		return place{}, false
	}
	return b.at(span, 1), true
}

// rendered finds wanted in passages whose text was made from the document's,
// such as rows, and gives what it was made from.
func (s *shelf) rendered(b *book, wanted string) (place, bool) {
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

// occurrences are the first [mostOccurrences] places of needle in hay, which may
// overlap.
func occurrences(hay, needle string) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		from := 0
		for range mostOccurrences {
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
// may be anything but a figure, a name or a negation.
func (s *shelf) mostLike(wanted string, books []*book) (place, bool) {
	var best place
	if longestLike < len(wanted) || !s.budget.like() {
		return best, false
	}
	needle := fold(wanted).trimmed()
	for _, b := range books {
		for i, passage := range b.spans {
			if !s.budget.compare(len(wanted), passage.Len()) {
				return best, best.ratio > 0
			}
			p, ok := b.like(needle, i)
			if ok && leastRatio <= p.ratio && best.ratio < p.ratio && agrees(wanted, p.quote()) {
				best = p
			}
		}
	}
	return best, best.ratio > 0
}

// like is the window of one passage that is most like a normal form.
func (b *book) like(needle string, passage int) (place, bool) {
	normal := b.passage(passage)
	window, ratio := fuzzy.BestWindow(needle, normal.text)
	if ratio < leastRatio || window.Empty() {
		return place{}, false
	}
	stretch := b.spans[passage]
	source := normal.source(stretch.Of(b.document.Text), window).Shift(stretch.Start)
	span := source.Trim(b.document.Text)
	if span.Empty() || insideWord(b.document.Text, span.Start) {
		return place{}, false // what is cut off in front may be "un"
	}
	span = wholeWord(b.document.Text, span)
	return b.at(span, min(ratio, fuzzy.Ratio(needle, fold(span.Of(b.document.Text)).trimmed()))), true
}

// agrees says whether a window that is like a quote has its figures and its words
// in capitals, and denies as often and the same.
func agrees(quote, window string) bool {
	return figuresStandIn(quote, []string{window}) &&
		negations(quote) == negations(window) &&
		!hasOpposites(quote, window) &&
		holdsNames(window, quote)
}

// hasOpposites says whether one text says a word that the other says with a prefix
// that turns it.
func hasOpposites(a, b string) bool {
	one, other := newClause(), newClause()
	for word := range text.Words(a) {
		one.take(text.Fold(word.Span.Of(a)), false)
	}
	for word := range text.Words(b) {
		other.take(text.Fold(word.Span.Of(b)), false)
	}
	_, turned := one.shared(other)
	return turned
}

// holdsNames says whether a window holds every word of a quote that begins with a
// capital letter, whatever its case there.
func holdsNames(window, quote string) bool {
	held := map[string]bool{}
	for _, s := range []string{window, fold(window).text} { // in the normal form no line's end cuts a word
		for word := range text.Words(s) {
			held[text.Fold(word.Span.Of(s))] = true
		}
	}
	for word := range text.Words(quote) {
		if name := word.Span.Of(quote); isUpper(name) && !held[text.Fold(name)] {
			return false
		}
	}
	return true
}

// findWhole finds a short quote as a whole line or cell.
func findWhole(wanted string, books []*book) (place, bool) {
	for _, b := range books {
		if span, ok := b.short()[wanted]; ok {
			return b.at(span, 1), true
		}
	}
	return place{}, false
}
