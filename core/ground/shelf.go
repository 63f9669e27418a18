package ground

import (
	"slices"

	"docuquest/core/answer"
	"docuquest/core/chunk"
	"docuquest/core/document"
	"docuquest/core/retrieve"
	"docuquest/core/text"
)

// A shelf holds the documents of one answer and their normal forms, each made
// when it is first needed.
type shelf struct {
	hits  []retrieve.Hit
	books []*book // the hits' documents in the order of the hits, then the others
	likes int     // bytes of quotes that were looked for by likeness
}

// A book is one document and the passages of it that were found.
type book struct {
	document *document.Document
	chunks   []chunk.Chunk
	spans    []text.Span // of the chunks
	normal   *folded
}

func newShelf(found *retrieve.Result) *shelf {
	s := &shelf{hits: found.Hits}
	for _, h := range found.Hits {
		b := s.book(h.Document)
		b.chunks = append(b.chunks, h.Chunk)
		b.spans = append(b.spans, h.Chunk.Span)
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

// found says whether a span lies in a passage that was found.
func (b *book) found(span text.Span) bool {
	return slices.ContainsFunc(b.spans, func(s text.Span) bool {
		return s.Start <= span.Start && span.End <= s.End
	})
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
