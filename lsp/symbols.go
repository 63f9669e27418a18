package lsp

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// What is shown of a document's structure. A file can be made of headings alone,
// and an editor draws them all.
const (
	mostSymbols   = 10_000
	deepestSymbol = 100 // blocks inside of one another
	longestSymbol = 120 // bytes of a name or of a detail
)

// symbolsIn returns the structure of a part of a document that is a text of its own, such as
// one page, with positions in the part. What goes beyond the limits is left out: the last of
// the text, and the innermost.
func symbolsIn(d *document.Document, part text.Span, e text.Encoding) protocol.DocumentSymbolSlice {
	lines := text.NewLines(part.Of(d.Text))
	at := &positions{content: part.Of(d.Text), lines: lines, encoding: e, line: lines.Line(0)}
	o := &outline{document: d, positions: at, base: part.Start, room: mostSymbols}
	blocks := slices.DeleteFunc(slices.Clone(d.Blocks), func(b document.Block) bool {
		return b.Span.Start < part.Start || part.End < b.Span.End
	})
	return append(protocol.DocumentSymbolSlice{}, o.symbols(blocks, 0)...)
}

// An outline makes symbols of the blocks of one document.
type outline struct {
	document  *document.Document
	positions *positions
	base      int // where their text starts in that of the document
	room      int // how many more symbols are shown
}

// symbols returns the symbols of neighbouring blocks. A block that is none, such as a
// list, is replaced by its children.
func (o *outline) symbols(blocks []document.Block, depth int) []protocol.DocumentSymbol {
	if depth == deepestSymbol {
		return nil
	}
	var all []protocol.DocumentSymbol
	for _, b := range blocks {
		switch b.Kind {
		case document.Section, document.Definition, document.Table, document.Page:
		default:
			all = append(all, o.symbols(b.Children, depth+1)...)
			continue
		}
		if o.room == 0 {
			break
		}
		o.room--
		all = append(all, o.symbol(b, depth))
	}
	return all
}

// symbol returns one with all that lies inside of it. Positions are asked for in
// the order of the text, as far as it goes.
func (o *outline) symbol(b document.Block, depth int) protocol.DocumentSymbol {
	symbol := protocol.DocumentSymbol{Name: o.name(b), Kind: kindOf(b)}
	detail := ""
	switch { // the size of a table, the signature of a definition
	case b.Kind == document.Table && len(b.Children) > 0:
		detail = text.Counted(len(b.Children)-1, "row", "rows")
	case b.Code != nil:
		signature := b.Code.Signature
		signature.End = min(signature.End, signature.Start+2*longestSymbol)
		detail = nameLine(o.document.Read(signature), longestSymbol)
	}
	if detail != "" {
		symbol.Detail = &detail
	}
	symbol.Range.Start = o.at(b.Span.Start)
	selected := o.selection(b)
	symbol.SelectionRange = protocol.Range{Start: o.at(selected.Start), End: o.at(selected.End)}
	if b.Kind != document.Table {
		symbol.Children = o.symbols(b.Children, depth+1)
	}
	symbol.Range.End = o.at(b.Span.End)
	return symbol
}

// at gives the position of an offset in the document.
func (o *outline) at(offset int) protocol.Position { return o.positions.of(offset - o.base) }

// name gives what a symbol is called, which is never empty.
func (o *outline) name(b document.Block) string {
	name := b.Title
	switch b.Kind {
	case document.Table:
		name = o.header(b)
	case document.Page:
		name = fmt.Sprintf("Page %d", b.Box.Page)
	}
	if name = nameLine(name, longestSymbol); name == "" {
		return "(" + b.Kind.String() + ")"
	}
	return name
}

// header gives the cells of the header of a table.
func (o *outline) header(table document.Block) string {
	if len(table.Children) == 0 {
		return ""
	}
	var cells []string
	length := 0
	header, _ := table.Header()
	for _, cell := range header.Children {
		if longestSymbol < length { // a table can have a million columns
			break
		}
		said := o.document.Read(cell.Span)
		cells = append(cells, said[:runeBoundary(said, min(len(said), longestSymbol+1))])
		length += len(said)
	}
	return strings.Join(cells, " | ")
}

// selection gives the part of a block by which people know it: the name of a
// definition, the heading of a section, else the first line.
func (o *outline) selection(b document.Block) text.Span {
	if b.Code != nil && !b.Code.Signature.Empty() {
		return o.nameIn(b.Code.Signature, b.Title)
	}
	if len(b.Children) > 0 && b.Kind == document.Section && b.Children[0].Kind == document.Heading {
		return b.Children[0].Span
	}
	first := b.Span
	if end := strings.IndexAny(b.Span.Of(o.document.Text), "\r\n"); end >= 0 {
		first.End = first.Start + end
	}
	return first
}

// nameIn gives the place of a definition's name in its signature, or all of that
// whose text does not have the name. The name of a method may have that of its
// type in front of it.
func (o *outline) nameIn(signature text.Span, name string) text.Span {
	name = name[strings.LastIndexAny(name, ".:#")+1:]
	said := signature.Of(o.document.Text)
	for at := 0; name != ""; {
		next := strings.Index(said[at:], name)
		if next < 0 {
			break
		}
		at += next
		before, _ := utf8.DecodeLastRuneInString(said[:at])
		after, _ := utf8.DecodeRuneInString(said[at+len(name):])
		if !isNamePart(before) && !isNamePart(after) {
			return text.Span{Start: at, End: at + len(name)}.Shift(signature.Start)
		}
		at += len(name)
	}
	return signature
}

func isNamePart(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// positions converts offsets of one text, each at the cost of the way from the
// one before: all of a large file may be one line, and to count that from its
// start for every symbol would take minutes.
type positions struct {
	content  string
	lines    *text.Lines
	encoding text.Encoding

	offset   int // the last one, at position
	position text.Position
	line     text.Span // the line of position
}

// of gives the position of an offset at the border of a character.
func (p *positions) of(offset int) protocol.Position {
	switch {
	case offset < p.line.Start || p.line.End < offset:
		p.position = p.lines.Position(offset, p.encoding)
		p.line = p.lines.Line(p.position.Line)
		offset = min(offset, p.line.End)
	case p.offset <= offset:
		p.position.Character += text.UnitsIn(p.content[p.offset:offset], p.encoding)
	default:
		p.position.Character -= text.UnitsIn(p.content[offset:p.offset], p.encoding)
	}
	p.offset = offset
	return protocolPosition(p.position.Line, p.position.Character)
}
