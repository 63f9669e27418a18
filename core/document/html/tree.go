package html

import (
	"docuquest/core/document"
	"docuquest/core/language/text"
)

// maxDepth is how many elements that make blocks may lie in one another.
const maxDepth = 40

// A tree has the elements that are open, and gathers the blocks in them.
type tree struct {
	frames  []frame // the first is the page; never empty
	leaf    leaf
	hasMain bool // some element says what is the matter of the page
	ignored int  // elements that are open and lie too deep
	tooDeep bool
	deepest int // where the first one begins
}

// A frame is an open element.
type frame struct {
	name     string
	kind     document.Kind // 0 for the page and for regions, which are no blocks
	start    int           // behind the tag
	level    int           // of a heading
	info     string        // of code
	inner    int           // elements in a heading that only part its lines
	children []document.Block
}

// A leaf is a block of text while it is written.
type leaf struct {
	isOpen bool
	span   text.Span
}

func (t *tree) start(hasMain bool) { t.frames, t.hasMain = []frame{{}}, hasMain }

func (t *tree) top() *frame { return &t.frames[len(t.frames)-1] }

// isWriting reports whether the block that is open has any text.
func (t *tree) isWriting() bool { return t.leaf.isOpen }

// write takes in that something is written. The first piece of a leaf begins it.
func (t *tree) write(span text.Span) {
	if !t.leaf.isOpen {
		if !t.top().isLeaf() && !t.isAboveRows() {
			t.makeRoom(span.Start)
		}
		t.leaf = leaf{isOpen: true, span: span}
	}
	t.leaf.span.End = span.End
}

// isAboveRows reports whether a table is open that has no rows yet. Text there
// is its caption, and stands in front of it.
func (t *tree) isAboveRows() bool {
	return t.top().kind == document.Table && len(t.top().children) == 0
}

// finishLeaf ends the block of text that is open.
func (t *tree) finishLeaf() {
	if !t.leaf.isOpen {
		return
	}
	b := document.Block{Kind: document.Paragraph, Span: t.leaf.span}
	depth := len(t.frames)
	if f := t.top(); f.isLeaf() {
		b.Kind, b.Level, b.Info = f.kind, f.level, f.info
		depth--
	} else if t.isAboveRows() {
		depth--
	}
	t.leaf = leaf{}
	holder := t.holder(depth)
	holder.children = append(holder.children, b)
}

// holder is the innermost of the first open elements that takes in blocks.
// Regions leave theirs to what is around them.
func (t *tree) holder(depth int) *frame {
	for depth > 1 && t.frames[depth-1].kind == 0 {
		depth--
	}
	return &t.frames[depth-1]
}

// isLeaf says whether a frame holds text and no blocks.
func (f *frame) isLeaf() bool {
	return f.kind == document.Heading || f.kind == document.Code || f.kind == document.Paragraph
}

// makeRoom opens the item, the row or the cell that a block needs to lie in.
func (t *tree) makeRoom(at int) {
	switch t.top().kind {
	case document.List:
		t.frames = append(t.frames, frame{name: "li", kind: document.Item, start: at})
	case document.Table:
		t.frames = append(t.frames, frame{name: "tr", kind: document.Row, start: at})
		t.makeRoom(at)
	case document.Row:
		t.frames = append(t.frames, frame{name: "td", kind: document.Cell, start: at})
	}
}

// push opens an element, unless it lies too deep. Room for it must be made.
func (t *tree) push(f frame) {
	if maxDepth <= len(t.frames) {
		if !t.tooDeep {
			t.tooDeep, t.deepest = true, f.start
		}
		t.ignored++
		return
	}
	t.frames = append(t.frames, f)
}

// find gives the index of the innermost open element of a kind, -1 if there is
// none within one of the borders.
func (t *tree) find(kind document.Kind, borders ...document.Kind) int {
	for i := len(t.frames) - 1; i > 0; i-- {
		at := t.frames[i].kind
		if at == kind {
			return i
		}
		for _, border := range borders {
			if at == border {
				return -1
			}
		}
	}
	return -1
}

