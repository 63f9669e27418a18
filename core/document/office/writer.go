package office

import (
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// maxBlocks is how many paragraphs, items and cells are made of one file. A
// block takes more memory than the few bytes that a stranger needs to ask for it.
const maxBlocks = 500_000

// A writer puts a text together and makes the blocks of it, one paragraph after
// another. The zero value is ready.
type writer struct {
	text   strings.Builder
	flat   []document.Block   // with the levels of headings
	lists  [][]document.Block // the items of the lists that are open, the outermost first
	rows   []document.Block   // of the table that is open
	notes  int                // blocks in front of the notes
	inNote bool
	blocks int
}

// isFull reports whether nothing more is read.
func (w *writer) isFull() bool { return maxBlocks <= w.blocks }

// block adds a block of text outside of lists and tables.
func (w *writer) block(b document.Block, s string) {
	w.closeAll()
	inner := strings.TrimSpace(s)
	if inner == "" || w.isFull() {
		return
	}
	if b.Kind == document.Code { // its first line keeps its indentation
		lead := s[:strings.Index(s, inner)]
		inner = lead[strings.LastIndexByte(lead, '\n')+1:] + inner
	}
	s = inner
	b.Span = w.write("\n\n", s)
	if b.Level > 0 {
		b.Title = text.OneLine(s)
	}
	w.flat = append(w.flat, b)
}

func (w *writer) paragraph(s string) { w.block(document.Block{Kind: document.Paragraph}, s) }

func (w *writer) heading(level int, s string) {
	w.block(document.Block{Kind: document.Heading, Level: min(level, 6)}, s)
}

// item adds an item to a list. Depth is 0 for an outermost list; it goes at most
// one list deeper than what is open.
func (w *writer) item(depth int, s string) {
	w.closeTable()
	if s = strings.TrimSpace(s); s == "" || w.isFull() {
		return
	}
	for depth+1 < len(w.lists) {
		w.closeList()
	}
	gap := "\n"
	if depth = min(depth, len(w.lists)); depth == len(w.lists) {
		w.lists = append(w.lists, nil)
		if depth == 0 {
			gap = "\n\n"
		}
	}
	span := w.write(gap, s)
	w.lists[depth] = append(w.lists[depth], document.Block{
		Kind: document.Item, Span: span,
		Children: []document.Block{{Kind: document.Paragraph, Span: span}},
	})
}

// goOn adds a paragraph to the last item.
func (w *writer) goOn(s string) {
	if len(w.lists) == 0 {
		w.paragraph(s)
		return
	}
	if s = strings.TrimSpace(s); s != "" && !w.isFull() {
		w.giveLastItem(document.Block{Kind: document.Paragraph, Span: w.write("\n", s)})
	}
}

func (w *writer) giveLastItem(b document.Block) {
	items := w.lists[len(w.lists)-1]
	last := &items[len(items)-1]
	last.Children = append(last.Children, b)
	last.Span.End = b.Span.End
}

// closeList adds the innermost list to the item that it lies in.
func (w *writer) closeList() {
	items := w.lists[len(w.lists)-1]
	w.lists = w.lists[:len(w.lists)-1]
	b := around(document.List, items)
	if len(w.lists) == 0 {
		w.flat = append(w.flat, b)
		return
	}
	w.giveLastItem(b)
}

// row adds a row to the table that is open, or to a new one. A row without any
// text is left out.
func (w *writer) row(cells []*lines) {
	w.closeLists()
	isEmpty := !slices.ContainsFunc(cells, func(c *lines) bool { return c.text.Len() > 0 })
	if isEmpty || w.isFull() {
		return
	}
	gap := "\n"
	if len(w.rows) == 0 {
		gap = "\n\n"
	}
	blocks := make([]document.Block, 0, len(cells))
	for _, cell := range cells {
		blocks = append(blocks, document.Block{Kind: document.Cell, Span: w.write(gap, cell.text.String())})
		gap = "\t"
	}
	w.rows = append(w.rows, around(document.Row, blocks))
}

// maxColumns is how many cells a row has. What is in more of them is read as
// a part of the last one.
const maxColumns = 1000

func appendCell(cells []*lines) []*lines {
	if len(cells) < maxColumns {
		cells = append(cells, &lines{})
	}
	return cells
}

// lines are the paragraphs of a cell or of a note.
type lines struct{ text strings.Builder }

func (l *lines) add(s string) {
	if s = strings.TrimSpace(s); s == "" {
		return
	}
	if l.text.Len() > 0 {
		l.text.WriteByte('\n')
	}
	l.text.WriteString(s)
}

func (w *writer) closeTable() {
	if len(w.rows) > 0 {
		w.flat = append(w.flat, around(document.Table, w.rows))
		w.rows = nil
	}
}

func (w *writer) closeLists() {
	for len(w.lists) > 0 {
		w.closeList()
	}
}

func (w *writer) closeAll() {
	w.closeLists()
	w.closeTable()
}

// write adds text behind a gap, which the beginning of the text does not need.
func (w *writer) write(gap, s string) text.Span {
	if w.text.Len() > 0 {
		w.text.WriteString(gap)
	}
	w.blocks++
	start := w.text.Len()
	w.text.WriteString(s)
	return text.Span{Start: start, End: w.text.Len()}
}

// finish moves what was written to d, and sets a title if it has none.
func (w *writer) finish(d *document.Document) {
	w.closeAll()
	if !w.inNote {
		w.notes = len(w.flat)
	}
	d.Text = w.text.String()
	d.Blocks = append(document.Nest(w.flat[:w.notes]), w.flat[w.notes:]...)
	if d.Title == "" {
		d.Title = document.HighestTitle(w.flat[:w.notes])
	}
	if w.isFull() {
		d.Problems = append(d.Problems, document.Problem{
			Span:    text.Span{Start: len(d.Text), End: len(d.Text)},
			Message: "it is too long to be read to its end",
		})
	}
}

// around makes a block of its children, of which there is at least one.
func around(kind document.Kind, children []document.Block) document.Block {
	first, last := children[0], children[len(children)-1]
	return document.Block{Kind: kind, Span: text.Span{Start: first.Span.Start, End: last.Span.End}, Children: children}
}
