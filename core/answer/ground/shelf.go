package ground

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// A shelf holds the documents of one answer and their normal forms, each made
// when it is first needed.
type shelf struct {
	hits   []retrieve.Hit
	books  []*book // the hits' documents in the order of the hits, then the others
	budget budget
}

// A book is one document and the passages of it that were found.
type book struct {
	document *document.Document
	chunks   []chunk.Chunk
	passages []*sheet // what the document says there
	rendered []*sheet // the chunks whose text was made from the document's, such as rows
	whole    *sheet
	wholes   map[string]text.Span // see addShort
	uses     map[string]use       // see use
}

func newShelf(found *retrieve.Result) *shelf {
	s := &shelf{hits: found.Hits, budget: newBudget()}
	for _, h := range found.Hits {
		s.book(h.Document).add(h.Chunk)
	}
	for _, d := range found.Documents {
		s.book(d.Document)
	}
	return s
}

// book is the one of a document, put on the shelf if it is not there.
func (s *shelf) book(d *document.Document) *book {
	at := slices.IndexFunc(s.books, func(b *book) bool { return b.document == d })
	if at < 0 {
		at = len(s.books)
		b := &book{document: d}
		b.whole = b.stretch(text.Span{End: len(d.Text)})
		s.books = append(s.books, b)
	}
	return s.books[at]
}

func (b *book) add(c chunk.Chunk) {
	b.chunks = append(b.chunks, c)
	passage := b.stretch(c.Span)
	b.passages = append(b.passages, passage)
	if c.Text != passage.text {
		b.rendered = append(b.rendered, &sheet{book: b, text: c.Text, chunk: &c})
	}
}

// named is the book that a quote is said to stand in, nil if nobody said so.
func (s *shelf) named(q answer.Quote) *book {
	if q.Hit < 0 || len(s.hits) <= q.Hit {
		return nil
	}
	return s.book(s.hits[q.Hit].Document)
}

// inOrder is all books, the given one first if there is one.
func (s *shelf) inOrder(first *book) []*book {
	if first == nil {
		return s.books
	}
	order := []*book{first}
	for _, b := range s.books {
		if b != first {
			order = append(order, b)
		}
	}
	return order
}

// A sheet is a text that quotes are looked for in: a stretch of a document, or
// what a chunk made of one.
type sheet struct {
	book   *book
	text   string
	start  int          // of the stretch in the document
	chunk  *chunk.Chunk // that made the text, nil for a stretch
	normal *folded      // nil until it is needed
}

// stretch is the sheet of a span of the document.
func (b *book) stretch(span text.Span) *sheet {
	return &sheet{book: b, text: span.Of(b.document.Text), start: span.Start}
}

// folded is the normal form of the sheet.
func (s *sheet) folded() *folded {
	if s.normal == nil {
		s.normal = fold(s.text)
	}
	return s.normal
}

// place is where a span of the sheet stands in the document. It is false for one
// that cuts a word, or stands nowhere there.
func (s *sheet) place(span text.Span, ratio float64) (place, bool) {
	if cutsWord(s.text, span) {
		return place{}, false
	}
	source := span.Shift(s.start)
	if s.chunk != nil {
		var ok bool
		source, ok = s.chunk.Source(span)
		if !ok || source.Empty() || !onBorders(s.book.document.Text, source) {
			return place{}, false
		}
	}
	p := s.book.at(source, ratio)
	p.said = span.Of(s.text)
	return p, true
}

// at is the place at a span of the book.
func (b *book) at(span text.Span, ratio float64) place {
	return place{book: b, span: span, ratio: ratio, said: span.Of(b.document.Text)}
}

// titlesAt is the headings above a span: those of the passage that holds it,
// else those of the document's sections.
func (b *book) titlesAt(span text.Span) []string {
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
func (b *book) blocksAt(offset int) func(yield func(document.Block) bool) {
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

// header is the header of the table that holds an offset, "" if none does.
func (b *book) header(offset int) string {
	for block := range b.blocksAt(offset) {
		if block.Kind == document.Table && len(block.Children) > 0 {
			header, _ := block.Header()
			return header.Span.Of(b.document.Text)
		}
	}
	return ""
}

// short gives the first place of each text that is shorter than [shortQuote] and a
// whole line, with its marks or without, a whole heading, or a whole cell of a
// table.
func (b *book) short() map[string]text.Span {
	if b.wholes == nil {
		b.wholes = map[string]text.Span{}
		b.addLines()
		b.addBlocks(b.document.Blocks)
	}
	return b.wholes
}

func (b *book) addLines() {
	s := b.document.Text
	for start := 0; start < len(s); {
		end := len(s)
		if n := strings.IndexByte(s[start:], '\n'); n >= 0 {
			end = start + n
		}
		line := text.Span{Start: start, End: end}
		b.addShort(line)
		line.Start += answer.LineMarks(line.Of(s))
		b.addShort(line)
		start = end + 1
	}
}

func (b *book) addBlocks(blocks []document.Block) {
	for _, block := range blocks {
		if block.Kind == document.Cell || block.Kind == document.Heading {
			b.addShort(block.Span)
		}
		b.addBlocks(block.Children)
	}
}

// addShort keeps a text that is short without its marks: as it stands, and in its
// normal form, which case and emphasis do not matter to.
func (b *book) addShort(span text.Span) {
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

// normalKey is a normal form with a mark in front that tells it from a text as it
// stands, "" for a text of marks alone.
func normalKey(s string) string {
	if normal := fold(s).trimmed(); normal != "" {
		return "\x00" + normal
	}
	return ""
}