// findRegion gives the index of the innermost open region of a name.
func (t *tree) findRegion(name string) int {
	for i := len(t.frames) - 1; i > 0; i-- {
		switch f := t.frames[i]; {
		case f.kind == 0 && f.name == name:
			return i
		case f.kind == document.Cell || f.kind == document.Code:
			return -1
		}
	}
	return -1
}

// isBeside says whether what is open is no matter of the page: navigation and
// the like, or its header where another element is said to be the main one.
func (t *tree) isBeside() bool {
	for i := len(t.frames) - 1; i > 0; i-- {
		if t.frames[i].kind != 0 {
			continue
		}
		switch t.frames[i].name {
		case "nav", "aside", "footer":
			return true
		case "main", "article":
			return false
		case "header":
			return t.hasMain && t.findRegion("main") < 0 && t.findRegion("article") < 0
		}
	}
	return false
}

// popTo closes open elements until so many are left.
func (t *tree) popTo(depth int) {
	t.finishLeaf()
	for depth < len(t.frames) {
		t.pop()
	}
}

// pop closes the innermost element and gives its block to the one around it.
func (t *tree) pop() {
	f := *t.top()
	t.frames = t.frames[:len(t.frames)-1]
	holder := t.holder(len(t.frames))
	switch f.kind {
	case document.Cell:
		holder.take([]document.Block{f.cell()})
	case document.Row:
		if hasText(f.children) {
			holder.take([]document.Block{f.block()})
		}
	case document.Table:
		holder.take(f.table())
	case document.List, document.Item, document.Quote:
		withoutLevels(f.children)
		if len(f.children) > 0 {
			holder.take([]document.Block{f.block()})
		}
	}
}

func (f *frame) take(blocks []document.Block) {
	if len(f.children) == 0 && len(blocks) > 1 {
		f.children = blocks
		return
	}
	f.children = append(f.children, blocks...)
}

// block makes one of a frame that has children, around them.
func (f *frame) block() document.Block {
	first, last := f.children[0], f.children[len(f.children)-1]
	return document.Block{
		Kind:     f.kind,
		Span:     text.Span{Start: first.Span.Start, End: last.Span.End},
		Children: f.children,
	}
}

// cell keeps its children until the table knows what it is.
func (f *frame) cell() document.Block {
	if len(f.children) == 0 {
		return document.Block{Kind: document.Cell, Span: text.Span{Start: f.start, End: f.start}}
	}
	return f.block()
}

// table gives the block of a table, or what lies in its cells if they only
// place things on the page.
func (f *frame) table() []document.Block {
	if len(f.children) == 0 {
		return nil
	}
	if isLayout(f.children) {
		var blocks []document.Block
		for _, row := range f.children {
			for _, cell := range row.Children {
				blocks = append(blocks, cell.Children...)
			}
		}
		return blocks
	}
	for _, row := range f.children {
		for i := range row.Children {
			row.Children[i].Children = nil
		}
	}
	return []document.Block{f.block()}
}

// isLayout says whether rows are no table of data: they hold headings or other
// tables, or are a single row that holds more than paragraphs, or one cell.
func isLayout(rows []document.Block) bool {
	isAlone := len(rows) == 1
	if isAlone && len(rows[0].Children) == 1 {
		return true
	}
	for _, row := range rows {
		for _, cell := range row.Children {
			for _, b := range cell.Children {
				if b.Level > 0 || b.Kind == document.Table || isAlone && b.Kind != document.Paragraph {
					return true
				}
			}
		}
	}
	return false
}

func hasText(blocks []document.Block) bool {
	for _, b := range blocks {
		if !b.Span.Empty() {
			return true
		}
	}
	return false
}

// withoutLevels leaves headings that begin no section.
func withoutLevels(blocks []document.Block) {
	for i := range blocks {
		blocks[i].Level = 0
	}
}

// finish closes everything and gives the blocks of the page, its headings with
// their levels.
func (t *tree) finish() []document.Block {
	t.popTo(1)
	return t.frames[0].children
}
