package ground

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/language/fuzzy"
	"docuquest/core/language/text"
)

// A place is where a quote was found.
type place struct {
	source *source
	span   text.Span // in the document
	ratio  float64
	said   string // what was found: the document's text at the span, or what a chunk made of it
	isList bool   // it begins a list that is asked for

	answers text.Span // the value in it that is asked for
}

func (p place) quote() string { return p.span.Of(p.source.document.Text) }

const (
	// shortQuote in characters is the length under which a quote occurs
	// everywhere by chance: it counts only as a whole line, heading or cell.
	shortQuote = 12
	// leastRatio is the likeness from which a quote counts as found.
	leastRatio = 0.75
	// longestLike in bytes bounds a quote that is searched for by likeness.
	longestLike = 1000
	// mostOccurrences bounds the places of one quote in one text that are looked at.
	mostOccurrences = 10_000
)

// placeAll returns the places of quotes, in order: of each as a whole, or of all pieces
// between its ellipses. A quote without a place is left out.
func (s *sources) placeAll(quotes []answer.Quote) []place {
	var places []place
	for _, q := range quotes {
		var named *source // the one that the writer of the quote names
		if 0 <= q.Hit && q.Hit < len(s.hits) {
			named = s.source(s.hits[q.Hit].Document)
		}
		if named != nil && !q.Span.Empty() && onBorders(named.document.Text, q.Span) && q.Span.Of(named.document.Text) == q.Text {
			known := named.at(q.Span, 1) // by the writer
			known.isList, known.answers = q.IntroducesList, q.Answers
			places = append(places, known)
			continue
		}
		wanted := unquoted(q.Text)
		if !utf8.ValidString(wanted) {
			continue
		}
		fragments := fragmentsOf(wanted)
		if p, ok := s.find(wanted, named, len(fragments) == 0); ok {
			places = append(places, p)
			continue
		}
		places = append(places, s.stitched(fragments, named)...)
	}
	return places
}

// unquoted takes off what a model puts around a quote.
func unquoted(quote string) string {
	quote = strings.Trim(strings.TrimSpace(quote), "\"“”„«»")
	return strings.TrimSpace(quote)
}

// find looks for a text, first in the source that is named, then in the others, and
// at last, where likeness counts, for what is most like it.
func (s *sources) find(wanted string, named *source, likeness bool) (place, bool) {
	sources := s.inOrder(named)
	if utf8.RuneCountInString(wanted) < shortQuote {
		return findWhole(wanted, sources)
	}
	rest := sources
	if named != nil {
		if p, ok := s.firstPlace(wanted, sources[:1]); ok {
			return p, true
		}
		rest = sources[1:]
	}
	if p, ok := s.firstPlace(wanted, rest); ok || !likeness {
		return p, ok
	}
	return s.mostLike(wanted, sources)
}

// findWhole finds a short quote as a whole line, heading or cell.
func findWhole(wanted string, sources []*source) (place, bool) {
	for _, key := range []string{wanted, normalKey(wanted)} {
		for _, b := range sources {
			if span, ok := b.short()[key]; ok {
				return b.at(span, 1), true
			}
		}
	}
	return place{}, false
}

// firstPlace tries one way after the other, the strictest first, each on all
// sources: in their passages, and then wherever it occurs first.
func (s *sources) firstPlace(wanted string, sources []*source) (place, bool) {
	needle := fold(wanted).trimmed()
	isLong := shortQuote <= utf8.RuneCountInString(needle)
	for _, way := range []func(*source) (place, bool){
		func(b *source) (place, bool) { return s.exact(b, wanted) },
		func(b *source) (place, bool) { return inAny(b.rendered, wanted, (*region).exact) },
		func(b *source) (place, bool) { return s.normalised(b, needle) },
		func(b *source) (place, bool) { return inAny(b.rendered, needle, (*region).normalised) },
	} {
		for _, b := range sources {
			if p, ok := way(b); ok && isLong {
				return p, true
			}
		}
	}
	return place{}, false
}

