// Package html reads web pages: what a browser would show of them as text, in
// sections by their headings, and in these paragraphs, lists, tables, quotes
// and code.
//
// The text of such a document is the file, tags and all, and its Reading is
// what a person reads, each piece with the bytes of the file that it comes from
// (writer.go). The span of a block reaches from the first such byte to the last,
// so that it is the same whether its tags are closed, left open or crossed.
//
// The tags come from the tokenizer of golang.org/x/net/html. Its tree builder
// is not used: it knows no offsets, it moves text about, and it is quadratic on
// tags that a stranger can write in a minute. The tree made here (tree.go) has
// the blocks of a document and nothing else, nests to a depth that no person
// writes, and mends badly nested tags by closing what lies in between.
//
// Navigation, side notes, footers and the banner of a site are read as well,
// but their headings make no sections.
package html

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Parser reads HTML, and XHTML. Its zero value is ready to use, by any number
// of goroutines at once.
type Parser struct{}

// maxTitle is the longest title of a page in bytes. A longer one is a tag that
// was never closed.
const maxTitle = 1000

// Parse reads f. The title is that of the page's head, else the first heading
// of the highest rank.
func (Parser) Parse(f file.File) *document.Document {
	d := document.New(f)
	p := &page{
		source: d.Text,
		isXML:  strings.HasPrefix(d.Text, "<?xml"),
		tags:   html.NewTokenizer(strings.NewReader(d.Text)),
		tree:   tree{frames: []frame{{}}, hasMain: strings.Contains(d.Text, "<main")},
	}
	p.writer.source, p.writer.tree = d.Text, &p.tree
	p.read()
	p.tree.popTo(1)
	flat := p.tree.frames[0].children // headings with their levels

	d.Reading = p.writer.reading.Reading()
	for i, b := range flat {
		if b.Level > 0 {
			flat[i].Title = text.OneLine(d.Read(b.Span))
		}
	}
	d.Blocks = document.Nest(flat)
	d.Title = p.title
	if d.Title == "" || maxTitle < len(d.Title) {
		d.Title = document.HighestTitle(flat)
	}
	if p.tree.tooDeep {
		d.Problems = append(d.Problems, document.Problem{
			Span:    text.Span{Start: p.tree.deepest, End: p.tree.deepest},
			Message: fmt.Sprintf("elements nested deeper than %d levels are read as plain text", maxDepth),
		})
	}
	return d
}

// A page is a file while it is read.
type page struct {
	source string
	isXML  bool // <p/> is a whole element, which it is not in HTML
	tags   *html.Tokenizer
	tree   tree
	writer writer
	title  string
	skip   skip
}

// A skip is the element whose content is left out; its name is empty outside of
// one. Elements of the same name may lie in it.
type skip struct {
	name  string
	depth int
}

// read reads all tokens. The lengths of their raw text add up to the
// offsets, even where a tag is never closed.
func (p *page) read() {
	for at := 0; ; {
		kind := p.tags.Next()
		span := text.Span{Start: at, End: at + len(p.tags.Raw())}
		at = span.End
		switch kind {
		case html.TextToken:
			switch {
			case p.skip.name == "title" && p.title == "" && p.writer.reading.Len() == 0: // later ones name pictures
				p.title = text.OneLine(html.UnescapeString(span.Of(p.source)))
			case p.skip.name != "":
			case p.tree.top().kind == document.Code:
				p.writer.verbatim(span)
			default:
				p.writer.flow(span)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			p.startTag(span, kind == html.SelfClosingTagToken && p.isXML)
		case html.EndTagToken:
			name, _ := p.tags.TagName()
			p.endTag(string(name))
		case html.ErrorToken:
			if p.tags.Err() == io.EOF || span.Empty() {
				return
			}
		}
	}
}

// startTag opens an element; one that isWhole is closed at once.
func (p *page) startTag(span text.Span, isWhole bool) {
	b, _ := p.tags.TagName()
	name := string(b)
	role := roles[name]
	if isWhole {
		p.tags.NextIsNotRawText()
	}
	switch {
	case p.skip.name == name && !isWhole:
		p.skip.depth++
	case p.skip.name != "":
	case role == skipped:
		if !isWhole {
			p.skip = skip{name: name, depth: 1}
		}
	default:
		p.open(name, role, span)
		if isWhole && role != line && role != image {
			p.endTag(name)
		}
	}
}

func (p *page) endTag(name string) {
	switch {
	case p.skip.name == "":
		p.close(name, roles[name])
	case p.skip.name == name:
		if p.skip.depth--; p.skip.depth == 0 {
			p.skip = skip{}
		}
	}
}

// open begins an element whose tag has a span.
func (p *page) open(name string, r role, span text.Span) {
	f := p.tree.top()
	switch r {
	case inline:
		if name == "code" && f.kind == document.Code && f.info == "" {
			f.info = languageOf(span.Of(p.source))
		}
		return
	case line:
		p.writer.owe(lineEnd)
		return
	case image: // its alternative text is read
		start, end := attribute(span.Of(p.source), "alt")
		p.writer.owe(space)
		p.writer.flow(text.Span{Start: span.Start + start, End: span.Start + end})
		p.writer.owe(space)
		return
	}
	switch isTablePart := r == rowGroup || r == row || r == cell; {
	case f.kind == document.Code && !isTablePart:
		p.writer.owe(lineEnd) // a line of code may be an element of its own
		return
	case f.kind != document.Code && f.isLeaf():
		if r == breaking && name != "p" && name != "hr" {
			f.inner++
			p.writer.owe(space)
			return
		}
		p.tree.popTo(len(p.tree.frames) - 1)
	}
	p.breakOff()
	p.openBlock(name, r, span)
}

// breakOff ends the paragraph that is open. In items and cells a line end is
// enough between two.
func (p *page) breakOff() {
	p.tree.finishLeaf()
	p.writer.held = p.writer.held[:0]
	if p.tree.find(document.Row) > 0 || p.tree.find(document.Item) > 0 {
		p.writer.owe(lineEnd)
	} else {
		p.writer.owe(blankLine)
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
		p.writer.owed, p.writer.spaceAt = g, 0
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
		p.writer.owe(lineEnd)
	case f.inner > 0:
		f.inner--
		p.writer.owe(space)
	case f.isLeaf(): // a heading that nobody closed
		t.popTo(len(t.frames) - 1)
		p.breakOff()
	default:
		p.breakOff()
	}
}

// opened returns the index of the element that an end tag closes, -1 if it closes
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
