package chunk

import (
	"strings"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// isStructured reports whether the sections of a document have their title
// elsewhere than in a heading: in the key of an entry, or in a field beside its
// content. Such a document is data, and nothing in it goes together.
func isStructured(blocks []document.Block) bool {
	for _, b := range blocks {
		if b.Kind == document.Section && !isHeaded(b) {
			return true
		}
	}
	return false
}

// entries reads blocks that each make chunks of their own.
func (s *splitter) entries(blocks []document.Block, within text.Span) {
	at := within.Start
	for i := range blocks {
		span := s.readable(blocks[i].Span)
		if isBlank(span.Of(s.text)) {
			continue
		}
		s.stray(text.Span{Start: at, End: span.Start})
		s.block(blocks[i], span)
		s.flush()
		at = span.End
	}
	s.stray(text.Span{Start: at, End: within.End})
}

// stray makes a chunk of text that no block holds, unless it says nothing or
// just the title.
func (s *splitter) stray(span text.Span) {
	words := strings.TrimFunc(span.Of(s.text), isMark)
	if !hasLetter(words) || len(s.titles) > 0 && words == strings.TrimFunc(s.titles[len(s.titles)-1], isMark) {
		return
	}
	s.prose(document.Block{}, s.trimmed(span))
	s.flush()
}

func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
