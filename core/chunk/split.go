package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/text"
)

// Options say how large chunks are. The zero value is what is wanted.
type Options struct {
	// Size is the greatest length of a chunk's Text in characters (code
	// points). 0, or less, means 1000.
	Size int
	// Overlap is how many characters at most two windows of one long
	// paragraph share, so that a sentence at a border is whole in one of them.
	// 0 means 100, less than 0 none. It is at most half of Size.
	Overlap int
}

// What Options mean when they say nothing.
const (
	DefaultSize    = 1000
	DefaultOverlap = 100
)

// withDefaults fills in what o leaves open.
func (o Options) withDefaults() Options {
	if o.Size <= 0 {
		o.Size = DefaultSize
	}
	switch {
	case o.Overlap < 0:
		o.Overlap = 0
	case o.Overlap == 0:
		o.Overlap = DefaultOverlap
	}
	o.Overlap = min(o.Overlap, o.Size/2)
	return o
}

// Split cuts a document into chunks, in the order of its text.
//
// Every character of the text that is not white space is in a chunk, and only
// the windows of one long paragraph share any. A chunk never holds the text of
// two sections. The heading of a section is at the head of its first chunk, and
// a heading with nothing below it is a chunk. No chunk is longer than o.Size.
//
// Titles begin with the title of the document unless one of its headings says
// the same. Chunks of one section share the slice.
func Split(d *document.Document, o Options) []Chunk {
	o = o.withDefaults()
	s := splitter{doc: d, size: o.Size, overlap: o.Overlap, heldKind: Prose}
	if isProgram(d.Blocks) {
		s.heldKind = Code
	}
	if d.Title != "" && !hasHeading(d.Blocks, d.Title) {
		s.titles = []string{d.Title}
	}
	s.blocks(d.Blocks, text.Span{End: len(d.Text)})
	s.flush()
	return s.chunks
}

// isProgram says whether a document is code and nothing else. The blocks of a
// program belong together as the paragraphs of a section do.
func isProgram(blocks []document.Block) bool {
	for _, b := range blocks {
		if b.Kind != document.Code {
			return false
		}
	}
	return len(blocks) > 0
}

func hasHeading(blocks []document.Block, title string) bool {
	for _, b := range blocks {
		if b.Kind == document.Section && (b.Title == title || hasHeading(b.Children, title)) {
			return true
		}
	}
	return false
}

// A splitter walks the blocks of one document in order. What it was given and
// has not made a chunk of yet, it holds: a run of text that may still grow.
type splitter struct {
	doc           *document.Document
	size, overlap int

	titles   []string  // of the section it is in
	held     text.Span // empty when nothing is held
	heldKind Kind
	bare     bool // what is held is a heading alone
	chunks   []Chunk
}

// blocks takes in the blocks that lie in a span and share it out among them:
// marks between two blocks, such as the bullet of an item, go with one of them.
func (s *splitter) blocks(blocks []document.Block, within text.Span) {
	if len(blocks) == 0 {
		s.prose(document.Block{}, s.trimmed(within))
	}
	for i := range blocks {
		s.block(blocks[i], s.share(blocks, i, within))
	}
}

// share is the part of a span that goes with one of the blocks in it: from its
// beginning to that of the next. The first gets what stands in front of it too.
func (s *splitter) share(blocks []document.Block, i int, within text.Span) text.Span {
	span := text.Span{Start: blocks[i].Span.Start, End: within.End}
	if i+1 < len(blocks) {
		span.End = blocks[i+1].Span.Start
	}
	if i == 0 {
		if front := s.trimmed(text.Span{Start: within.Start, End: span.Start}); !front.Empty() {
			span.Start = front.Start
		}
	}
	return s.trimmedRight(span)
}

