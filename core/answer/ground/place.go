package ground

import (
	"strings"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/language/fuzzy"
	"docuquest/core/language/text"
)

// A place is where a quote was found.
type place struct {
	book  *book
	span  text.Span // in the document
	ratio float64
	said  string // what was found: the document's text at the span, or what a chunk made of it
}

func (p place) quote() string { return p.span.Of(p.book.document.Text) }

const (
	// shortQuote in characters is the length under which a quote stands
	// everywhere by chance: it counts only as a whole line, heading or cell.
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
	wanted, named := unquoted(q.Text), s.named(q)
	if !utf8.ValidString(wanted) {
		return nil
	}
	fragments := fragmentsOf(wanted)
	if p, ok := s.find(wanted, named, len(fragments) == 0); ok {
		return []place{p}
	}
	return s.stitched(fragments, named)
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

// find looks for a text, first in the book that is named, then in the others, and
// at last, where likeness counts, for what is most like it.
func (s *shelf) find(wanted string, named *book, likeness bool) (place, bool) {
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
	if p, ok := s.firstPlace(wanted, rest); ok || !likeness {
		return p, ok
	}
	return s.mostLike(wanted, books)
}

// findWhole finds a short quote as a whole line, heading or cell.
func findWhole(wanted string, books []*book) (place, bool) {
	for _, key := range []string{wanted, normalKey(wanted)} {
		for _, b := range books {
			if span, ok := b.short()[key]; ok {
				return b.at(span, 1), true
			}
		}
	}
	return place{}, false
}

// firstPlace tries one way after the other, the strictest first, each on all
// books: in their passages, and then wherever it stands first.
func (s *shelf) firstPlace(wanted string, books []*book) (place, bool) {
	needle := fold(wanted).trimmed()
	isLong := shortQuote <= utf8.RuneCountInString(needle)
	for _, way := range []func(*book) (place, bool){
		func(b *book) (place, bool) { return s.exact(b, wanted) },
		func(b *book) (place, bool) { return inAny(b.rendered, wanted, (*sheet).exact) },
		func(b *book) (place, bool) { return s.normalised(b, needle) },
		func(b *book) (place, bool) { return inAny(b.rendered, needle, (*sheet).normalised) },
	} {
		for _, b := range books {
			if p, ok := way(b); ok && isLong {
				return p, true
			}
		}
	}
	return place{}, false
}

// inAny is the first place that a way finds in some sheets.
func inAny(sheets []*sheet, wanted string, way func(*sheet, string) (place, bool)) (place, bool) {
	for _, s := range sheets {
		if p, ok := way(s, wanted); ok {
			return p, true
		}
	}
	return place{}, false
}

// exact finds wanted byte for byte: in a passage that was found if it stands in
// one, else wherever it stands first.
func (s *shelf) exact(b *book, wanted string) (place, bool) {
	if p, ok := inAny(b.passages, wanted, (*sheet).exact); ok {
		return p, true
	}
	if !s.budget.read(len(b.document.Text)) {
		return place{}, false
	}
	return b.whole.exact(wanted)
}

// normalised finds what has the normal form needle, in the order of exact.
func (s *shelf) normalised(b *book, needle string) (place, bool) {
	if p, ok := inAny(b.passages, needle, (*sheet).normalised); ok {
		return p, true
	}
	if !s.budget.read(b.whole.priceOfFolding()) || !s.budget.read(len(b.document.Text)) {
		return place{}, false
	}
	return b.whole.normalised(needle)
}

// exact finds wanted byte for byte where it cuts no word.
func (s *sheet) exact(wanted string) (place, bool) {
	for span := range occurrences(s.text, wanted) {
		if p, ok := s.place(span, 1); ok {
			return p, true
		}
	}
	return place{}, false
}

// normalised finds what has the normal form needle.
func (s *sheet) normalised(needle string) (place, bool) {
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
// overlap. Nothing stands nowhere.
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

// mostLike finds the window that is most like wanted: of the passages, and where
// none of them has one, of the whole documents. What differs may be anything but a
// figure, a name or a negation.
func (s *shelf) mostLike(wanted string, books []*book) (place, bool) {
	if longestLike < len(wanted) || !s.budget.like() {
		return place{}, false
	}
	if p, ok := s.likePassage(wanted, books); ok {
		return p, true
	}
	var best place
	for _, b := range books {
		if !s.budget.read(b.whole.priceOfFolding()) || !s.budget.read(likePrice*len(b.document.Text)) {
			continue
		}
		best.takeBetter(b.whole.like(wanted))
	}
	return best, best.ratio > 0
}

func (s *shelf) likePassage(wanted string, books []*book) (best place, ok bool) {
	for _, b := range books {
		for _, sheets := range [][]*sheet{b.passages, b.rendered} {
			for _, passage := range sheets {
				if !s.budget.compare(len(wanted), len(passage.text)) {
					return best, best.ratio > 0
				}
				best.takeBetter(passage.like(wanted))
			}
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

// like finds the window of a sheet that is most like wanted, if it agrees with it.
// Which windows are worth a closer look is told by the shingles that they share.
func (s *sheet) like(wanted string) (place, bool) {
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

// mayHold says whether a text has so many words of a quote that a window of it may
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

// agrees says whether a window that is like a quote has most of its words in their
// order, its figures and its words in capitals, denies as often and the same, and
// compares as it does. Likeness alone is not enough: three quarters of a sentence are
// like one that ends as nobody wrote it.
func agrees(quote, window string) bool {
	return hasWords(fold(quote).text, fold(window).text) &&
		len(lackingFigures(quote, evidence{quotes: []string{window}})) == 0 &&
		negations(quote) == negations(window) &&
		!hasOpposites(quote, window) &&
		turnedComparison(quote, passagesOf([]string{window})) == "" &&
		holdsNames(window, quote)
}

// hasWords says whether a window has most of the words of a quote, and no more than
// a few that follow one another are missing.
func hasWords(quote, window string) bool {
	a := align(tokensOf(quote), tokensOf(window))
	words, content := a.longestMiss()
	return len(a.pairs) > 0 && words <= longestMiss && content <= longestContentMiss &&
		a.endMiss() <= longestEndMiss &&
		leastRatio*float64(contentOf(a.said)) <= float64(a.content+a.endings())
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

// shareOfWords is how many of the words of s that say something stand in some texts,
// whatever their endings, as a share from 0 to 1; 1 if s has no such word. Figures are
// looked for as such.
func shareOfWords(s string, texts ...string) float64 {
	held := map[string]bool{}
	for word := range wordsOf(texts...) {
		held[stem(word)] = true
	}
	said := map[string]bool{}
	found := 0
	for word := range text.Words(s) {
		folded := text.Fold(word.Span.Of(s))
		if said[folded] || !isContent(folded) || isFigureWord(s, word.Span) {
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

// holdsNames says whether a window holds every word of a quote that begins with a
// capital letter, whatever its case there.
func holdsNames(window, quote string) bool {
	held := wordsOf(window)
	for word := range text.Words(quote) {
		if name := word.Span.Of(quote); isUpper(name) && !held[text.Fold(name)] {
			return false
		}
	}
	return true
}

// wordsOf are the folded words of some texts, as they stand and in their normal
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
