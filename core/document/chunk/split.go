package chunk

import (
	"iter"
	"slices"

	"docuquest/core/document"
	"docuquest/core/language/text"
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
	// RowsPerChunk is how many rows of a table make a chunk. 0 means 1,
	// [FitRows] or another number below 0 as many as fit Size.
	RowsPerChunk int
}

// What Options mean when they say nothing.
const (
	DefaultSize         = 1000
	DefaultOverlap      = 100
	DefaultRowsPerChunk = 1
)

// FitRows as RowsPerChunk puts as many rows into a chunk as its size allows.
const FitRows = -1

// withDefaults fills in what o leaves open.
func (o Options) withDefaults() Options {
	if o.Size <= 0 {
		o.Size = DefaultSize
	}
	if o.RowsPerChunk == 0 {
		o.RowsPerChunk = DefaultRowsPerChunk
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
// Every letter that can be read is in a chunk or in its titles, and only the
// windows of one long paragraph share any; other marks may be left out around the
// pieces of tables, programs and structured data. A chunk never has the text
// of two sections. No chunk is longer than o.Size but one of table rows, which
// are never cut.
//
// Titles begin with the title of the document unless one of its headings says
// the same. Chunks of one section share the slice.
//
//   - Prose: paragraphs of one section are joined as long as there is room. Its
//     heading is at the head of its first chunk, unless that is a table, and a
//     heading with nothing below it is a chunk.
//   - Structured data, whose sections have their title elsewhere: each paragraph,
//     block of code and row is a chunk of its own.
//   - Tables: each row, or so many as o.RowsPerChunk says, with the headers.
//   - Programs: definitions, joined with their neighbours as long as there is
//     room. One that is too long is cut at the definitions in it, and each piece
//     begins with the lines that enclose it.
//   - Documents with pages: windows over the whole text, without titles, from one
//     page to the next where it comes so.
func Split(d *document.Document, o Options) []Chunk {
	s := newSplitter(d, o.withDefaults())
	whole := text.Span{End: len(s.text)}
	switch {
	case len(s.pages) > 0:
		// Its paragraphs are the blocks on the pages.
		if whole = s.trimmed(whole); s.fits(whole) {
			s.emit(Prose, whole)
		} else {
			s.windowsBetween(Prose, whole, s.bordersIn(whole, s.leafStarts(nil, s.pages)))
		}
	case isProgram(d.Blocks):
		s.heldKind = Code
		s.program(d.Blocks, whole)
	case isStructured(d.Blocks):
		s.entries(d.Blocks, whole)
	default:
		s.blocks(d.Blocks, whole)
	}
	s.flush()
	return s.chunks
}

// A splitter walks the blocks of one document in order. What it was given and
// has not made a chunk of yet, it holds: a run of text that may still grow.
//
// It counts in what the document says to a reader: all its spans are spans of
// text, the reading, but for those of blocks.
type splitter struct {
	Options
	doc   *document.Document
	text  string
	pages []document.Block // none where the document has no pages

	titles    []string    // of the section or definition it is in
	titleEnd  int         // where the heading ends that gave the last title
	enclosing []text.Span // the lines that begin each piece of a program
	room      int         // how many characters these lines leave of a chunk
	repeats   int         // how many bytes may still be written a second time
	inner     text.Span   // the code between the fences of the block that is cut

	held     text.Span // empty when nothing is held
	heldKind Kind
	bare     bool // what is held is a heading alone
	chunks   []Chunk
}

// Headers and enclosing lines are written once for each piece below them. What a
// document may grow by that is bounded, or else a long header above many short
// rows would fill the memory.
const (
	repeatsOfAny  = 8 << 20 // bytes
	repeatsPerOne = 16      // bytes for each byte of the text
)

// maxTitles bounds how many titles lead to a chunk, since each section has a
// slice of its own.
const maxTitles = 100

func newSplitter(d *document.Document, o Options) *splitter {
	s := &splitter{
		Options:  o,
		doc:      d,
		text:     d.Readable(),
		room:     o.Size,
		heldKind: Prose,
	}
	if !slices.ContainsFunc(d.Blocks, func(b document.Block) bool { return b.Kind != document.Page }) {
		s.pages = d.Blocks
	}
	s.repeats = repeatsOfAny + repeatsPerOne*len(s.text)
	if d.Title != "" && len(s.pages) == 0 && !hasTitle(d.Blocks, d.Title) {
		s.titles = []string{d.Title}
	}
	return s
}

func hasTitle(blocks []document.Block, title string) bool {
	for _, b := range blocks {
		if b.Kind == document.Section && (b.Title == title || hasTitle(b.Children, title)) {
			return true
		}
	}
	return false
}

// blocks reads the blocks that lie in a span.
func (s *splitter) blocks(blocks []document.Block, within text.Span) {
	empty := true
	for b, share := range s.shares(blocks, within) {
		empty = false
		s.block(b, share)
	}
	if empty {
		s.prose(document.Block{}, s.trimmed(within))
	}
}

// shares are the blocks in a span that can be read, each with its share of it:
// from its beginning to that of the next, since marks between two blocks, such
// as the bullet of an item, belong to one of them. The first gets what is in
// front of it too.
func (s *splitter) shares(blocks []document.Block, within text.Span) iter.Seq2[document.Block, text.Span] {
	return func(yield func(document.Block, text.Span) bool) {
		last := -1
		share := s.trimmed(within)
		for i := range blocks {
			span := s.readable(blocks[i].Span)
			if isBlank(span.Of(s.text)) {
				continue
			}
			if last < 0 {
				share.Start = min(share.Start, span.Start)
			} else if !yield(blocks[last], s.trimmedRight(text.Span{Start: share.Start, End: span.Start})) {
				return
			} else {
				share.Start = span.Start
			}
			last = i
		}
		if last >= 0 {
			yield(blocks[last], s.trimmedRight(text.Span{Start: share.Start, End: within.End}))
		}
	}
}

// block reads one block with all that goes with it.
func (s *splitter) block(b document.Block, span text.Span) {
	switch b.Kind {
	case document.Section:
		s.section(b, span)
	case document.Heading:
		s.flush()
		if !s.fits(span) {
			s.windows(Prose, span)
			return
		}
		s.hold(span)
		s.bare = true // it waits for what follows it
	case document.Code:
		s.code(b, span)
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
	s.push(b.Title)
	if isHeaded(b) {
		if b.Title != "" {
			s.titleEnd = s.readable(b.Children[0].Span).End
		}
		s.blocks(b.Children, span)
	} else {
		s.entries(b.Children, span)
	}
	s.flush()
	s.titles = outer
}

// push makes a title the last one.
func (s *splitter) push(title string) {
	if n := len(s.titles); title != "" && n < maxTitles {
		s.titles = append(s.titles[:n:n], title)
	}
}

func isHeaded(section document.Block) bool {
	return len(section.Children) > 0 && section.Children[0].Kind == document.Heading
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
