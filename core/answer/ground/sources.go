package ground

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// sources are the documents of one answer and their normal forms, each made when it is
// first needed.
type sources struct {
	hits   []retrieve.Hit
	all    []*source // the hits' documents in the order of the hits, then the others
	budget budget
}

// A source is one document and the passages of it that were found.
type source struct {
	document *document.Document
	chunks   []chunk.Chunk
	passages []*region // what the document says there
	rendered []*region // the chunks whose text was made from the document's, such as rows
	whole    *region
	wholes   map[string]text.Span // see addShort
	uses     map[string]use       // see use
}

func newSources(found *retrieve.Result) *sources {
	s := &sources{hits: found.Hits, budget: budget{bytes: mostRead, likes: mostLikes, liked: mostLiked}}
	for _, h := range found.Hits {
		b := s.source(h.Document)
		b.chunks = append(b.chunks, h.Chunk)
		passage := b.stretch(h.Chunk.Span)
		b.passages = append(b.passages, passage)
		if h.Chunk.Text != passage.text {
			b.rendered = append(b.rendered, &region{source: b, text: h.Chunk.Text, chunk: &h.Chunk})
		}
	}
	for _, d := range found.Documents {
		s.source(d.Document)
	}
	return s
}

// source returns that of a document, and adds it if it is not among them.
func (s *sources) source(d *document.Document) *source {
	at := slices.IndexFunc(s.all, func(b *source) bool { return b.document == d })
	if at < 0 {
		at = len(s.all)
		b := &source{document: d}
		b.whole = b.stretch(text.Span{End: len(d.Text)})
		s.all = append(s.all, b)
	}
	return s.all[at]
}

// inOrder returns all sources, the given one first unless it is nil.
func (s *sources) inOrder(first *source) []*source {
	if first == nil {
		return s.all
	}
	order := []*source{first}
	for _, b := range s.all {
		if b != first {
			order = append(order, b)
		}
	}
	return order
}

// A region is a text in which quotes are searched: a stretch of a document, or what a
// chunk made of one.
type region struct {
	source *source
	text   string
	start  int          // of the stretch in the document
	chunk  *chunk.Chunk // that made the text, nil for a stretch
	normal *folded      // nil until it is needed
}

// stretch is the region of a span of the document.
func (b *source) stretch(span text.Span) *region {
	return &region{source: b, text: span.Of(b.document.Text), start: span.Start}
}

// folded is the normal form of the region.
func (s *region) folded() *folded {
	if s.normal == nil {
		s.normal = fold(s.text)
	}
	return s.normal
}

// place returns the place in the document of a span of the region. ok is false for a span
// that cuts a word, or that no text of the document gave.
func (s *region) place(span text.Span, ratio float64) (place, bool) {
	if cutsWord(s.text, span) {
		return place{}, false
	}
	source := span.Shift(s.start)
	if s.chunk != nil {
		var ok bool
		source, ok = s.chunk.Source(span)
		if !ok || source.Empty() || !onBorders(s.source.document.Text, source) {
			return place{}, false
		}
	}
	p := s.source.at(source, ratio)
	p.said = span.Of(s.text)
	return p, true
}

// at is the place at a span of the source.
func (b *source) at(span text.Span, ratio float64) place {
	return place{source: b, span: span, ratio: ratio, said: span.Of(b.document.Text)}
}

// titlesAt is the headings above a span: those of the passage that has it,
// else those of the document's sections.
func (b *source) titlesAt(span text.Span) []string {
	for _, c := range b.chunks {
		if c.Span.Start <= span.Start && span.End <= c.Span.End {
			return c.Titles
		}
	}
	var titles []string
	for block := range b.blocksAt(span.Start) {
		if block.Kind != document.Section {
			break
		}
		titles = append(titles, block.Title)
	}
	return titles
}

// blocksAt are the blocks around an offset, outermost first.
func (b *source) blocksAt(offset int) func(yield func(document.Block) bool) {
	return func(yield func(document.Block) bool) {
		blocks := b.document.Blocks
		for {
			at := slices.IndexFunc(blocks, func(block document.Block) bool { return block.Span.Contains(offset) })
			if at < 0 || !yield(blocks[at]) {
				return
			}
			blocks = blocks[at].Children
		}
	}
}

// header is the header of the table that contains an offset, "" if none does.
func (b *source) header(offset int) string {
	for block := range b.blocksAt(offset) {
		if block.Kind == document.Table && len(block.Children) > 0 {
			header, _ := block.Header()
			return header.Span.Of(b.document.Text)
		}
	}
	return ""
}

// short returns the first place of each text that is shorter than [shortQuote] and a
// whole line, with its marks or without, a whole heading, or a whole cell of a table.
func (b *source) short() map[string]text.Span {
	if b.wholes != nil {
		return b.wholes
	}
	b.wholes = map[string]text.Span{}
	s := b.document.Text
	for start := 0; start < len(s); {
		end := len(s)
		if n := strings.IndexByte(s[start:], '\n'); n >= 0 {
			end = start + n
		}
		line := text.Span{Start: start, End: end}
		b.addShort(line)
		line.Start += text.LineMarks(line.Of(s))
		b.addShort(line)
		start = end + 1
	}
	b.addBlocks(b.document.Blocks)
	return b.wholes
}

func (b *source) addBlocks(blocks []document.Block) {
	for _, block := range blocks {
		if block.Kind == document.Cell || block.Kind == document.Heading {
			b.addShort(block.Span)
		}
		b.addBlocks(block.Children)
	}
}

// addShort keeps a text that is short without its marks: as it is written, and in its
// normal form, which case and emphasis do not matter to.
func (b *source) addShort(span text.Span) {
	const mostMarks = 4 // bytes for each character
	span = span.Trim(b.document.Text)
	content := span.Of(b.document.Text)
	if span.Empty() || mostMarks*shortQuote < len(content) {
		return
	}
	for _, key := range []string{content, normalKey(content)} {
		if _, known := b.wholes[key]; !known && key != "" && utf8.RuneCountInString(key) <= shortQuote {
			b.wholes[key] = span
		}
	}
}

// normalKey is a normal form with a mark in front that distinguishes it from a text as it
// is written, "" for a text of marks alone.
func normalKey(s string) string {
	if normal := fold(s).trimmed(); normal != "" {
		return "\x00" + normal
	}
	return ""
}

// copiesOf returns the paths of the documents that repeat the passage that a place is in.
func (s *sources) copiesOf(p place) (paths []string) {
	for _, h := range s.hits {
		if h.Document == p.source.document && h.Chunk.Span.Start <= p.span.Start && p.span.End <= h.Chunk.Span.End {
			paths = append(paths, h.Copies...)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
