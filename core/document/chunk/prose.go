package chunk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// prose reads a paragraph, a list, a quote, or another block of text. It
// joins what is held as long as there is room. A list or quote that is long or
// has a table in it is taken apart, a long paragraph becomes windows.
func (s *splitter) prose(b document.Block, span text.Span) {
	if holdsTable(b.Children) {
		s.blocks(b.Children, span)
		return
	}
	if s.grow(span) {
		return
	}
	span = s.lead(span)
	switch {
	case s.fits(span):
		s.hold(span)
	case len(b.Children) > 0:
		s.blocks(b.Children, span)
	default:
		s.windows(Prose, span)
	}
}

func holdsTable(blocks []document.Block) bool {
	return slices.ContainsFunc(blocks, func(b document.Block) bool {
		return b.Kind == document.Table || holdsTable(b.Children)
	})
}

// windows makes chunks of a stretch that is too long for one, see [borders].
func (s *splitter) windows(kind Kind, span text.Span) {
	if s.fits(span) {
		s.emit(kind, span)
		return
	}
	var paragraphs []int
	for _, p := range document.Paragraphs(span.Of(s.text), document.Paragraph) {
		paragraphs = append(paragraphs, span.Start+p.Span.Start)
	}
	s.windowsBetween(kind, span, s.bordersIn(span, paragraphs))
}

// borders are where windows had better begin and end: in front of a paragraph if
// they can, else in front of a sentence, else of a word, else of any character.
type borders struct {
	paragraphs []int
	sentences  []int // those of paragraphs among them
}

// bordersIn adds the sentences in a span to the paragraphs in it.
func (s *splitter) bordersIn(span text.Span, paragraphs []int) borders {
	sentences := slices.Clone(paragraphs)
	for sentence := range text.Sentences(span.Of(s.text)) {
		sentences = append(sentences, span.Start+sentence.Start)
	}
	slices.Sort(sentences)
	return borders{paragraphs: paragraphs, sentences: slices.Compact(sentences)}
}

// windowsBetween makes chunks that each begin with the end of the one before.
func (s *splitter) windowsBetween(kind Kind, span text.Span, b borders) {
	fresh := span.Start // the first character that is in no window yet
	for at := span.Start; fresh < span.End; {
		rest := text.Span{Start: at, End: span.End}
		if s.fits(rest) {
			s.emit(kind, rest)
			return
		}
		limit := s.advance(at, span.End, s.room)
		if limit <= fresh { // white space fills what the overlap left
			at = fresh
			continue
		}
		cut := s.cutProse(b, text.Span{Start: at, End: limit}, fresh)
		s.emit(kind, s.trimmedRight(text.Span{Start: at, End: cut}))
		fresh = s.firstText(cut, span.End)
		at = s.firstText(s.overlapStart(b.sentences, at, cut), span.End)
	}
}

// cutProse returns where a window ends that may reach over a whole span: behind
// the character at fresh, and not so early that it would be less than half full.
func (s *splitter) cutProse(b borders, span text.Span, fresh int) int {
	least := max(fresh, span.Start+span.Len()/2)
	for _, starts := range [...][]int{b.paragraphs, b.sentences} {
		i, exact := slices.BinarySearch(starts, span.End)
		switch {
		case exact && least < span.End:
			return span.End
		case !exact && i > 0 && least < starts[i-1]:
			return starts[i-1]
		}
	}
	if space := strings.LastIndexFunc(span.Of(s.text), unicode.IsSpace); least < span.Start+space {
		_, size := utf8.DecodeRuneInString(s.text[span.Start+space:])
		return span.Start + space + size
	}
	return span.End
}

// overlapStart returns where the window after the one in [start, cut) begins: at
// the first sentence, or else word, of its last characters.
func (s *splitter) overlapStart(sentences []int, start, cut int) int {
	from := cut
	for n := s.Overlap; n > 0 && start < from; n-- {
		_, size := utf8.DecodeLastRuneInString(s.text[start:from])
		from -= size
	}
	if i, _ := slices.BinarySearch(sentences, from); i < len(sentences) && sentences[i] < cut {
		from = sentences[i]
	} else if space := strings.IndexFunc(s.text[from:cut], unicode.IsSpace); space >= 0 {
		from += space
	}
	if from <= start {
		return cut
	}
	return from
}