// inAny is the first place that a way finds in some regions.
func inAny(regions []*region, wanted string, way func(*region, string) (place, bool)) (place, bool) {
	for _, s := range regions {
		if p, ok := way(s, wanted); ok {
			return p, true
		}
	}
	return place{}, false
}

// exact finds wanted byte for byte: in a passage that was found if it occurs in
// one, else wherever it occurs first.
func (s *sources) exact(b *source, wanted string) (place, bool) {
	if p, ok := inAny(b.passages, wanted, (*region).exact); ok {
		return p, true
	}
	if !s.budget.read(len(b.document.Text)) {
		return place{}, false
	}
	return b.whole.exact(wanted)
}

// normalised finds what has the normal form needle, in the order of exact.
func (s *sources) normalised(b *source, needle string) (place, bool) {
	if p, ok := inAny(b.passages, needle, (*region).normalised); ok {
		return p, true
	}
	if !s.budget.read(b.whole.priceOfFolding()) || !s.budget.read(len(b.document.Text)) {
		return place{}, false
	}
	return b.whole.normalised(needle)
}

// exact finds wanted byte for byte where it cuts no word.
func (s *region) exact(wanted string) (place, bool) {
	for span := range occurrences(s.text, wanted) {
		if p, ok := s.place(span, 1); ok {
			return p, true
		}
	}
	return place{}, false
}

// normalised finds what has the normal form needle.
func (s *region) normalised(needle string) (place, bool) {
	normal := s.folded()
	for span := range occurrences(normal.text, needle) {
		if normal.splits(span) {
			continue
		}
		if p, ok := s.place(normal.source(s.text, span), 1); ok {
			return p, true
		}
	}
	return place{}, false
}

// occurrences are the first [mostOccurrences] places of needle in hay, which may
// overlap. No place has an empty needle.
func occurrences(hay, needle string) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		from := 0
		for range mostOccurrences {
			at := strings.Index(hay[from:], needle)
			if needle == "" || at < 0 || !yield(text.Span{Start: from + at, End: from + at + len(needle)}) {
				return
			}
			_, size := utf8.DecodeRuneInString(hay[from+at:])
			from += at + size
		}
	}
}

// mostLike returns the window that is most like wanted: of the passages, and where none of
// them has one, of the whole documents. What differs may be anything but a figure, a name
// or a negation.
func (s *sources) mostLike(wanted string, sources []*source) (place, bool) {
	if longestLike < len(wanted) || s.budget.liked == 0 {
		return place{}, false
	}
	s.budget.liked--
	var best place
passages:
	for _, b := range sources {
		for _, passage := range slices.Concat(b.passages, b.rendered) {
			price := len(wanted) * len(passage.text)
			if s.budget.likes < price {
				break passages
			}
			s.budget.likes -= price
			best.takeBetter(passage.like(wanted))
		}
	}
	if best.ratio > 0 {
		return best, true
	}
	for _, b := range sources {
		if s.budget.read(b.whole.priceOfFolding()) && s.budget.read(likePrice*len(b.document.Text)) {
			best.takeBetter(b.whole.like(wanted))
		}
	}
	return best, best.ratio > 0
}

// takeBetter replaces a place by another that is more like its quote.
func (p *place) takeBetter(other place, ok bool) {
	if ok && p.ratio < other.ratio {
		*p = other
	}
}

