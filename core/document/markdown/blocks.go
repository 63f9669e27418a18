package markdown

import (
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A builder turns the tree of goldmark into blocks of the text.
//
// goldmark says where a block begins, but not always where it ends: the bar
// under a heading, a closing fence and the marks of an empty line of a quote
// belong to no node. So a block reaches up to the beginning of the next one,
// without the white space between them. This way no character is lost, siblings
// never overlap, and children lie inside their parents, whatever the tree says.
type builder struct {
	text   string
	starts map[ast.Node]int
	titles titles
}

// A placed node is one with its first byte.
type placed struct {
	node  ast.Node
	start int
}

// siblings turns the children of a node, which lie within a span, into blocks.
// Headings keep their Title and Level for document.Nest.
func (b *builder) siblings(parent ast.Node, within text.Span) []document.Block {
	nodes := make([]placed, 0, parent.ChildCount())
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		start, ok := b.starts[n]
		if !ok {
			start = n.Pos()
		}
		switch n.Kind() {
		case ast.KindParagraph, ast.KindTextBlock:
			line := n.Lines().At(0)
			start = trimmed(b.text, text.Span{Start: line.Start, End: line.Stop}).Start
		case ast.KindCodeBlock: // its indentation belongs to the code
			start = len(strings.TrimRight(b.text[:start], " \t"))
		}
		nodes = append(nodes, placed{n, min(max(start, within.Start), within.End)})
	}
	// They are out of order where a table comes between the lines of a heading and its bar.
	slices.SortStableFunc(nodes, func(x, y placed) int { return x.start - y.start })

	blocks := make([]document.Block, 0, len(nodes))
	inFootnote := false
	for i, n := range nodes {
		limit := within.End
		if i+1 < len(nodes) {
			limit = nodes[i+1].start
		}
		span := b.trim(n.node, text.Span{Start: n.start, End: limit})
		kind := n.node.Kind()
		switch {
		case span.Empty():
		case inFootnote && kind == ast.KindCodeBlock: // the footnote continues, indented
			for _, p := range document.Paragraphs(span.Of(b.text), document.Paragraph) {
				p.Span = p.Span.Shift(span.Start)
				blocks = append(blocks, p)
			}
		default:
			blocks = append(blocks, b.block(n.node, span))
			inFootnote = (kind == ast.KindParagraph || kind == ast.KindTextBlock) && isFootnote(span.Of(b.text))
		}
	}
	return blocks
}

// trim removes what follows the last character of a block: white space, and in a quote
// the marks of lines without anything else.
func (b *builder) trim(n ast.Node, span text.Span) text.Span {
	isQuoted := false
	for n = n.Parent(); n != nil && !isQuoted; n = n.Parent() {
		isQuoted = n.Kind() == ast.KindBlockquote
	}
	for {
		span.End = span.Start + len(strings.TrimRightFunc(b.text[span.Start:span.End], unicode.IsSpace))
		if !isQuoted {
			return span
		}
		line := strings.LastIndexAny(b.text[span.Start:span.End], "\r\n")
		if line < 0 || strings.Trim(b.text[span.Start+line:span.End], "\r\n\t >") != "" {
			return span
		}
		span.End = span.Start + line
	}
}

var kinds = map[ast.NodeKind]document.Kind{
	ast.KindParagraph:       document.Paragraph,
	ast.KindTextBlock:       document.Paragraph,
	ast.KindHeading:         document.Heading,
	ast.KindList:            document.List,
	ast.KindListItem:        document.Item,
	ast.KindBlockquote:      document.Quote,
	ast.KindCodeBlock:       document.Code,
	ast.KindFencedCodeBlock: document.Code,
	ast.KindHTMLBlock:       document.HTML,
	ast.KindThematicBreak:   document.Break,
	kindTable:               document.Table,
}

// block makes the block of a node, children included.
func (b *builder) block(n ast.Node, span text.Span) document.Block {
	block := document.Block{Kind: kinds[n.Kind()], Span: span}
	switch n := n.(type) {
	case *ast.Heading:
		if n.Parent().Kind() == ast.KindDocument {
			block.Level, block.Title = n.Level, b.titles.render(b.text, n)
		}
	case *ast.FencedCodeBlock:
		if n.Info != nil { // its first word is the language
			if words := strings.Fields(b.text[n.Info.Segment.Start:n.Info.Segment.Stop]); len(words) > 0 {
				block.Info = words[0]
			}
		}
	case *table:
		block.Children = n.rows
	case *ast.List, *ast.ListItem, *ast.Blockquote:
		block.Children = b.siblings(n, span)
	}
	return block
}

// trimmed takes the white space from both ends of a span. A span of white space
// alone becomes an empty one at its end.
func trimmed(s string, span text.Span) text.Span {
	inner := strings.TrimRightFunc(s[span.Start:span.End], unicode.IsSpace)
	end := span.Start + len(inner)
	if inner == "" {
		return text.Span{Start: span.End, End: span.End}
	}
	return text.Span{Start: end - len(strings.TrimLeftFunc(inner, unicode.IsSpace)), End: end}
}