// block takes in one block with all that goes with it.
func (s *splitter) block(b document.Block, span text.Span) {
	switch b.Kind {
	case document.Section:
		s.section(b, span)
	case document.Heading:
		s.heading(span)
	case document.Code:
		s.code(span)
	case document.Table:
		s.table(b, span)
	case document.FrontMatter:
		s.flush()
		s.prose(b, span)
		s.flush()
	default:
		s.prose(b, span)
	}
}

func (s *splitter) section(b document.Block, span text.Span) {
	s.flush()
	outer := s.titles
	if b.Title != "" {
		s.titles = append(outer[:len(outer):len(outer)], b.Title)
	}
	s.blocks(b.Children, span)
	s.flush()
	s.titles = outer
}

// heading holds a heading for what follows it.
func (s *splitter) heading(span text.Span) {
	s.flush()
	if !s.fits(span) {
		s.windows(Prose, span)
		return
	}
	s.hold(span)
	s.bare = true
}

func (s *splitter) hold(span text.Span) { s.held, s.bare = span, false }

// flush makes a chunk of what is held.
func (s *splitter) flush() {
	if !s.held.Empty() {
		s.emit(s.heldKind, s.held)
	}
	s.hold(text.Span{})
}

// grow adds a span to what is held if they fit into one chunk together.
func (s *splitter) grow(span text.Span) bool {
	if s.held.Empty() {
		return false
	}
	joined := text.Span{Start: s.held.Start, End: span.End}
	if !s.fits(joined) {
		return false
	}
	s.hold(joined)
	return true
}

// lead puts a heading that is held in front of the text that follows it, and
// makes a chunk of anything else that is held.
func (s *splitter) lead(span text.Span) text.Span {
	if s.bare {
		span.Start = s.held.Start
		s.hold(text.Span{})
	}
	s.flush()
	return span
}

// leadWhole is lead for what had better stay whole: where a heading is all that
// is too much, it becomes a chunk of its own.
func (s *splitter) leadWhole(span text.Span) text.Span {
	joined := text.Span{Start: s.held.Start, End: span.End}
	if s.bare && s.fits(span) && !s.fits(joined) {
		s.flush()
	}
	return s.lead(span)
}

// emit adds a chunk that is a stretch of the document.
func (s *splitter) emit(kind Kind, span text.Span) {
	if span.Empty() {
		return
	}
	s.chunks = append(s.chunks, Chunk{
		Kind:   kind,
		Titles: s.titles,
		Span:   span,
		Text:   s.doc.Text[span.Start:span.End],
		Parts:  []Part{{Chunk: text.Span{End: span.Len()}, Source: span}},
	})
}

func (s *splitter) fits(span text.Span) bool { return s.fitsIn(span, s.size) }

// fitsIn says whether a span has at most so many characters. It counts only
// where the number of bytes does not tell.
func (s *splitter) fitsIn(span text.Span, size int) bool {
	switch n := span.Len(); {
	case n <= size:
		return true
	case size*utf8.UTFMax < n:
		return false
	}
	return utf8.RuneCountInString(s.doc.Text[span.Start:span.End]) <= size
}

// advance gives the offset of the character that comes so many after at, and
// end if there is none.
func (s *splitter) advance(at, end, characters int) int {
	for ; characters > 0 && at < end; characters-- {
		_, size := utf8.DecodeRuneInString(s.doc.Text[at:end])
		at += size
	}
	return at
}

// firstText gives the first character from at on that is not white space, and
// end if there is none.
func (s *splitter) firstText(at, end int) int {
	return s.trimmed(text.Span{Start: at, End: end}).Start
}

func (s *splitter) trimmed(span text.Span) text.Span {
	inner := s.doc.Text[span.Start:span.End]
	span.Start = span.End - len(strings.TrimLeftFunc(inner, unicode.IsSpace))
	return s.trimmedRight(span)
}

func (s *splitter) trimmedRight(span text.Span) text.Span {
	inner := s.doc.Text[span.Start:span.End]
	span.End = span.Start + len(strings.TrimRightFunc(inner, unicode.IsSpace))
	return span
}
