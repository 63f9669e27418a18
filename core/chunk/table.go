package chunk

import (
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/text"
)

// table takes in a table, which is a chunk of its own. A long one becomes groups
// of rows, and all but the first, which has it anyway, begin with the header.
func (s *splitter) table(b document.Block, span text.Span) {
	span = s.leadWhole(span)
	if s.fits(span) {
		s.emit(Table, span)
		return
	}
	if len(b.Children) < 2 {
		s.windows(Table, span)
		return
	}
	body := b.Children[1:]
	g := rowGroup{splitter: s, header: text.Span{Start: b.Span.Start, End: body[0].Span.Start}}
	g.add(text.Span{Start: span.Start, End: g.header.End})
	for i := range body {
		g.add(s.share(body, i, text.Span{Start: body[0].Span.Start, End: span.End}))
	}
	g.emitGroup()
}

// A rowGroup collects neighbouring lines of a table.
type rowGroup struct {
	*splitter
	header    text.Span // its line, the one that underlines it, and what stands before a row
	rows      text.Span // empty when nothing is held
	hasBefore bool      // a group went before, so that this one repeats the header
}

// add takes in a row, or at the head of the table the header itself.
func (g *rowGroup) add(row text.Span) {
	joined := row
	if !g.rows.Empty() {
		joined.Start = g.rows.Start
	}
	if g.hasRoom(joined) {
		g.rows = joined
		return
	}
	g.emitGroup()
	if g.hasRoom(row) {
		g.rows = row
		return
	}
	g.windows(Table, g.trimmedRight(row))
	g.hasBefore = true
}

func (g *rowGroup) hasRoom(rows text.Span) bool {
	room := g.size
	if g.repeats() {
		room -= utf8.RuneCountInString(g.doc.Text[g.header.Start:g.header.End])
	}
	return g.fitsIn(rows, room)
}

// repeats says whether the group begins with a copy of the header. One that
// would leave the rows less than half of the room is not worth it.
func (g *rowGroup) repeats() bool { return g.hasBefore && g.fitsIn(g.header, g.size/2) }

// emitGroup makes a chunk of the rows.
func (g *rowGroup) emitGroup() {
	rows := g.trimmedRight(g.rows)
	switch {
	case rows.Empty():
		return
	case g.repeats():
		g.emitBelow(g.header, rows)
	default:
		g.emit(Table, rows)
	}
	g.rows = text.Span{}
	g.hasBefore = true
}

// emitBelow adds a chunk of rows with a header that stands elsewhere.
func (g *rowGroup) emitBelow(header, rows text.Span) {
	s := g.doc.Text
	g.chunks = append(g.chunks, Chunk{
		Kind:   Table,
		Titles: g.titles,
		Span:   rows,
		Text:   s[header.Start:header.End] + s[rows.Start:rows.End],
		Parts: []Part{
			{Chunk: text.Span{End: header.Len()}, Source: header},
			{Chunk: text.Span{Start: header.Len(), End: header.Len() + rows.Len()}, Source: rows},
		},
	})
}