// like finds the window of a region that is most like wanted, if it agrees with it.
// Which windows are worth a closer look is decided by the shingles that they share.
func (s *region) like(wanted string) (place, bool) {
	needle, normal := fold(wanted).trimmed(), s.folded()
	if !mayHold(normal.text, needle) {
		return place{}, false
	}
	window, ratio := fuzzy.BestWindow(needle, normal.text)
	if ratio < leastRatio || window.Empty() {
		return place{}, false
	}
	span := normal.source(s.text, window).Trim(s.text)
	if span.Empty() || insideWord(s.text, span.Start) {
		return place{}, false // what is cut off in front may be "un"
	}
	span = wholeWord(s.text, span)
	ratio = min(ratio, fuzzy.Ratio(needle, fold(span.Of(s.text)).trimmed()))
	if ratio < leastRatio || !agrees(wanted, span.Of(s.text)) {
		return place{}, false
	}
	return s.place(span, ratio)
}

// mayHold reports whether a text has so many words of a quote that a window of it may
// have most of them. To look for the words takes a fifth of the time in which the
// window is found.
func mayHold(normal, quote string) bool {
	all, found := 0, 0
	for word := range text.Words(quote) {
		if folded := word.Span.Of(quote); isContent(folded) {
			all++
			if strings.Contains(normal, stem(folded)) {
				found++
			}
		}
	}
	return leastRatio*float64(all) <= float64(found)
}

// How many words of a quote may be missing one behind the other, of those that say
// something, and of these at its end, which is where models go on as nobody wrote.
const (
	longestMiss        = 3
	longestContentMiss = 2
	longestEndMiss     = 1
)

// agrees reports whether a window that is like a quote has most of its words in their
// order, its figures and its words in capitals, denies as often and the same, and
// compares as it does. Likeness alone is not enough: three quarters of a sentence are
// like one that ends as nobody wrote it.
func agrees(quote, window string) bool {
	a := align(tokensOf(fold(quote).text), tokensOf(fold(window).text))
	words, content := a.longestMiss()
	hasWords := len(a.pairs) > 0 && words <= longestMiss && content <= longestContentMiss && a.endMiss() <= longestEndMiss &&
		leastRatio*float64(contentOf(a.said)) <= float64(a.content+a.endings())
	if !hasWords || len(lackingFigures(quote, evidence{quotes: []string{window}})) > 0 || negations(quote) != negations(window) {
		return false
	}
	// One may have a word that the other has with a prefix that turns it.
	one, other := newClause(), newClause()
	for word := range text.Words(quote) {
		one.take(text.Fold(word.Span.Of(quote)), false)
	}
	for word := range text.Words(window) {
		other.take(text.Fold(word.Span.Of(window)), false)
	}
	if _, isTurned := one.shared(other); isTurned || turnedComparison(quote, passagesOf([]string{window})) != "" {
		return false
	}
	held := wordsOf(window)
	for word := range text.Words(quote) {
		if name := word.Span.Of(quote); text.IsCapitalized(name) && !held[text.Fold(name)] {
			return false
		}
	}
	return true
}

// shareOfWords is how many of the words of s that say something occur in some texts,
// whatever their endings, as a share from 0 to 1; 1 if s has no such word. Figures are
// searched for as such.
func shareOfWords(s string, texts ...string) float64 {
	held := map[string]bool{}
	for word := range wordsOf(texts...) {
		held[stem(word)] = true
	}
	said := map[string]bool{}
	found := 0
	isFigure := figureWords(s)
	for word := range text.Words(s) {
		folded := text.Fold(word.Span.Of(s))
		if said[folded] || !isContent(folded) || isFigure(word.Span) {
			continue
		}
		said[folded] = true
		if one := strings.TrimSuffix(folded, "s"); held[stem(folded)] || held[one] || held[folded+"s"] {
			found++
		}
	}
	if len(said) == 0 {
		return 1
	}
	return float64(found) / float64(len(said))
}

// wordsOf are the folded words of some texts, as they are written and in their normal
// form, in which no line's end cuts a word.
func wordsOf(texts ...string) map[string]bool {
	held := map[string]bool{}
	for _, said := range texts {
		for _, s := range []string{said, fold(said).text} {
			for word := range text.Words(s) {
				held[text.Fold(word.Span.Of(s))] = true
			}
		}
	}
	return held
}
