package chunk

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// table reads a table: its rows become chunks, each a JSON list with an
// object for each row. The titles hold the heading above it.
//
// The keys of an object are the cells of the header in their order. A header
// that was there before gets " (2)", the next one " (3)"; one without text, and
// a cell beyond the headers, gets "Column 4" by its place. What a row lacks is
// "". A row that says nothing makes no chunk.
//
// A table that would repeat more than there is room for keeps its rows as they
// are, and so does one without a row that says something.
func (s *splitter) table(b document.Block, span text.Span) {
	if s.bare && s.held.Start < s.titleEnd {
		s.hold(text.Span{})
	}
	s.flush()
	if len(b.Children) == 0 {
		s.windows(Table, span)
		return
	}
	header, rows := b.Header()
	if !slices.ContainsFunc(rows, s.says) {
		s.windows(Table, span)
		return
	}
	t := &table{splitter: s, names: map[string]int{}}
	for _, cell := range t.cells(header) {
		t.addKey(s.readable(cell.Span))
	}
	t.columns = len(t.keys)
	cost := 0 // in bytes, but for the cells
	for _, key := range t.keys {
		cost += len(rows) * (len(key.made) + len(`"", `))
	}
	if cost <= s.repeats {
		s.repeats -= cost
		t.rows(b.Children, header.Span, span)
		return
	}
	for _, row := range s.shares(b.Children, span) {
		s.emit(Table, row)
	}
}

// says reports whether a row has a cell that is not blank.
func (s *splitter) says(row document.Block) bool {
	return slices.ContainsFunc(s.cells(row), func(cell document.Block) bool {
		return isLiteral(s.doc, cell.Span) || !isBlank(s.doc.Read(cell.Span))
	})
}

// cells are those of a row, and one more for text behind the last of them that
// is in none.
func (s *splitter) cells(row document.Block) []document.Block {
	rest := row.Span
	if n := len(row.Children); n > 0 {
		rest.Start = row.Children[n-1].Span.End
	}
	if !hasLetter(s.doc.Read(rest)) {
		return row.Children
	}
	rest.Start = rest.End - len(strings.TrimLeft(rest.Of(s.doc.Text), cellBorders))
	rest.End = rest.Start + len(strings.TrimRight(rest.Of(s.doc.Text), cellBorders))
	return append(row.Children[:len(row.Children):len(row.Children)], document.Block{Kind: document.Cell, Span: rest})
}

// cellBorders are what may surround a cell.
const cellBorders = "|\" \t\r\n"

// A table collects the rows of one table into chunks.
type table struct {
	*splitter
	columns int            // of the header
	keys    []jsonWriter   // the beginning of each column's member, up to its value
	names   map[string]int // how many columns wanted each name

	list  jsonWriter // the objects of a chunk
	count int        // how many
	span  text.Span  // of their rows, in the document
	row   jsonWriter // one object
}

// addKey names the next column by the text of its header, or by its place if
// that is blank.
func (t *table) addKey(header text.Span) {
	key := jsonWriter{from: t.splitter}
	key.write(`"`)
	name := header.Of(t.text)
	if isBlank(name) {
		name = fmt.Sprintf("Column %d", len(t.keys)+1)
		key.write(name)
	} else {
		key.escaped(header)
	}
	if t.names[name]++; t.names[name] > 1 { // a number sets it apart from those before
		suffix := fmt.Sprintf(" (%d)", t.names[name])
		for t.names[name+suffix] > 0 {
			t.names[name]++
			suffix = fmt.Sprintf(" (%d)", t.names[name])
		}
		t.names[name+suffix]++
		key.write(suffix)
	}
	key.write(`": `)
	t.keys = append(t.keys, key)
}

// rows reads all rows but the header, of which the span is given.
func (t *table) rows(rows []document.Block, header, within text.Span) {
	at := within.Start
	for _, row := range rows {
		span := t.readable(row.Span)
		if !span.Empty() {
			t.between(text.Span{Start: at, End: span.Start})
			at = span.End
		}
		if row.Span != header {
			t.add(row)
		}
	}
	t.between(text.Span{Start: at, End: within.End})
	t.emitRows()
}

// between reads what is between rows: a caption says something, the line
// below a header does not.
func (t *table) between(span text.Span) {
	if hasLetter(span.Of(t.text)) {
		t.emitRows()
		t.stray(span)
	}
}

// add reads a row.
func (t *table) add(row document.Block) {
	if !t.says(row) {
		return
	}
	t.object(t.cells(row))
	isFull := t.count > 0
	if t.RowsPerChunk > 0 {
		isFull = t.RowsPerChunk <= t.count
	} else if isFull {
		isFull = t.Size < utf8.RuneCount(t.list.made)+utf8.RuneCount(t.row.made)+len(", ]")
	}
	if isFull {
		t.emitRows()
	}
	if t.count == 0 {
		t.list.write("[")
		t.span = row.Span
	} else {
		t.list.write(", ")
	}
	t.list.append(&t.row)
	t.span.End = row.Span.End
	t.count++
}

// emitRows makes a chunk of the rows that were collected.
func (t *table) emitRows() {
	if t.count == 0 {
		return
	}
	t.list.write("]")
	t.chunks = append(t.chunks, Chunk{
		Kind:   Table,
		Titles: t.titles,
		Span:   t.span,
		Text:   string(t.list.made),
		Parts:  t.list.parts,
		Page:   t.pageAt(t.span.Start),
	})
	t.list = jsonWriter{made: t.list.made[:0]}
	t.count = 0
}

// object writes a row as an object.
func (t *table) object(cells []document.Block) {
	t.row = jsonWriter{from: t.splitter, made: t.row.made[:0], parts: t.row.parts[:0]}
	for len(t.keys) < len(cells) {
		t.addKey(text.Span{})
	}
	t.row.write("{")
	for i := range max(t.columns, len(cells)) {
		if i > 0 {
			t.row.write(", ")
		}
		t.row.append(&t.keys[i])
		if i < len(cells) {
			cell := cells[i].Span
			if doc := t.row.from.doc; isLiteral(doc, cell) {
				t.row.add(spaced(cell.Of(doc.Text)), cell)
			} else {
				t.row.write(`"`)
				t.row.escaped(t.row.from.readable(cell))
				t.row.write(`"`)
			}
		} else {
			t.row.write(`""`)
		}
	}
	t.row.write("}")
}
