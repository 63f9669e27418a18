package chunk

import (
	"iter"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/text"
)

// readable returns the span of the text that a span of the document reads as. It
// is empty, and has no place, if nothing in it can be read.
func (s *splitter) readable(source text.Span) text.Span {
	if s.doc.Reading != nil {
		return s.doc.Reading.Of(source)
	}
	return source
}

// emit adds a chunk that is a stretch of the text. White space makes none, and neither
// does text that does not occur in the document.
func (s *splitter) emit(kind Kind, span text.Span) {
	source, ok := span, true
	if s.doc.Reading != nil {
		source, ok = s.doc.Reading.Source(span)
	}
	if !ok || isBlank(span.Of(s.text)) {
		return
	}
	c := Chunk{
		Kind:   kind,
		Titles: s.titles,
		Span:   source,
		Text:   span.Of(s.text),
		Body:   s.bodyOf(kind, span),
		Page:   s.pageAt(source.Start),
	}
	// A piece of a program begins with the enclosing lines above it, unless too much was
	// repeated before.
	var above strings.Builder
	var parts []Part
	for _, line := range s.enclosing {
		if line.End <= span.Start {
			parts = s.appendParts(parts, line, above.Len())
			above.WriteString(line.Of(s.text) + "\n")
		}
	}
	if above.Len() <= s.repeats {
		s.repeats -= above.Len()
		c.Text, c.Parts = above.String()+c.Text, parts
	}
	c.Parts = s.appendParts(c.Parts, span, len(c.Text)-span.Len())
	s.chunks = append(s.chunks, c)
}

// bodyOf is a stretch without the heading and the fences in it, in bytes of the
// chunk; the zero Span if it has none or has nothing else.
func (s *splitter) bodyOf(kind Kind, span text.Span) text.Span {
	body := span
	if span.Start < s.titleEnd && s.titleEnd < span.End {
		body.Start = s.nextLine(s.titleEnd, span.End)
		if kind != Code {
			body.Start = s.firstText(s.titleEnd, span.End)
		}
	}
	if !s.inner.Empty() {
		body.Start, body.End = max(body.Start, s.inner.Start), min(body.End, s.inner.End)
	}
	if body == span || body.Empty() || isBlank(body.Of(s.text)) {
		return text.Span{}
	}
	return body.Shift(-span.Start)
}

// appendParts adds the parts of a stretch that begins at an offset of a chunk.
func (s *splitter) appendParts(parts []Part, span text.Span, at int) []Part {
	for p := range s.sources(span) {
		p.Chunk = p.Chunk.Shift(at - span.Start)
		parts = append(parts, p)
	}
	return parts
}

// sources are the parts that a stretch of the text was made from, with the
// stretch of the text in place of that of a chunk.
func (s *splitter) sources(span text.Span) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		if s.doc.Reading == nil {
			_ = span.Empty() || yield(Part{Chunk: span, Source: span})
			return
		}
		parts := s.doc.Reading.Parts
		first := sort.Search(len(parts), func(i int) bool { return span.Start < parts[i].Made.End })
		for _, p := range parts[first:] {
			if span.End <= p.Made.Start {
				return
			}
			cut := Part{Chunk: p.Made, Source: p.Source}.cut(span)
			if s.keeps(cut, cut.Chunk.Of(s.text)) && !yield(cut) {
				return
			}
		}
	}
}

// keeps reports whether a part that stands for made keeps its promise: one that is
// as long as its source by chance alone does not.
func (s *splitter) keeps(p Part, made string) bool {
	return !p.isExact() || made == p.Source.Of(s.doc.Text)
}

// cut is the piece of a part that lies in a span.
func (p Part) cut(span text.Span) Part {
	cut := text.Span{Start: max(p.Chunk.Start, span.Start), End: min(p.Chunk.End, span.End)}
	return Part{Chunk: cut, Source: text.Span{Start: p.sourceStart(cut.Start), End: p.sourceEnd(cut.End)}}
}

// fits reports whether a span has room in a chunk. It counts characters only where the
// number of bytes does not decide.
func (s *splitter) fits(span text.Span) bool {
	switch n := span.Len(); {
	case n <= s.room:
		return true
	case s.room*utf8.UTFMax < n:
		return false
	}
	return utf8.RuneCountInString(s.text[span.Start:span.End]) <= s.room
}

// advance returns the offset of the character that comes so many after at, and
// end if there is none.
func (s *splitter) advance(at, end, characters int) int {
	for ; characters > 0 && at < end; characters-- {
		_, size := utf8.DecodeRuneInString(s.text[at:end])
		at += size
	}
	return at
}

// firstText returns the first character from at on that is not white space, and
// end if there is none.
func (s *splitter) firstText(at, end int) int {
	return s.trimmed(text.Span{Start: at, End: end}).Start
}

func (s *splitter) trimmed(span text.Span) text.Span {
	inner := s.text[span.Start:span.End]
	span.Start = span.End - len(strings.TrimLeftFunc(inner, unicode.IsSpace))
	return s.trimmedRight(span)
}

func (s *splitter) trimmedRight(span text.Span) text.Span {
	inner := s.text[span.Start:span.End]
	span.End = span.Start + len(strings.TrimRightFunc(inner, unicode.IsSpace))
	return span
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }
