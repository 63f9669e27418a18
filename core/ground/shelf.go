package ground

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/chunk"
	"docuquest/core/document"
	"docuquest/core/retrieve"
	"docuquest/core/text"
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
	spans    []text.Span // of the chunks
	normal   *folded     // of the whole text
	normals  []*folded   // of the chunks' spans
	wholes   map[string]text.Span
}

func newShelf(found *retrieve.Result) *shelf {
	s := &shelf{hits: found.Hits, budget: newBudget()}
	for _, h := range found.Hits {
		b := s.book(h.Document)
		b.chunks = append(b.chunks, h.Chunk)
		b.spans = append(b.spans, h.Chunk.Span)
		b.normals = append(b.normals, nil)
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
		s.books = append(s.books, &book{document: d})
	}
	return s.books[at]
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

// folded is the normal form of the book's text.
func (b *book) folded() *folded {
	if b.normal == nil {
		b.normal = fold(b.document.Text)
	}
	return b.normal
}

// passage is the normal form of one passage.
func (b *book) passage(i int) *folded {
	if b.normals[i] == nil {
		b.normals[i] = fold(b.spans[i].Of(b.document.Text))
	}
	return b.normals[i]
}

// short gives the first place of each text that is shorter than [shortQuote] and a
// whole line, with its marks or without, or a whole cell of a table.
func (b *book) short() map[string]text.Span {
	if b.wholes == nil {
		b.wholes = map[string]text.Span{}
		b.addLines()
		b.addCells(b.document.Blocks)
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

func (b *book) addCells(blocks []document.Block) {
	for _, block := range blocks {
		if block.Kind == document.Cell {
			b.addShort(block.Span)
		}
		b.addCells(block.Children)
	}
}

func (b *book) addShort(span text.Span) {
	span = span.Trim(b.document.Text)
	content := span.Of(b.document.Text)
	if _, known := b.wholes[content]; !known && !span.Empty() && utf8.RuneCountInString(content) < shortQuote {
		b.wholes[content] = span
	}
}

// at is the place at a span of the book.
func (b *book) at(span text.Span, ratio float64) place {
	return place{document: b.document, span: span, ratio: ratio, titles: b.titlesAt(span)}
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
	blocks := b.document.Blocks
	for {
		at := slices.IndexFunc(blocks, func(block document.Block) bool {
			return block.Kind == document.Section && block.Span.Contains(span.Start)
		})
		if at < 0 {
			return titles
		}
		titles = append(titles, blocks[at].Title)
		blocks = blocks[at].Children
	}
}
