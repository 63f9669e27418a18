package chunk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/text"
)

// prose takes in a paragraph, a list, a quote, or another block of text. It
// joins what is held as long as there is room. A long list or quote is taken
// apart, a long paragraph becomes windows.
func (s *splitter) prose(b document.Block, span text.Span) {
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

// windows makes chunks of a stretch that is too long for one. They end between
// two sentences if they can, else between two words, else between any two
// characters; and each begins with the end of the one before.
func (s *splitter) windows(kind Kind, span text.Span) {
	sentences := s.sentenceStarts(span)
	fresh := span.Start // the first character that is in no window yet
	for at := span.Start; fresh < span.End; {
		rest := text.Span{Start: at, End: span.End}
		if s.fits(rest) {
			s.emit(kind, rest)
			return
		}
		limit := s.advance(at, span.End, s.size)
		if limit <= fresh { // white space fills what the overlap left
			at = fresh
			continue
		}
		cut := s.cutProse(sentences, text.Span{Start: at, End: limit}, fresh)
		s.emit(kind, s.trimmedRight(text.Span{Start: at, End: cut}))
		fresh = s.firstText(cut, span.End)
		at = s.firstText(s.overlapStart(sentences, at, cut), span.End)
	}
}

func (s *splitter) sentenceStarts(span text.Span) []int {
	var starts []int
	for sentence := range text.Sentences(s.doc.Text[span.Start:span.End]) {
		starts = append(starts, span.Start+sentence.Start)
	}
	return starts
}

// cutProse gives where a window ends that may reach over a whole span: behind
// the character at fresh, and not so early that it would be less than half full.
func (s *splitter) cutProse(sentences []int, span text.Span, fresh int) int {
	least := max(fresh, span.Start+span.Len()/2)
	i, exact := slices.BinarySearch(sentences, span.End)
	if exact {
		return span.End
	}
	if i > 0 && least < sentences[i-1] {
		return sentences[i-1]
	}
	if space := strings.LastIndexFunc(span.Of(s.doc.Text), unicode.IsSpace); least < span.Start+space {
		_, size := utf8.DecodeRuneInString(s.doc.Text[span.Start+space:])
		return span.Start + space + size
	}
	return span.End
}

// overlapStart gives where the window after the one in [start, cut) begins: at
// the first sentence, or else word, of its last characters.
func (s *splitter) overlapStart(sentences []int, start, cut int) int {
	from := s.retreat(cut, start, s.overlap)
	if i, _ := slices.BinarySearch(sentences, from); i < len(sentences) && sentences[i] < cut {
		from = sentences[i]
	} else if space := strings.IndexFunc(s.doc.Text[from:cut], unicode.IsSpace); space >= 0 {
		from += space
	}
	if from <= start {
		return cut
	}
	return from
}

// retreat gives the offset of the character that comes so many before at.
func (s *splitter) retreat(at, start, characters int) int {
	for ; characters > 0 && start < at; characters-- {
		_, size := utf8.DecodeLastRuneInString(s.doc.Text[start:at])
		at -= size
	}
	return at
}
