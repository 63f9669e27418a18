package html

import (
	"slices"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// maxDepth is how many elements that make blocks may lie in one another.
const maxDepth = 40

// A tree has the elements that are open, and gathers the blocks in them.
type tree struct {
	frames  []frame // the first is the page; never empty
	block   openBlock
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

// An openBlock is a block of text while it is written.
type openBlock struct {
	isOpen bool
	span   text.Span
}

func (t *tree) top() *frame { return &t.frames[len(t.frames)-1] }

// isAboveRows reports whether a table is open that has no rows yet. Text there
// is its caption, and precedes it.
func (t *tree) isAboveRows() bool {
	return t.top().kind == document.Table && len(t.top().children) == 0
}

// finishLeaf ends the block of text that is open.
func (t *tree) finishLeaf() {
	if !t.block.isOpen {
		return
	}
	b := document.Block{Kind: document.Paragraph, Span: t.block.span}
	depth := len(t.frames)
	if f := t.top(); f.isLeaf() {
		b.Kind, b.Level, b.Info = f.kind, f.level, f.info
		depth--
	} else if t.isAboveRows() {
		depth--
	}
	t.block = openBlock{}
	holder := t.holder(depth)
	holder.children = append(holder.children, b)
}

// holder is the innermost of the first open elements that takes blocks.
// Regions leave theirs to what is around them.
func (t *tree) holder(depth int) *frame {
	for depth > 1 && t.frames[depth-1].kind == 0 {
		depth--
	}
	return &t.frames[depth-1]
}

// isLeaf reports whether a frame has text and no blocks.
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

// find returns the index of the innermost open element of a kind, -1 if there is
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

// findRegion returns the index of the innermost open region of a name.
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

// isBeside reports whether what is open is no matter of the page: navigation and
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

// popTo closes open elements until so many are left. The block of each goes to the
// element around it.
func (t *tree) popTo(depth int) {
	t.finishLeaf()
	for depth < len(t.frames) {
		f := *t.top()
		t.frames = t.frames[:len(t.frames)-1]
		holder := t.holder(len(t.frames))
		switch f.kind {
		case document.Cell: // keeps its children until the table knows what it is
			b := document.Block{Kind: document.Cell, Span: text.Span{Start: f.start, End: f.start}}
			if len(f.children) > 0 {
				b = f.block()
			}
			holder.children = append(holder.children, b)
		case document.Row:
			if slices.ContainsFunc(f.children, func(cell document.Block) bool { return !cell.Span.Empty() }) {
				holder.children = append(holder.children, f.block())
			}
		case document.Table:
			holder.children = append(holder.children, f.table()...)
		case document.List, document.Item, document.Quote:
			for i := range f.children {
				f.children[i].Level = 0 // headings in them begin no section
			}
			if len(f.children) > 0 {
				holder.children = append(holder.children, f.block())
			}
		}
	}
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

// table returns the block of a table, or the blocks in its cells if they only place things
// on the page: a table of data has no headings and no tables, has more than one cell,
// and its only row has nothing but paragraphs.
func (f *frame) table() []document.Block {
	isAlone := len(f.children) == 1
	isLayout := isAlone && len(f.children[0].Children) == 1
	for _, row := range f.children {
		for _, cell := range row.Children {
			for _, b := range cell.Children {
				isLayout = isLayout || b.Level > 0 || b.Kind == document.Table || isAlone && b.Kind != document.Paragraph
			}
		}
	}
	var inside []document.Block
	for _, row := range f.children {
		for i := range row.Children {
			if isLayout {
				inside = append(inside, row.Children[i].Children...)
			}
			row.Children[i].Children = nil
		}
	}
	if isLayout || len(f.children) == 0 {
		return inside
	}
	return []document.Block{f.block()}
}
