package html

import (
	"docuquest/core/document"
	"docuquest/core/language/text"
)

// open begins an element whose tag stands at a span.
func (p *page) open(name string, r role, span text.Span) {
	switch r {
	case inline:
		p.openInline(name, span)
		return
	case line:
		p.pen.owe(lineEnd)
		return
	case image:
		p.readImage(span)
		return
	}
	if p.tree.top().kind == document.Code && !isTablePart(r) {
		p.pen.owe(lineEnd) // a line of code may be an element of its own
		return
	}
	if f := p.tree.top(); f.isLeaf() && f.kind != document.Code {
		if r == breaking && name != "p" && name != "hr" {
			f.inner++
			p.pen.owe(space)
			return
		}
		p.tree.popTo(len(p.tree.frames) - 1)
	}
	p.breakOff()
	p.openBlock(name, r, span)
}

func isTablePart(r role) bool { return r == rowGroup || r == row || r == cell }

// openInline looks for the language of code.
func (p *page) openInline(name string, span text.Span) {
	if f := p.tree.top(); name == "code" && f.kind == document.Code && f.info == "" {
		f.info = languageOf(span.Of(p.source))
	}
}

// readImage reads what stands for an image where it cannot be seen.
func (p *page) readImage(span text.Span) {
	start, end := attribute(span.Of(p.source), "alt")
	p.pen.owe(space)
	p.pen.flow(text.Span{Start: span.Start + start, End: span.Start + end})
	p.pen.owe(space)
}

// breakOff ends the paragraph that is open. In items and cells a line end is
// enough between two.
func (p *page) breakOff() {
	p.tree.finishLeaf()
	p.pen.held = p.pen.held[:0]
	if p.tree.find(document.Row) > 0 || p.tree.find(document.Item) > 0 {
		p.pen.owe(lineEnd)
	} else {
		p.pen.owe(blankLine)
	}
}

func (p *page) openBlock(name string, r role, span text.Span) {
	f := frame{name: name, start: span.End}
	switch r {
	case heading:
		f.kind, f.level = document.Heading, int(name[1]-'0')
		if p.tree.isBeside() {
			f.kind, f.level = document.Paragraph, 0
		}
	case code:
		f.kind, f.info = document.Code, languageOf(span.Of(p.source))
	case quote:
		f.kind = document.Quote
	case list:
		f.kind = document.List
	case table:
		f.kind = document.Table
	case region:
	case item:
		p.openItem(f)
		return
	case row, rowGroup, cell:
		p.openTablePart(r, f)
		return
	default:
		return
	}
	p.tree.makeRoom(f.start)
	p.tree.push(f)
}

// openItem begins an item of the innermost list. The description of a term
// stays in the item of the term.
func (p *page) openItem(f frame) {
	t := &p.tree
	at := t.find(document.List, document.Cell, document.Quote)
	if at < 0 {
		return
	}
	if at+1 < len(t.frames) && f.name == "dd" && t.frames[at+1].name == "dt" {
		t.popTo(at + 2)
		t.top().name = f.name
		return
	}
	t.popTo(at + 1)
	p.separate(lineEnd)
	f.kind = document.Item
	t.push(f)
}

// openTablePart begins a row or a cell of the innermost table.
func (p *page) openTablePart(r role, f frame) {
	t := &p.tree
	at := t.find(document.Table)
	if at < 0 {
		return
	}
	if r == cell {
		at = max(at, t.find(document.Row, document.Table))
	}
	t.popTo(at + 1)
	if r == rowGroup {
		return
	}
	if t.top().kind == document.Table {
		p.separate(lineEnd)
		t.push(frame{name: "tr", kind: document.Row, start: f.start})
	}
	if r == cell && t.top().kind == document.Row {
		p.separate(tab)
		f.kind = document.Cell
		t.push(f)
	}
}

// separate asks for a gap between two children of the innermost element, and for
// no wider one. In front of the first it asks for nothing.
func (p *page) separate(g gap) {
	if len(p.tree.top().children) > 0 {
		p.pen.owed, p.pen.spaceAt = g, 0
	}
}

// close ends an element.
func (p *page) close(name string, r role) {
	switch r {
	case inline, image, line, skipped:
		return
	}
	t := &p.tree
	if t.ignored > 0 && r != breaking {
		t.ignored--
		p.breakOff()
		return
	}
	if at := p.opened(name, r); at > 0 {
		t.popTo(at)
		p.breakOff()
		return
	}
	switch f := t.top(); {
	case f.kind == document.Code:
		p.pen.owe(lineEnd)
	case f.inner > 0:
		f.inner--
		p.pen.owe(space)
	case f.isLeaf(): // a heading that nobody closed
		t.popTo(len(t.frames) - 1)
		p.breakOff()
	default:
		p.breakOff()
	}
}

// opened gives the index of the element that an end tag closes, -1 if it closes
// none. Nothing outside of a table can be closed in one of its cells, and
// nothing at all in code but what the cell around it is a part of.
func (p *page) opened(name string, r role) int {
	t := &p.tree
	switch r {
	case heading:
		if f := t.top(); f.isLeaf() && f.kind != document.Code {
			return len(t.frames) - 1
		}
	case code:
		return t.find(document.Code, document.Cell)
	case quote:
		return t.find(document.Quote, document.Cell, document.Code)
	case list:
		return t.find(document.List, document.Cell, document.Code)
	case item:
		if name == "dt" { // the description that follows belongs to it
			return -1
		}
		return t.find(document.Item, document.List, document.Cell, document.Code)
	case cell:
		return t.find(document.Cell, document.Table)
	case row:
		return t.find(document.Row, document.Table)
	case table:
		return t.find(document.Table)
	case region:
		return t.findRegion(name)
	}
	return -1
}
