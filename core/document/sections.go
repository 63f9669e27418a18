package document

import "docuquest/core/language/text"

// Nest puts what follows a heading, up to the next one of its rank or a higher
// one, into a section. In the flat blocks that it is given, a block with a Level
// is the heading of a section, and its Title is the section's. A level that is
// skipped nests too. The blocks given are not changed.
func Nest(flat []Block) []Block {
	nested := make([]Block, 0, len(flat))
	for len(flat) > 0 {
		if flat[0].Level == 0 {
			nested = append(nested, flat[0])
			flat = flat[1:]
			continue
		}
		end := 1
		for end < len(flat) && (flat[end].Level == 0 || flat[0].Level < flat[end].Level) {
			end++
		}
		nested = append(nested, Block{
			Kind: Section, Title: flat[0].Title, Level: flat[0].Level,
			Span:     text.Span{Start: flat[0].Span.Start, End: flat[end-1].Span.End},
			Children: append([]Block{{Kind: Heading, Span: flat[0].Span}}, Nest(flat[1:end])...),
		})
		flat = flat[end:]
	}
	return nested
}

// HighestTitle returns the title that its headings give a file: that of the first
// one of the highest rank among flat blocks as Nest takes them, "" if there is
// none.
func HighestTitle(flat []Block) string {
	title, rank := "", 7
	for _, b := range flat {
		if b.Title != "" && b.Level < rank {
			title, rank = b.Title, b.Level
		}
	}
	return title
}

// DocsAt returns the comments of definitions that a span touches.
func DocsAt(blocks []Block, span text.Span) (docs []text.Span) {
	for _, b := range blocks {
		if b.Code != nil && b.Code.Doc.Start < span.End && span.Start < b.Code.Doc.End {
			docs = append(docs, b.Code.Doc)
		}
		if b.Span.Start < span.End && span.Start < b.Span.End {
			docs = append(docs, DocsAt(b.Children, span)...)
		}
	}
	return docs
}
